import { expect, test } from 'vitest';
import { fuseSteps } from './fuse-steps.ts';
import { mergeRegions } from './merge-regions.ts';
import type { PlannedNode } from './plan-node.ts';

/** Nodes in order, those in capitals with effects, and edges as `'a -> B'`. */
function nodesOf(ids: string, edges: string): PlannedNode[] {
  const links = edges
    .split(',')
    .filter(Boolean)
    .map((text) => text.trim().split(' -> ') as [string, string]);
  return ids.split(' ').map(
    (id) =>
      ({
        id,
        effects: id === id.toUpperCase() ? 'write' : 'none',
        options: {},
        join: 'all',
        incoming: links.filter(([, target]) => target === id).map(([source, target]) => ({ source, target })),
        outgoing: links.filter(([source]) => source === id).map(([source, target]) => ({ source, target })),
      }) as unknown as PlannedNode,
  );
}

const fused = (ids: string, edges: string) =>
  fuseSteps(nodesOf(ids, edges)).map((step) => step.nodes.map((node) => node.id).join(' '));
const merged = (ids: string, edges: string) =>
  mergeRegions(fuseSteps(nodesOf(ids, edges))).map((step) => step.nodes.map((node) => node.id).join(' '));

test('a DAG without effects is one step', () => {
  expect(fused('a b c d', 'a -> b, a -> c, b -> d, c -> d')).toEqual(['a b c d']);
});

test('one node with effects is fused with the nodes before and after it', () => {
  expect(fused('a b C d', 'a -> b, b -> C, C -> d')).toEqual(['a b C d']);
});

test('two nodes with effects in a row are two steps', () => {
  expect(fused('A b C d', 'A -> b, b -> C, C -> d')).toEqual(['A b', 'C d']);
});

test('a node with effects stays apart when something else leaves the step before it', () => {
  expect(fused('a B C', 'a -> B, a -> C')).toEqual(['a', 'B', 'C']);
});

test('a join of two steps starts a step of its own', () => {
  expect(fused('a B C d', 'a -> B, a -> C, B -> d, C -> d')).toEqual(['a', 'B', 'C', 'd']);
});

test('a fan of single steps is left to LangGraph', () => {
  expect(merged('a B C d', 'a -> B, a -> C, B -> d, C -> d')).toEqual(['a', 'B', 'C', 'd']);
});

test.each([
  { width: 50, steps: 52 },
  { width: 51, steps: 3 },
])('a fork, a fan of $width and their join are $steps steps', ({ width, steps }) => {
  const fan = Array.from({ length: width }, (_, index) => `B${index}`);
  const edges = fan.flatMap((id) => [`A -> ${id}`, `${id} -> Z`]);
  expect(merged(['A', ...fan, 'Z'].join(' '), edges.join(','))).toHaveLength(steps);
});

test('branches of which one has two steps become a region, up to where they meet', () => {
  expect(merged('a B C D e', 'a -> B, a -> C, C -> D, B -> e, D -> e')).toEqual(['a', 'B C D', 'e']);
});

test('branches that never meet are a region to the end', () => {
  expect(merged('a B C D', 'a -> B, a -> C, C -> D')).toEqual(['a', 'B C D']);
});

test('an N-shape is a region', () => {
  expect(merged('a B C D E', 'a -> B, a -> C, B -> D, C -> D, C -> E')).toEqual(['a', 'B C D E']);
});

test('a fork inside a region is part of it, and what comes after the join is not', () => {
  expect(merged('a B C D E f G', 'a -> B, a -> C, C -> D, C -> E, B -> f, D -> f, E -> f, f -> G')).toEqual([
    'a',
    'B C D E',
    'f G',
  ]);
});

test('several roots fork like branches', () => {
  expect(merged('A B C d', 'B -> C, A -> d, C -> d')).toEqual(['A B C', 'd']);
});
