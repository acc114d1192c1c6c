import { expect, test } from 'vitest';
import { document, node } from '#tests/support/test-nodes.ts';
import { buildGraph } from './graph.ts';
import { workflowSchema } from './workflow.ts';

const graphOf = (nodes: readonly unknown[], edges: readonly string[]) => buildGraph(workflowSchema.parse(document(nodes, edges)));
const echoes = (...ids: string[]) => ids.map((id) => node(id, 'echo'));

test('the order puts every node behind what it waits for', () => {
  const { order } = graphOf(echoes('d', 'c', 'b', 'a'), ['a -> b', 'a -> c', 'b -> d', 'c -> d']);
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});

test('before means on every way, at any distance', () => {
  const graph = graphOf(
    echoes(...Array.from({ length: 70 }, (_, index) => `n${index}`)),
    Array.from({ length: 69 }, (_, index) => `n${index} -> n${index + 1}`),
  );
  expect(graph.isBefore('n0', 'n69')).toBe(true);
  expect(graph.isBefore('n33', 'n32')).toBe(false);
  expect(graph.isBefore('n3', 'n3')).toBe(false);
  expect(graph.isBefore('nobody', 'n3')).toBe(false);
});

test('each cycle is found once, and nodes behind it are in none', () => {
  const { cycles, order } = graphOf(echoes('a', 'b', 'c', 'd', 'e', 'f'), [
    'a -> b',
    'b -> c',
    'c -> b',
    'c -> d',
    'e -> e',
    'd -> f',
  ]);
  expect(cycles).toEqual([['b', 'c'], ['e']]);
  expect(order).toEqual(['a']);
});

test('two circles that touch are one', () => {
  expect(graphOf(echoes('a', 'b', 'c'), ['a -> b', 'b -> a', 'b -> c', 'c -> b']).cycles).toEqual([['a', 'b', 'c']]);
});

test('a node before a container is before its body, too', () => {
  const inside = node('step', 'echo', { parentId: 'again' });
  const graph = graphOf([inside, ...echoes('a', 'again', 'z')], ['a -> again', 'again -> z', 'a -> step']);
  expect(graph.isBefore('a', 'step')).toBe(true);
  expect(graph.isBefore('step', 'z')).toBe(false);
  expect(graph.containersOf('step')).toEqual(['again']);
  expect(graph.incoming('step')).toEqual([]);
  expect(graph.order.indexOf('step')).toBeGreaterThan(graph.order.indexOf('again'));
});

test('containers inside each other without end are no reason to hang', () => {
  const graph = graphOf([node('a', 'loop', { parentId: 'b' }), node('b', 'loop', { parentId: 'a' })], []);
  expect(graph.containersOf('a')).toEqual(['b', 'a']);
});
