import { expect, test } from 'vitest';
import { countCalledUsage } from './count-called-usage.ts';
import { nodeTimeMs } from './node-time.ts';
import { initialRunState, type NodeState, type RunState } from './run-state.ts';
import { emptyTrace, extendTrace } from './trace.ts';

const usage = (totalTokens: number) => ({ promptTokens: totalTokens, completionTokens: 0, totalTokens });
const node = (nodeId: string, tokens?: number) =>
  ({
    nodeId,
    status: 'succeeded',
    attempts: 1,
    llmCalls: 1,
    text: '',
    toolCalls: [],
    ...(tokens && { usage: usage(tokens) }),
  }) as unknown as NodeState;
const runOf = (...nodes: NodeState[]): RunState => ({
  ...initialRunState,
  nodes: Object.fromEntries(nodes.map((one) => [one.nodeId, one])),
});

test('the usage of a node includes that of the workflows it called as tools, also in an iteration and in each other', () => {
  const run = runOf(
    node('answer', 271),
    node('answer[find-order:2]/write', 40),
    node('answer[find-order:2]/write[look-up:0]/read', 10),
    node('each', 5),
    node('each[0]/write', 7),
  );
  const { nodes } = countCalledUsage(run);
  expect(nodes.answer?.usage?.totalTokens).toBe(321);
  expect(nodes['answer[find-order:2]/write']?.usage?.totalTokens).toBe(50);
  expect(nodes.each?.usage?.totalTokens).toBe(5);
  expect(countCalledUsage({ ...run }).nodes.answer).toBe(nodes.answer);
});

test('a run without such calls stays the same object', () => {
  const run = runOf(node('each', 5), node('each[0]/write', 7));
  expect(countCalledUsage(run)).toBe(run);
});

test('canvas, header, page and row tell the same time, also of a node that another process continued', () => {
  const begin = Date.parse('2026-11-30T10:00:00.000Z');
  const at = (ms: number) => new Date(begin + ms).toISOString();
  const timesOf = (executionTimeMs: number) => {
    const events = [
      { type: 'node_started', runId: 'r', seq: 1, nodeId: 'llm', attempt: 1, at: at(0) },
      { type: 'node_finished', runId: 'r', seq: 2, nodeId: 'llm', status: 'succeeded', executionTimeMs, at: at(25_960) },
    ] as unknown as Parameters<typeof extendTrace>[1];
    const [span] = extendTrace(emptyTrace, events).spans;
    const rowMs = span?.workMs ?? (span?.endMs ?? 0) - (span?.startMs ?? 0);
    return [nodeTimeMs({ startedAt: at(0), finishedAt: at(25_960), executionTimeMs }, 0), rowMs];
  };
  expect(timesOf(4970)).toEqual([25_960, 25_960]);
  expect(timesOf(25_900)).toEqual([25_900, 25_900]);
});
