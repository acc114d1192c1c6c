import '#server/process/assert-node-version.ts';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '#lib/errors/app-error.ts';
import { type Environment, readEnvironment } from '#server/config/environment.ts';
import { openDatabase } from '#server/db/database/open-database.ts';
import type { Operations } from '#server/http/front/operations-server.ts';
import { closeOnSignal } from '#server/process/close-on-signal.ts';
import { makeJsonLogger } from '#server/process/json-logger.ts';
import { stopOnUncaught } from '#server/process/stop-on-uncaught.ts';
import { readOtlpSettings } from '#server/telemetry/otlp/otlp-settings.ts';
import packageJson from './package.json' with { type: 'json' };
import { distributionOf, loadModules, makeServices } from './services.ts';

/** A worker process: takes runs from the queue, as many as there is room for, until it is told to end. Any number of them may run. */
async function work(environment: Environment): Promise<void> {
  const { databaseUrl, redisUrl, dataDir } = environment;
  if (databaseUrl === undefined || redisUrl === undefined) {
    throw new AppError(
      'config-invalid',
      'A worker wants DATABASE_URL and REDIS_URL. Without them one process runs everything: start it with `npm start`.',
    );
  }
  const log = makeJsonLogger({ minLevel: environment.logLevel ?? (environment.isDevelopment ? 'info' : 'warn') });
  const [database, modules] = await Promise.all([
    openDatabase({ databaseUrl, dataFolder: dataDir, log: (line) => log.info(line), onLost: fail }),
    loadModules(),
  ]);
  const masterKey = await modules.loadMasterKey({ secretKey: environment.secretKey, dataFolder: dataDir });
  const secrets = new modules.SecretBox([masterKey]);
  await modules.migrate(database.pool, { mayBeNewer: database.kind === 'server' });
  const override = await modules.openOverride({ environment, database, log });
  const liveConfig = await modules.LiveConfig.open({ environment, override, secrets, log });
  const distribution = await distributionOf(database, {
    config: liveConfig.current,
    log,
    secrets,
    version: packageJson.version,
    redisUrl,
    kind: 'worker',
  });
  const services = makeServices(modules, {
    database,
    liveConfig,
    log,
    secrets,
    distribution,
    dataFolder: dataDir,
    worker: { redisUrl },
    readOverride: override.read,
    version: packageJson.version,
    otlp: readOtlpSettings(environment.variables),
  });
  const operations = await openOperationsOf(environment, { ready: services.ping, metrics: services.metrics.read });
  const close = async () => {
    operations?.close();
    await services.runs.close();
    await services.close();
    await database.close();
  };
  closeOnSignal(close, fail);
  stopOnUncaught({ log, close });
  const { resumed } = await services.runs.load();
  if (resumed > 0) log.warn('runs queued again', { resumed });
  const address = operations?.address() as AddressInfo | null | undefined;
  const health = address ? `, health at http://${environment.host}:${address.port}` : '';
  process.stdout.write(`Threadloom worker is ready, pid ${process.pid}${health}\n`);
}

async function openOperationsOf({ host, workerPort }: Environment, operations: Operations): Promise<Server | undefined> {
  if (workerPort === undefined) return undefined;
  const { openOperations } = await import('#server/http/front/operations-server.ts');
  return openOperations({ host, port: workerPort }, operations);
}

function fail(error: unknown): never {
  const text = AppError.is(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`threadloom worker: ${text}\n`);
  process.exit(1);
}

await Promise.try(() => work(readEnvironment())).catch(fail);
