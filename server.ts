import '#server/runtime/assert-node-version.ts';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '#lib/errors/app-error.ts';
import { type WorkspaceId, workspaceId } from '#lib/ports/run-store.ts';
import { type Environment, readEnvironment } from '#server/config/environment.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { Front, type Upgrade } from '#server/http/front.ts';
import { hashInlineScripts } from '#server/http/hash-inline-scripts.ts';
import type { LocalGuardOptions } from '#server/http/local-guard.ts';
import { type Handle, refusePages, servePages } from '#server/http/serve-pages.ts';
import { closeOnSignal } from '#server/runtime/close-on-signal.ts';
import { makeJsonLogger } from '#server/runtime/json-logger.ts';
import { repeat } from '#server/runtime/repeat.ts';
import { stopOnUncaught } from '#server/runtime/stop-on-uncaught.ts';
import { systemClock } from '#server/runtime/system-clock.ts';
import { readOtlpSettings } from '#server/telemetry/otlp/otlp-settings.ts';
import packageJson from './package.json' with { type: 'json' };
import { distributionOf, loadModules, makeServices } from './services.ts';

/** The tenant of local mode, made by the first migration. */
const LOCAL_WORKSPACE = workspaceId('ws_local');
/** How long the engine waits for the first page, where nothing needs it sooner. */
const ENGINE_LOAD_DELAY_MS = 2000;

/** Said where there was a database already. */
const KEY_WAS_MISSING =
  'the key of stored secrets was missing, and a new one was made: keys of models and webhooks that the old one sealed cannot be read';

/** How often a process that has others beside it looks for webhooks that they left, in milliseconds. */
const WEBHOOK_SWEEP_MS = 30_000;

const root = fileURLToPath(new URL('.', import.meta.url));

/** The web process: one port, the API in front and pages behind it, and the engine. */
async function serve(environment: Environment): Promise<void> {
  const log = makeJsonLogger({ minLevel: environment.logLevel ?? (environment.isDevelopment ? 'info' : 'warn') });
  const { adminToken } = environment;
  const front = new Front(environment.host, { isProtected: adminToken !== undefined });
  // First of all: a port that is taken is said at once, and nothing has to be undone.
  await front.listen(environment.port);
  // The database's process and the pages start while this one loads the rest.
  const [database, pages, modules] = await Promise.all([
    openDatabase({
      databaseUrl: environment.databaseUrl,
      dataFolder: environment.dataDir,
      log: (line) => log.info(line),
      onLost: fail,
    }),
    environment.isHeadless || adminToken !== undefined ? undefined : preparePages(environment, front),
    Promise.all([loadModules(), loadWebModules()]).then(([shared, web]) => ({ ...shared, ...web })),
  ]);
  const masterKey = await modules.loadMasterKey({
    ...{ secretKey: environment.secretKey, dataFolder: environment.dataDir },
    onMade: (path) => database.isNew || log.warn(KEY_WAS_MISSING, { path }),
  });
  const secrets = new modules.SecretBox([masterKey]);
  await modules.migrate(database.pool, { mayBeNewer: database.kind === 'server' });
  const override = await modules.openOverride({ environment, database, log });
  const liveConfig = await modules.LiveConfig.open({ environment, override, secrets, log });
  const config = liveConfig.current;
  const distribution = await distributionOf(database, {
    ...{ config, log, secrets, version: packageJson.version },
    ...{ redisUrl: environment.redisUrl, kind: 'web' },
  });
  const services = makeServices(modules, {
    ...{ database, liveConfig, log, secrets, distribution },
    ...{ dataFolder: environment.dataDir, readOverride: override.read, version: packageJson.version },
    otlp: readOtlpSettings(environment.variables),
  });
  const { runs, store } = services;
  // A token that nobody else knows protects better than names do, and names of a server on a network are not known here.
  const guard: LocalGuardOptions | undefined =
    adminToken === undefined ? { port: () => front.port, allowedHosts: [] } : undefined;
  const api = modules.makeApiListener({
    version: packageJson.version,
    repos: (workspace: WorkspaceId) => modules.reposFor(database.db, workspace),
    localWorkspaceId: LOCAL_WORKSPACE,
    hub: services.hub,
    runs,
    starts: services.starts,
    models: { list: () => modules.listModels(liveConfig.current) },
    modelDirectory: modules.makeModelSettings({ config: liveConfig, secrets, tryOut: services.tryModel }),
    dayBudget: modules.makeDayBudget(liveConfig),
    settings: modules.describeSettings({
      environment,
      config: liveConfig.current,
      version: packageJson.version,
      database: database.kind,
    }),
    nodes: modules.nodeRegistry,
    tools: services.tools,
    payloads: store,
    templates: (await modules.readTemplates(`${root}templates`)).map(({ workflow, ...template }) => ({
      ...template,
      nodeCount: workflow.nodes.length,
      document: workflow,
    })),
    validate: (document) =>
      modules.validateWorkflow(document, modules.nodeRegistry, {
        tools: services.tools.definitions,
        agents: modules.agentRegistry,
      }),
    format: modules.formatWorkflow,
    database: { kind: database.kind, ping: services.ping },
    metrics: services.metrics,
    backups: services.backups,
    streams: {
      pages: new modules.EventPages(),
      open: new modules.OpenStreams({
        maxPerKey: config.streams.max_per_key,
        maxPerRun: config.streams.max_per_run,
        max: config.streams.max,
      }),
    },
    sandbox: services.sandbox,
    processes: () => distribution.leases.list(),
    guard,
    adminToken,
    publishing: services.publishing,
    newId: modules.newId,
    clock: systemClock,
    log,
  });
  const closing = new AbortController();
  const close = async () => {
    closing.abort();
    front.server.close();
    await runs.close();
    front.server.closeAllConnections();
    await services.close();
    await database.close();
  };
  closeOnSignal(close, fail);
  stopOnUncaught({ log, close });
  const openPages =
    pages && servePages(pages.answer, { guard, isDevelopment: environment.isDevelopment, scriptHashes: pages.scriptHashes });
  front.open({ api, pages: adminToken === undefined ? openPages : refusePages });
  if (pages?.reload) front.openReloads(pages.reload, guard);
  process.stdout.write(`Threadloom is ready at ${front.url}\n`);
  // Runs of a process that died go on without anybody asking. Otherwise the first page comes first: the engine's modules take half a second.
  if (!(await store.hasUnfinishedRuns())) await systemClock.sleep(ENGINE_LOAD_DELAY_MS, closing.signal).catch(() => {});
  if (closing.signal.aborted) return;
  const { resumed } = await runs.load();
  await services.publishing.webhooks.start();
  services.retention.start();
  services.backups.start();
  services.sandbox.measure();
  // Those that another web process was to tell, and did not live to.
  if (!distribution.isAlone) {
    void repeat(() => services.publishing.webhooks.start(), {
      ...{ everyMs: WEBHOOK_SWEEP_MS, signal: closing.signal },
      onError: (error) => log.error('open webhooks could not be looked for', { error }),
    });
  }
  if (resumed > 0) log.warn('runs taken up again', { resumed });
}

/** What the web process alone needs. */
async function loadWebModules() {
  const [format, validate, repositories, api, models, modelSettings, settings, templates, pages, limits] = await Promise.all([
    import('#lib/workflow/format-workflow.ts'),
    import('#lib/workflow/validate-workflow.ts'),
    import('#server/db/repositories.ts'),
    import('#server/http/make-api-listener.ts'),
    import('#server/models/configured-models.ts'),
    import('#server/models/model-settings.ts'),
    import('#server/config/describe-settings.ts'),
    import('#server/templates/read-templates.ts'),
    import('#server/stream/event-pages.ts'),
    import('#server/http/stream-limits.ts'),
  ]);
  return {
    ...format,
    ...validate,
    ...repositories,
    ...api,
    ...models,
    ...modelSettings,
    ...settings,
    ...templates,
    ...pages,
    ...limits,
  };
}

type Pages = {
  readonly answer: Handle;
  readonly scriptHashes: readonly string[];
  /** In development. */
  readonly reload?: Upgrade;
};

/** Pages ask the API at the port they are told, over loopback. */
async function preparePages({ host, isDevelopment }: Environment, front: Front): Promise<Pages> {
  process.env.PORT = String(front.port);
  const { default: next } = await import('next');
  const app = next({ dev: isDevelopment, hostname: host, port: front.port, dir: root });
  await app.prepare();
  const answer = app.getRequestHandler();
  // Next answers its own errors; what still comes through would end the process.
  const pages: Handle = (request, response) => void answer(request, response).catch(() => response.destroy());
  if (!isDevelopment) front.warmUp(pages);
  // The only page that is not rendered for each request: what is shown when not even an error can be.
  const scriptHashes = isDevelopment ? [] : await hashInlineScripts(join(root, '.next/server/app/_global-error.html'));
  return { answer: pages, scriptHashes, ...(isDevelopment && { reload: app.getUpgradeHandler() }) };
}

function fail(error: unknown): never {
  const text = AppError.is(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`threadloom: ${text}\n`);
  process.exit(1);
}

await Promise.try(() => serve(readEnvironment())).catch(fail);
