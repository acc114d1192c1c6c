import { expect, test } from 'vitest';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { planWorkflow } from './plan-workflow.ts';

const set: [string, Record<string, unknown>] = ['set', { values: {} }];
const first: [string, Record<string, unknown>] = ['join', { mode: 'first' }];

async function plan(nodes: Parameters<typeof workflowOf>[0], edges: readonly string[]) {
  const { steps } = await planWorkflow(workflowOf(nodes, edges), { nodes: nodeRegistry, executors: executorRegistry });
  const races = steps.flatMap((step) => step.nodes).map(({ id, races }) => [id, races] as const);
  return { steps: steps.map((step) => step.nodes.map(({ id }) => id).join(' ')), races: Object.fromEntries(races) };
}

test('a node that leads only to a join may lose to it, one that leads elsewhere too may not', async () => {
  const { races } = await plan({ a: set, b: set, c: set, other: set, join: first }, [
    'a -> b',
    'b -> join',
    'c -> join',
    'c -> other',
  ]);
  expect(races).toEqual({ a: ['join'], b: ['join'], c: [], other: [], join: [] });
});

test('of two races the nearer one comes first, and a join may lose to the one behind it', async () => {
  const { races } = await plan({ a: set, b: set, c: set, inner: first, outer: first, end: set }, [
    'a -> inner',
    'b -> inner',
    'inner -> outer',
    'c -> outer',
    'outer -> end',
  ]);
  expect(races).toMatchObject({ a: ['inner', 'outer'], inner: ['outer'], c: ['outer'], outer: [], end: [] });
});

test('a join that is switched off, or waits for all, is no race', async () => {
  for (const join of [
    ['join', { mode: 'first' }, { disabled: true }],
    ['join', { mode: 'all' }],
  ] as const)
    expect((await plan({ a: set, b: set, join: [...join] as never }, ['a -> join', 'b -> join'])).races.a).toEqual([]);
});

test('with a race everything after the first fork is one step, and what comes before it is not', async () => {
  const slow: [string, Record<string, unknown>] = ['http', { url: 'https://example.com' }];
  const edges = ['a -> b', 'b -> c', 'b -> d', 'c -> join', 'd -> join', 'join -> e', 'e -> f'];
  const nodes = { a: slow, b: slow, c: slow, d: slow, e: slow, f: slow };
  expect((await plan({ ...nodes, join: ['join', { mode: 'any' }] }, edges)).steps).toEqual(['a', 'b', 'c d join e f']);
  expect((await plan({ ...nodes, join: ['join', { mode: 'all' }] }, edges)).steps).toHaveLength(6);
});
