import { expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const workflow = workflowOf(
  {
    start,
    fetch: ['gate'],
    greet: ['template', { template: 'Hello {{fetch.name}}' }],
    check: ['condition', { when: 'fetch.age > 17' }],
    pinned: ['set', { values: { a: 1 } }, { pinned: { name: 'Pia' } }],
    after: ['template', { template: 'Hi {{pinned.name}}' }],
    broken: ['set', { values: 'not an object' }],
    alien: ['teleport'],
    clock: ['tool-call', { toolName: 'time-now', parameters: {} }],
    shorten: ['context-processor', { processorName: 'keep-recent', messages: [] }],
  },
  ['start -> fetch', 'fetch -> greet', 'fetch -> check', 'start -> pinned', 'pinned -> after'],
);

function runNode(nodeId: string, inputs: Record<string, unknown> = {}) {
  const engine = new TestEngine();
  return { engine, result: engine.engine.runNode({ workspaceId: TEST_WORKSPACE, workflow, nodeId, inputs }) };
}

test('one node runs alone with the values given for the nodes before it', async () => {
  const { engine, result } = runNode('greet', { fetch: { name: 'Ada' } });
  const { runId, success, output, metadata } = await result;
  expect({ success, output }).toEqual({ success: true, output: { text: 'Hello Ada' } });
  expect(metadata).toEqual({ llmCalls: 0, toolCalls: 0, tokenUsage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 } });
  const events = await engine.events(runId as string);
  expect(events[0]).toMatchObject({ type: 'run_started', mode: 'node' });
  expect(engine.gates.calls.size).toBe(0);
});

test.each([
  ['clock', { toolName: 'time-now' }],
  ['shorten', { processorName: 'keep-recent' }],
])('%s names what it works with in its metadata', async (nodeId, names) => {
  const { models } = await startScriptedModel(() => ({ text: 'x' }));
  const engine = new TestEngine({ models, tools: makeToolKit({ payloads: makeMemoryPayloads() }) });
  const { success, metadata } = await engine.engine.runNode({ workspaceId: TEST_WORKSPACE, workflow, nodeId, inputs: {} });
  expect(success).toBe(true);
  expect(metadata).toMatchObject(names);
});

test('a condition passes its input on', async () => {
  expect(await runNode('check', { fetch: { age: 20 } }).result).toMatchObject({ success: true, output: { age: 20 } });
});

test('the pinned value of a source node is used if no input is given', async () => {
  expect(await runNode('after').result).toMatchObject({ success: true, output: { text: 'Hi Pia' } });
});

test('a pinned node that is tested runs', async () => {
  expect(await runNode('pinned').result).toMatchObject({ success: true, output: { a: 1 } });
});

test('a missing value is the error of the node, with its field', async () => {
  expect(await runNode('greet').result).toMatchObject({ success: false, error: { code: 'unknown-reference', nodeId: 'greet' } });
});

test('an invalid config is refused with its problem', async () => {
  const { success, error } = await runNode('broken').result;
  expect(success).toBe(false);
  expect(error?.message).toMatch(/^Validation failed: config\.values/);
});

test('the error of an unknown type names it', async () => {
  const { success, error, runId } = await runNode('alien').result;
  expect({ success, message: error?.message, runId }).toEqual({
    success: false,
    message: 'Unknown node type: teleport',
    runId: undefined,
  });
});

const within = (id: string, config: object, parentId?: string, type = 'template') =>
  ({ id, type, version: 1, label: id, config, position: { x: 0, y: 0 }, ...(parentId && { parentId }) }) as never;
const nested = {
  ...workflow,
  nodes: [
    within('each', { items: [1] }, undefined, 'map'),
    within('again', { while: 'loop.last.text != ""' }, 'each', 'loop'),
    within('write', { template: '{{map.item}} of {{map.index}}, {{loop.index}} after {{loop.last.text}}' }, 'again'),
    within('beside', { template: '{{loop.index}}' }, 'each'),
  ],
  edges: [],
};

test('a node inside containers runs alone with the variables of an iteration', async () => {
  const run = (nodeId: string, inputs: Record<string, unknown>) =>
    new TestEngine().engine.runNode({ workspaceId: TEST_WORKSPACE, workflow: nested, nodeId, inputs });
  const inputs = { map: { item: 5, index: 2 }, loop: { index: 1, last: { text: 'four' } } };
  expect(await run('write', inputs)).toMatchObject({ success: true, output: { text: '5 of 2, 1 after four' } });
  expect(await run('beside', inputs)).toMatchObject({ success: false, error: { code: 'unknown-reference' } });
  expect(await run('write', {})).toMatchObject({ success: false, error: { code: 'unknown-reference' } });
});
