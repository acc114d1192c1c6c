import { expect, test } from 'vitest';
import { checkInWorker } from '#components/editor/document/check-in-worker.ts';
import type { OutsideNames } from '#lib/workflow/outside-names.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';

const nodes = [
  { id: 'text', type: 'template', version: 1, label: '', config: { template: '{{nobody.text}}' }, position: { x: 0, y: 0 } },
];
const document: Workflow = { format: WORKFLOW_FORMAT, name: 'Checked', description: '', settings: {}, nodes, edges: [] };
const found: readonly Problem[] = [{ code: 'cycle', severity: 'error', message: 'Found by the worker' }];

test('problems found by the worker thread are returned', async () => {
  const checker = checkInWorker({ check: async () => found, stop: () => {} });
  expect(await checker.check(document, {})).toBe(found);
});

test('without a worker thread the page checks itself', async () => {
  const checker = checkInWorker({ check: async () => Promise.reject(new Error('no thread')), stop: () => {} });
  expect((await checker.check(document, {})).map(({ code, nodeId }) => [code, nodeId])).toContainEqual([
    'unknown-reference',
    'text',
  ]);
});

test('where the names of models are known, they are checked', async () => {
  const checker = checkInWorker({ check: () => Promise.reject(new Error('no thread')), stop: () => {} });
  const asking = { ...document, nodes: [{ ...nodes[0], id: 'ask', type: 'llm', config: { model: 'gone' } }] } as Workflow;
  const codes = async (names?: OutsideNames) => (await checker.check(asking, { names })).map(({ code }) => code);
  expect(await codes({ model: ['default', 'main'] })).toContain('unknown-model');
  expect(await codes({ model: ['default', 'gone'] })).not.toContain('unknown-model');
  expect(await codes()).not.toContain('unknown-model');
});

test('where the tools are known, their names and fixed arguments are checked', async () => {
  const checker = checkInWorker({ check: async () => Promise.reject(new Error('no thread')), stop: () => {} });
  const schema = { type: 'object', properties: { channel: { type: 'string' } }, additionalProperties: false };
  const tool = { id: 'slack@post', title: 'Post', aliases: {}, inputSchema: schema, outputSchema: {} };
  const offers = [{ tool: 'slack@post', with: { channel: 7, chanel: 'x' } }, 'no_such_tool', 'workflow@gone'];
  const config = { userPrompt: 'Hi', availableTools: offers };
  const asking = { ...document, nodes: [{ ...nodes[0], id: 'ask', type: 'llm', config }] } as Workflow;
  const found = async (tools?: readonly (typeof tool)[]) =>
    (await checker.check(asking, { tools })).filter(({ nodeId }) => nodeId === 'ask').map(({ code, path }) => `${code} ${path}`);
  expect(await found([tool])).toEqual([
    'unknown-tool config.availableTools[1]',
    'invalid-field config.availableTools[0].with.channel',
    'unknown-field config.availableTools[0].with.chanel',
    'unknown-workflow config.availableTools[2]',
  ]);
  expect(await found()).toEqual([]);
});

test('a tool that is switched off on the server is a warning of its node while drawing', async () => {
  const checker = checkInWorker({ check: async () => Promise.reject(new Error('no thread')), stop: () => {} });
  const tool = { id: 'read_url', title: 'Read', aliases: {}, inputSchema: {}, outputSchema: {} };
  const config = { userPrompt: 'Hi', availableTools: ['read_url'] };
  const asking = { ...document, nodes: [{ ...nodes[0], id: 'ask', type: 'llm', config }] } as Workflow;
  const found = async (whyNot: string | null) =>
    (await checker.check(asking, { tools: [{ ...tool, whyNot }] })).filter(({ code }) => code === 'tool-off');
  expect(await found('It is switched off in Settings')).toMatchObject([
    { severity: 'warning', nodeId: 'ask', path: 'config.availableTools[0]', message: expect.stringContaining('in Settings') },
  ]);
  expect(await found(null)).toEqual([]);
});
