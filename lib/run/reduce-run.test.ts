import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPublicFixture } from '#tests/support/read-fixture-log.ts';
import { runEvent } from '#tests/support/run-event-arbitrary.ts';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import type { PublicEvent } from './public-event.ts';
import { reduceRun, reduceRunEvents } from './reduce-run.ts';
import type { TokenUsage } from './run-event.ts';
import { initialRunState, restoreRun, runStateSchema, snapshotRun } from './run-state.ts';
import { toPublicEvent } from './to-public-event.ts';

const reduceAll = (events: Iterable<PublicEvent>) => reduceRunEvents(initialRunState, events);

/** A log with growing seqs, some omitted as in the summary view. */
const publicLog = fc
  .array(fc.tuple(runEvent(fc.string()), fc.constantFrom('full', 'summary')), { maxLength: 60 })
  .map((events) =>
    events.flatMap(([event, level], index) => toPublicEvent({ ...event, seq: index + 1 }, { runId: 'run_1', level }) ?? []),
  );

test('a queued run has its position, and runs as soon as a node of it starts', () => {
  const event = { runId: 'run_1', at: '2026-11-22T10:00:00.000Z' };
  const queued = reduceAll([{ ...event, seq: 1, type: 'queued', position: 3 }]);
  expect(queued).toMatchObject({ status: 'queued', queuePosition: 3 });
  expect(restoreRun(snapshotRun(queued))).toEqual(queued);
  const started = reduceRun(queued, { ...event, seq: 2, type: 'run_resumed', reason: 'process_lost' } as PublicEvent);
  expect(started.status).toBe('running');
});

test('a run with one model call shows its answer, its reasoning, its tokens and its end', () => {
  const state = reduceAll(readPublicFixture('hello'));
  expect(state).toMatchObject({
    status: 'succeeded',
    workflowId: 'wf_01KAJ8F0000000000000000000',
    inputs: { question: 'Why is the sky blue?' },
    usage: { promptTokens: 12, completionTokens: 40, totalTokens: 52, reasoningTokens: 6 },
    resumes: 0,
    lastSeq: 17,
  });
  expect(state.nodes.answer).toMatchObject({
    status: 'succeeded',
    attempts: 1,
    llmCalls: 1,
    model: 'default',
    text: 'Because air scatters short waves of light more than long ones.',
    thinking: 'Rayleigh scattering.',
    ports: ['out'],
    executionTimeMs: 815,
    usage: { totalTokens: 52 },
  });
  expect(state.finishedAt).toBeDefined();
});

test('what a lost process or a broken stream had written is dropped when it starts over', () => {
  const events = readPublicFixture('killed-and-resumed');
  const textAfter = (seq: number) => reduceAll(events.filter((event) => event.seq <= seq)).nodes.answer?.text;
  expect(textAfter(7)).toBe('因为空气');
  expect(textAfter(9)).toBe('');
  expect(textAfter(11)).toBe('短波');
  expect(textAfter(12)).toBe('');
  expect(textAfter(17)).toBe('短波光散射更强。');
  expect(reduceAll(events)).toMatchObject({ resumes: 1, status: 'succeeded', usage: { totalTokens: 20 } });
});

test('a broken stream in a later model call keeps what earlier calls of the node wrote', () => {
  const call = (callId: string) => ({ type: 'llm_call', nodeId: 'a', callId, status: 'running' }) as const;
  const text = (content: string) => ({ type: 'content', nodeId: 'a', content }) as const;
  const retry = { type: 'llm_stream_retry', nodeId: 'a', attempt: 2, delayMs: 1 } as const;
  const fields = [
    { type: 'node_started', nodeId: 'a' } as const,
    call('1'),
    text('one '),
    call('2'),
    text('tw'),
    retry,
    text('two'),
  ];
  const events = fields.map(
    (event, index) => ({ runId: 'run_1', seq: index + 1, at: '2026-11-21T10:00:00.000Z', ...event }) satisfies PublicEvent,
  );
  expect(reduceAll(events).nodes.a?.text).toBe('one two');
});

test('a failed run has its first error, its attempts and the skipped nodes', () => {
  const state = reduceAll(readPublicFixture('triage-failed'));
  expect(state).toMatchObject({ status: 'failed', reason: 'node_failed', error: { code: 'http-status', path: 'config.url' } });
  expect(state.nodes.fetch).toMatchObject({ status: 'failed', attempts: 2, error: { attempts: 2 } });
  expect(state.nodes.later).toMatchObject({ status: 'skipped', reason: 'no_live_input', attempts: 0 });
  expect(state.nodes.answer).toMatchObject({ status: 'cancelled' });
});

describe('a run with tools, a subagent and a decision', () => {
  const events = readPublicFixture('tools-and-approval');
  const stateAfter = (seq: number) => reduceAll(events.filter((event) => event.seq <= seq));

  test('the texts and calls of a subagent belong to its tool call, and not to the node', () => {
    const { nodes, usage } = stateAfter(21);
    expect(nodes.agent).toMatchObject({ text: 'Let me look. ', thinking: '', llmCalls: 1, model: 'default' });
    expect(nodes.agent?.toolCalls[0]).toMatchObject({
      name: 'ask_researcher',
      args: { question: 'What is tea?' },
      status: 'success',
      summary: 'researcher answered',
      startedAt: '2026-11-21T10:00:00.124Z',
      durationMs: 116,
      worker: {
        agent: 'researcher',
        text: 'Leaves in hot water.',
        thinking: '',
        model: 'small',
        toolCalls: [{ id: 'tool_1_1', name: 'read_url', status: 'error', error: 'GET https://example.com/tea answered 404' }],
      },
    });
    expect(usage.totalTokens).toBe(25);
  });

  test('a node waits from the approval request to the decision, and the run from when no other node runs', () => {
    expect(stateAfter(10).nodes.agent?.status).toBe('running');
    const asked = stateAfter(12);
    expect(asked).toMatchObject({ status: 'running', nodes: { agent: { status: 'waiting' } } });
    expect(asked.approvals).toEqual({
      act_01KAJ8F0000000000000000000: {
        actionId: 'act_01KAJ8F0000000000000000000',
        nodeId: 'agent',
        kind: 'tool',
        tool: 'http_request',
        toolCallId: 'tool_2',
        args: { method: 'POST', url: 'https://example.com/orders' },
        description: 'Send a request that may change something',
        askedAt: '2026-11-21T10:00:00.123Z',
        expiresAt: '2026-12-21T10:00:00.123Z',
      },
    });
    const waiting = stateAfter(22);
    expect(waiting).toMatchObject({ status: 'waiting', approvals: asked.approvals });
    expect(waiting.finishedAt).toBeUndefined();
    expect(stateAfter(24)).toMatchObject({
      status: 'running',
      resumes: 0,
      approvals: {},
      nodes: { agent: { status: 'running' } },
    });
  });

  test('a resumed node keeps what had finished and drops what a model was saying', () => {
    expect(stateAfter(30).nodes.agent?.text).toBe('Let me look. Tea is lea');
    const resumed = stateAfter(32).nodes.agent;
    expect(resumed).toMatchObject({ text: 'Let me look. ', attempts: 1, isCalling: false });
    expect(resumed?.toolCalls.map(({ status }) => status)).toEqual(['success', 'success']);
    expect(stateAfter(38)).toMatchObject({
      status: 'succeeded',
      resumes: 1,
      nodes: { agent: { status: 'succeeded', text: 'Let me look. Tea is leaves in hot water.', llmCalls: 3 } },
    });
  });

  test('a call that a lost process had started is to be repeated, and the partial text of its subagent is dropped', () => {
    const resumed = reduceAll([
      ...events.slice(0, 15),
      { ...events[0], seq: 99, type: 'node_resumed', nodeId: 'agent' } as PublicEvent,
    ]);
    expect(resumed.nodes.agent?.toolCalls).toMatchObject([
      { id: 'tool_1', status: 'pending', worker: { text: '', isCalling: false } },
      { id: 'tool_2', status: 'pending' },
    ]);
    expect(resumed.nodes.agent?.status).toBe('waiting');
  });

  test('a node that ends leaves nothing open', () => {
    const stopped = { ...events[0], seq: 99, type: 'node_finished', nodeId: 'agent', status: 'cancelled', executionTimeMs: 1 };
    const { nodes, approvals } = reduceAll([...events.slice(0, 16), stopped as PublicEvent]);
    expect(approvals).toEqual({});
    expect(nodes.agent?.toolCalls.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });
});

test('a later call with the id of a finished one is a separate call', () => {
  const call = { type: 'tool_call', nodeId: 'a', id: 'call_0', name: 'get_time', status: 'running' } as const;
  const result = { type: 'tool_result', nodeId: 'a', id: 'call_0', name: 'get_time', status: 'success', durationMs: 1 } as const;
  const events = [call, result, call].map(
    (event, index) => ({ runId: 'run_1', seq: index + 1, at: '2026-11-21T10:00:00.000Z', ...event }) satisfies PublicEvent,
  );
  expect(reduceAll(events).nodes.a?.toolCalls.map(({ status }) => status)).toEqual(['success', 'running']);
});

describe('another attempt of a node', () => {
  type Fields = PublicEvent extends infer Event
    ? Event extends PublicEvent
      ? Omit<Event, 'runId' | 'seq' | 'at' | 'nodeId'>
      : never
    : never;
  const nodeAfter = (...fields: Fields[]) => {
    const head = { runId: 'run_1', at: '2026-11-21T10:00:00.000Z', nodeId: 'a' };
    return reduceAll(fields.map((event, index) => ({ ...head, seq: index + 1, ...event }) as PublicEvent)).nodes.a;
  };
  const started = (attempt: number) => ({ type: 'node_started', attempt }) as const;
  const asked = (callId: string) => ({ type: 'llm_call', callId, status: 'running' }) as const;
  const answered = (
    callId: string,
    more: { error?: { code: string; message: string }; finishReason?: string; usage?: TokenUsage } = {},
  ) => ({ type: 'llm_call', callId, status: 'finished', ...more }) as const;
  const said = (content: string) => ({ type: 'content', content }) as const;
  const called = (id: string) => ({ type: 'tool_call', id, name: 'look', status: 'running' }) as const;
  const gave = (id: string, status: 'success' | 'error') =>
    ({ type: 'tool_result', id, name: 'look', status, summary: 'seen', durationMs: 1 }) as const;
  const error = { code: 'model-failed', message: 'No' };
  const retried = { type: 'node_retried', attempt: 1, delayMs: 1, error } as const;
  const firstRound = [started(1), asked('1'), said('One. '), answered('1'), called('t'), gave('t', 'error')];
  const kept = { text: 'One. ', toolCalls: [{ id: 't', status: 'error', summary: 'seen' }] };

  test.each<[what: string, Fields[]]>([
    ['failed', [asked('2'), said('Tw'), answered('2', { error })]],
    ['was broken off', [asked('2'), said('Tw'), answered('2', { finishReason: 'cancelled' })]],
    ['never ended', [asked('2'), said('Tw')]],
    ['was refused', [asked('2'), said('Tw'), answered('2'), { type: 'llm_stream_retry', attempt: 1, delayMs: 0 }]],
  ])('resumes with the finished rounds and without the answer that %s', (_, events) => {
    const failed = [...firstRound, ...events, retried];
    expect(nodeAfter(...failed)).toMatchObject({ ...kept, error, isCalling: false });
    const again = nodeAfter(...failed, started(2));
    expect(again).toMatchObject({ ...kept, status: 'running', attempts: 2 });
    expect(again?.error).toBeUndefined();
    expect(nodeAfter(...failed, started(2), asked('3'), said('Two.'), answered('3'))).toMatchObject({
      ...kept,
      text: 'One. Two.',
    });
    expect(nodeAfter(...failed, { type: 'node_resumed' }, asked('3'), said('Two.'))).toMatchObject({
      ...kept,
      text: 'One. Two.',
    });
  });

  test('makes the call again that had not ended, and the one the node makes itself and that failed', () => {
    const open = nodeAfter(started(1), asked('1'), answered('1'), called('t'), retried, started(2));
    expect(open?.toolCalls).toMatchObject([{ id: 't', status: 'pending' }]);
    const own = [started(1), called('t'), gave('t', 'error'), retried, started(2)];
    expect(nodeAfter(...own)?.toolCalls).toEqual([{ id: 't', name: 'look', status: 'pending', startedAt: expect.any(String) }]);
    expect(nodeAfter(...own, called('t'), gave('t', 'success'))?.toolCalls).toMatchObject([{ id: 't', status: 'success' }]);
  });

  test('restores the subagent, running after its next event, and ended with its node', () => {
    const parent = { toolCallId: 'worker', agent: 'time' };
    const inWorker = [asked('1'), said('Noon. '), answered('1'), asked('2'), said('Ha'), answered('2', { error })];
    const failed = [started(1), ...inWorker.map((event) => ({ ...event, parent })), retried, started(2)];
    expect(nodeAfter(...failed)?.toolCalls).toMatchObject([{ status: 'pending', worker: { text: 'Noon. ' } }]);
    const again = nodeAfter(...failed, { ...asked('3'), parent }, { ...said('Half past.'), parent });
    expect(again?.toolCalls).toMatchObject([{ status: 'running', worker: { text: 'Noon. Half past.' } }]);
    const ended = (status: 'succeeded' | 'failed' | 'cancelled', more = {}) =>
      nodeAfter(...failed, { type: 'node_finished', status, executionTimeMs: 1, ...more })?.toolCalls[0]?.status;
    expect([ended('succeeded'), ended('failed', { error }), ended('cancelled')]).toEqual(['success', 'error', 'cancelled']);
  });

  test('counts the usage of its subagent for the subagent and the node', () => {
    const usage = { promptTokens: 10, completionTokens: 5, totalTokens: 15, costUsd: 0.5 };
    const parent = { toolCallId: 'worker', agent: 'time' };
    const own = [started(1), asked('1'), answered('1', { usage })];
    const node = nodeAfter(...own, { ...asked('2'), parent }, { ...answered('2', { usage }), parent });
    expect(node?.usage).toMatchObject({ totalTokens: 30, costUsd: 1 });
    expect(node?.toolCalls[0]?.worker?.usage).toMatchObject({ totalTokens: 15, costUsd: 0.5 });
  });

  test('is a first one again where a lost process had kept nothing of it', () => {
    expect(nodeAfter(...firstRound, started(1))).toMatchObject({ text: '', toolCalls: [], attempts: 1 });
  });
});

test('no event changes the previous state', () => {
  fc.assert(
    fc.property(publicLog, fc.nat(), (events, at) => {
      const before = reduceAll(events.slice(0, at % (events.length + 1)));
      const copy = structuredClone(before);
      reduceRunEvents(before, events);
      expect(before).toEqual(copy);
    }),
  );
});

test('the previous state is not changed, and a node without an event stays the same object', () => {
  const events = readPublicFixture('hello');
  const before = reduceAll(events.slice(0, 10));
  const copy = structuredClone(before);
  const after = reduceRunEvents(before, events.slice(10));
  expect(before).toEqual(copy);
  expect(after.nodes.start).toBe(before.nodes.start);
  expect(after.nodes.answer).not.toBe(before.nodes.answer);
});

test('continuing from a snapshot at any point gives the same state as reading the whole log', () => {
  fc.assert(
    fc.property(publicLog, fc.nat(), (events, at) => {
      const cut = at % (events.length + 1);
      const restored = restoreRun(snapshotRun(reduceAll(events.slice(0, cut))));
      expect(restored && reduceRunEvents(restored, events.slice(cut))).toEqual(JSON.parse(JSON.stringify(reduceAll(events))));
    }),
  );
});

test('a snapshot keeps an output of any name', () => {
  const state = { ...initialRunState, outputs: JSON.parse('{"__proto__":{"text":"x"}}') };
  expect(Object.keys(restoreRun(snapshotRun(state))?.outputs ?? {})).toEqual(['__proto__']);
});

test('one by one or all together, and however often an event comes, the state is the same and fits its schema', () => {
  fc.assert(
    fc.property(publicLog, (events) => {
      const state = reduceAll(events);
      expect(events.reduce(reduceRun, initialRunState)).toEqual(state);
      expect(reduceAll(events.flatMap((event) => [event, ...events.slice(0, 2), event]))).toEqual(state);
      expect(runStateSchema.parse(state)).toEqual(state);
    }),
  );
});

test('a snapshot of another build is refused, so that the log is read instead', () => {
  for (const v of [1, 2, 4]) expect(restoreRun(JSON.stringify({ v, state: initialRunState }))).toBeUndefined();
});

test('a run of 100,000 events is read in under a second and opens from its snapshot faster', () => {
  const nodeIds = Array.from({ length: 50 }, (_, index) => `node_${index}`);
  const events = Array.from({ length: 100_000 }, (_, index): PublicEvent => {
    const head = { runId: 'run_1', seq: index + 1, at: '2026-11-21T10:00:00.000Z', nodeId: nodeIds[index % 50] ?? '' };
    return index < 50 ? { ...head, type: 'node_started' } : { ...head, type: 'content', content: 'words and more ' };
  });
  const startedAt = threadCpuMs();
  const state = reduceAll(events);
  expect(threadCpuMs() - startedAt).toBeLessThan(1000);
  expect(state.nodes.node_7?.text).toHaveLength(15 * 1999);
  const snapshot = snapshotRun(state);
  const openedAt = threadCpuMs();
  expect(restoreRun(snapshot)?.lastSeq).toBe(100_000);
  expect(threadCpuMs() - openedAt).toBeLessThan(1000);
});

test('a fork has its origin, and each reused result the run that made it', () => {
  const state = reduceAll(readPublicFixture('forked'));
  expect(state).toMatchObject({ status: 'succeeded', breakpoints: ['check'], pausedAt: [] });
  expect(state.forkOf?.runId).toBe(state.nodes.start?.reused?.runId);
  expect(state.nodes.start).toMatchObject({ status: 'succeeded', attempts: 0, output: { topic: 'forks' } });
  expect(state.nodes.draft).toMatchObject({ reason: 'given', output: { text: 'a better draft' } });
  expect(state.nodes.check?.reused).toBeUndefined();
});

test('a node at a breakpoint waits and has not started', () => {
  const state = reduceAll(readPublicFixture('forked').slice(0, 5));
  expect(state).toMatchObject({ status: 'waiting', pausedAt: ['check'] });
  expect(state.nodes.check).toMatchObject({ status: 'waiting', attempts: 0 });
});
