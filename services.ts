import { join } from 'node:path';
import { agentRegistry } from '#agents/registry.gen.ts';
import type { Engine } from '#engine/engine.ts';
import { makeLiveTools } from '#engine/tool-handlers/make-live-tools.ts';
import { loadOnce } from '#lib/async/load-once.ts';
import { joinToolSources } from '#lib/ports/join-tool-sources.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { GuardedFetch } from '#lib/ports/runtime.ts';
import type { ToolRegistry } from '#lib/tools/define-tool.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { A2aServices } from '#server/a2a-services/a2a-services.ts';
import { SignIns } from '#server/auth/sign-ins.ts';
import { makeBackups } from '#server/backup/make-backups.ts';
import type { Config } from '#server/config/config-schema.ts';
import { dayBudgetOf } from '#server/config/day-budget.ts';
import type { Environment } from '#server/config/environment.ts';
import { LiveConfig } from '#server/config/live-config.ts';
import { openOverride } from '#server/config/override-store.ts';
import { makeConnectionTest } from '#server/connections/connection-test.ts';
import { makeDatabaseClient } from '#server/connections/database-client.ts';
import { makeMailReader } from '#server/connections/mail-reader.ts';
import { makeMailer } from '#server/connections/mailer.ts';
import { makeCredentials } from '#server/credentials/make-credentials.ts';
import { diskFull } from '#server/db/database/disk-full.ts';
import { migrate } from '#server/db/database/migrate.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { BudgetStore } from '#server/db/stores/budget-store.ts';
import { CallCounter } from '#server/db/stores/call-counter.ts';
import { NoticeStore } from '#server/db/stores/notice-store.ts';
import { PublishedWorkflowStore } from '#server/db/stores/published-workflow-store.ts';
import { RateStore } from '#server/db/stores/rate-store.ts';
import { SignInStore } from '#server/db/stores/sign-in-store.ts';
import { SkillStore } from '#server/db/stores/skill-store.ts';
import { StartStore } from '#server/db/stores/start-store.ts';
import { PgTabStore } from '#server/db/stores/tab-store.ts';
import { ToolServiceStore } from '#server/db/stores/tool-service-store.ts';
import { TriggerEventStore } from '#server/db/stores/trigger-event-store.ts';
import { TriggerStore } from '#server/db/stores/trigger-store.ts';
import { PgValueStore } from '#server/db/stores/value-store.ts';
import { ArtifactPages } from '#server/documents/artifact-pages.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { ConfiguredGraphs } from '#server/graphs/configured-graphs.ts';
import { makeInternalAgentParts } from '#server/http/runs/internal-agent-parts.ts';
import { StartOnce } from '#server/http/runs/start-once.ts';
import { makeWorkflowLibrary } from '#server/http/workflows/workflow-library.ts';
import { KnowledgeService } from '#server/knowledge/knowledge-service.ts';
import { KnowledgeTools } from '#server/knowledge/knowledge-tools.ts';
import { openKnowledgeIndexer } from '#server/knowledge/open-knowledge-indexer.ts';
import { clientMetadataUrlOf } from '#server/mcp/client-metadata-url.ts';
import { McpServers } from '#server/mcp/mcp-servers.ts';
import { MemoryService } from '#server/memory/memory-service.ts';
import { onRunEnds } from '#server/memory/on-run-ends.ts';
import { openMemoryKeeper } from '#server/memory/open-memory-keeper.ts';
import { RememberingRuns } from '#server/memory/remembering-runs.ts';
import type { ModelsConfig } from '#server/models/configured-models.ts';
import { makeOutsideMeters } from '#server/models/outside-meter.ts';
import { shareRates } from '#server/models/share-rates.ts';
import { ModuleTools } from '#server/module-tools/module-tools.ts';
import { NoticeWatcher } from '#server/notifications/notice-watcher.ts';
import { LOCAL_WORKSPACE } from '#server/process/local-workspace.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { makePublishing } from '#server/publish/make-publishing.ts';
import { importSafeFetch } from '#server/runtime/import-safe-fetch.ts';
import { LazyRunService, type LoadedEngine } from '#server/runtime/lazy-run-service.ts';
import { makeRetention } from '#server/runtime/make-retention.ts';
import { openDistribution } from '#server/runtime/open-distribution.ts';
import { makeSandbox } from '#server/sandbox/make-sandbox.ts';
import { loadMasterKey } from '#server/secrets/load-master-key.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { openSkills } from '#server/skills/open-skills.ts';
import { openFiles } from '#server/storage/open-files.ts';
import { readOtlpSettings } from '#server/telemetry/otlp/otlp-settings.ts';
import type { TraceExporter } from '#server/telemetry/otlp/trace-exporter.ts';
import { countPublished, makeProcessMetrics } from '#server/telemetry/process-metrics.ts';
import { ToolServices } from '#server/tool-services/tool-services.ts';
import { TriggerService } from '#server/triggers/trigger-service.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import { makeTools } from './make-tools.ts';
import { type RolePorts, runForWorkers, runHere, work } from './run-roles.ts';

const KEY_WAS_MISSING =
  'The key of stored secrets was missing; a new one was generated. Secrets of models and webhooks sealed with the old key cannot be read.';

export type OpenServices = {
  readonly environment: Environment;
  readonly database: Database;
  readonly log: Logger;
  /** Of the product. */
  readonly version: string;
  readonly kind: 'web' | 'worker';
};

export type Services = Awaited<ReturnType<typeof openServices>>;

/**
 * Everything a web process or a worker runs on, on a migrated database. The engine is loaded when
 * the first run needs it. This module is imported dynamically, so that the port is bound and the
 * database starts before its imports are read.
 */
export async function openServices({ environment, database, log, version, kind }: OpenServices) {
  const { dataDir: dataFolder, redisUrl } = environment;
  const masterKey = await loadMasterKey({
    secretKey: environment.secretKey,
    dataFolder,
    onMade: (path) => database.isNew || log.warn(KEY_WAS_MISSING, { path }),
  });
  const secrets = new SecretBox([masterKey]);
  await migrate(database.pool, { mayBeNewer: database.kind === 'server' });
  const override = await openOverride({ environment, database, log });
  const liveConfig = await LiveConfig.open({ environment, override, secrets, log });
  // Models and what the studio changes are read from `liveConfig`; the rest keeps its value until the next start.
  const config = liveConfig.current;
  const distribution = await openDistribution({
    pool: database.pool,
    isAlone: database.kind === 'embedded',
    kind,
    keyId: secrets.keyId,
    redisUrl,
    maxPerWorkspace: config.max_active_sessions_per_workspace,
    version,
    log,
  });
  const otlp = readOtlpSettings(environment.variables);
  let traceExporter: TraceExporter | undefined;
  const metrics = makeProcessMetrics({
    pool: database.pool,
    countJobs: distribution.redis && (() => distribution.redis?.queue.countWaiting() ?? Promise.resolve(0)),
    watchedRuns: () => distribution.hub.watchedRuns,
    waitingTraceParts: otlp && (() => traceExporter?.waiting ?? 0),
  });
  const store = new PgRunStore(database.pool, { instance: distribution.leases, onAppend: metrics.takeAppend });
  const sandbox = makeSandbox({
    cacheFolder: join(dataFolder, 'cache'),
    remote: config.sandbox.remote,
    requiredWalls: config.sandbox.required_walls,
  });
  const workflows = makeWorkflowLibrary({
    reposOf: (workspaceId) => reposFor(database.db, workspaceId),
    async validate(document, definitions) {
      const { validateWorkflow } = await import('#lib/workflow/validate-workflow.ts');
      return validateWorkflow(document, nodeRegistry, {
        tools: definitions,
        agents: agentRegistry,
        triggers: triggerRegistry,
        isWhole: true,
      });
    },
    newId,
  });
  const files = await openFiles({ pool: database.pool, config: config.files, dataFolder, masterKey, newFileId: newId, log });
  const graphs = new ConfiguredGraphs({
    graphs: liveConfig.base.graphs,
    configFile: liveConfig.file,
    makeCheckpointer: async () => (await import('#server/db/database/make-checkpointer.ts')).makeCheckpointer(database.pool),
  });
  const rates = distribution.isAlone ? undefined : new RateStore(database.pool);
  const models = loadOnce(async () => {
    const { makeLiveModelRegistry } = await import('#server/models/live-model-registry.ts');
    return makeLiveModelRegistry(() => liveConfig.current, {
      makeRateWindow: rates && (await shareRates(rates, log)),
      authorize: (credentialId, request) => credentials.authorizeRequest({ workspaceId: LOCAL_WORKSPACE, credentialId }, request),
    });
  });
  const nodeFetch = loadOnce(() => importSafeFetch(liveConfig));
  // Webhooks have their own connections, so that a receiver that hangs delays no node that calls
  // the same origin.
  const webhookFetch = loadOnce(() => importSafeFetch(liveConfig));
  const credentials = makeCredentials({
    pool: database.pool,
    secrets,
    fetch: async (url, init) => (await nodeFetch.load())(url, init),
    clock: systemClock,
    log,
  });
  const connections = {
    open: credentials.open,
    hosts: {
      allowedPrivateHosts: () => liveConfig.current.http.allowed_private_hosts,
      refreshAllowed: () => liveConfig.refresh(),
    },
  };
  const serviceFetch: GuardedFetch = async (url, init) => (await nodeFetch.load())(url, init);
  const toolServices = new ToolServices({
    store: new ToolServiceStore(database.pool),
    fetch: credentials.fetch,
    clock: systemClock,
  });
  const mcpClientMetadataUrl = clientMetadataUrlOf(config.public_url);
  const mcp = new McpServers({
    servers: (workspaceId) => reposFor(database.db, workspaceId).mcpServers,
    stream: async (url, init) => (await nodeFetch.load()).stream(url, init),
    authorize: credentials.authorizeRequest,
    secrets,
    commands: () => liveConfig.current.mcp.commands,
    clientMetadataUrl: mcpClientMetadataUrl,
    clock: systemClock,
    version,
  });
  const published = new PublishedWorkflowStore(database.pool);
  const a2aServices = new A2aServices({
    services: (workspaceId) => reposFor(database.db, workspaceId).a2aServices,
    fetch: credentials.fetch,
    internal: makeInternalAgentParts({
      published,
      frozen: () => publishing.frozen,
      runs: () => runs,
      reposOf: (workspaceId) => reposFor(database.db, workspaceId),
      log,
    }),
    clock: systemClock,
    newId,
  });
  const budgets = new BudgetStore({
    pool: database.pool,
    clock: systemClock,
    workspaceBudget: () => dayBudgetOf(liveConfig.current),
    onError: (error) => log.error('the usage of a model call could not be counted for its budget', { error }),
  });
  const meters = makeOutsideMeters(budgets);
  const knowledge = new KnowledgeService({
    pool: database.pool,
    files: files.store,
    settings: () => liveConfig.current.knowledge,
    newId,
    meters,
    onWork: () => indexing.wake(),
  });
  const indexing = openKnowledgeIndexer({
    knowledge,
    files: files.store,
    fetch: serviceFetch,
    newId,
    isAlone: distribution.isAlone,
    log,
  });
  const memory = new MemoryService({
    pool: database.pool,
    settings: () => liveConfig.current.knowledge,
    newId,
    meters,
    log,
  });
  const knowledgeTools = new KnowledgeTools({ knowledge, clock: systemClock });
  const publishing = makePublishing({
    pool: database.pool,
    hub: distribution.hub,
    nodes: nodeRegistry,
    clock: systemClock,
    log,
    secrets,
    rates,
    fetch: async (url, init) => (await webhookFetch.load())(url, init),
  });
  const moduleTools = new ModuleTools({
    modules: liveConfig.base.tool_modules,
    configFile: liveConfig.file,
    clock: systemClock,
    log,
  });
  const skills = openSkills({
    store: new SkillStore(database.pool),
    dataFolder,
    settings: () => liveConfig.current.knowledge,
    clock: systemClock,
    log,
  });
  const source = joinToolSources([publishing.workflowTools, toolServices, mcp, knowledgeTools, a2aServices, moduleTools]);
  const documentReader = makeDocumentReader();
  const tabs = new PgTabStore(database.pool);
  const tools = makeLiveTools(() => liveConfig.current, {
    makeKit: (current) =>
      makeTools({
        config: current,
        files: files.store,
        dataFolder,
        store,
        sandbox,
        source,
        workflows,
        knowledge,
        memory,
        values: new PgValueStore(database.pool),
        tabs,
        databases: makeDatabaseClient(connections),
        mail: makeMailer(connections),
        skills,
        variables: environment.variables,
        authorizeSearch: (credentialId, request) =>
          credentials.authorizeRequest({ workspaceId: LOCAL_WORKSPACE, credentialId }, request),
        documentReader,
      }),
    onUnusable: (error) => log.error('the changed settings of tools are not used', { error }),
  });
  const calls = new CallCounter({
    pool: database.pool,
    onError: (error) => log.warn('call counts of the monitor could not be stored', { error }),
  });
  const notices = new NoticeWatcher({ store: new NoticeStore(database.pool), isAlone: distribution.isAlone, log });
  const makeEngine: RolePorts['makeEngine'] = async (ports): Promise<Engine> => {
    const [{ Engine }, { ReachKeeper }, { executorRegistry }, modelRegistry] = await Promise.all([
      import('#engine/engine.ts'),
      import('#engine/run/reach/reach-keeper.ts'),
      import('#engine/executors/registry.gen.ts'),
      models.load(),
      nodeFetch.load(),
    ]);
    let publisher = notices.watchThrough(calls.countThrough(countPublished(ports.publisher, metrics)));
    publisher = onRunEnds(publisher, memory.openRuns, () => remembering.wake());
    if (otlp) {
      const tracing = await import('#server/telemetry/otlp/open-trace-export.ts');
      traceExporter ??= tracing.openTraceExport(otlp, { store, clock: systemClock, log, metrics, version });
      publisher = tracing.publishToBoth(publisher, traceExporter);
    }
    return new Engine({
      ...ports,
      publisher,
      sendsTraceparent: otlp !== undefined,
      nodes: nodeRegistry,
      executors: executorRegistry,
      store,
      models: modelRegistry,
      tools,
      graphs,
      fetch: credentials.fetch,
      reach: new ReachKeeper({ nodes: nodeRegistry, agents: agentRegistry, log }),
      clock: systemClock,
      newId,
      random: Math.random,
      budgets,
      maxCommitsInFlight: database.kind === 'embedded' ? 1 : 2,
    });
  };
  const runs = new LazyRunService(async () => {
    const workerRedisUrl = kind === 'worker' ? redisUrl : undefined;
    const loaded = await loadEngine({ store, log, makeEngine, distribution }, { config, workerRedisUrl });
    return {
      ...loaded,
      runs: new RememberingRuns(loaded.runs, { users: memory.users, tasks: memory.tasks, openRuns: memory.openRuns, newId }),
    };
  });
  const remembering = openMemoryKeeper({ memory, runs, newId, isAlone: distribution.isAlone, log });
  const triggers = new TriggerService({
    store: new TriggerStore(database.pool),
    events: new TriggerEventStore(database.pool),
    frozen: publishing.frozen,
    runs,
    secrets,
    fetch: credentials.fetch,
    mail: makeMailReader(connections),
    files: files.store,
    rates,
    isAlone: distribution.isAlone,
    clock: systemClock,
    newId,
    log,
  });
  const retention = makeRetention({ liveConfig, database, log, files });
  const backups = makeBackups({ config, database, log, secrets, override, version, dataFolder, blobs: files.store.blobs });

  /** With the models of a config that need not be stored. */
  async function tryModel(name: string, modelsConfig: ModelsConfig) {
    const [registry, engine] = await Promise.all([models.load(), import('#engine/interaction/try-model.ts')]);
    const handle = modelsConfig === liveConfig.current ? registry.resolve(name) : registry.resolveIn(modelsConfig, name);
    return engine.tryModel(handle, { clock: systemClock });
  }

  async function describeGraph(workflow: Workflow, definitions: ToolRegistry) {
    const [{ describeWorkflow }, { executorRegistry }] = await Promise.all([
      import('#engine/describe-workflow.ts'),
      import('#engine/executors/registry.gen.ts'),
    ]);
    return describeWorkflow(workflow, { nodes: nodeRegistry, executors: executorRegistry, tools: { definitions } });
  }

  function openSignIns(adminToken: string): SignIns {
    return new SignIns({ store: new SignInStore(database.pool), adminToken, clock: systemClock, log });
  }

  /** Rejects while the database or Redis does not answer, and while the disk is full. */
  async function ping(): Promise<void> {
    await Promise.all([database.pool.query('SELECT 1'), distribution.redis?.hub.ping()]);
    if (database.disk.isFull) throw diskFull();
  }

  /** After `runs.close`: what they wrote last is counted, exported and delivered. */
  async function close(): Promise<void> {
    await notices.close();
    await backups.close();
    await calls.flush();
    await traceExporter?.close();
    await retention.close();
    await indexing.close();
    await remembering.close();
    await publishing.webhooks.close();
    await publishing.pushes.close();
    await mcp.close();
    await Promise.all([sandbox.close(), liveConfig.close(), models.close()]);
    await nodeFetch.close();
    await webhookFetch.close();
    await distribution.close();
  }

  return {
    secrets,
    liveConfig,
    distribution,
    metrics,
    store,
    sandbox,
    tools,
    graphs,
    nodes: nodeRegistry,
    agents: agentRegistry,
    publishing,
    triggers,
    triggerKinds: triggerRegistry,
    credentials,
    testConnection: makeConnectionTest(connections),
    toolServices: { fetch: serviceFetch, invalidate: toolServices.invalidate.bind(toolServices) },
    tabs,
    mcp,
    a2aServices: {
      refresh: a2aServices.refresh.bind(a2aServices),
      invalidate: a2aServices.invalidate.bind(a2aServices),
      published: published.list.bind(published),
    },
    mcpClientMetadataUrl,
    files,
    artifactPages: new ArtifactPages(documentReader),
    knowledge: { service: knowledge, invalidate: knowledgeTools.invalidate.bind(knowledgeTools) },
    indexing,
    memory,
    remembering,
    skills,
    meters,
    runs,
    starts: new StartOnce({ runs, store: new StartStore(database.pool), newId }),
    retention,
    notices,
    backups,
    newId,
    tryModel,
    describeGraph,
    openSignIns,
    ping,
    close,
  };
}

/** The engine for the part this process has in the distribution; see run-roles.ts. */
function loadEngine(
  ports: RolePorts,
  { config, workerRedisUrl }: { readonly config: Config; readonly workerRedisUrl: string | undefined },
): Promise<LoadedEngine> {
  const { hub, redis } = ports.distribution;
  const maxActive = config.max_active_sessions;
  if (!redis) return runHere(ports, { hub, maxActive, isLimitedPerWorkspace: config.max_active_sessions_per_workspace > 0 });
  const shared = { ...ports, redis };
  return workerRedisUrl === undefined ? runForWorkers(shared) : work(shared, { redisUrl: workerRedisUrl, maxActive });
}
