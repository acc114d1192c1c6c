import { expect, test } from 'vitest';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { reduceRunEvents } from '#lib/run/reduce-run.ts';
import { initialRunState, type ToolCallState } from '#lib/run/run-state.ts';
import { readPublicFixture } from '#tests/support/read-fixture-log.ts';
import { agentOf, largeValueOf, toolCallWord, workerOf } from './tool-call-look.ts';

const recorded = readPublicFixture('tools-and-approval');

/** The words of the agent's calls, and of those its worker makes, after the events up to a number. */
function wordsAfter(seq: number, ...more: PublicEvent[]): string[] {
  const run = reduceRunEvents(initialRunState, [...recorded.filter((event) => event.seq <= seq), ...more]);
  const approvals = Object.values(run.approvals);
  const wordsOf = (calls: readonly ToolCallState[]): string[] =>
    calls.flatMap((call) => [`${call.name} ${toolCallWord(call, approvals)}`, ...wordsOf(call.worker?.toolCalls ?? [])]);
  return wordsOf(run.nodes.agent?.toolCalls ?? []);
}

test('a call is requested, waits for a person, runs and ends', () => {
  expect(wordsAfter(10)).toEqual(['ask_researcher asked', 'http_request asked']);
  expect(wordsAfter(12)).toEqual(['ask_researcher running', 'http_request waiting']);
  expect(wordsAfter(24)).toEqual(['ask_researcher done', 'read_url failed', 'http_request asked']);
  expect(wordsAfter(26)).toEqual(['ask_researcher done', 'read_url failed', 'http_request running']);
  expect(wordsAfter(38)).toEqual(['ask_researcher done', 'read_url failed', 'http_request done']);
});

const next = { runId: 'run_1', seq: 100, at: '2026-11-21T10:00:01.000Z', nodeId: 'agent' } as const;
const result = { ...next, type: 'tool_result', id: 'tool_2', name: 'http_request', durationMs: 0 } as const;

test('rejected, aborted and invalid calls are distinguished', () => {
  expect(wordsAfter(12, { ...result, status: 'cancelled' })[1]).toBe('http_request refused');
  expect(wordsAfter(12, { ...result, status: 'invalid' })[1]).toBe('http_request unusable');
  const stopped: PublicEvent = { ...next, type: 'node_finished', status: 'cancelled', executionTimeMs: 1 };
  expect(wordsAfter(12, stopped)).toEqual(['ask_researcher stopped', 'http_request stopped']);
});

test('a call of a subagent has that subagent, one of a program has none', () => {
  const [asked] = reduceRunEvents(initialRunState, recorded).nodes.agent?.toolCalls ?? [];
  const { worker } = asked ?? {};
  if (!asked || !worker) throw new Error('the recorded run has no worker');
  expect(workerOf(asked)).toBe(worker);
  expect(workerOf({ ...asked, worker: { ...worker, agent: 'program' } })).toBeUndefined();
});

test('a conversation that passes to an agent names it, and a tool with an argument of that name does not', () => {
  expect(agentOf({ name: 'hand_off', args: { name: 'billing' } })).toBe('billing');
  expect(agentOf({ name: 'hand_off', args: 'nonsense' })).toBeUndefined();
  expect(agentOf({ name: 'write_file', args: { name: 'billing' } })).toBeUndefined();
});

test('a reference to a large result is known from a result that only looks a little like one', () => {
  const part = { chars: 48_213, excerpt: '[{"id"' };
  expect(largeValueOf({ ref: 'abc', ...part })).toEqual({ ref: 'abc', ...part });
  expect(largeValueOf({ ...part, problem: 'The rest could not be stored' })).toEqual(part);
  for (const own of [null, 'text', [1], part, { ref: 'abc' }, { ref: 1, ...part }]) expect(largeValueOf(own)).toBeUndefined();
});
