import { expect, test } from 'vitest';
import { countChanges } from './count-changes.ts';
import { diffWorkflows } from './diff-workflows.ts';
import { WORKFLOW_FORMAT, type Workflow } from './workflow.ts';

const node = (id: string, label = '') => ({ id, type: 'template', version: 1, label, config: {}, position: { x: 0, y: 0 } });
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: 'out',
  target,
  targetHandle: 'in',
});
const of = (nodes: Workflow['nodes'], edges: Workflow['edges'], name = 'W'): Workflow => ({
  format: WORKFLOW_FORMAT,
  name,
  description: '',
  settings: {},
  nodes,
  edges,
});
const before = of([node('a'), node('b'), node('c')], [edge('a', 'b'), edge('b', 'c')]);

test('an inserted node is one change, with its edges; a new edge between two nodes is another', () => {
  const inserted = of([...before.nodes, node('d')], [edge('a', 'd'), edge('d', 'b'), edge('b', 'c')]);
  // The edge that it replaces was between two nodes that are kept.
  expect(countChanges(diffWorkflows(before, inserted))).toBe(2);
  expect(countChanges(diffWorkflows(before, { ...before, edges: [...before.edges, edge('a', 'c')] }))).toBe(1);
});

test('changed nodes and settings count, positions do not', () => {
  const moved = before.nodes.map((one) => ({ ...one, position: { x: 8, y: 8 } }));
  expect(countChanges(diffWorkflows(before, { ...before, nodes: moved }))).toBe(0);
  expect(countChanges(diffWorkflows(before, of([node('a', 'New'), node('b')], [edge('a', 'b')], 'Other')))).toBe(3);
});
