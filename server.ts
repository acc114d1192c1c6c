import '#server/runtime/assert-node-version.ts';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '#lib/errors/app-error.ts';
import type { Budget } from '#lib/ports/budget-book.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import { type WorkspaceId, workspaceId } from '#lib/ports/run-store.ts';
import { type Environment, readEnvironment } from '#server/config/environment.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import type { SafeFetch } from '#server/fetch/safe-fetch.ts';
import { Front, type Handle, refusePages, type Upgrade } from '#server/http/front.ts';
import type { LocalGuardOptions } from '#server/http/local-guard.ts';
import { closeOnSignal } from '#server/runtime/close-on-signal.ts';
import { makeJsonLogger } from '#server/runtime/json-logger.ts';
import { systemClock } from '#server/runtime/system-clock.ts';
import type { SecretBox } from '#server/secrets/secret-box.ts';
import packageJson from './package.json' with { type: 'json' };

/** The tenant of local mode, made by the first migration. */
const LOCAL_WORKSPACE = workspaceId('ws_local');
/** How long the engine waits for the first page, where nothing needs it sooner. */
const ENGINE_LOAD_DELAY_MS = 2000;

const root = fileURLToPath(new URL('.', import.meta.url));

/** The web process: one port, the API in front and pages behind it, and the engine. */
async function serve(environment: Environment): Promise<void> {
  const log = makeJsonLogger({ minLevel: environment.isDevelopment ? 'info' : 'warn' });
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
    loadModules(),
  ]);
  const masterKey = await modules.loadMasterKey({ secretKey: environment.secretKey, dataFolder: environment.dataDir });
  const secrets = new modules.SecretBox([masterKey]);
  const liveConfig = await modules.LiveConfig.open({ environment, secrets, log });
  await modules.migrate(database.pool);
  const services = makeServices(modules, { ...{ database, liveConfig, log, secrets }, dataFolder: environment.dataDir });
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
    models: { list: () => modules.listModels(liveConfig.current) },
    modelDirectory: modules.makeModelSettings({ config: liveConfig, secrets, tryOut: services.tryModel }),
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
    database: { kind: database.kind, ping: async () => void (await database.pool.query('SELECT 1')) },
    guard,
    adminToken,
    publishing: services.publishing,
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
  front.open({ api, pages: adminToken === undefined ? pages?.answer : refusePages, guard });
  if (pages?.reload) front.openReloads(pages.reload, guard);
  process.stdout.write(`Threadloom is ready at ${front.url}\n`);
  // Runs of a process that died go on without anybody asking. Otherwise the first page comes first: the engine's modules take half a second.
  if (!(await store.hasUnfinishedRuns())) await systemClock.sleep(ENGINE_LOAD_DELAY_MS, closing.signal).catch(() => {});
  if (closing.signal.aborted) return;
  const { resumed } = await runs.load();
  await services.publishing.webhooks.start();
  services.retention.start();
  if (resumed > 0) log.warn('runs taken up again', { resumed });
}

type Modules = Awaited<ReturnType<typeof loadModules>>;

/** Everything that the first lines of a start do not need. */
async function loadModules() {
  const modules = await Promise.all([
    import('#agents/registry.gen.ts'),
    import('#engine/tools/make-tool-kit.ts'),
    import('#lib/workflow/format-workflow.ts'),
    import('#lib/workflow/validate-workflow.ts'),
    import('#nodes/registry.gen.ts'),
    import('#server/config/live-config.ts'),
    import('#server/db/budget-store.ts'),
    import('#server/db/migrate.ts'),
    import('#server/db/repositories.ts'),
    import('#server/db/retention-keeper.ts'),
    import('#server/db/run-store.ts'),
    import('#server/http/make-api-listener.ts'),
    import('#server/models/configured-models.ts'),
    import('#server/models/model-settings.ts'),
    import('#server/config/describe-settings.ts'),
    import('#server/publish/make-publishing.ts'),
    import('#server/sandbox/make-sandbox.ts'),
    import('#server/search/make-web-search.ts'),
    import('#server/secrets/load-master-key.ts'),
    import('#server/secrets/secret-box.ts'),
    import('#server/runtime/lazy-run-service.ts'),
    import('#server/runtime/new-id.ts'),
    import('#server/storage/workspace-files.ts'),
    import('#server/stream/memory-hub.ts'),
    import('#server/templates/read-templates.ts'),
  ]);
  const [
    agents,
    toolKit,
    format,
    validate,
    nodes,
    config,
    budgets,
    migrate,
    repositories,
    retention,
    runStore,
    api,
    models,
    modelSettings,
    settings,
    publishing,
    sandbox,
    webSearch,
    masterKey,
    secretBox,
    lazyRuns,
    newId,
    workspaceFiles,
    hub,
    templates,
  ] = modules;
  return {
    ...agents,
    ...toolKit,
    ...format,
    ...validate,
    ...nodes,
    ...config,
    ...budgets,
    ...migrate,
    ...repositories,
    ...retention,
    ...runStore,
    ...api,
    ...models,
    ...modelSettings,
    ...settings,
    ...publishing,
    ...sandbox,
    ...webSearch,
    ...masterKey,
    ...secretBox,
    ...lazyRuns,
    ...newId,
    ...workspaceFiles,
    ...hub,
    ...templates,
  };
}

type LiveConfig = Awaited<ReturnType<Modules['LiveConfig']['open']>>;

/** What runs need: the store, live events, and the engine, which is loaded when the first of them needs it. */
function makeServices(
  modules: Modules,
  {
    database,
    liveConfig,
    log,
    secrets,
    dataFolder,
  }: { database: Database; liveConfig: LiveConfig; log: Logger; secrets: SecretBox; dataFolder: string },
) {
  // Models change while the server runs; the rest is what it was started with.
  const config = liveConfig.current;
  const store = new modules.PgRunStore(database.pool);
  const hub = new modules.MemoryHub({ onListenerError: (error) => log.error('a watcher of a run failed', { error }) });
  const sandbox = modules.makeSandbox({ cacheFolder: join(dataFolder, 'cache') });
  const tools = modules.makeToolKit({
    ...{ payloads: store, settings: config.tools },
    files: modules.makeWorkspaceFiles({
      root: join(dataFolder, 'files'),
      denyGlobs: config.files.deny_globs,
      maxFileBytes: config.files.max_file_bytes,
    }),
    search: config.search && modules.makeWebSearch(config.search),
    sandbox,
  });
  const opened: { close(): unknown }[] = [sandbox, liveConfig];
  let loadedFetch: Promise<SafeFetch> | undefined;
  const loadFetch = () => (loadedFetch ??= importSafeFetch(config));
  const publishing = modules.makePublishing({
    ...{ pool: database.pool, hub, nodes: modules.nodeRegistry, clock: systemClock, log, secrets },
    fetch: async (url, init) => (await loadFetch())(url, init),
  });
  let loadedModels: Promise<ModelRegistry> | undefined;
  const loadModels = () =>
    (loadedModels ??= import('#server/models/live-model-registry.ts').then(({ makeLiveModelRegistry }) => {
      const models = makeLiveModelRegistry(() => liveConfig.current);
      opened.push(models);
      return models;
    }));
  const tryModel = async (name: string) => {
    const [models, engine] = await Promise.all([loadModels(), import('#engine/interaction/try-model.ts')]);
    return engine.tryModel(models.resolve(name), { clock: systemClock });
  };
  const runs = new modules.LazyRunService(async () => {
    const [{ Engine }, { executorRegistry }, models, guardedFetch] = await Promise.all([
      import('#engine/engine.ts'),
      import('#engine/executors/registry.gen.ts'),
      loadModels(),
      loadFetch(),
    ]);
    const engine = new Engine({
      nodes: modules.nodeRegistry,
      executors: executorRegistry,
      store,
      publisher: hub,
      models,
      tools,
      fetch: guardedFetch,
      clock: systemClock,
      newId: modules.newId,
      random: Math.random,
      budgets: new modules.BudgetStore({
        ...{ pool: database.pool, clock: systemClock, workspaceBudget: dayBudgetOf(config) },
        onError: (error) => log.error('what a model call used could not be counted for its budget', { error }),
      }),
      maxCommitsInFlight: database.kind === 'embedded' ? 1 : 2,
    });
    const resumed = await engine.resumeLostRuns();
    void engine.watchApprovals({ onError: (error) => log.error('approvals could not be looked after', { error }) });
    return { engine, resumed };
  });
  const retention = new modules.RetentionKeeper({
    ...{ pool: database.pool, clock: systemClock, log },
    ...{ days: config.retention_days, isEmbedded: database.kind === 'embedded' },
  });
  const close = async () => {
    await retention.close();
    await publishing.webhooks.close();
    await Promise.all(opened.map((one) => one.close()));
    await (await loadedFetch)?.close();
  };
  return { store, hub, runs, tools, publishing, retention, tryModel, close };
}

function dayBudgetOf({ limits: { day } }: LiveConfig['current']): Budget | undefined {
  return day && { maxCostUsd: day.max_cost_usd, maxTokens: day.max_tokens, onBudget: day.on_budget };
}

/** Checks every address before a socket opens; loaded when something first goes out. */
async function importSafeFetch({ http }: LiveConfig['current']): Promise<SafeFetch> {
  const { makeSafeFetch } = await import('#server/fetch/safe-fetch.ts');
  return makeSafeFetch({ allowedPrivateHosts: http.allowed_private_hosts });
}

type Pages = { readonly answer: Handle /** In development. */; readonly reload?: Upgrade };

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
  return { answer: pages, ...(isDevelopment && { reload: app.getUpgradeHandler() }) };
}

function fail(error: unknown): never {
  const text = AppError.is(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`threadloom: ${text}\n`);
  process.exit(1);
}

await Promise.try(() => serve(readEnvironment())).catch(fail);
