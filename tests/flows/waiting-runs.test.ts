import { expect, test } from 'vitest';
import type { Executor } from '#engine/contract/define-executor.ts';
import { SuspendedError } from '#engine/contract/suspended-error.ts';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { Gates } from '../support/gate-node.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { Outbox } from '../support/sender-node.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const ask = (title: string) => ['approval', { title }] as [string, Record<string, unknown>];
const worker = (options: Record<string, unknown> = {}) =>
  ['sender', { messages: [] }, options] as [string, Record<string, unknown>, Record<string, unknown>];
const asking = { key: 'send', kind: 'tool', tool: 'send_mail', args: null, description: 'Send it?' } as const;

/** An engine with scripted agents. */
function engineWhere(work: Executor<never>, clock?: ManualClock): TestEngine {
  const gates = new Gates();
  const { nodes, executors } = gates.extend(nodeRegistry, executorRegistry);
  const registries = {
    ...new Outbox().extend(nodes, executors),
    executors: { ...executors, sender: async () => ({ default: work }) },
  };
  return new TestEngine({ gates, ...registries, ...(clock && { clock }) });
}

async function decideFirst(engine: TestEngine, runId: string): Promise<void> {
  const [asked] = eventsOf(await engine.events(runId), 'confirm_required');
  engine.store.database.approvals.decide({ runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 });
  await engine.engine.resumeWithDecisions(runId);
}

const lastOf = async (engine: TestEngine, runId: string) => (await engine.events(runId)).at(-1);

test('a node that is decided about while it still does something else counts as one step', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const engine = engineWhere(async ({ context }) => {
    const decision = context.ask(asking);
    await finished;
    if (!decision) throw new SuspendedError();
    return { out: [] };
  });
  const limits = { maxSteps: 2 };
  const { runId, outcome } = await engine.start(workflowOf({ start, send: worker() }, ['start -> send'], { limits }));
  await expect.poll(async () => eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(1);
  await decideFirst(engine, runId);
  finish();
  expect(await outcome).toMatchObject({ status: 'succeeded' });
});

test('a run does not wait for the approval of a node that ended meanwhile', async () => {
  const clock = new ManualClock();
  const engine = engineWhere(async ({ context }) => {
    context.ask(asking);
    return new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)));
  }, clock);
  const send = worker({ timeoutMs: 100, onError: { continue: [] } });
  const { runId, outcome } = await engine.start(
    workflowOf({ start, send, approve: ask('Go?') }, ['start -> send', 'start -> approve']),
  );
  await expect.poll(async () => eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(2);
  clock.advance(100);
  expect((await outcome).approvals).toMatchObject([{ nodeId: 'approve' }]);
  expect(await lastOf(engine, runId)).toMatchObject({ type: 'done', approvals: [{ nodeId: 'approve' }] });
});

test('an approval of a node that ended meanwhile cannot be decided, while its run continues', async () => {
  const clock = new ManualClock();
  const engine = engineWhere(async ({ context }) => {
    context.ask(asking);
    return new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)));
  }, clock);
  const send = worker({ timeoutMs: 100, onError: { continue: [] } });
  const { runId, outcome } = await engine.start(
    workflowOf({ start, send, approve: ask('Go?') }, ['start -> send', 'start -> approve']),
  );
  await expect.poll(async () => eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(2);
  clock.advance(100);
  await outcome;
  const asked = eventsOf(await engine.events(runId), 'confirm_required');
  const actionOf = (nodeId: string) => asked.find((event) => event.nodeId === nodeId)?.actionId ?? '';
  const { approvals } = engine.store.database;
  const decide = (nodeId: string) => approvals.decide({ runId, actionId: actionOf(nodeId), isConfirmed: true, nowMs: 0 });
  expect(decide('send')).toEqual({ status: 'expired', isFirst: false });
  // It is not a pending signal that would reopen the run either.
  expect(approvals.hasNews(runId)).toBe(false);
  expect(decide('approve')).toEqual({ status: 'confirmed', isFirst: true });
  await engine.engine.resumeWithDecisions(runId);
  await expect.poll(() => lastOf(engine, runId)).toMatchObject({ type: 'done', status: 'succeeded' });
  expect(eventsOf(await engine.events(runId), 'approval_decided').map(({ nodeId }) => nodeId)).toEqual(['approve']);
});

test('the usage of a run is in its row while it continues after a wait', async () => {
  const usage = { promptTokens: 4, completionTokens: 6, totalTokens: 10 };
  const engine = engineWhere(({ context }) => {
    context.emit({ type: 'llm_result', callId: 'call_1', finishReason: 'stop', content: '', usage, durationMs: 1 });
    context.countUsage(usage, { llmCalls: 1 });
    return { out: [] };
  });
  const workflow = workflowOf({ start, send: worker(), approve: ask('Go?'), slow: ['gate'] }, [
    'start -> send',
    'send -> approve',
    'approve.approved -> slow',
  ]);
  const { runId } = await engine.run(workflow);
  await decideFirst(engine, runId);
  await engine.gates.reached('slow');
  await expect.poll(() => lastOf(engine, runId)).toMatchObject({ type: 'node_started', nodeId: 'slow' });
  expect(engine.store.database.runs.get(runId)).toMatchObject({ status: 'running', tokensUsed: 10 });
  await engine.gates.open('slow');
  await expect.poll(() => lastOf(engine, runId)).toMatchObject({ type: 'done', status: 'succeeded', tokensUsed: 10 });
});

test('a run with very many approvals names only some of them in its log, so that the log stays linear', async () => {
  const asks = Array.from({ length: 50 }, (_, index) => `ask${String(index).padStart(2, '0')}`);
  const nodes = Object.fromEntries(asks.map((id) => [id, ask(`About ${id}?`)]));
  const engine = new TestEngine();
  const { runId, approvals } = await engine.run(
    workflowOf(
      { start, ...nodes },
      asks.map((id) => `start -> ${id}`),
    ),
  );
  expect(approvals?.map(({ nodeId }) => nodeId)).toEqual(asks);
  const done = await lastOf(engine, runId);
  expect(done?.type === 'done' && done.approvals?.map(({ nodeId }) => nodeId)).toEqual(asks.slice(0, 20));
});

test('a question of any length does not keep its run from waiting', async () => {
  const engine = engineWhere(({ context }) => {
    for (const key of ['1', '2', '3', '4', '5']) context.ask({ ...asking, key, description: `Read ${'x'.repeat(4_000_000)}` });
    throw new SuspendedError();
  });
  const { status, approvals = [] } = await engine.run(workflowOf({ start, send: worker() }, ['start -> send']));
  expect(status).toBe('waiting');
  expect(approvals.map(({ description }) => description.length)).toEqual([6000, 6000, 6000, 6000, 6000]);
});

test('a failed node leaves the shared conversation unchanged, also when its value cannot be stored', async () => {
  const said: number[] = [];
  const engine = engineWhere(({ context }) => {
    const conversation = context.conversation('shared');
    said.push(conversation.messages.length);
    conversation.messages.push({ role: 'user', content: 'Hello' });
    return { out: context.nodeId === 'first' ? 1n : [] };
  });
  const first = worker({ onError: { continue: [] } });
  const second = worker();
  const { status } = await engine.run(workflowOf({ start, first, second }, ['start -> first', 'first -> second']));
  expect(status).toBe('succeeded');
  expect(said).toEqual([0, 0]);
});

test('a pinned node adds nothing to the shared conversation, neither before nor after a wait', async () => {
  const heard: number[] = [];
  const llm: Executor<never> = ({ context }) => {
    const { messages } = context.conversation('shared');
    heard.push(messages.length);
    messages.push({ role: 'user', content: 'Hello' });
    return { out: { output: '', messages } };
  };
  const engine = new TestEngine({ executors: { ...executorRegistry, llm: async () => ({ default: llm }) } });
  const config = { userPrompt: 'Hello', conversation: 'shared' };
  const pinned = { output: 'x', messages: [1, 2, 3].map((content) => ({ role: 'user', content: `pinned ${content}` })) };
  const workflow = workflowOf(
    {
      start,
      before: ['llm', config],
      pinned: ['llm', config, { pinned }],
      approve: ask('Go?'),
      after: ['llm', config],
    },
    ['start -> before', 'before -> pinned', 'pinned -> approve', 'approve.approved -> after'],
  );
  const { runId } = await engine.run(workflow);
  await decideFirst(engine, runId);
  await expect.poll(() => lastOf(engine, runId)).toMatchObject({ type: 'done', status: 'succeeded' });
  expect(heard).toEqual([0, 1]);
});

test('a shared conversation is the same after a wait', async () => {
  const found: unknown[] = [];
  const llm: Executor<never> = ({ context }) => {
    const conversation = context.conversation('shared');
    const { variables, llmCalls, toolCalls, tokenUsage } = conversation;
    found.push({ variables, llmCalls, toolCalls, total: tokenUsage.totalTokens });
    conversation.messages.push({ role: 'user', content: 'Hello' });
    conversation.variables = { ...variables, startedAt: 5 };
    conversation.llmCalls += 2;
    conversation.toolCalls += 3;
    conversation.tokenUsage = { promptTokens: 4, completionTokens: 6, totalTokens: 10 };
    return { out: { output: '', messages: conversation.messages } };
  };
  const engine = new TestEngine({ executors: { ...executorRegistry, llm: async () => ({ default: llm }) } });
  const config = { userPrompt: 'Hello', conversation: 'shared' };
  const { runId } = await engine.run(
    workflowOf({ start, before: ['llm', config], approve: ask('Go?'), after: ['llm', config] }, [
      'start -> before',
      'before -> approve',
      'approve.approved -> after',
    ]),
  );
  await decideFirst(engine, runId);
  await expect.poll(() => lastOf(engine, runId)).toMatchObject({ type: 'done', status: 'succeeded' });
  expect(found).toEqual([
    { variables: {}, llmCalls: 0, toolCalls: 0, total: 0 },
    { variables: { startedAt: 5 }, llmCalls: 2, toolCalls: 3, total: 10 },
  ]);
});
