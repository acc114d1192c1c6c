import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentRegistry } from '#agents/registry.gen.ts';
import { ReachKeeper } from '#engine/run/reach/reach-keeper.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { workspaceTools } from '#engine/tools/workspace-tools.ts';
import { bundleWorkflow } from '#lib/workflow/called-workflows.ts';
import { withOpenHosts, withReach } from '#lib/workflow/stored-reach.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type WorkflowReach, workflowReach } from '#lib/workflow/workflow-reach.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { toolModuleConfigSchema } from '#server/config/config-schema.ts';
import { ModuleTools } from '#server/module-tools/module-tools.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';

/** Loads `./<file>` as the module of the tools `own@…`. */
function ownTools(file: string): ModuleTools {
  return new ModuleTools({
    modules: { own: toolModuleConfigSchema.parse({ module: `./${file}`, risk: 'low', effects: 'read' }) },
    configFile: join(import.meta.dirname, '../fixtures/tools/threadloom.config.yaml'),
    clock: { now: () => 0 },
    log: { error: (_message, details) => expect.unreachable(String(details?.error)) },
  });
}

/** What effects a run had, on ports that record each of them. */
async function prepare(source = ownTools('plain.tools.mjs')) {
  const effects: string[] = [];
  const refused: unknown[] = [];
  const did = <T>(effect: string, answer: T) => {
    effects.push(effect);
    return answer;
  };
  const { models } = await startScriptedModel(() => did('model', { text: 'done' }));
  const kit = makeToolKit({
    payloads: makeMemoryPayloads(),
    source,
    settings: { execute_command: { approval: 'never' }, write_file: { approval: 'never' } },
    codeEnvironment: { REGION: 'eu' },
    files: { read: async () => did('files', { text: 'x', sizeBytes: 1 }) } as never,
    search: { search: async () => did('search', []) },
    commands: {
      run: async () => did('command', { exitCode: 0, signal: null, stdout: '', stderr: '', isCut: false }),
    } as never,
    values: { read: async () => did('store', { value: 1 }) } as never,
    knowledge: {
      settled: async () => [],
      write: async () => did('knowledge', [{ documentId: 'doc_1', key: 'a', outcome: 'created' }]),
    } as never,
    databases: { query: async () => did('database', { rows: [], count: 0 }) } as never,
    sandbox: { run: async () => did('code', { ok: true as const, value: 1 }) } as never,
  });
  const graph = {
    inputSchema: {},
    outputSchema: {},
    read: async () => did('graph', { status: 'ended' as const, output: 1 }),
    advance: async () => {},
  };
  const engine = new TestEngine({
    models,
    tools: kit,
    graphs: { names: ['own'], load: async () => graph },
    fetch: async (url) => did('host', { status: 200, headers: {}, url, body: new Uint8Array() }),
    reach: new ReachKeeper({
      nodes: nodeRegistry,
      agents: agentRegistry,
      log: { warn: (_message, details) => void refused.push(details) },
    }),
  });
  const { definitions: tools } = await workspaceTools(kit, TEST_WORKSPACE);
  const reachOf = (workflow: Workflow) =>
    withOpenHosts(workflowReach(workflow, { nodes: nodeRegistry, tools, agents: agentRegistry }), ['*']);
  const run = async (workflow: Workflow, reach: WorkflowReach) => {
    const published = withReach(workflow, reach);
    const deployment = { slug: 'a', version: 1, keyId: 'key_1' } as never;
    const started = await engine.engine.start({
      workspaceId: TEST_WORKSPACE,
      workflow: published,
      inputs: {},
      mode: 'deployed',
      deployment,
    });
    return started.outcome;
  };
  return { effects, refused, reachOf, run };
}

const one = (type: string, config: Record<string, unknown>, settings: Workflow['settings'] = {}): Workflow =>
  workflowOf({ it: [type, config] }, [], settings);
const called = workflowOf({ it: ['set', { values: { a: '1' } }] }, []);
const slot = { credentials: { crm: { type: 'bearer' as const, hosts: ['api.example.com'] } } };
const database = { credentials: { books: { type: 'postgres' as const, hosts: ['db.example.com:5432'] } } };

const toolCall = (toolName: string, parameters: object) => one('tool-call', { toolName, parameters: parameters as never });
type Case = {
  readonly workflow: Workflow;
  /** Of its list. */
  readonly lacks: Partial<WorkflowReach>;
  readonly refusal: { readonly kind: string; readonly name: string };
  readonly code?: string;
};
const cases: Readonly<Record<string, Case>> = {
  model: {
    workflow: one('llm', { model: 'main', userPrompt: 'Hi' }),
    lacks: { models: ['words'] },
    refusal: { kind: 'model', name: 'main' },
  },
  host: {
    workflow: one('http', { url: 'https://api.example.com/a' }),
    lacks: { hosts: ['example.com'], openHosts: [] },
    refusal: { kind: 'host', name: 'api.example.com' },
    code: 'url-refused',
  },
  credential: {
    workflow: one('http', { url: 'https://api.example.com/', auth: 'crm' }, slot),
    lacks: { credentials: [] },
    refusal: { kind: 'credential', name: 'crm' },
  },
  'credential of a database': {
    workflow: one('database', { credential: 'books', query: 'SELECT 1' }, database),
    lacks: { credentials: [] },
    refusal: { kind: 'credential', name: 'books' },
  },
  tool: {
    workflow: toolCall('own@shout', { text: 'a' }),
    lacks: { tools: [] },
    refusal: { kind: 'tool', name: 'own@shout' },
  },
  files: {
    workflow: toolCall('read_file', { path: 'a.txt' }),
    lacks: { usesFiles: false },
    refusal: { kind: 'files', name: 'a.txt' },
  },
  search: {
    workflow: toolCall('web_search', { query: 'a' }),
    lacks: { searchesWeb: false },
    refusal: { kind: 'search', name: '' },
  },
  command: {
    workflow: toolCall('execute_command', { command: 'ls' }),
    lacks: { runsCommands: false },
    refusal: { kind: 'command', name: 'ls' },
  },
  code: {
    workflow: one('code', { code: 'return 1' }),
    lacks: { runsCode: false },
    refusal: { kind: 'code', name: '' },
  },
  secret: {
    workflow: one('code', { code: 'return 1', grants: { environment: ['REGION'] } }),
    lacks: { secrets: [] },
    refusal: { kind: 'secret', name: 'REGION' },
  },
  knowledge: {
    workflow: one('knowledge-write', { base: 'kb', documents: [{ key: 'a', text: 'b' }] }),
    lacks: { knowledge: ['other'] },
    refusal: { kind: 'knowledge', name: 'kb' },
  },
  store: {
    workflow: one('store', { operation: 'get', key: 'a' }),
    lacks: { usesStore: false },
    refusal: { kind: 'store', name: '' },
  },
  graph: {
    workflow: one('graph', { graph: 'own', inputs: {} }),
    lacks: { graphs: [] },
    refusal: { kind: 'graph', name: 'own' },
  },
};

test.each(Object.entries(cases))('%s: an effect that the list of the version lacks is refused and logged', async (_, one) => {
  const { workflow, lacks, refusal, code = 'reach-refused' } = one;
  const { effects, refused, reachOf, run } = await prepare();
  expect(await run(workflow, reachOf(workflow))).toMatchObject({ status: 'succeeded' });
  expect(refused).toEqual([]);
  const before = effects.length;
  const ended = await run(workflow, { ...reachOf(workflow), ...lacks });
  expect(ended).toMatchObject({ status: 'failed', error: { code } });
  expect(effects).toHaveLength(before);
  expect(refused).toEqual([expect.objectContaining({ runId: ended.runId, ...refusal })]);
});

test('a called workflow that the list lacks does not start, and one that is a tool neither', async () => {
  const { refused, reachOf, run } = await prepare();
  const readTool = async () => ({ workflowId: 'wf_inner', version: 3, document: called });
  const bundle = (workflow: Workflow) => bundleWorkflow(workflow, async () => called, { readTool });
  const byNode = await bundle(one('workflow', { workflowId: 'wf_inner', version: 3 }));
  const byTool = await bundle(one('tool-call', { toolName: 'workflow@inner', parameters: {} }));
  for (const workflow of [byNode, byTool]) {
    expect(await run(workflow, reachOf(workflow))).toMatchObject({ status: 'succeeded' });
    expect(await run(workflow, { ...reachOf(workflow), workflows: ['wf_inner@2'] })).toMatchObject({ status: 'failed' });
    expect(refused.splice(0)).toEqual([expect.objectContaining({ kind: 'workflow', name: 'wf_inner@3' })]);
  }
});

test('a tool that another module has after the version was published is not called', async () => {
  const shout = one('tool-call', { toolName: 'own@shout', parameters: { text: 'tea' } });
  const before = await prepare();
  const listed = before.reachOf(shout);
  expect(listed).toMatchObject({ servers: ['module own ./plain.tools.mjs'], hasOpenHost: false });
  expect(await before.run(shout, listed)).toMatchObject({ status: 'succeeded' });
  const after = await prepare(ownTools('other.tools.mjs'));
  expect(await after.run(shout, listed)).toMatchObject({
    status: 'failed',
    error: { code: 'reach-refused', hint: expect.stringContaining('./other.tools.mjs') },
  });
  expect(after.refused).toEqual([expect.objectContaining({ kind: 'tool', name: 'own@shout' })]);
  expect(await after.run(shout, { ...listed, servers: ['*'] })).toMatchObject({ status: 'succeeded' });
});

test('a name that was unknown when it was published lifts no limit', async () => {
  const { effects, reachOf, run } = await prepare();
  const workflow = one('http', { url: 'https://api.example.com/a' });
  const ended = await run(workflow, { ...reachOf(workflow), hosts: [], openHosts: [], unknown: ['teleport'] });
  expect(ended).toMatchObject({ status: 'failed', error: { code: 'url-refused' } });
  expect(effects).toEqual([]);
});
