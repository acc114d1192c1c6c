import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { agentRegistry } from '#agents/registry.gen.ts';
import { describeWorkflow } from '#engine/describe-workflow.ts';
import type { Engine } from '#engine/engine.ts';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { tryModel } from '#engine/interaction/try-model.ts';
import { makeVoiceModels } from '#engine/interaction/voice-models.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { Budget } from '#lib/ports/budget-book.ts';
import { joinToolSources } from '#lib/ports/join-tool-sources.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import type { RunStore } from '#lib/ports/run-store.ts';
import type { GuardedFetch } from '#lib/ports/runtime.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import { nodeGuides } from '#nodes/guides.gen.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import type { KnowledgeConfig } from '#server/config/config-schema.ts';
import { makeDayBudget } from '#server/config/day-budget.ts';
import { readEnvironment } from '#server/config/environment.ts';
import { parseConfig } from '#server/config/load-config.ts';
import { makeStudioSettings } from '#server/config/studio-settings.ts';
import { makeMailReader } from '#server/connections/mail-reader.ts';
import { makeCredentials } from '#server/credentials/make-credentials.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { BudgetStore } from '#server/db/stores/budget-store.ts';
import { FileIndex } from '#server/db/stores/file-index.ts';
import { PublishedWorkflowStore } from '#server/db/stores/published-workflow-store.ts';
import { SkillStore } from '#server/db/stores/skill-store.ts';
import { StartStore } from '#server/db/stores/start-store.ts';
import { PgTabStore } from '#server/db/stores/tab-store.ts';
import { TriggerEventStore } from '#server/db/stores/trigger-event-store.ts';
import { TriggerStore } from '#server/db/stores/trigger-store.ts';
import { UploadStore } from '#server/db/stores/upload-store.ts';
import { PgValueStore } from '#server/db/stores/value-store.ts';
import { ArtifactPages } from '#server/documents/artifact-pages.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { makeApi } from '#server/http/api/make-api.ts';
import { makeApiListener } from '#server/http/api/make-api-listener.ts';
import type { ApiDependencies } from '#server/http/handler-kit/api-dependencies.ts';
import { describeSettings } from '#server/http/resources/describe-settings.ts';
import { StartOnce } from '#server/http/runs/start-once.ts';
import { OpenStreams } from '#server/http/runs/stream-limits.ts';
import { KnowledgeService } from '#server/knowledge/knowledge-service.ts';
import { KnowledgeTools } from '#server/knowledge/knowledge-tools.ts';
import { type Indexing, openKnowledgeIndexer } from '#server/knowledge/open-knowledge-indexer.ts';
import { ClientAddresses } from '#server/limits/client-address.ts';
import { StrangerBudgets } from '#server/limits/stranger-rates.ts';
import { makeMcpDirectory } from '#server/mcp/make-mcp-directory.ts';
import { McpServers } from '#server/mcp/mcp-servers.ts';
import { MemoryService } from '#server/memory/memory-service.ts';
import { onRunEnds } from '#server/memory/on-run-ends.ts';
import { openMemoryKeeper, type Remembering } from '#server/memory/open-memory-keeper.ts';
import { RememberingRuns } from '#server/memory/remembering-runs.ts';
import { makeModelSettings } from '#server/models/model-settings.ts';
import { makeOutsideMeters } from '#server/models/outside-meter.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { makePublishing } from '#server/publish/make-publishing.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { SkillFolder } from '#server/skills/skill-folder.ts';
import { SkillService } from '#server/skills/skill-service.ts';
import { makeFolderBlobs } from '#server/storage/blobs/folder-blobs.ts';
import { FileLinks } from '#server/storage/files/file-links.ts';
import { FileStore } from '#server/storage/files/file-store.ts';
import { UploadKeeper } from '#server/storage/files/upload-keeper.ts';
import { EventPages } from '#server/stream/event-pages.ts';
import { MemoryHub } from '#server/stream/memory-hub.ts';
import { TriggerService } from '#server/triggers/trigger-service.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import { makeExecutorContext } from './executor-context.ts';
import { Gates } from './gate-node.ts';
import { openRunStore } from './pg-engine.ts';
import { localWorkspace } from './run-batch.ts';

type LogEntry = {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** Names that documents of tests may use, beside those of the models that a test hands in. */
const TEST_MODELS = ['default', 'demo', 'main', 'small', 'openai/', 'openai-compatible/', 'anthropic/', 'google/'];

export type ApiServer = {
  readonly url: string;
  readonly port: number;
  readonly client: Client;
  readonly engine: Engine;
  readonly triggers: TriggerService;
  readonly frozen: ApiDependencies['publishing']['frozen'];
  readonly gates: Gates;
  readonly hub: MemoryHub;
  readonly store: RunStore;
  readonly log: readonly LogEntry[];
  /** Responses in progress or finished, oldest first. */
  readonly answers: readonly ServerResponse[];
  /** Of knowledge bases. */
  readonly service: KnowledgeService;
  /** Of knowledge bases; a test starts it. */
  readonly indexing: Indexing;
  readonly memory: MemoryService;
  readonly files: ApiDependencies['files'];
  /** Of the memory of users; a test starts it. */
  readonly remembering: Remembering;
  /** `METHOD /path` of every route. */
  readonly routes: readonly string[];
};

/** Files of a database, with content in a folder that is removed when the test ends. */
function makeFiles(database: Database): ApiDependencies['files'] {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-blobs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = new FileStore({
    index: new FileIndex(database.pool),
    blobs: makeFolderBlobs(folder),
    maxBytes: 100_000_000,
    newFileId: newId,
  });
  const uploads = new UploadKeeper({ files: store, store: new UploadStore(database.pool) });
  return { store, uploads, links: new FileLinks(randomBytes(32)) };
}

/** The servers of one database have one key, as its processes do. */
const secrets = new SecretBox([randomBytes(32)]);
const emptyConfig = parseConfig('', { file: 'test.yaml', variables: {} });

/** The real API on a free loopback port, with a real engine over the given database. Closed when the test ends. */
export async function startApi(
  database: Database,
  {
    knowledgeSettings = emptyConfig.knowledge,
    pageFetch,
    engineModels: models,
    skillsFolder,
    reachedHosts = [],
    workspaceBudget,
    ...changes
  }: Partial<ApiDependencies> & {
    knowledgeSettings?: KnowledgeConfig;
    /** For pages of knowledge bases. @defaultValue none is reached */
    pageFetch?: GuardedFetch;
    /** @defaultValue a model that answers with what it was asked */
    engineModels?: ModelRegistry;
    /** Skills of the server. @defaultValue none */
    skillsFolder?: string;
    /** `host:port` on loopback that triggers and credentials may reach. @defaultValue none */
    reachedHosts?: readonly string[];
    /** Of each day. @defaultValue none */
    workspaceBudget?: Budget;
  } = {},
): Promise<ApiServer> {
  const gates = new Gates();
  const log: LogEntry[] = [];
  const write =
    (level: LogEntry['level']) =>
    (message: string, fields: LogEntry['fields'] = {}) =>
      void log.push({ level, message, fields });
  const hub = new MemoryHub({ onListenerError: (error) => log.push({ level: 'error', message: 'listener', fields: { error } }) });
  const { store, makeEngine } = openRunStore(database.pool, { error: write('error') });
  const { context } = makeExecutorContext();
  const registries = gates.extend(nodeRegistry, executorRegistry);
  const mcp = new McpServers({
    servers: (workspace) => reposFor(database.db, workspace).mcpServers,
    stream: () => Promise.reject(new Error('Not in this test')),
    authorize: () => Promise.reject(new Error('Not in this test')),
    secrets,
    commands: () => ({}),
    clock: systemClock,
    version: '1.2.3',
  });
  const files = makeFiles(database);
  const budgets = new BudgetStore({
    pool: database.pool,
    clock: systemClock,
    workspaceBudget: () => workspaceBudget,
    onError: (error) => log.push({ level: 'error', message: 'budget', fields: { error } }),
  });
  const meters = makeOutsideMeters(budgets);
  const knowledge = new KnowledgeService({
    pool: database.pool,
    files: files.store,
    settings: () => knowledgeSettings,
    newId,
    meters,
    onWork: () => indexing.wake(),
  });
  const indexing = openKnowledgeIndexer({
    knowledge,
    files: files.store,
    fetch: pageFetch ?? context.fetch,
    newId,
    isAlone: false,
    log: { warn: write('warn'), error: write('error') },
  });
  onTestFinished(() => indexing.close());
  const logged = { warn: write('warn'), error: write('error') };
  const memory = new MemoryService({ pool: database.pool, settings: () => knowledgeSettings, newId, meters, log: logged });
  const knowledgeTools = new KnowledgeTools({ knowledge, clock: systemClock });
  const skillFolder = skillsFolder === undefined ? [] : [new SkillFolder({ folder: skillsFolder, now: Date.now })];
  const skills = new SkillService({ store: new SkillStore(database.pool), folders: skillFolder, clock: systemClock });
  const tools = makeToolKit({
    payloads: store,
    source: joinToolSources([mcp, knowledgeTools]),
    knowledge,
    userMemory: memory,
    skills,
    values: new PgValueStore(database.pool),
  });
  const engine = makeEngine({
    ...registries,
    publisher: onRunEnds(hub, memory.openRuns, () => remembering.wake()),
    models: models ?? context.models,
    tools,
    fetch: context.fetch,
    clock: systemClock,
    newId,
    random: () => 0.5,
    budgets,
  });
  const runs = new RememberingRuns(engine, { users: memory.users, tasks: memory.tasks, openRuns: memory.openRuns, newId });
  const remembering = openMemoryKeeper({ memory, runs, newId, isAlone: true, log: logged });
  onTestFinished(() => remembering.close());
  const logger = { info: write('info'), warn: write('warn'), error: write('error') };
  const publishing = makePublishing({
    pool: database.pool,
    hub,
    nodes: registries.nodes,
    fetch: context.fetch,
    clock: systemClock,
    secrets,
    log: logger,
  });
  const safeFetch = makeSafeFetch({ allowedPrivateHosts: reachedHosts });
  onTestFinished(() => safeFetch.close());
  const credentials = makeCredentials({
    pool: database.pool,
    secrets,
    fetch: safeFetch,
    clock: systemClock,
    log: logger,
  });
  const mail = makeMailReader({
    open: credentials.open,
    hosts: { allowedPrivateHosts: () => reachedHosts },
  });
  // Started by the tests that need it.
  const triggers = new TriggerService({
    store: new TriggerStore(database.pool),
    events: new TriggerEventStore(database.pool),
    frozen: publishing.frozen,
    runs: engine,
    secrets,
    fetch: credentials.fetch,
    mail,
    files: files.store,
    isAlone: true,
    clock: systemClock,
    newId,
    log: logger,
  });
  onTestFinished(() => triggers.close());
  let port = 0;
  const deps: ApiDependencies = {
    version: '1.2.3',
    repos: (workspace) => reposFor(database.db, workspace),
    localWorkspaceId: localWorkspace,
    hub,
    runs,
    starts: new StartOnce({ runs, store: new StartStore(database.pool), newId }),
    models: context.models,
    voice: makeVoiceModels({ models: models ?? context.models, clock: systemClock }),
    modelNames: () => [...TEST_MODELS, ...(models ?? context.models).list().map(({ name }) => name)],
    graphs: { names: [], load: () => Promise.reject(new Error('This test has no graphs')) },
    modelDirectory: makeModelSettings({
      config: {
        base: emptyConfig,
        current: emptyConfig,
        change: () => Promise.reject(new Error('Not in this test')),
        preview: () => Promise.reject(new Error('Not in this test')),
      },
      secrets,
      tryOut: (name) => tryModel(context.models.resolve(name), { clock: systemClock }),
      listOffered: () => Promise.reject(new Error('Not in this test')),
    }),
    dayBudget: makeDayBudget({
      current: emptyConfig,
      change: () => Promise.reject(new Error('Not in this test')),
    }),
    settings: describeSettings({
      environment: readEnvironment({}),
      config: emptyConfig,
      version: '1.2.3',
      database: database.kind,
    }),
    studioSettings: makeStudioSettings({
      config: {
        base: emptyConfig,
        current: emptyConfig,
        file: 'test.yaml',
        isInFile: () => false,
        isInStudio: () => false,
        change: () => Promise.reject(new Error('Not in this test')),
      },
      secrets,
      toolIds: Object.keys(tools.definitions),
    }),
    nodes: registries.nodes,
    nodeGuides,
    tools,
    agents: agentRegistry,
    payloads: store,
    templates: [],
    validate: (document, known) =>
      validateWorkflow(document, registries.nodes, { ...known, agents: agentRegistry, triggers: triggerRegistry }),
    describeGraph: (workflow, definitions) => describeWorkflow(workflow, { ...registries, tools: { definitions } }),
    format: formatWorkflow,
    database: {
      kind: database.kind,
      ping: async () => void (await database.pool.query('SELECT 1')),
      waitingStrangers: () => database.pool.waitingStrangers,
    },
    summaries: { add: () => {}, settle: async () => {} },
    processes: async () => [],
    streams: { pages: new EventPages(), open: new OpenStreams() },
    // Tests are refused more often than people, all from one address.
    refusalLimits: { maxDelayMs: 0 },
    clients: new ClientAddresses(),
    strangers: new StrangerBudgets({ clock: systemClock }),
    sandbox: { place: 'here', walls: () => ['node-permissions'] },
    backups: { take: () => Promise.reject(new Error('Not in this test')) },
    guard: { port: () => port, allowedHosts: ['studio.example:8443'] },
    publishing,
    triggers,
    toolServices: { fetch: context.fetch, invalidate: () => {} },
    a2aServices: {
      refresh: () => Promise.reject(new Error('Not in this test')),
      invalidate: () => {},
      published: (workspace) => new PublishedWorkflowStore(database.pool).list(workspace),
    },
    mcp: makeMcpDirectory(mcp, { commandNames: () => [], clientMetadataUrl: undefined }),
    credentials,
    testConnection: () => Promise.reject(new Error('Not in this test')),
    files,
    tabs: new PgTabStore(database.pool),
    artifactPages: new ArtifactPages(makeDocumentReader()),
    knowledge: { service: knowledge, invalidate: (workspace) => knowledgeTools.invalidate(workspace) },
    memory: { service: memory, wake: () => remembering.wake() },
    meters,
    skills,
    newId,
    clock: systemClock,
    log: logger,
    ...changes,
  };
  const answers: ServerResponse[] = [];
  const listen = makeApiListener(deps);
  const server = createServer((incoming, outgoing) => {
    answers.push(outgoing);
    listen(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    client: makeClient({ baseUrl: url }),
    engine,
    triggers,
    frozen: publishing.frozen,
    gates,
    hub,
    store,
    log,
    answers,
    service: knowledge,
    indexing,
    memory,
    files,
    remembering,
    // Made when it is read: an API has hundreds of routes, and few tests list them.
    get routes() {
      const { routes } = makeApi(deps);
      return routes.filter(({ path }) => path !== '/*').map(({ method, path }) => `${method} ${path}`);
    },
  };
}
