import { join } from 'node:path';
import { agentRegistry } from '#agents/registry.gen.ts';
import type { Engine } from '#engine/engine.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { VoiceModels } from '#lib/ports/voice-models.ts';
import type { ToolRegistry } from '#lib/tools/define-tool.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { A2aServices } from '#server/a2a-services/a2a-services.ts';
import { SignIns } from '#server/auth/sign-ins.ts';
import { makeBackups } from '#server/backup/make-backups.ts';
import { dayBudgetOf } from '#server/config/day-budget.ts';
import type { Environment } from '#server/config/environment.ts';
import { LiveConfig } from '#server/config/live-config.ts';
import type { ModelConfig } from '#server/config/model-config-schema.ts';
import { openOverride } from '#server/config/override-store.ts';
import { makeConnectionTest } from '#server/connections/connection-test.ts';
import { makeMailReader } from '#server/connections/mail-reader.ts';
import { diskFull } from '#server/db/database/disk-full.ts';
import { migrate } from '#server/db/database/migrate.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { outsideLane } from '#server/db/database/request-lane.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { BudgetStore } from '#server/db/stores/budget-store.ts';
import { CallCounter } from '#server/db/stores/call-counter.ts';
import { NoticeStore } from '#server/db/stores/notice-store.ts';
import { PublishedWorkflowStore } from '#server/db/stores/published-workflow-store.ts';
import { RateStore } from '#server/db/stores/rate-store.ts';
import { RunSumStore } from '#server/db/stores/run-sums/run-sum-store.ts';
import { RunSummarizer } from '#server/db/stores/run-sums/run-summarizer.ts';
import { SignInStore } from '#server/db/stores/sign-in-store.ts';
import { StartStore } from '#server/db/stores/start-store.ts';
import { PgTabStore } from '#server/db/stores/tab-store.ts';
import { TriggerEventStore } from '#server/db/stores/trigger-event-store.ts';
import { TriggerStore } from '#server/db/stores/trigger-store.ts';
import { ArtifactPages } from '#server/documents/artifact-pages.ts';
import { ConfiguredGraphs } from '#server/graphs/configured-graphs.ts';
import { makeInternalAgentParts } from '#server/http/runs/internal-agent-parts.ts';
import { StartOnce } from '#server/http/runs/start-once.ts';
import { makeWorkflowLibrary } from '#server/http/workflows/workflow-library.ts';
import { onRunEnds } from '#server/memory/on-run-ends.ts';
import { openMemoryKeeper } from '#server/memory/open-memory-keeper.ts';
import { RememberingRuns } from '#server/memory/remembering-runs.ts';
import type { ModelsConfig } from '#server/models/configured-models.ts';
import { makeOutsideMeters } from '#server/models/outside-meter.ts';
import { NoticeWatcher } from '#server/notifications/notice-watcher.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { makePublishing } from '#server/publish/make-publishing.ts';
import { LazyRunService } from '#server/runtime/lazy-run-service.ts';
import { makeRetention } from '#server/runtime/make-retention.ts';
import { openDistribution } from '#server/runtime/open-distribution.ts';
import { makeSandbox } from '#server/sandbox/make-sandbox.ts';
import { loadMasterKey } from '#server/secrets/load-master-key.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { readOtlpSettings } from '#server/telemetry/otlp/otlp-settings.ts';
import type { TraceExporter } from '#server/telemetry/otlp/trace-exporter.ts';
import { countPublished, makeProcessMetrics } from '#server/telemetry/process-metrics.ts';
import { TriggerService } from '#server/triggers/trigger-service.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import { openContent } from './open-content.ts';
import { openOutgoing } from './open-outgoing.ts';
import { openTools } from './open-tools.ts';
import { loadEngine, type RolePorts } from './run-roles.ts';

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
  // What the studio changes is read from `liveConfig.current`; the rest keeps its value until the next start.
  const config = liveConfig.base;
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
  const { isAlone } = distribution;
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
  const tabs = new PgTabStore(database.pool);
  const graphs = new ConfiguredGraphs({
    graphs: liveConfig.base.graphs,
    configFile: liveConfig.file,
    makeCheckpointer: async () => (await import('#server/db/database/make-checkpointer.ts')).makeCheckpointer(database.pool),
  });
  const rates = isAlone ? undefined : new RateStore(database.pool);
  const outgoing = openOutgoing({ database, liveConfig, secrets, rates, log, version });
  const { credentials, connections, models, toolServices, mcp } = outgoing;
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
  const content = await openContent({
    pool: database.pool,
    isAlone,
    dataFolder,
    masterKey,
    liveConfig,
    meters,
    fetch: outgoing.fetch,
    log,
  });
  const { files, knowledge, knowledgeTools, indexing, memory, skills, documentReader } = content;
  const publishing = makePublishing({
    pool: database.pool,
    hub: distribution.hub,
    nodes: nodeRegistry,
    clock: systemClock,
    log,
    secrets,
    rates,
    fetch: outgoing.webhookFetch,
  });
  const tools = openTools({
    database,
    environment,
    liveConfig,
    outgoing,
    content,
    sources: [publishing.workflowTools, toolServices, mcp, knowledgeTools, a2aServices],
    store,
    sandbox,
    workflows,
    tabs,
    log,
  });
  const calls = new CallCounter({
    pool: database.pool,
    onError: (error) => log.warn('call counts of the monitor could not be stored', { error }),
  });
  const summaries = new RunSummarizer({
    store: new RunSumStore(database.pool),
    now: () => systemClock.now(),
    onError: (error) => log.warn('runs could not be counted for dashboards', { error }),
  });
  const notices = new NoticeWatcher({ store: new NoticeStore(database.pool), isAlone, log });
  const makeEngine: RolePorts['makeEngine'] = async (ports): Promise<Engine> => {
    const [{ Engine }, { ReachKeeper }, { executorRegistry }, modelRegistry] = await Promise.all([
      import('#engine/engine.ts'),
      import('#engine/run/reach/reach-keeper.ts'),
      import('#engine/executors/registry.gen.ts'),
      models.load(),
      outgoing.loadFetch(),
    ]);
    let publisher = notices.watchThrough(calls.countThrough(summaries.countThrough(countPublished(ports.publisher, metrics))));
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
  const remembering = openMemoryKeeper({ memory, runs, newId, isAlone, log });
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
    isAlone,
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

  const loadVoice = async () => {
    const [registry, engine] = await Promise.all([models.load(), import('#engine/interaction/voice-models.ts')]);
    return engine.makeVoiceModels({ models: registry, clock: systemClock });
  };
  /** Loaded with the first recording or spoken answer. */
  const voice: VoiceModels = {
    assertFits: async (...args) => (await loadVoice()).assertFits(...args),
    transcribe: async (...args) => (await loadVoice()).transcribe(...args),
    speak: async (...args) => (await loadVoice()).speak(...args),
  };

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

  let answer: Promise<unknown> | undefined;
  /** Rejects while the database or Redis does not answer, and while the disk is full. Shared by concurrent calls. */
  async function ping(): Promise<void> {
    const ask = () => Promise.all([database.pool.query('SELECT 1'), distribution.redis?.hub.ping()]);
    answer ??= outsideLane(ask).finally(() => {
      answer = undefined;
    });
    await answer;
    if (database.disk.isFull) throw diskFull();
  }

  /** After `runs.close`: what they wrote last is counted, exported and delivered. */
  async function close(): Promise<void> {
    await notices.close();
    await backups.close();
    await calls.flush();
    await summaries.close();
    await traceExporter?.close();
    await retention.close();
    await indexing.close();
    await remembering.close();
    await publishing.webhooks.close();
    await publishing.pushes.close();
    await Promise.all([sandbox.close(), liveConfig.close()]);
    await outgoing.close();
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
    toolServices: { fetch: outgoing.fetch, invalidate: toolServices.invalidate.bind(toolServices) },
    tabs,
    mcp,
    a2aServices: {
      refresh: a2aServices.refresh.bind(a2aServices),
      invalidate: a2aServices.invalidate.bind(a2aServices),
      published: published.list.bind(published),
    },
    mcpClientMetadataUrl: outgoing.mcpClientMetadataUrl,
    files,
    artifactPages: new ArtifactPages(documentReader),
    knowledge: { service: knowledge, invalidate: knowledgeTools.invalidate.bind(knowledgeTools) },
    indexing,
    memory,
    remembering,
    skills,
    meters,
    voice,
    runs,
    starts: new StartOnce({ runs, store: new StartStore(database.pool), newId }),
    retention,
    summaries,
    notices,
    backups,
    newId,
    tryModel,
    listOfferedModels: async (modelConfig: ModelConfig) => (await models.load()).listOffered(modelConfig),
    describeGraph,
    openSignIns,
    ping,
    close,
  };
}
