import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPublicFixture } from '#tests/support/read-fixture-log.ts';
import { runEvent } from '#tests/support/run-event-arbitrary.ts';
import type { PublicEvent } from './public-event.ts';
import { reduceRun, reduceRunEvents } from './reduce-run.ts';
import { initialRunState, restoreRun, runStateSchema, snapshotRun } from './run-state.ts';
import { toPublicEvent } from './to-public-event.ts';

const reduceAll = (events: Iterable<PublicEvent>) => reduceRunEvents(initialRunState, events);

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

test('a stretch of deltas has one line in the log, everything else one each', () => {
  const types = reduceAll(readPublicFixture('hello')).log.map((line) => line.type);
  expect(types).toEqual([
    'run_started',
    'node_started',
    'node_finished',
    'node_started',
    'llm_call',
    'thinking',
    'content',
    'llm_call',
    'node_finished',
    'done',
  ]);
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

test('a failed run names its first error, its attempts and who was skipped', () => {
  const state = reduceAll(readPublicFixture('triage-failed'));
  expect(state).toMatchObject({ status: 'failed', reason: 'node_failed', error: { code: 'http-status', path: 'config.url' } });
  expect(state.nodes.fetch).toMatchObject({ status: 'failed', attempts: 2, error: { attempts: 2 } });
  expect(state.nodes.later).toMatchObject({ status: 'skipped', reason: 'no_live_input', attempts: 0 });
  expect(state.nodes.answer).toMatchObject({ status: 'cancelled' });
});

test('the state before stays as it was, and a node nothing happened to stays the same object', () => {
  const events = readPublicFixture('hello');
  const before = reduceAll(events.slice(0, 10));
  const copy = structuredClone(before);
  const after = reduceRunEvents(before, events.slice(10));
  expect(before).toEqual(copy);
  expect(after.nodes.start).toBe(before.nodes.start);
  expect(after.nodes.answer).not.toBe(before.nodes.answer);
});

/** A log with growing seqs, some left out as in the summary view. */
const publicLog = fc
  .array(fc.tuple(runEvent(fc.string()), fc.constantFrom('full', 'summary')), { maxLength: 60 })
  .map((events) =>
    events.flatMap(([event, level], index) => toPublicEvent({ ...event, seq: index + 1 }, { runId: 'run_1', level }) ?? []),
  );

test('going on from a snapshot at any point gives what reading the whole log gives', () => {
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
  expect(restoreRun(JSON.stringify({ v: 2, state: {} }))).toBeUndefined();
});

test('a run of 100,000 events is read in under a second and opens from its snapshot faster', () => {
  const nodeIds = Array.from({ length: 50 }, (_, index) => `node_${index}`);
  const events = Array.from({ length: 100_000 }, (_, index): PublicEvent => {
    const head = { runId: 'run_1', seq: index + 1, at: '2026-11-21T10:00:00.000Z', nodeId: nodeIds[index % 50] ?? '' };
    return index < 50 ? { ...head, type: 'node_started' } : { ...head, type: 'content', content: 'words and more ' };
  });
  const startedAt = performance.now();
  const state = reduceAll(events);
  expect(performance.now() - startedAt).toBeLessThan(1000);
  expect(state.nodes.node_7?.text).toHaveLength(15 * 1999);
  const snapshot = snapshotRun(state);
  const openedAt = performance.now();
  expect(restoreRun(snapshot)?.lastSeq).toBe(100_000);
  expect(performance.now() - openedAt).toBeLessThan(1000);
});
