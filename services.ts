import { join } from 'node:path';
import type { Engine } from '#engine/engine.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import type { Database } from '#server/db/open-database.ts';
import type { SafeFetch } from '#server/fetch/safe-fetch.ts';
import type { LoadedEngine } from '#server/runtime/lazy-run-service.ts';
import type { Distribution, OpenDistribution } from '#server/runtime/open-distribution.ts';
import { systemClock } from '#server/runtime/system-clock.ts';
import type { SecretBox } from '#server/secrets/secret-box.ts';
import type { OtlpSettings } from '#server/telemetry/otlp/otlp-settings.ts';
import type { TraceExporter } from '#server/telemetry/otlp/trace-exporter.ts';
import { type RolePorts, runForWorkers, runHere, work } from './run-roles.ts';

export type Modules = Awaited<ReturnType<typeof loadModules>>;

/** Everything that the first lines of a start do not need. */
export async function loadModules() {
  const modules = await Promise.all([
    import('#agents/registry.gen.ts'),
    import('#server/backup/backup-keeper.ts'),
    import('#engine/tools/make-tool-kit.ts'),
    import('#nodes/registry.gen.ts'),
    import('#server/config/live-config.ts'),
    import('#server/config/override-store.ts'),
    import('#server/db/budget-store.ts'),
    import('#server/db/call-counter.ts'),
    import('#server/db/disk-full.ts'),
    import('#server/config/day-budget.ts'),
    import('#server/db/migrate.ts'),
    import('#server/db/retention-keeper.ts'),
    import('#server/db/run-store.ts'),
    import('#server/db/start-store.ts'),
    import('#server/http/start-once.ts'),
    import('#server/publish/make-publishing.ts'),
    import('#server/sandbox/make-sandbox.ts'),
    import('#server/search/make-web-search.ts'),
    import('#server/secrets/load-master-key.ts'),
    import('#server/secrets/secret-box.ts'),
    import('#server/runtime/lazy-run-service.ts'),
    import('#server/runtime/new-id.ts'),
    import('#server/storage/workspace-files.ts'),
    import('#server/telemetry/process-metrics.ts'),
  ]);
  const [
    agents,
    backups,
    toolKit,
    nodes,
    config,
    override,
    budgets,
    callCounter,
    diskFull,
    dayBudget,
    migrate,
    retention,
    runStore,
    startStore,
    startOnce,
    publishing,
    sandbox,
    webSearch,
    masterKey,
    secretBox,
    lazyRuns,
    newId,
    workspaceFiles,
    telemetry,
  ] = modules;
  return {
    ...agents,
    ...backups,
    ...toolKit,
    ...nodes,
    ...config,
    ...override,
    ...budgets,
    ...callCounter,
    ...diskFull,
    ...dayBudget,
    ...migrate,
    ...retention,
    ...runStore,
    ...startStore,
    ...startOnce,
    ...publishing,
    ...sandbox,
    ...webSearch,
    ...masterKey,
    ...secretBox,
    ...lazyRuns,
    ...newId,
    ...workspaceFiles,
    ...telemetry,
  };
}

type LiveConfig = Awaited<ReturnType<Modules['LiveConfig']['open']>>;
type Config = LiveConfig['current'];

type Parts = {
  readonly database: Database;
  readonly liveConfig: LiveConfig;
  readonly log: Logger;
  readonly secrets: SecretBox;
  readonly dataFolder: string;
  /** The config's override, and which version of the product this is: both go into backups. */
  readonly readOverride: () => Promise<string | undefined>;
  readonly version: string;
  /** Where spans are sent; undefined for nowhere. */
  readonly otlp: OtlpSettings | undefined;
  /** Whom this process shares its database with, and what it queues. */
  readonly distribution: Distribution;
  /** Set for a worker: where its queue is. */
  readonly worker?: { readonly redisUrl: string };
};

/** What runs need: the store, live events, and the engine, which is loaded when the first of them needs it. */
export function makeServices(modules: Modules, parts: Parts) {
  const { database, liveConfig, log, secrets, dataFolder, distribution, worker, otlp, version } = parts;
  // Models change while the server runs; the rest is what it was started with.
  const config = liveConfig.current;
  const { redis, hub } = distribution;
  let exporter: TraceExporter | undefined;
  const metrics = modules.makeProcessMetrics({
    pool: database.pool,
    countJobs: redis && (() => redis.queue.countWaiting()),
    watchedRuns: () => hub.watchedRuns,
    waitingTraceParts: otlp && (() => exporter?.waiting ?? 0),
  });
  const store = new modules.PgRunStore(database.pool, { leases: distribution.leases, onAppend: metrics.takeAppend });
  const sandbox = modules.makeSandbox({
    cacheFolder: join(dataFolder, 'cache'),
    remote: config.sandbox.remote,
    requiredWalls: config.sandbox.required_walls,
  });
  const tools = modules.makeToolKit({
    ...{ payloads: store, settings: config.tools },
    files: modules.makeWorkspaceFiles({
      root: join(dataFolder, 'files'),
      denyGlobs: config.files.deny_globs,
      maxFileBytes: config.files.max_file_bytes,
    }),
    search: config.search && modules.makeWebSearch(config.search),
    sandbox,
    codeEnvironment: config.sandbox.environment,
    codeHosts: config.sandbox.tool_hosts,
  });
  const calls = new modules.CallCounter({
    pool: database.pool,
    onError: (error) => log.warn('calls could not be counted for the monitor', { error }),
  });
  const opened: { close(): unknown }[] = [sandbox, liveConfig];
  let loadedFetch: Promise<SafeFetch> | undefined;
  const loadFetch = () => (loadedFetch ??= importSafeFetch(config));
  // Webhooks have connections of their own: receivers that hang hold up no node that asks the same origin.
  let loadedWebhookFetch: Promise<SafeFetch> | undefined;
  const loadWebhookFetch = () => (loadedWebhookFetch ??= importSafeFetch(config));
  const publishing = modules.makePublishing({
    ...{ pool: database.pool, hub, nodes: modules.nodeRegistry, clock: systemClock, log, secrets },
    fetch: async (url, init) => (await loadWebhookFetch())(url, init),
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
  const makeEngine: RolePorts['makeEngine'] = async (ports): Promise<Engine> => {
    const [{ Engine }, { executorRegistry }, models, guardedFetch] = await Promise.all([
      import('#engine/engine.ts'),
      import('#engine/executors/registry.gen.ts'),
      loadModels(),
      loadFetch(),
    ]);
    let publisher = calls.countThrough(modules.countPublished(ports.publisher, metrics));
    if (otlp) {
      const tracing = await import('#server/telemetry/otlp/open-trace-export.ts');
      exporter ??= tracing.openTraceExport(otlp, { store, clock: systemClock, log, metrics, version });
      publisher = tracing.publishToBoth(publisher, exporter);
    }
    return new Engine({
      ...ports,
      publisher,
      sendsTraceparent: otlp !== undefined,
      nodes: modules.nodeRegistry,
      executors: executorRegistry,
      store,
      models,
      tools,
      fetch: guardedFetch,
      clock: systemClock,
      newId: modules.newId,
      random: Math.random,
      budgets: new modules.BudgetStore({
        ...{ pool: database.pool, clock: systemClock, workspaceBudget: () => modules.dayBudgetOf(liveConfig.current) },
        onError: (error) => log.error('what a model call used could not be counted for its budget', { error }),
      }),
      maxCommitsInFlight: database.kind === 'embedded' ? 1 : 2,
    });
  };
  const ports: RolePorts = { store, log, makeEngine, distribution };
  const { max_active_sessions: maxActive, max_active_sessions_per_workspace: maxPerWorkspace } = config;
  const load = (): Promise<LoadedEngine> => {
    if (!redis) return runHere(ports, { hub, maxActive, isLimitedPerWorkspace: maxPerWorkspace > 0 });
    const shared = { ...ports, redis };
    return worker ? work(shared, { ...worker, maxActive }) : runForWorkers(shared);
  };
  const retention = new modules.RetentionKeeper({
    ...{ pool: database.pool, clock: systemClock, log },
    ...{ days: config.retention_days, runsOfWorkflow: config.max_history_items, isEmbedded: database.kind === 'embedded' },
  });
  const backups = new modules.BackupKeeper({
    ...{ database, secrets, clock: systemClock, log, readOverride: parts.readOverride, version: parts.version },
    folder: config.backup_folder ?? join(dataFolder, 'backups'),
    ...{ everyHours: config.backup_every_hours, keep: config.backup_keep },
  });
  const close = async () => {
    await backups.close();
    await calls.flush();
    await exporter?.close();
    await retention.close();
    await publishing.webhooks.close();
    await Promise.all(opened.map((one) => one.close()));
    await (await loadedFetch)?.close();
    await (await loadedWebhookFetch)?.close();
    await distribution.close();
  };
  const ping = async () => {
    await Promise.all([database.pool.query('SELECT 1'), redis?.hub.ping()]);
    if (database.disk.isFull) throw modules.diskFull();
  };
  const runs = new modules.LazyRunService(load);
  return {
    store,
    hub,
    runs,
    starts: new modules.StartOnce({ runs, store: new modules.StartStore(database.pool), newId: modules.newId }),
    tools,
    publishing,
    retention,
    backups,
    tryModel,
    metrics,
    ping,
    sandbox: {
      place: config.sandbox.remote ? ('remote' as const) : ('here' as const),
      walls: () => sandbox.knownWalls,
      /** Starts a process for it, so not before everything else has started. */
      measure: () => void sandbox.walls().catch((error) => log.warn('the walls around code could not be measured', { error })),
    },
    close,
  };
}

/** Checks every address before a socket opens; loaded when something first goes out. */
async function importSafeFetch({ http }: Config): Promise<SafeFetch> {
  const { makeSafeFetch } = await import('#server/fetch/safe-fetch.ts');
  return makeSafeFetch({ allowedPrivateHosts: http.allowed_private_hosts });
}

/** What this process queues and, where it is not alone on its database, shares with others there. */
export async function distributionOf(
  { kind: database, pool }: Database,
  {
    config,
    secrets,
    ...told
  }: Pick<OpenDistribution, 'log' | 'redisUrl' | 'kind' | 'version'> & { config: Config; secrets: SecretBox },
): Promise<Distribution> {
  const { openDistribution } = await import('#server/runtime/open-distribution.ts');
  const maxPerWorkspace = config.max_active_sessions_per_workspace;
  return openDistribution({ pool, isAlone: database === 'embedded', keyId: secrets.keyId, maxPerWorkspace, ...told });
}
