import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ToolContext } from '#engine/contract/define-tool-handler.ts';
import { meterOf } from '#engine/contract/model-meter.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { ContextChange } from '#lib/run/context-change.ts';
import { type AnyToolDefinition, defineTool } from '#lib/tools/define-tool.ts';
import { forkOf } from '../support/fork-run.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { type ScriptedAnswer, startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const look: AnyToolDefinition = defineTool({
  id: 'look',
  title: 'Look',
  description: 'Looks.',
  group: 'web',
  input: z.strictObject({ at: z.string() }),
  output: z.unknown(),
  risk: 'low',
  scope: 'workspace',
  effects: 'read',
  timeoutMs: 60_000,
});
const lookAt = (at: string): ScriptedAnswer => ({ calls: [{ name: 'look', id: `call_${at}`, args: JSON.stringify({ at }) }] });

/** A run whose model looks at a, b and c, and answers. */
async function prepare(config: Record<string, unknown> = {}, { size = 10 }: { size?: number } = {}) {
  const answers = [lookAt('a'), lookAt('b'), lookAt('c'), { text: 'the answer' }];
  const model = await startScriptedModel((_, index) => answers[index] ?? { text: 'another answer' });
  const looked: string[] = [];
  const handle = async ({ input, context }: { input: unknown; context: ToolContext }) => {
    const { at } = input as { at: string };
    looked.push(at);
    // A call of another kind of model, which has no messages.
    const end = await meterOf(context).begin({ operation: 'embed', model: { name: 'e', provider: 'p', modelId: 'm' }, texts: 1 });
    end('cancelled');
    return { data: `saw ${at} ${at.repeat(size)}`, summary: 'seen' };
  };
  const tools = makeToolKit({
    definitions: { look },
    handlers: { look: async () => ({ default: handle }) },
    payloads: makeMemoryPayloads(),
  });
  const engine = new TestEngine({ models: model.models, tools });
  const ask = ['llm', { model: 'main', userPrompt: 'Look around', availableTools: ['look'], ...config }] as [string, object];
  const flow = workflowOf({ note: ['template', { template: 'x' }], ask: ask as [string, Record<string, unknown>] }, [
    'note -> ask',
  ]);
  const run = await engine.run(flow);
  const calls = eventsOf(run.events, 'llm_call').filter(({ operation }) => operation === undefined);
  const forkWith = async (context: Partial<ContextChange> & { callId: string }, runId = run.runId) => {
    const change = { drop: [], pin: [], pinRemoved: [], ...context };
    const { outcome } = await engine.engine.start(forkOf(engine, runId, { context: change }));
    const ended = await outcome;
    return { ...ended, events: await engine.events(ended.runId) };
  };
  const lastRequest = () => model.bodies().at(-1)?.messages as { role: string; content: string }[];
  return { engine, run, calls, forkWith, lastRequest, looked, requests: () => model.bodies().length };
}

test('a call is repeated without a message; earlier calls are not made again', async () => {
  const { calls, forkWith, lastRequest, looked, requests } = await prepare();
  // 0 the question, 1 and 2 look at a, 3 and 4 at b
  const fork = await forkWith({ callId: calls[2]?.callId ?? '', drop: [1] });
  expect(fork).toMatchObject({ status: 'succeeded', outputs: { ask: { output: 'another answer', llmCalls: 3 } } });
  expect(requests()).toBe(5);
  expect(looked).toEqual(['a', 'b', 'c']);
  expect(lastRequest().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  expect(JSON.stringify(lastRequest())).not.toContain('saw a');
  expect(eventsOf(fork.events, 'run_started')[0]?.changes).toEqual({ context: { nodeId: 'ask', dropped: 1, pinned: 0 } });
});

test('the call of a dropped result stays, with a note instead of the result', async () => {
  const { calls, forkWith, lastRequest } = await prepare();
  await forkWith({ callId: calls[3]?.callId ?? '', drop: [4] });
  const messages = lastRequest();
  expect(messages).toHaveLength(7);
  expect(messages[4]?.content).toBe('[Result left out] A person took this result out of the conversation.');
  expect(messages[6]?.content).toContain('saw c');
});

test('a message that a processor removed comes back, and a pinned one is not removed', async () => {
  const chain = [{ processorName: 'compress-tool-results', processorConfig: { keep: 1, minCharacters: 200 } }];
  const { calls, forkWith, lastRequest, run } = await prepare({ contextProcessors: chain }, { size: 300 });
  const compacted = eventsOf(run.events, 'context_compacted');
  expect(compacted.map(({ removedCount }) => removedCount)).toEqual([1, 1]);
  const [removed] = compacted[0]?.removed ?? [];
  expect(JSON.stringify(calls[3]?.request)).not.toContain('saw a');
  const fork = await forkWith({ callId: calls[3]?.callId ?? '', pinRemoved: [removed?.hash ?? ''], pin: [6] });
  expect(fork.status).toBe('succeeded');
  const notes = lastRequest().filter(({ content }) => String(content).startsWith('[Pinned]'));
  expect(notes.map(({ content }) => content.slice(0, 60))).toEqual([expect.stringContaining('saw a')]);
});

test('a pinned result stays whole when a later processor would remove it', async () => {
  const chain = [{ processorName: 'compress-tool-results', processorConfig: { keep: 1, minCharacters: 200 } }];
  const { calls, forkWith, lastRequest } = await prepare({ contextProcessors: chain }, { size: 300 });
  await forkWith({ callId: calls[2]?.callId ?? '', pin: [4] });
  expect(JSON.stringify(lastRequest())).toContain('saw b');
});

test('a summary that was made right before the call can be dropped', async () => {
  const chain = [{ processorName: 'keep-recent', processorConfig: { keep: 2 } }];
  const { calls, forkWith, lastRequest } = await prepare({ contextProcessors: chain });
  expect(JSON.stringify(calls[2]?.request)).toContain('[Previous conversation summary]');
  const fork = await forkWith({ callId: calls[2]?.callId ?? '', drop: [0] });
  expect(fork.status).toBe('succeeded');
  expect(JSON.stringify(lastRequest())).not.toContain('[Previous conversation summary]');
});

test('an edit holds in a fork of the fork, which may edit again', async () => {
  const { calls, forkWith, lastRequest } = await prepare();
  const first = await forkWith({ callId: calls[2]?.callId ?? '', drop: [1] });
  const [again] = eventsOf(first.events, 'llm_call').slice(-1);
  const second = await forkWith({ callId: again?.callId ?? '', pin: [0] }, first.runId);
  expect(second.status).toBe('succeeded');
  expect(JSON.stringify(lastRequest())).not.toContain('saw a');
});

test.each([
  ['a call that is not there', () => ({ callId: 'call_nowhere', drop: [0] }), 'The run has no model call call_nowhere.'],
  ['nothing to change', (callId: string) => ({ callId }), 'Name a message to drop or to pin.'],
  ['a message that is not there', (callId: string) => ({ callId, drop: [99] }), /has no message 99/],
  ['an unknown removed message', (callId: string) => ({ callId, pinRemoved: ['x'] }), /had the message x/],
])('refuses %s', async (_, change, message) => {
  const { calls, forkWith } = await prepare();
  await expect(forkWith(change(calls[1]?.callId ?? ''))).rejects.toMatchObject({
    code: 'fork-invalid',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});
