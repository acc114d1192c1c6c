import '#server/process/assert-node-version.ts';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '#lib/errors/app-error.ts';
import { type Environment, readEnvironment } from '#server/config/environment.ts';
import { openDatabase } from '#server/db/database/open-database.ts';
import type { Operations } from '#server/http/front/operations-server.ts';
import { closeOnSignal } from '#server/process/close-on-signal.ts';
import { exitOnFailure } from '#server/process/exit-on-failure.ts';
import { makeJsonLogger } from '#server/process/json-logger.ts';
import { stopOnUncaught } from '#server/process/stop-on-uncaught.ts';
import packageJson from './package.json' with { type: 'json' };

const fail = exitOnFailure('threadloom worker');

/**
 * A queue worker: executes runs from the queue, up to its concurrency limit, until it is stopped.
 * Any number may run.
 */
async function work(environment: Environment): Promise<void> {
  const { databaseUrl, redisUrl, dataDir } = environment;
  if (databaseUrl === undefined || redisUrl === undefined) {
    throw new AppError(
      'config-invalid',
      'A worker needs DATABASE_URL and REDIS_URL. Without them one process runs everything: start it with `npm start`.',
    );
  }
  const log = makeJsonLogger({ minLevel: environment.logLevel ?? (environment.isDevelopment ? 'info' : 'warn') });
  const [database, { openServices }] = await Promise.all([
    openDatabase({ databaseUrl, dataFolder: dataDir, log: (line) => log.info(line), onLost: fail }),
    import('./services/open-services.ts'),
  ]);
  const services = await openServices({ environment, database, log, version: packageJson.version, kind: 'worker' });
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
  if (resumed > 0) log.warn('runs requeued', { runs: resumed });
  const address = operations?.address() as AddressInfo | null | undefined;
  const health = address ? `, health at http://${environment.host}:${address.port}` : '';
  process.stdout.write(`Threadloom worker is ready, pid ${process.pid}${health}\n`);
}

async function openOperationsOf({ host, workerPort }: Environment, operations: Operations): Promise<Server | undefined> {
  if (workerPort === undefined) return undefined;
  const { openOperations } = await import('#server/http/front/operations-server.ts');
  return openOperations({ host, port: workerPort }, operations);
}

await Promise.try(() => work(readEnvironment())).catch(fail);
