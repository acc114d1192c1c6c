import { expect, test } from 'vitest';
import type { PublicEvent } from './public-event.ts';
import { reduceRunEvents } from './reduce-run.ts';
import { initialRunState } from './run-state.ts';
import type { Span } from './span.ts';
import { emptyTrace, extendTrace, type Trace } from './trace.ts';

type Bare = PublicEvent extends infer E ? (E extends PublicEvent ? Omit<E, 'runId' | 'seq' | 'at'> : never) : never;

const START_MS = Date.parse('2026-11-22T10:00:00.000Z');

/** Events one second apart, numbered from 1. */
function log(...events: Bare[]): PublicEvent[] {
  return events.map(
    (event, index) =>
      ({ ...event, runId: 'r', seq: index + 1, at: new Date(START_MS + index * 1000).toISOString() }) as PublicEvent,
  );
}

const traceOf = (...events: Bare[]): Trace => extendTrace(emptyTrace, log(...events));

/** A trace as an outline: indented names with how each stands. */
function outlineOf({ spans }: Trace): string[] {
  const line = ({ depth, kind, name, number, status }: Span) =>
    `${'  '.repeat(depth)}${kind} ${kind === 'model' ? number : name} ${status}`;
  const within = (parent: number | undefined): string[] =>
    spans.filter((span) => span.parent === parent).flatMap((span) => [line(span), ...within(span.index)]);
  return within(undefined);
}

const secondsOf = ({ startMs, endMs }: Span) =>
  [startMs, endMs].map((timeMs) => (timeMs === undefined ? undefined : (timeMs - START_MS) / 1000));

const spanNamed = ({ spans }: Trace, name: string): Span => {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`There is no span ${name}`);
  return found;
};

const usage = (totalTokens: number, cost: object = {}) => ({
  promptTokens: totalTokens,
  completionTokens: 0,
  totalTokens,
  ...cost,
});
const inWorker = { parent: { toolCallId: 't2', agent: 'Checker' } };
const started: Bare = { type: 'run_started' };
const draftStarted: Bare = { type: 'node_started', nodeId: 'draft', attempt: 1 };
const call = (callId: string, more: object = {}): Bare => ({
  type: 'llm_call',
  nodeId: 'draft',
  callId,
  status: 'running',
  model: 'demo',
  ...more,
});
const answered = (callId: string, tokens: number, more: object = {}): Bare => ({
  type: 'llm_call',
  nodeId: 'draft',
  callId,
  status: 'finished',
  finishReason: 'stop',
  usage: usage(tokens),
  ...more,
});
const tool = (id: string, name: string, status: 'pending' | 'running', more: object = {}): Bare => ({
  type: 'tool_call',
  nodeId: 'draft',
  id,
  name,
  status,
  ...more,
});
const result = (id: string, name: string, more: object = {}): Bare => ({
  type: 'tool_result',
  nodeId: 'draft',
  id,
  name,
  status: 'success',
  durationMs: 900,
  ...more,
});
const finished = (nodeId: string, status: 'succeeded' | 'failed' | 'skipped' = 'succeeded', more: object = {}): Bare => ({
  type: 'node_finished',
  nodeId,
  status,
  executionTimeMs: 1234,
  ...more,
});

test('a node contains its model calls, their tools, and the subagent with its own calls', () => {
  const trace = traceOf(
    started,
    draftStarted,
    call('a'),
    answered('a', 100),
    tool('t1', 'orders.get', 'pending'),
    tool('t2', 'delegate', 'pending'),
    tool('t1', 'orders.get', 'running'),
    result('t1', 'orders.get'),
    tool('t2', 'delegate', 'running'),
    call('w', inWorker),
    answered('w', 30, inWorker),
    result('t2', 'delegate'),
    call('b'),
    answered('b', 5),
    finished('draft'),
  );
  expect(outlineOf(trace)).toEqual([
    'node draft succeeded',
    '  model 1 succeeded',
    '  tool orders.get succeeded',
    '  agent Checker succeeded',
    '    model 1 succeeded',
    '  model 2 succeeded',
  ]);
});

test('a program is a tool call that holds the calls it makes', () => {
  const inProgram = { parent: { toolCallId: 't1', agent: 'program' } };
  const trace = traceOf(
    started,
    draftStarted,
    tool('t1', 'ptc', 'running'),
    tool('p1', 'read_url', 'pending', inProgram),
    tool('p1', 'read_url', 'running', inProgram),
    result('p1', 'read_url', inProgram),
    result('t1', 'ptc'),
    finished('draft'),
  );
  expect(outlineOf(trace)).toEqual(['node draft succeeded', '  tool ptc succeeded', '    tool read_url succeeded']);
});

test('tokens and cost of a call count for all spans around it', () => {
  const trace = traceOf(
    started,
    draftStarted,
    call('a'),
    answered('a', 100, { usage: usage(100, { costUsd: 0.01 }) }),
    tool('t2', 'delegate', 'running'),
    call('w', inWorker),
    answered('w', 30, { ...inWorker, usage: usage(30, { costUsd: 0.002 }) }),
  );
  expect(trace.spans.map(({ name, tokens, costUsd }) => [name, tokens, costUsd])).toEqual([
    ['draft', 130, 0.012],
    ['demo', 100, 0.01],
    ['Checker', 30, 0.002],
    ['demo', 30, 0.002],
  ]);
});

test('without known prices there is no cost, not a cost of 0', () => {
  const trace = traceOf(started, draftStarted, call('a'), answered('a', 100));
  expect(trace.spans[0]?.costUsd).toBeUndefined();
});

test('a model call has the time of its first words, and all of them', () => {
  const trace = traceOf(
    started,
    draftStarted,
    call('a'),
    { type: 'thinking', nodeId: 'draft', content: 'hm' },
    { type: 'content', nodeId: 'draft', content: 'Dear ' },
    { type: 'content', nodeId: 'draft', content: 'Ada' },
    answered('a', 1),
  );
  expect(trace.spans[1]).toMatchObject({ firstTokenMs: START_MS + 3000, text: 'Dear Ada', thinking: 'hm' });
  expect(secondsOf(trace.spans[1] as Span)).toEqual([2, 6]);
});

test('a stream that broke begins again with nothing', () => {
  const trace = traceOf(
    started,
    draftStarted,
    call('a'),
    { type: 'content', nodeId: 'draft', content: 'Dear' },
    { type: 'llm_stream_retry', nodeId: 'draft', attempt: 1, delayMs: 10 },
    { type: 'content', nodeId: 'draft', content: 'Hello' },
  );
  expect(trace.spans[1]).toMatchObject({ text: 'Hello', firstTokenMs: START_MS + 5000, status: 'running' });
});

test('all spans around an approval wait until it is decided', () => {
  const asking: Bare[] = [
    started,
    draftStarted,
    call('a'),
    answered('a', 1),
    tool('t1', 'email.send', 'pending'),
    {
      type: 'confirm_required',
      nodeId: 'draft',
      actionId: 'x',
      kind: 'tool',
      tool: 'email.send',
      toolCallId: 't1',
      description: 'Send?',
      expiresAt: '2026-11-23T10:00:00.000Z',
    },
  ];
  const waiting = traceOf(...asking);
  expect(outlineOf(waiting)).toEqual(['node draft waiting', '  model 1 succeeded', '  tool email.send waiting']);
  const decided = traceOf(
    ...asking,
    { type: 'approval_decided', nodeId: 'draft', actionId: 'x', status: 'confirmed' },
    tool('t1', 'email.send', 'running'),
    result('t1', 'email.send'),
  );
  const sent = spanNamed(decided, 'email.send');
  expect(sent).toMatchObject({ status: 'succeeded', waits: [{ fromMs: START_MS + 5000, toMs: START_MS + 6000 }] });
  expect(secondsOf(sent)).toEqual([4, 8]);
  expect(spanNamed(decided, 'draft').status).toBe('running');
});

test('a node with two approvals waits until both are decided', () => {
  const question = (actionId: string): Bare => ({
    type: 'confirm_required',
    nodeId: 'draft',
    actionId,
    kind: 'value',
    tool: 'approval',
    description: 'Fine?',
    expiresAt: '2026-11-23T10:00:00.000Z',
  });
  const answer = (actionId: string): Bare => ({ type: 'approval_decided', nodeId: 'draft', actionId, status: 'confirmed' });
  const both = [started, draftStarted, question('x'), question('y')];
  expect(traceOf(...both, answer('x')).spans[0]?.status).toBe('waiting');
  expect(traceOf(...both, answer('x'), answer('y')).spans[0]?.status).toBe('running');
});

test('what had not ended when its node or the run did was broken off', () => {
  const trace = traceOf(started, draftStarted, call('a'), tool('t1', 'orders.get', 'running'), {
    type: 'done',
    status: 'cancelled',
    reason: 'stopped',
    tokensUsed: 0,
  });
  expect(outlineOf(trace)).toEqual(['node draft cancelled', '  model 1 cancelled', '  tool orders.get cancelled']);
  expect(trace.open.size).toBe(0);
});

test('a model call whose process was lost ends with the last event of that process, and never as succeeded', () => {
  const trace = traceOf(
    started,
    draftStarted,
    call('a'),
    { type: 'content', nodeId: 'draft', content: 'Half of', callId: 'a' } as Bare,
    { type: 'run_resumed', reason: 'process_lost' },
    draftStarted,
    call('b'),
    answered('b', 5),
    finished('draft'),
  );
  expect(outlineOf(trace)).toEqual(['node draft succeeded', '  model 1 cancelled', '  model 2 succeeded']);
  expect(secondsOf(trace.spans[1] as Span)).toEqual([2, 3]);
  expect(trace.spans[1]?.reason).toBe('process_lost');
});

test('an open tool call and its approval outlive the process', () => {
  const trace = traceOf(
    started,
    draftStarted,
    call('a'),
    answered('a', 5),
    tool('t1', 'orders.send', 'pending'),
    { type: 'run_resumed', reason: 'process_lost' },
    { type: 'node_resumed', nodeId: 'draft' },
  );
  expect(outlineOf(trace)).toEqual(['node draft running', '  model 1 succeeded', '  tool orders.send running']);
});

test('a retry continues in the same span', () => {
  const trace = traceOf(
    started,
    draftStarted,
    { type: 'node_retried', nodeId: 'draft', attempt: 1, delayMs: 500, error: { code: 'x', message: 'busy' } },
    { type: 'node_started', nodeId: 'draft', attempt: 2 },
    finished('draft'),
  );
  expect(trace.spans).toHaveLength(1);
  expect(trace.spans[0]).toMatchObject({ attempts: 2, error: undefined, retry: undefined });
  expect(secondsOf(trace.spans[0] as Span)).toEqual([1, 4]);
});

test('a node that was skipped has no time', () => {
  const trace = traceOf(started, finished('bug', 'skipped', { reason: 'no_live_input' }));
  expect(trace.spans[0]).toMatchObject({ status: 'skipped', startMs: undefined, endMs: undefined, reason: 'no_live_input' });
});

test('calls of two subagents with the same id are kept apart', () => {
  const inOther = { parent: { toolCallId: 't3', agent: 'Writer' } };
  const trace = traceOf(
    started,
    draftStarted,
    tool('t2', 'delegate', 'running'),
    tool('t3', 'delegate', 'running'),
    tool('same', 'search', 'running', inWorker),
    tool('same', 'search', 'running', inOther),
    result('same', 'search', { ...inWorker, summary: 'of Checker' }),
    result('same', 'search', { ...inOther, summary: 'of Writer' }),
  );
  const of = (agent: string) => trace.spans.find(({ parent }) => parent === spanNamed(trace, agent).index)?.summary;
  expect([of('Checker'), of('Writer')]).toEqual(['of Checker', 'of Writer']);
});

test('a subagent that reuses the id of its own call does not become its own child', () => {
  const trace = traceOf(
    started,
    draftStarted,
    tool('t2', 'delegate', 'running'),
    call('w', inWorker),
    answered('w', 1, inWorker),
    tool('t2', 'time', 'running', inWorker),
    result('t2', 'time', inWorker),
    call('x', inWorker),
  );
  expect(outlineOf(trace)).toEqual([
    'node draft running',
    '  agent Checker running',
    '    model 1 succeeded',
    '    tool time succeeded',
    '    model 2 running',
  ]);
});

test('events in batches give the same trace as all at once, and earlier traces stay unchanged', () => {
  const events = log(started, draftStarted, call('a'), answered('a', 3), tool('t1', 'x', 'pending'), finished('draft'));
  let trace = emptyTrace;
  for (const event of events) {
    const before = trace;
    const copy = structuredClone(before.spans);
    trace = extendTrace(before, [event]);
    expect(before.spans).toEqual(copy);
  }
  expect(trace).toEqual(extendTrace(emptyTrace, events));
  expect(extendTrace(trace, events)).toEqual(trace);
});

test('nodes in a container are children of its iterations, and these of the container', () => {
  const at = (nodeId: string): Bare => ({ type: 'node_started', nodeId, attempt: 1 });
  const ended = (nodeId: string, status: 'succeeded' | 'failed' | 'cancelled' = 'succeeded'): Bare => ({
    type: 'node_finished',
    nodeId,
    status,
    executionTimeMs: 5,
  });
  const trace = traceOf(
    started,
    at('each'),
    at('each[0]/write'),
    at('each[1]/write'),
    ended('each[1]/write', 'failed'),
    ended('each[1]/send', 'cancelled'),
    ended('each[0]/write'),
    at('each[0]/send'),
    ended('each[0]/send'),
    ended('each'),
  );
  expect(outlineOf(trace)).toEqual([
    'node each succeeded',
    '  iteration each[0] succeeded',
    '    node each[0]/write succeeded',
    '    node each[0]/send succeeded',
    '  iteration each[1] failed',
    '    node each[1]/write failed',
    '    node each[1]/send cancelled',
  ]);
  expect(spanNamed(trace, 'each[1]').number).toBe(2);
  expect(secondsOf(spanNamed(trace, 'each[0]'))).toEqual([2, 8]);
  expect(secondsOf(spanNamed(trace, 'each[1]'))).toEqual([3, 5]);
});

test('embeddings and rerankers are below the tool call that needs them, and no answers of the conversation', () => {
  const operation = (callId: string, more: object): Bare =>
    ({
      type: 'llm_call',
      nodeId: 'draft',
      callId,
      model: 'small',
      operation: 'embed',
      toolCallId: 't1',
      status: 'running',
      ...more,
    }) as Bare;
  const ended = (callId: string, tokens: number): Bare =>
    operation(callId, { status: 'finished', finishReason: 'stop', usage: usage(tokens, { costUsd: 0.5 }) });
  const tool = { nodeId: 'draft', id: 't1', name: 'knowledge@handbook' };
  const events: Bare[] = [
    started,
    draftStarted,
    operation('e0', { toolCallId: undefined }),
    ended('e0', 5),
    call('c1'),
    { type: 'content', nodeId: 'draft', content: 'Let me look.' } as Bare,
    { type: 'tool_call', ...tool, status: 'running' } as Bare,
    operation('e1', {}),
    ended('e1', 7),
    { type: 'tool_result', ...tool, status: 'success', durationMs: 1 } as Bare,
    call('c2'),
  ];
  const trace = traceOf(...events);
  expect(outlineOf(trace)).toEqual([
    'node draft running',
    '  model 0 succeeded',
    '  model 1 running',
    '  tool knowledge@handbook succeeded',
    '    model 0 succeeded',
    '  model 2 running',
  ]);
  expect(trace.spans.filter(({ operation: kind }) => kind === 'embed').map(({ tokens, costUsd }) => [tokens, costUsd])).toEqual([
    [5, 0.5],
    [7, 0.5],
  ]);
  expect(spanNamed(trace, 'knowledge@handbook')).toMatchObject({ tokens: 7, costUsd: 0.5 });
  const { nodes, usage: total } = reduceRunEvents(initialRunState, log(...events));
  expect(nodes.draft).toMatchObject({ llmCalls: 2, text: 'Let me look.', usage: { totalTokens: 12 } });
  expect(total).toMatchObject({ totalTokens: 12, costUsd: 1 });
});
