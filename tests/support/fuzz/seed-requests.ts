import { type Contracts, contracts } from '#lib/api/contracts.gen.ts';
import { callApi, makeKey, publish } from '../published-endpoint.ts';
import { workflowOf } from '../test-engine.ts';

/** A valid request, in parts that can be mutated one by one. */
export type SeedRequest = {
  readonly operation: keyof Contracts;
  readonly method: string;
  /** Path with its parameters, not escaped. */
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};
type Parts = {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
};

const asking = workflowOf(
  { start: ['start'], ask: ['llm', { userPrompt: 'Hello' }], end: ['end', { outputs: { said: '{{ask.output}}' } }] },
  ['start -> ask', 'ask -> end'],
);
const echo = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'o', type: 'json' }] }],
    keep: ['set', { values: { o: '{{start.o}}', text: '{{ start.o | json | size }}' } }],
    sort: ['condition', { when: 'start.o != null' }],
    end: ['end', { outputs: { o: '{{keep.o}}' } }],
    none: ['end', { outputs: { o: 'none' } }],
  },
  ['start -> keep', 'keep -> sort', 'sort.true -> end', 'sort.false -> none'],
);
const called = {
  ...workflowOf({ start: ['start', { inputs: [] }], end: ['end', { outputs: {} }] }, ['start -> end']),
  triggers: [
    { id: 'hook', type: 'webhook', version: 1, label: '', config: { response: 'accepted' }, inputs: {} },
    { id: 'form', type: 'form', version: 1, label: '', config: {}, inputs: {} },
  ],
};
const asks = workflowOf(
  {
    start: ['start', { inputs: [] }],
    ask: ['approval', { title: 'Go?', value: { n: 1 } }],
    end: ['end', { outputs: { said: '{{ask}}' } }],
  },
  ['start -> ask', 'ask.approved -> end'],
);

const talk = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
    end: ['end', { outputs: { answer: '{{start.message}}' } }],
  },
  ['start -> end'],
);
const openApi = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://a.example' }],
  paths: { '/ping': { get: { operationId: 'ping', responses: { 200: { description: 'ok' } } } } },
});
const newAgent = { title: 'Editor', description: 'Edits texts', instructions: 'Edit.', tools: ['time-now'] };
const newCredential = { type: 'bearer', hosts: ['a.example'], fields: { token: 'sk-1' } };
const signInBody = {
  type: 'oauth2',
  hosts: ['a.example'],
  fields: {
    grant: 'authorization_code',
    authorizationUrl: 'https://a.example/authorize',
    tokenUrl: 'https://a.example/token',
    clientId: 'studio',
  },
};

/** One valid request of every operation, each on resources that no other operation deletes. */
export async function makeSeeds(
  server: string,
  { models = ['demo'] }: { models?: readonly string[] } = {},
): Promise<readonly SeedRequest[]> {
  const api = `${server}/api/v1`;
  const saved = async () => String((await callApi(`${api}/workflows`, { body: echo })).json.id);
  const ran = async (document: object, more: object = {}) =>
    String((await callApi(`${api}/runs`, { body: { document, inputs: {}, ...more } })).json.runId);
  const { slug, key, keyId, workflowId } = await publish(server, echo, {
    allow: { models, toolNames: true, decisions: true, sharedRuns: true, callerTools: true, publicCard: true },
  });
  const gone = await publish(server, echo);
  const hooked = await publish(server, called);
  const trigger = { slug: hooked.slug, triggerId: 'hook' };
  const secret = 'a known secret';
  await callApi(`${api}/deployments/${hooked.slug}/triggers/hook/secret`, { body: { secret } });
  const received = await callApi(`${api}/hooks/${hooked.slug}/hook`, {
    body: {},
    headers: { authorization: `Bearer ${secret}` },
  });
  const eventId = String(received.json.eventId);
  const listenTo = { id: hooked.workflowId, triggerId: 'hook' };
  const { token } = (await callApi(`${api}/workflows/${hooked.workflowId}/triggers/hook/listeners`, { body: {} })).json;
  const revoked = await makeKey(server, slug);
  const ended = await ran(echo);
  const deletable = await ran(echo);
  const waiting = await ran(asks);
  const stopped = await ran(asks);
  const paused = await ran(echo, { breakpoints: ['keep'] });
  const pending = (await callApi(`${api}/runs/${waiting}/approvals`)).json.items as [{ actionId: string }];
  const checkpoints = (await callApi(`${api}/runs/${ended}/checkpoints`)).json.items as [{ seq: number }];
  const bearer = { authorization: `Bearer ${key}` };
  const owned = String((await callApi(`${api}/run/${slug}`, { body: { inputs: {} }, headers: bearer })).json.runId);
  const run = { id: ended };
  const sessionOf = async (name: string) => {
    await callApi(`${api}/run/${slug}`, { body: { inputs: {}, sessionId: name }, headers: bearer });
    const { json } = await callApi(`${api}/sessions?search=${name}`, { headers: bearer });
    return { id: String((json.items as [{ id: string }])[0].id) };
  };
  const talker = await publish(server, talk);
  const voice = { transcriptionModel: null, speechModel: null, speechVoice: 'alloy' };
  const look = {
    name: 'Shop',
    questions: [{ text: 'Why?', icon: 'box' }],
    contact: { label: 'Mail', url: 'mailto:a@b.example' },
  };
  const open = { access: 'public', look };
  await callApi(`${api}/deployments/${talker.slug}/chat-page`, { method: 'PUT', body: open });
  const talking = { authorization: `Bearer ${talker.key}` };
  const session = await sessionOf('kept-session');
  const removedSession = await sessionOf('removed-session');
  const page = { limit: '5' };
  const inputs = { o: { a: [1, 'x', null, true], b: { c: 2.5 } } };
  const model = { provider: 'openai-compatible', modelId: 'm', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sk-1' };

  const credential = async (name: string) =>
    String((await callApi(`${api}/credentials`, { body: { ...newCredential, name } })).json.id);
  const credentialId = await credential('kept');
  const withSlot = { ...echo, settings: { credentials: { crm: { type: 'bearer', hosts: ['a.example'] } } } };
  const slotted = String((await callApi(`${api}/workflows`, { body: withSlot })).json.id);
  for (const id of ['kept', 'removed']) await callApi(`${api}/agents`, { body: { id, ...newAgent } });
  const signInCredential = String((await callApi(`${api}/credentials`, { body: { ...signInBody, name: 'signs-in' } })).json.id);
  const removedCredential = await credential('removed');

  for (const id of ['kept', 'removed']) await callApi(`${api}/tool-services`, { body: { id, document: openApi } });
  const a2aService = async (name: string) =>
    String((await callApi(`${api}/a2a-services`, { body: { name, url: 'http://127.0.0.1:9/agent', timeoutS: 1 } })).json.id);
  const a2aServiceId = await a2aService('kept');
  const removedA2aService = await a2aService('removed');
  const mcpServer = async (name: string) =>
    String((await callApi(`${api}/mcp-servers`, { body: { name, url: 'http://127.0.0.1:9/mcp', timeoutS: 1 } })).json.id);
  const mcpServerId = await mcpServer('kept');
  const removedMcpServer = await mcpServer('removed');
  for (const key of ['orders/7', 'orders/gone'])
    await callApi(`${api}/stored-values`, { method: 'PUT', body: { key, value: 1 } });
  const uploaded = async (path: string) =>
    ((await callApi(`${api}/files?path=${path}`, { body: { n: 1 } })).json.items as [{ fileId: string }])[0].fileId;
  const begun = async () =>
    String((await callApi(`${api}/uploads`, { body: { path: 'part.json', sizeBytes: 90_000_000 } })).json.uploadId);
  const file = { id: await uploaded('kept/a.json') };
  const link =
    String((await callApi(`${api}/files/${file.id}/link`, { body: {} })).json.url)
      .split('/')
      .at(-1) ?? '';
  const moved = [{ fileId: await uploaded('moved/b.json') }, { folder: 'moved' }];

  for (const name of ['kept', 'removed']) await callApi(`${api}/knowledge`, { body: { name, title: name } });
  const document = async (key: string) =>
    (
      (await callApi(`${api}/knowledge/kept/documents`, { body: { documents: [{ key, text: '# T\n\nx' }] } })).json.items as [
        { documentId: string },
      ]
    )[0].documentId;
  const knowledgeSource = async (address: string) =>
    String(
      (
        (
          await callApi(`${api}/knowledge/kept/sources`, {
            body: { kind: 'folder', address: `${address}-${crypto.randomUUID()}` },
          })
        ).json.items as {
          sourceId: string;
        }[]
      ).at(-1)?.sourceId,
    );
  for (const name of ['kept', 'removed']) await callApi(`${api}/skills`, { body: { name } });
  const base = { name: 'kept' };
  const knowledgeDocument = { ...base, documentId: await document('kept') };

  const embedding = { baseUrl: 'http://127.0.0.1:9/v1', model: 'm' };
  for (const name of ['tested', 'removed'])
    await callApi(`${api}/settings/embeddings/${name}`, { method: 'PUT', body: embedding });
  const remembers = { ...talk, settings: { memory: { enabled: true, model: 'no-such-model' } } };
  const remembering = await publish(server, remembers);
  const memoryOf = async (user: string) => {
    const started = await callApi(`${api}/run/${remembering.slug}`, {
      body: { inputs: { message: 'Hello' }, user },
      headers: { authorization: `Bearer ${remembering.key}` },
    });
    const { items } = (await callApi(`${api}/memory/users?search=${user}`)).json as { items: [{ userId: string }] };
    return { runId: String(started.json.runId), userId: items[0].userId };
  };
  const memory = await memoryOf('kept-user');
  const removedMemory = await memoryOf('removed-user');
  const record = async () =>
    String((await callApi(`${api}/memory/users/${memory.userId}/records`, { body: { text: 'Vegan' } })).json.recordId);

  const parts: Record<keyof Contracts, Parts> = {
    listTriggers: { params: { id: hooked.workflowId } },
    setTrigger: { params: trigger, body: { isOn: true } },
    setTriggerSecret: { params: trigger, body: { secret } },
    listTriggerEvents: { params: trigger, query: { ...page, status: 'started' } },
    getTriggerEvent: { params: { eventId } },
    replayTriggerEvent: { params: { eventId }, body: { on: 'draft' } },
    listenToTrigger: { params: listenTo },
    getTriggerListener: { params: { token: String(token) } },
    listMemoryUsers: { query: { ...page, search: 'kept' } },
    getMemoryUser: { params: { userId: memory.userId }, query: { query: 'food' } },
    deleteMemoryUser: { params: { userId: removedMemory.userId } },
    addMemoryRecord: { params: { userId: memory.userId }, body: { text: 'Allergic to nuts' } },
    updateMemoryRecord: { params: { recordId: await record() }, body: { text: 'Vegetarian' } },
    deleteMemoryRecord: { params: { recordId: await record() } },
    listMemoryTasks: { query: { ...page, status: 'waiting', userId: memory.userId } },
    // Its summary is tried again by itself.
    retryMemoryTask: { params: { runId: memory.runId } },
    listKnowledgeBases: {},
    createKnowledgeBase: { body: { name: 'another', title: 'Another', description: 'd', embedding: null, chunkChars: 500 } },
    getKnowledgeBase: { params: base },
    updateKnowledgeBase: { params: base, body: { title: 'Kept', isEnabled: true } },
    deleteKnowledgeBase: { params: { name: 'removed' } },
    listKnowledgeDocuments: { params: base, query: { ...page, search: 'k', status: 'ready' } },
    writeKnowledgeDocuments: {
      params: base,
      body: { documents: [{ key: 'w', title: 'W', text: 'x', metadata: { a: [1, 'b'] } }], onExisting: 'skip' },
    },
    getKnowledgeDocument: { params: knowledgeDocument },
    updateKnowledgeDocument: { params: knowledgeDocument, body: { isEnabled: true, metadata: { a: 1 } } },
    indexKnowledgeDocument: { params: knowledgeDocument },
    deleteKnowledgeDocument: { params: { ...base, documentId: await document('removed') } },
    listKnowledgeChunks: { params: knowledgeDocument, query: page },
    // Chunks are made in the background, so none is known here.
    updateKnowledgeChunk: { params: { ...base, chunkId: 'chk_0' }, body: { text: 'x', isEnabled: true } },
    searchKnowledge: { params: base, body: { query: 'x', limit: 3, mode: 'lexical', filter: { a: [1] }, context: false } },
    listKnowledgeSources: { params: base },
    createKnowledgeSource: { params: base, body: { kind: 'folder', address: 'docs', selector: 'main', everyHours: 24 } },
    refreshKnowledgeSource: { params: { ...base, sourceId: await knowledgeSource('kept') } },
    deleteKnowledgeSource: { params: { ...base, sourceId: await knowledgeSource('removed') } },
    listKnowledgeQuestions: { params: base },
    setKnowledgeQuestions: { params: base, body: { items: [{ question: 'q', documentKey: 'kept', excerpt: null }] } },
    measureKnowledge: { params: base, body: { mode: 'lexical', limit: 3 } },
    listSkills: {},
    createSkill: { body: { name: 'another-skill' } },
    importSkills: { query: { onExisting: 'replace' }, body: { n: 1 } },
    matchSkills: { body: { message: 'Check this invoice', limit: 5 } },
    getSkill: { params: { name: 'kept' } },
    downloadSkill: { params: { name: 'kept' }, query: { format: 'public' } },
    updateSkill: { params: { name: 'kept' }, body: { isEnabled: true } },
    deleteSkill: { params: { name: 'removed' } },
    getSkillFile: { params: { name: 'kept' }, query: { path: 'SKILL.md' } },
    writeSkillFile: { params: { name: 'kept' }, query: { path: 'references/a.md' }, body: { text: 'A' } },
    deleteSkillFile: { params: { name: 'kept' }, query: { path: 'references/example.md' } },
    chat: { params: { slug: talker.slug }, headers: talking, body: { sessionId: 'kept', content: 'Hello', inputs: {} } },
    resumeChat: { params: { slug: talker.slug, sessionId: 'kept' }, query: { user: 'ada' }, headers: talking },
    getChatMessages: { params: { slug: talker.slug, sessionId: 'kept' }, query: { user: 'ada' }, headers: talking },
    listSessions: { query: { ...page, slug, workflowId, user: 'ada', sessionId: 'kept', search: 'kept' } },
    getSession: { params: session },
    changeSession: { params: session, body: { title: 'Mine' } },
    forkSession: { params: session, body: { sessionId: 'forked' } },
    putSessionTab: {
      params: { ...session, tabId: 'docs' },
      body: { clientId: 'page', seq: 1, tab: { url: 'https://a.example' } },
    },
    listSessionTabs: { params: session },
    shareSession: { params: session },
    unshareSession: { params: removedSession },
    exportSession: { params: session, query: { format: 'json' } },
    deleteSession: { params: removedSession },
    listAgents: {},
    createAgent: { body: { id: 'another', ...newAgent } },
    getAgent: { params: { id: 'kept' }, query: { version: '1' } },
    updateAgent: { params: { id: 'kept' }, body: { ...newAgent, version: 1 } },
    deleteAgent: { params: { id: 'removed' } },
    listAgentVersions: { params: { id: 'kept' } },
    listArtifacts: { query: { ...page, sessionId: 'kept', runId: 'run_1' } },
    downloadArtifact: { params: file, query: { revision: '1' } },
    previewArtifact: { params: file, query: { revision: '1' } },
    getArtifactPage: { params: { ...file, index: 0 }, query: { revision: '1' } },
    regenerateArtifact: { params: file, body: { pageIndex: 0, instructions: 'Shorter', mode: 'async', events: 'full' } },
    listFiles: { query: { ...page, folder: 'kept', search: 'a', sort: 'size', order: 'desc' } },
    getFileTree: { query: { version: '1' } },
    uploadFiles: { query: { path: 'new/c.json', onExisting: 'rename' }, body: { n: 2 } },
    getFile: { params: file },
    downloadFile: { params: file, query: { disposition: 'inline', revision: '1' }, headers: { range: 'bytes=0-3' } },
    replaceFileContent: { params: file, query: { revision: '1' }, body: { n: 3 } },
    listFileVersions: { params: file },
    createFileLink: { params: file, body: { expiresInS: 60 } },
    openFileLink: { params: { token: link }, headers: { range: 'bytes=-3' } },
    moveFiles: { body: { items: moved, to: { folder: 'elsewhere' } } },
    copyFiles: { body: { items: [{ fileId: file.id }], to: { path: 'kept/copy.json' } } },
    deleteFiles: { body: { items: [{ folder: 'gone' }] } },
    beginUpload: { body: { path: 'large.bin', sizeBytes: 20_000_000, mediaType: 'text/plain', onExisting: 'refuse' } },
    getUpload: { params: { id: await begun() } },
    continueUpload: { params: { id: await begun() }, query: { offset: '0' }, body: { n: 4 } },
    cancelUpload: { params: { id: await begun() } },
    listStoredValues: { query: { ...page, search: 'orders' } },
    setStoredValue: { body: { key: 'orders/1', value: { n: 1 }, ttlMs: 60_000 } },
    getStoredValue: { query: { key: 'orders/7' } },
    deleteStoredValue: { query: { key: 'orders/gone' } },
    listCredentials: { query: page },
    createCredential: { body: { ...newCredential, name: 'another' } },
    updateCredential: { params: { id: credentialId }, body: { name: 'changed', hosts: ['b.example'], fields: { token: 't' } } },
    deleteCredential: { params: { id: removedCredential } },
    beginAuthorization: { params: { id: signInCredential }, body: { redirectUri: 'http://127.0.0.1/credentials/callback' } },
    // No state is known before a person signs in.
    completeAuthorization: { body: { state: 'unknown', code: 'c' } },
    testCredential: { params: { id: credentialId }, body: { url: 'https://a.example/me' } },
    listWorkflowCredentials: { params: { id: workflowId } },
    fillCredentialSlot: { params: { id: slotted, slot: 'crm' }, body: { credentialId } },
    listToolServices: {},
    readToolService: { body: { document: openApi } },
    createToolService: { body: { id: 'another', document: openApi, operations: ['ping'] } },
    updateToolService: { params: { id: 'kept' }, body: { title: 'Shop', operations: ['ping'], isEnabled: false } },
    deleteToolService: { params: { id: 'removed' } },
    listToolRecipes: {},
    listA2aServices: {},
    createA2aService: { body: { name: 'another', url: 'https://a.example/agent', headers: { 'x-a': 'b' }, allowSkills: ['a'] } },
    getA2aService: { params: { id: a2aServiceId } },
    updateA2aService: {
      params: { id: a2aServiceId },
      body: { displayName: 'Changed', timeoutS: 5, risk: 'high', approval: 'always' },
    },
    deleteA2aService: { params: { id: removedA2aService } },
    refreshA2aService: { params: { id: a2aServiceId } },
    acceptA2aService: { params: { id: a2aServiceId }, body: { cardHash: 'none' } },
    listMcpServers: {},
    createMcpServer: { body: { name: 'another', transport: 'http', url: 'https://a.example/mcp', headers: { 'x-a': 'b' } } },
    getMcpServer: { params: { id: mcpServerId } },
    updateMcpServer: { params: { id: mcpServerId }, body: { displayName: 'Changed', timeoutS: 5, allowTools: ['a'] } },
    deleteMcpServer: { params: { id: removedMcpServer } },
    refreshMcpServer: { params: { id: mcpServerId } },
    readMcpApps: { params: { id: mcpServerId } },
    allowMcpApps: { params: { id: mcpServerId }, body: { apps: [] } },
    openToolApp: { params: { id: ended, seq: '3' } },
    callAppTool: { params: { id: ended, seq: '3' }, body: { name: 'look', arguments: { a: 1 }, isConfirmed: false } },
    acceptMcpServer: { params: { id: mcpServerId }, body: { listingHash: 'none' } },
    importMcpServers: {
      body: { mcpServers: { docs: { url: 'https://b.example/mcp', headers: { Authorization: 'Bearer t' } } } },
    },
    beginMcpSignIn: { params: { id: mcpServerId }, body: { redirectUrl: 'https://a.example/mcp/callback' } },
    finishMcpSignIn: { body: { state: 'none', code: 'c' } },
    getMcpClientMetadata: {},
    endMcpSignIn: { params: { id: mcpServerId } },
    listApprovals: { query: { ...page, status: 'pending', runId: waiting } },
    listRunApprovals: { params: { id: waiting }, query: page },
    decideApproval: {
      params: { id: waiting, actionId: pending[0].actionId },
      body: { confirmed: true, args: { n: 2 }, comment: 'yes' },
    },
    createBackup: {},
    getUsage: {},
    getAttention: {},
    getDashboard: { query: { from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z', zone: 'Asia/Kolkata', slug } },
    exportDashboard: { query: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', step: 'hour' } },
    getUsageReport: { query: { from: '2026-01-01', to: '2026-01-31', group: 'key' } },
    exportUsage: { query: { group: 'client' } },
    setDayBudget: { body: { budget: { maxTokens: 1e9, onBudget: 'stop' } } },
    setKeyBudget: { params: { slug, keyId }, body: { budget: { maxTokens: 1e9, maxCostUsd: 99, onBudget: 'ask' } } },
    deployWorkflow: {
      params: { id: workflowId },
      body: { slug, events: 'summary', allow: { models, toolNames: true, decisions: true, sharedRuns: false } },
    },
    openForm: { params: { slug: hooked.slug, triggerId: 'form' } },
    createSession: { body: { sessionId: 'begun', title: 'Begun', workflowId } },
    getChatPage: { params: { slug } },
    changeChatPage: {
      params: { slug },
      body: { access: 'key', origins: ['https://a.example'], ratePerMinute: 9, visitorRatePerMinute: 2, look, voice },
    },
    openChatPage: { params: { slug: talker.slug } },
    getChatLogo: { params: { slug: talker.slug }, query: { v: '0123456789abcdef' } },
    getSharedChat: { params: { slug: talker.slug, token: 'no-chat-has-this-token' } },
    transcribeMessage: { params: { slug: talker.slug } },
    speakAnswer: { params: { slug: talker.slug, runId: ended }, body: { part: 0 } },
    createVisitor: { params: { slug: talker.slug } },
    rateRun: { params: run, body: { rating: 'down', comment: 'good', reasons: ['too-long'] } },
    listDeployments: { query: page },
    getDeployment: { params: { slug } },
    promoteDeployment: { params: { slug }, body: { version: 1 } },
    deleteDeployment: { params: { slug: gone.slug } },
    listCheckpoints: { params: run, query: { limit: '10' } },
    getCheckpoint: { params: { ...run, seq: checkpoints[0].seq } },
    forkRun: {
      params: run,
      headers: { 'idempotency-key': 'fuzz-fork' },
      body: { from: ['keep'], inputs, values: { sort: { port: 'true', value: {} } }, mode: 'async' },
    },
    planFork: { params: run, body: { from: ['keep'], until: ['end'], breakpoints: ['sort'] } },
    planWorkflowRun: { params: { id: workflowId }, body: { until: ['keep'] } },
    previewPrompt: { body: { document: asking, nodeId: 'ask' } },
    planDocumentRun: { body: { document: echo, until: ['keep'], breakpoints: ['sort'] } },
    listForks: { params: run },
    continueRun: { params: { id: paused }, body: { step: true, breakpoints: ['end'] } },
    getHealth: {},
    getReady: {},
    getOpenApi: {},
    createWorkspaceKey: { body: { name: 'program', scopes: ['read', 'run'], ratePerMinute: 600 } },
    listWorkspaceKeys: { query: page },
    revokeWorkspaceKey: {
      params: { keyId: (await callApi(`${server}/api/v1/keys`, { body: { name: 'gone', scopes: ['read'] } })).json.id as string },
    },
    createKey: {
      params: { slug },
      body: { name: 'a key', expiresAt: '2100-01-01T00:00:00Z', ratePerMinute: 5, budget: { maxTokens: 9, onBudget: 'stop' } },
    },
    listKeys: { params: { slug }, query: page },
    revokeKey: { params: { slug, keyId: revoked.keyId } },
    listModels: {},
    listConfiguredModels: {},
    saveModel: { params: { name: 'fuzzed' }, body: { ...model, temperature: 0.5, price: { input: 1, output: 2 } } },
    listOfferedModels: { params: { name: 'fuzzed' }, body: { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' } },
    tryModel: { params: { name: 'fuzzed' }, body: { ...model, temperature: 0.5 } },
    setDefaultModel: { body: { name: 'fuzzed' } },
    removeModel: { params: { name: 'fuzzed' } },
    signIn: {},
    signOut: { body: { everywhere: true } },
    allowHost: { params: { host: '127.0.0.1:9' } },
    disallowHost: { params: { host: '[::1]:9' } },
    setSearch: { body: { provider: 'searxng', baseUrl: 'http://127.0.0.1:9', apiKey: 'sk-1' } },
    removeSearch: {},
    setEmbedding: {
      params: { name: 'kept' },
      body: { ...embedding, apiKey: 'sk-1', dimensions: 8, queryPrefix: 'q: ', documentPrefix: 'd: ' },
    },
    removeEmbedding: { params: { name: 'removed' } },
    testEmbedding: { params: { name: 'tested' } },
    setTool: { params: { id: 'web_search' }, body: { isEnabled: false, approval: 'always' } },
    setRetention: { body: { days: 30, runsOfWorkflow: null } },
    testModel: { params: { name: 'demo' } },
    getMonitor: { query: { range: 'day' } },
    listNodeTypes: {},
    streamDeployment: { params: { slug }, headers: { ...bearer, 'idempotency-key': 'fuzz-stream' }, body: { inputs } },
    readEndpointOpenApi: { params: { slug }, headers: bearer },
    runDeployment: {
      params: { slug },
      headers: { ...bearer, 'idempotency-key': 'fuzz-run', traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` },
      body: { inputs, mode: 'sync', sessionId: 's1', user: 'u1', model: 'demo', toolNames: ['time-now'] },
    },
    runWorkflow: { params: { id: workflowId }, body: { inputs, until: ['end'], mode: 'sync', events: 'full' } },
    runDocument: { body: { document: echo, inputs, breakpoints: ['end'], mode: 'async' } },
    runNode: { params: { id: workflowId, nodeId: 'keep' }, body: { inputs: { start: inputs } } },
    listRuns: {
      query: { ...page, workflowId, status: 'failed,waiting', search: 'a', from: '2020-01-01T00:00:00Z', minCostUsd: '0' },
    },
    getRun: { params: { id: owned }, headers: bearer },
    getRunWorkflow: { params: run },
    readRunLog: { params: run, query: { after: '0', limit: '10', events: 'full' } },
    readRunEvents: { params: run, query: { after: '0', limit: '10', events: 'full' }, headers: { 'last-event-id': '1' } },
    stopRun: { params: { id: stopped } },
    deleteRun: { params: { id: deletable } },
    getSettings: {},
    listTemplates: {},
    getTemplate: { params: { id: 'hello' } },
    listGraphs: {},
    listNames: {},
    askAssistant: { body: { message: 'Hi', document: echo, mode: 'async' } },
    listTools: {},
    getPayload: { params: { hash: 'a'.repeat(43) } },
    listVersions: { params: { id: workflowId }, query: page },
    getVersion: { params: { id: workflowId, number: 1 } },
    createWorkflow: { body: echo },
    listWorkflows: { query: { ...page, search: 'a', state: 'live', sort: 'name', include: 'counts' } },
    getWorkflow: { params: { id: workflowId } },
    getWorkflowGraph: { params: { id: workflowId } },
    replaceWorkflow: { params: { id: await saved() }, headers: { 'if-match': '"1"' }, body: echo },
    deleteWorkflow: { params: { id: await saved() } },
    validateWorkflow: { body: echo },
    readWorkflowReach: { body: echo },
  };
  return Object.entries(parts).map(([name, { params = {}, query = {}, headers = {}, body }]) => {
    const operation = name as keyof Contracts;
    const { method, path } = contracts[operation];
    const segments = path.split('/').map((part) => part.replace(/^\{(\w+)\}$/, (_, field: string) => String(params[field])));
    return { operation, method, segments, query, headers, ...(body !== undefined && { body }) };
  });
}
