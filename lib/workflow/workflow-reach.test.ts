import { expect, test } from 'vitest';
import { agentRegistry } from '#agents/registry.gen.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import type { AnyToolDefinition } from '../tools/define-tool.ts';
import { bundleWorkflow } from './called-workflows.ts';
import type { MemorySettings } from './memory-settings.ts';
import type { Workflow } from './workflow.ts';
import { type WorkflowReach, workflowReach } from './workflow-reach.ts';

const registries = { nodes: nodeRegistry, tools: toolRegistry, agents: agentRegistry, codeHosts: ['api.admin.example'] };
const nothing: WorkflowReach = {
  models: [],
  tools: [],
  servers: [],
  agents: [],
  graphs: [],
  workflows: [],
  hosts: [],
  hasOpenHost: false,
  openHosts: [],
  secrets: [],
  credentials: [],
  knowledge: [],
  skills: [],
  folders: [],
  usesFiles: false,
  usesStore: false,
  searchesWeb: false,
  remembersUsers: false,
  runsCode: false,
  runsCommands: false,
  asksPeople: false,
  unknown: [],
};
const reachOfNode = (type: string, config: Record<string, unknown>) =>
  workflowReach(workflowOf({ it: [type, config] }, []), registries);

/** One config of each node type that names everything it can, and what it reaches. */
const cases: Record<string, [config: Record<string, unknown>, reach: Partial<WorkflowReach>]> = {
  'a2a-agent': [
    { url: 'https://agents.example.com/support', auth: 'crm', message: '{{start.id}}' },
    { hosts: ['agents.example.com'], credentials: ['crm'] },
  ],
  approval: [{ title: 'Send?' }, { asksPeople: true }],
  classifier: [{ model: 'a', fallbackModels: ['b'], input: 'x', classes: [] }, { models: ['a', 'b'] }],
  code: [
    { code: '', keepFiles: true, grants: { hosts: ['*.example.com'], environment: ['TOKEN'], credentials: ['crm'] } },
    { runsCode: true, usesFiles: true, hosts: ['*.example.com'], secrets: ['TOKEN'], credentials: ['crm'] },
  ],
  artifact: [{ format: 'pdf', name: 'Report', content: '{{start.report}}' }, { usesFiles: true }],
  condition: [{ when: 'true' }, {}],
  'context-processor': [{ processorName: 'keep-recent', model: 'a' }, { models: ['a'] }],
  document: [{ file: '{{start.report}}' }, { usesFiles: true }],
  end: [{ outputs: {} }, {}],
  graph: [{ graph: 'review' }, { graphs: ['review'], asksPeople: true }],
  http: [
    { url: 'https://ada:secret@API.example.com:8443/v1/{{start.id}}', auth: 'crm', bodyType: 'file', body: 'a.pdf' },
    { hosts: ['api.example.com:8443'], credentials: ['crm'], usesFiles: true },
  ],
  join: [{}, {}],
  knowledge: [
    { base: 'handbook', query: '{{start.question}}', mode: 'model', model: 'a' },
    { tools: ['knowledge@handbook'], models: ['a'], hasOpenHost: true, unknown: ['knowledge@handbook'] },
  ],
  'knowledge-write': [
    { base: 'handbook', files: '{{start.report}}' },
    { knowledge: ['handbook'], usesFiles: true },
  ],
  llm: [
    {
      model: 'a',
      fallbackModels: ['b'],
      images: ['https://img.example.com/a.png', 'data:image/png;base64,AA==', 'logo.png'],
      availableTools: ['web_search', 'http_request', 'code_execute', 'sub-agent'],
    },
    {
      models: ['a', 'b', 'default'],
      tools: ['code_execute', 'http_request', 'read_result', 'read_url', 'sub-agent', 'time-now', 'web_search'],
      agents: ['research', 'time'],
      hosts: ['api.admin.example', 'img.example.com'],
      hasOpenHost: true,
      usesFiles: true,
      searchesWeb: true,
      runsCode: true,
      asksPeople: true,
    },
  ],
  list: [{ from: [], steps: [] }, {}],
  loop: [{ while: 'true', max: 2 }, {}],
  map: [{ items: [] }, {}],
  media: [
    { task: 'transcribe', model: 'a', audio: 'x.wav' },
    { models: ['a'], usesFiles: true },
  ],
  'mcp-tool': [
    { server: 'files', tool: 'read_file', arguments: {} },
    { tools: ['files@read_file'], hasOpenHost: true, unknown: ['files@read_file'] },
  ],
  'memory-read': [{}, {}],
  'memory-write': [{ facts: ['x'] }, {}],
  merge: [{}, {}],
  parallel: [{}, {}],
  reply: [{ text: 'x' }, {}],
  respond: [{ body: '{{start.file}}', bodyType: 'file' }, { usesFiles: true }],
  set: [{ values: {} }, {}],
  skill: [
    { message: 'x', skills: ['deep_research'], mode: 'model', model: 'a' },
    { skills: ['deep_research'], models: ['a'] },
  ],
  start: [{ inputs: [] }, {}],
  'sub-agent': [
    { agent: 'time', task: 'x', model: 'a' },
    { agents: ['time'], models: ['a', 'default'], tools: ['time-now'] },
  ],
  database: [{ credential: 'crm', query: 'SELECT 1' }, { credentials: ['crm'] }],
  email: [
    { credential: 'mail', to: 'a@b.example', subject: 'x', files: '{{start.file}}' },
    { credentials: ['mail'], usesFiles: true },
  ],
  store: [{ key: 'k' }, { usesStore: true }],
  switch: [{ cases: [] }, {}],
  template: [{ template: '{{start.url}}' }, {}],
  'tool-call': [
    { toolName: 'ptc', parameters: { tools: ['read_url', 'read_file'] } },
    { tools: ['ptc', 'read_file', 'read_url'], hasOpenHost: true, runsCode: true, usesFiles: true, asksPeople: true },
  ],
  wait: [{}, {}],
  workflow: [
    { workflowId: 'wf_1', version: 2 },
    { workflows: ['wf_1@2'], unknown: ['wf_1@2'] },
  ],
};

test('every node type has a case here, and says in its definition what it reaches', () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(nodeRegistry).sort());
  const silent = Object.values(nodeRegistry).filter((definition) => !('reaches' in definition));
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test('agents that a conversation may pass to are reached with their tools, and so is the tool that passes it', () => {
  const reachOfConfig = (config: Record<string, unknown>) => workflowReach(workflowOf({ a: ['llm', config] }, []), registries);
  expect(reachOfConfig({ handoffs: ['time'] })).toMatchObject({ agents: ['time'], tools: ['hand_off', 'time-now'] });
  expect(reachOfConfig({ handoffs: ['time'], toolMode: 'none' })).toMatchObject({ agents: [], tools: [] });
});

test('where agents are named that get tasks, the other workers are not reached', () => {
  const reachOfConfig = (agents: readonly string[]) =>
    workflowReach(workflowOf({ a: ['llm', { availableTools: ['sub-agent'], agents }] }, []), registries);
  expect(reachOfConfig(['time'])).toMatchObject({ agents: ['time'], tools: ['sub-agent', 'time-now'], hasOpenHost: false });
  expect(reachOfConfig([])).toMatchObject({ agents: ['research', 'time'], hasOpenHost: true });
});

test('every tool says what it reaches', () => {
  expect(Object.values(toolRegistry).filter((tool) => !('reaches' in tool))).toEqual([]);
});

test.each(Object.entries(cases))('%s', (type, [config, reach]) => {
  const { hasOpenHost = false } = reach;
  expect(reachOfNode(type, config)).toEqual({ ...nothing, openHosts: hasOpenHost ? ['*'] : [], ...reach });
});

test.each(['{{start.url}}', 'https://{{start.host}}/', 'https://{{start.name}}.example.com/'])('%s may go anywhere', (url) => {
  expect(reachOfNode('http', { url })).toEqual({ ...nothing, hasOpenHost: true, openHosts: ['*'] });
  expect(reachOfNode('tool-call', { toolName: 'read_url', parameters: { url } })).toMatchObject({ hasOpenHost: true });
});

test('an A2A agent is listed as a tool, with its host', () => {
  const agent = { ...toolRegistry.read_url, id: 'a2a@billing', reaches: [], hosts: ['agents.example.com'] };
  const looks = { ...toolRegistry.read_url, id: 'a2a_wait', reaches: [] };
  const tools = { ...toolRegistry, [agent.id]: agent, [looks.id]: looks };
  const workflow = workflowOf({ it: ['llm', { model: 'a', availableTools: ['a2a@billing', 'a2a_wait'] }] }, []);
  expect(workflowReach(workflow, { ...registries, tools })).toEqual({
    ...nothing,
    models: ['a'],
    tools: ['a2a@billing', 'a2a_wait'],
    hosts: ['agents.example.com'],
  });
});

test('a workflow that remembers its users says so, with the model that writes the summaries', () => {
  const reachWith = (memory: MemorySettings, more: Workflow['settings'] = {}) =>
    workflowReach(workflowOf({}, [], { memory, ...more }), registries);
  expect(reachWith({ enabled: true })).toEqual({ ...nothing, models: ['default'], remembersUsers: true });
  expect(reachWith({ enabled: true, model: 'small' })).toMatchObject({ models: ['small'] });
  expect(reachWith({ enabled: true }, { defaultModel: 'big' })).toMatchObject({ models: ['big'] });
  expect(reachWith({ enabled: false, model: 'small' })).toEqual(nothing);
});

test('a tool call that names its host reaches that one alone', () => {
  expect(reachOfNode('tool-call', { toolName: 'read_url', parameters: { url: 'https://example.com/a' } })).toEqual({
    ...nothing,
    tools: ['read_url'],
    hosts: ['example.com'],
  });
});

test('a model without tools reaches none, whatever is in its list', () => {
  expect(reachOfNode('llm', { toolMode: 'none', availableTools: ['http_request'] })).toEqual({ ...nothing, models: ['default'] });
});

test('what is unknown is named, and a config of the wrong shape does no harm', () => {
  const strange = workflowOf({ a: ['teleport', {}], b: ['llm', { availableTools: 'nope', fallbackModels: 3, images: {} }] }, []);
  expect(workflowReach(strange, registries)).toMatchObject({ unknown: ['nope', 'teleport'], tools: ['nope'] });
});

test('called workflows count, at any depth and with their own default model', async () => {
  const inner: Workflow = {
    ...workflowOf({ ask: ['llm', {}], get: ['http', { url: 'https://inner.example.com' }] }, []),
    settings: { defaultModel: 'small' },
  };
  const middle = workflowOf({ call: ['workflow', { workflowId: 'wf_inner' }], ask: ['llm', {}] }, []);
  const outer: Workflow = {
    ...workflowOf({ call: ['workflow', { workflowId: 'wf_middle' }] }, []),
    settings: { defaultModel: 'large' },
  };
  const whole = await bundleWorkflow(outer, async ({ workflowId }) => (workflowId === 'wf_inner' ? inner : middle));
  expect(workflowReach(whole, registries)).toEqual({
    ...nothing,
    models: ['large', 'small'],
    workflows: ['wf_inner@draft', 'wf_middle@draft'],
    hosts: ['inner.example.com'],
  });
});

test('a trigger that looks at an address reaches its host', () => {
  const config = { url: 'https://feeds.example.com/posts.xml', format: 'feed', everyMs: 60_000 };
  const triggers = [{ id: 'posts', type: 'poll', version: 1, label: '', config, inputs: {} }];
  expect(workflowReach({ ...workflowOf({ a: ['merge', {}] }, []), triggers }, registries).hosts).toEqual(['feeds.example.com']);
});

test('a tool whose calls ask a person is seen, as an administrator and its arguments have it', () => {
  const asks = (parameters: object | undefined, approval?: 'always' | 'never') => {
    const node = { toolName: 'http_request', ...(parameters && { parameters }) };
    const settings = approval && { http_request: { approval } };
    return workflowReach(workflowOf({ it: ['tool-call', node] }, []), { ...registries, ...(settings && { settings }) })
      .asksPeople;
  };
  const url = 'https://api.example.com/orders';
  expect(asks({ url, method: 'GET' })).toBe(false);
  expect(asks({ url, method: 'POST', body: {} })).toBe(true);
  expect(asks({ url, method: '{{start.method}}' })).toBe(true);
  expect(asks({ url, method: 'GET' }, 'always')).toBe(true);
  expect(asks({ url, method: 'POST', body: {} }, 'never')).toBe(false);
});

test('a tool of a recipe that writes is seen as one that asks a person, whoever calls it', () => {
  const recipeTool = (id: string, method: 'GET' | 'POST'): AnyToolDefinition => ({
    ...(registries.tools.http_request as AnyToolDefinition),
    id,
    aliases: {},
    risk: method === 'GET' ? 'low' : 'medium',
    hosts: ['slack.com'],
    reaches: [],
  });
  const tools = {
    ...registries.tools,
    'slack@read': recipeTool('slack@read', 'GET'),
    'slack@post': recipeTool('slack@post', 'POST'),
  };
  const asks = (node: [string, object], more: object = {}) =>
    workflowReach(workflowOf({ it: node as [string, Record<string, unknown>] }, []), { ...registries, tools, ...more })
      .asksPeople;
  const offering = (tool: unknown): [string, object] => ['llm', { userPrompt: 'Hi', availableTools: [tool] }];
  for (const [name, isAsking] of [
    ['slack@read', false],
    ['slack@post', true],
  ] as const) {
    expect(asks(['tool-call', { toolName: name, parameters: { channel: '#a' } }])).toBe(isAsking);
    expect(asks(offering(name))).toBe(isAsking);
    expect(asks(offering({ tool: name, with: { channel: '#a' } }))).toBe(isAsking);
    expect(asks(offering({ tool: name, ask: true }))).toBe(true);
  }
  expect(asks(offering('slack@post'), { settings: { 'slack@post': { approval: 'never' } } })).toBe(false);
  expect(asks(offering('slack@read'), { settings: { 'slack@read': { approval: 'always' } } })).toBe(true);
});
