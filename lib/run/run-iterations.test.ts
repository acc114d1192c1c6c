import { expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { newNode } from './run-draft.ts';
import type { ChosenIterations } from './run-iterations.ts';
import { RunIterations } from './run-iterations.ts';
import type { NodeState, RunState } from './run-state.ts';

const ALL: ChosenIterations = new Map();
const second = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString();
const node = (status: NodeState['status'], more: Partial<NodeState> = {}): NodeState => ({ ...newNode('x'), status, ...more });
const done = (at: number, more: Partial<NodeState> = {}) =>
  node('succeeded', { startedAt: second(at), finishedAt: second(at + 1), executionTimeMs: 1000, ports: ['out'], ...more });

function iterationsOf(nodes: RunState['nodes']): RunIterations {
  const iterations = new RunIterations();
  iterations.update(nodes, Object.keys(nodes));
  return iterations;
}

const three = {
  each: node('running', { startedAt: second(0) }),
  'each[0]/write': done(1, { usage: { promptTokens: 3, completionTokens: 4, totalTokens: 7, costUsd: 0.01 } }),
  'each[1]/write': node('failed', { startedAt: second(2), finishedAt: second(3), executionTimeMs: 500 }),
  'each[2]/write': node('running', { startedAt: second(3) }),
};

test('without a chosen iteration a node is the sum of all of them', () => {
  const iterations = iterationsOf(three);
  expect(iterations.nodeIterationsOf('write', ALL)?.counts).toMatchObject({ succeeded: 1, failed: 1, running: 1 });
  expect(iterations.stateOf('write', ALL)).toMatchObject({
    status: 'running',
    startedAt: second(1),
    executionTimeMs: 1500,
    usage: { totalTokens: 7, costUsd: 0.01 },
  });
  expect(iterations.stateOf('each', ALL)).toBe(three.each);
});

test('with a chosen iteration a node has the state of that one', () => {
  const iterations = iterationsOf(three);
  expect(iterations.stateOf('write', new Map([['each', 1]]))).toBe(three['each[1]/write']);
  expect(iterations.stateOf('write', new Map([['each', 9]]))).toBeUndefined();
  expect(iterations.nodeIterationsOf('write', new Map([['each', 1]]))).toBeUndefined();
  expect(iterations.pathOf('write', new Map([['each', 2]]))).toBe('each[2]/write');
});

test('without a choice the first failed iteration is shown, else the newest', () => {
  expect(iterationsOf(three).pathOf('write', ALL)).toBe('each[1]/write');
  expect(iterationsOf({ ...three, 'each[1]/write': done(2) }).pathOf('write', ALL)).toBe('each[2]/write');
  expect(iterationsOf(three).pathOf('each', ALL)).toBe('each');
});

test('a container has the status of its iterations; a handled failure fails none', () => {
  const list = iterationsOf(three).listOf('each', ALL);
  expect(list).toMatchObject({ count: 3, firstFailed: 1, newest: 2, counts: { succeeded: 1, failed: 1, running: 1 } });
  const handled = { ...three, 'each[1]/write': node('failed', { ports: ['error'] }) };
  expect(iterationsOf(handled).listOf('each', ALL)).toMatchObject({ firstFailed: undefined, counts: { succeeded: 2 } });
});

test('between two iterations a node is still running, until its container has ended', () => {
  const nodes = { each: node('running'), 'each[0]/write': done(1) };
  const iterations = iterationsOf(nodes);
  expect(iterations.stateOf('write', ALL)?.status).toBe('running');
  const touched = iterations.update({ ...nodes, each: done(0) }, ['each']);
  expect([...touched]).toContain('write');
  expect(iterations.stateOf('write', ALL)).toMatchObject({ status: 'succeeded', finishedAt: second(2) });
});

test('sums follow what changes, and an earlier moment has less', () => {
  const iterations = iterationsOf(three);
  const later = { ...three, 'each[2]/write': done(3), 'each[3]/write': done(4) };
  iterations.update(later, ['each[2]/write', 'each[3]/write']);
  expect(iterations.nodeIterationsOf('write', ALL)?.counts).toMatchObject({ succeeded: 3, failed: 1, running: 0 });
  iterations.update(three, ['each[2]/write', 'each[3]/write']);
  expect(iterations.nodeIterationsOf('write', ALL)?.counts).toMatchObject({ succeeded: 1, failed: 1, running: 1 });
  expect(iterations.listOf('each', ALL)?.count).toBe(3);
});

test('of a container that was tried again the latest try counts', () => {
  const iterations = iterationsOf(three);
  iterations.update({ ...three, 'each[0.1]/write': done(9) }, ['each[0.1]/write']);
  expect(iterations.nodeIterationsOf('write', ALL)?.counts).toMatchObject({ succeeded: 1, failed: 0, running: 0 });
  expect(iterations.pathOf('write', ALL)).toBe('each[0.1]/write');
  expect(iterations.stateOf('write', new Map([['each', 1]]))).toBeUndefined();
});

test('nested iterations depend on the chosen iteration of the outer container', () => {
  const iterations = iterationsOf({
    each: done(0),
    'each[0]/inner': done(1),
    'each[0]/inner[0]/write': done(2),
    'each[0]/inner[1]/write': done(3),
    'each[1]/inner': node('failed'),
    'each[1]/inner[0]/write': node('failed'),
  });
  expect(iterations.containersOf('write')).toEqual(['each', 'inner']);
  expect(iterations.nodeIterationsOf('write', ALL)?.counts).toMatchObject({ succeeded: 2, failed: 1 });
  expect(iterations.nodeIterationsOf('write', new Map([['each', 0]]))?.counts).toMatchObject({ succeeded: 2, failed: 0 });
  expect(iterations.pathOf('write', ALL)).toBe('each[1]/inner[0]/write');
  expect(iterations.listOf('inner', ALL)).toBeUndefined();
  expect(iterations.listOf('inner', new Map([['each', 0]]))?.count).toBe(2);
  const inner = new Map([...[['each', 0] as const], ['inner', 1] as const]);
  expect(iterations.pathOf('write', inner)).toBe('each[0]/inner[1]/write');
  // While the iteration of `each` is open, that of `inner` cannot be known.
  expect(iterations.nodeIterationsOf('write', new Map([['inner', 1]]))?.counts).toMatchObject({ succeeded: 2, failed: 1 });
});

test('thousands of iterations are updated incrementally', () => {
  const iterations = new RunIterations();
  const nodes: RunState['nodes'] = { each: node('running') };
  const beganAt = threadCpuMs();
  for (let index = 0; index < 5000; index++) {
    const path = `each[${index}]/write`;
    nodes[path] = done(index % 50);
    iterations.update(nodes, [path]);
    iterations.stateOf('write', ALL);
  }
  expect(iterations.nodeIterationsOf('write', ALL)?.counts.succeeded).toBe(5000);
  // Looking at all of them at each would be 12 million looks.
  expect(threadCpuMs() - beganAt).toBeLessThan(1000);
});

test('a node of a called workflow is no node of the document, which may have the same ids', () => {
  const iterations = new RunIterations((nodeId) => nodeId === 'call');
  const nodes = { call: done(1), 'call[0]/end': done(1), 'each[0]/call[0]/write': done(2), 'each[0]/write': node('running') };
  iterations.update(nodes, Object.keys(nodes));
  expect(iterations.stateOf('end', ALL)).toBeUndefined();
  expect(iterations.stateOf('call', ALL)?.status).toBe('succeeded');
  expect(iterations.nodeIterationsOf('write', ALL)?.counts).toMatchObject({ running: 1, succeeded: 0 });
});
