import '#server/runtime/assert-node-version.ts';
import { fileURLToPath } from 'node:url';
import { AppError } from '#lib/errors/app-error.ts';
import { type WorkspaceId, workspaceId } from '#lib/ports/run-store.ts';
import { type Environment, readEnvironment } from '#server/config/environment.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import { Front, type Handle } from '#server/http/front.ts';
import type { LocalGuardOptions } from '#server/http/local-guard.ts';
import { closeOnSignal } from '#server/runtime/close-on-signal.ts';
import { makeJsonLogger } from '#server/runtime/json-logger.ts';
import { systemClock } from '#server/runtime/system-clock.ts';
import packageJson from './package.json' with { type: 'json' };

/** The tenant of local mode, made by the first migration. */
const LOCAL_WORKSPACE = workspaceId('ws_local');
/** How long the engine waits for the first page, where nothing needs it sooner. */
const ENGINE_LOAD_DELAY_MS = 2000;

const root = fileURLToPath(new URL('.', import.meta.url));

/** The web process: one port, the API in front and pages behind it, and the engine. */
async function serve(environment: Environment): Promise<void> {
  const log = makeJsonLogger({ minLevel: environment.isDevelopment ? 'info' : 'warn' });
  const front = new Front(environment.host);
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
    environment.isHeadless ? undefined : preparePages(environment, front),
    loadModules(),
  ]);
  const config = await modules.loadConfig(environment);
  await modules.migrate(database.pool);
  const services = makeServices(modules, { database, config, log });
  const { runs, store } = services;
  const guard: LocalGuardOptions = { port: () => front.port, allowedHosts: [] };
  const api = modules.makeApiListener({
    version: packageJson.version,
    repos: (workspace: WorkspaceId) => modules.reposFor(database.db, workspace),
    localWorkspaceId: LOCAL_WORKSPACE,
    hub: services.hub,
    runs,
    models: { list: () => modules.listModels(config) },
    nodes: modules.nodeRegistry,
    templates: (await modules.readTemplates(`${root}templates`)).map(({ workflow, ...template }) => ({
      ...template,
      nodeCount: workflow.nodes.length,
      document: workflow,
    })),
    validate: (document) => modules.validateWorkflow(document, modules.nodeRegistry),
    format: modules.formatWorkflow,
    database: { kind: database.kind, ping: async () => void (await database.pool.query('SELECT 1')) },
    guard,
    newId: modules.newId,
    clock: systemClock,
    log,
  });
  const closing = new AbortController();
  closeOnSignal(async () => {
    closing.abort();
    front.server.close();
    await runs.close();
    front.server.closeAllConnections();
    await services.close();
    await database.close();
  }, fail);
  front.open({ api, pages, guard });
  process.stdout.write(`Threadloom is ready at ${front.url}\n`);
  // Runs of a process that died go on without anybody asking. Otherwise the first page comes first: the engine's modules take half a second.
  if (!(await store.hasUnfinishedRuns())) await systemClock.sleep(ENGINE_LOAD_DELAY_MS, closing.signal).catch(() => {});
  if (closing.signal.aborted) return;
  const { resumed } = await runs.load();
  if (resumed > 0) log.warn('runs taken up again', { resumed });
}

type Modules = Awaited<ReturnType<typeof loadModules>>;

/** Everything that the first lines of a start do not need. */
async function loadModules() {
  const modules = await Promise.all([
    import('#lib/workflow/format-workflow.ts'),
    import('#lib/workflow/validate-workflow.ts'),
    import('#nodes/registry.gen.ts'),
    import('#server/config/load-config.ts'),
    import('#server/db/migrate.ts'),
    import('#server/db/repositories.ts'),
    import('#server/db/run-store.ts'),
    import('#server/http/make-api-listener.ts'),
    import('#server/models/configured-models.ts'),
    import('#server/runtime/lazy-run-service.ts'),
    import('#server/runtime/new-id.ts'),
    import('#server/stream/memory-hub.ts'),
    import('#server/templates/read-templates.ts'),
  ]);
  const [format, validate, nodes, config, migrate, repositories, runStore, api, models, lazyRuns, newId, hub, templates] =
    modules;
  return {
    ...format,
    ...validate,
    ...nodes,
    ...config,
    ...migrate,
    ...repositories,
    ...runStore,
    ...api,
    ...models,
    ...lazyRuns,
    ...newId,
    ...hub,
    ...templates,
  };
}

type Config = Awaited<ReturnType<Modules['loadConfig']>>;

/** What runs need: the store, live events, and the engine, which is loaded when the first of them needs it. */
function makeServices(
  modules: Modules,
  { database, config, log }: { database: Database; config: Config; log: ReturnType<typeof makeJsonLogger> },
) {
  const store = new modules.PgRunStore(database.pool);
  const hub = new modules.MemoryHub({ onListenerError: (error) => log.error('a watcher of a run failed', { error }) });
  const opened: { close(): unknown }[] = [];
  const runs = new modules.LazyRunService(async () => {
    const [{ Engine }, { executorRegistry }, { makeModelRegistry }, { makeSafeFetch }] = await Promise.all([
      import('#engine/engine.ts'),
      import('#engine/executors/registry.gen.ts'),
      import('#server/models/model-registry.ts'),
      import('#server/fetch/safe-fetch.ts'),
    ]);
    const models = makeModelRegistry({ config });
    const guardedFetch = makeSafeFetch({ allowedPrivateHosts: config.http.allowed_private_hosts });
    opened.push(models, guardedFetch);
    const engine = new Engine({
      nodes: modules.nodeRegistry,
      executors: executorRegistry,
      store,
      publisher: hub,
      models,
      fetch: guardedFetch,
      clock: systemClock,
      newId: modules.newId,
      random: Math.random,
      maxCommitsInFlight: database.kind === 'embedded' ? 1 : 2,
    });
    return { engine, resumed: await engine.resumeLostRuns() };
  });
  const close = async () => {
    await Promise.all(opened.map((one) => one.close()));
  };
  return { store, hub, runs, close };
}

/** Pages ask the API at the port they are told, over loopback. */
async function preparePages({ host, isDevelopment }: Environment, front: Front): Promise<Handle> {
  process.env.PORT = String(front.port);
  const { default: next } = await import('next');
  const app = next({ dev: isDevelopment, hostname: host, port: front.port, dir: root });
  await app.prepare();
  const answer = app.getRequestHandler();
  const pages: Handle = (request, response) => void answer(request, response);
  if (!isDevelopment) front.warmUp(pages);
  return pages;
}

function fail(error: unknown): never {
  const text = AppError.is(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`threadloom: ${text}\n`);
  process.exit(1);
}

await serve(readEnvironment()).catch(fail);
