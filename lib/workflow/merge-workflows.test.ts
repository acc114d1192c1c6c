import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeWorkflows } from './merge-workflows.ts';
import { type Workflow, workflowSchema } from './workflow.ts';

const node = (id: string, config: object = {}, x = 0) => ({
  id,
  type: 'set',
  version: 1,
  label: '',
  config,
  position: { x, y: 0 },
});
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: 'out',
  target,
  targetHandle: 'in',
});
const workflow = (parts: object = {}): Workflow =>
  workflowSchema.parse({
    format: 'threadloom/workflow@1',
    name: 'Letter',
    description: '',
    settings: {},
    nodes: [node('a'), node('b'), node('c')],
    edges: [edge('a', 'b')],
    ...parts,
  });
const base = workflow();
const nodes = (...made: object[]) => workflow({ nodes: made });

test('edits of two nodes, a new node, an edge, the name and a setting are all kept', () => {
  const mine = workflow({
    name: 'Mine',
    nodes: [node('a', { v: 1 }), node('b'), node('c'), node('d')],
    edges: [edge('a', 'b'), edge('b', 'd')],
  });
  const theirs = workflow({
    nodes: [node('a'), node('b', { v: 2 }), node('c', {}, 70)],
    edges: [edge('a', 'b'), edge('b', 'c')],
    settings: { defaultModel: 'fast' },
  });
  const merged = mergeWorkflows(base, mine, theirs);
  expect(merged).toMatchObject({ name: 'Mine', settings: { defaultModel: 'fast' } });
  expect(merged?.nodes).toEqual([node('a', { v: 1 }), node('b', { v: 2 }), node('c', {}, 70), node('d')]);
  expect(merged?.edges.map(({ id }) => id).toSorted()).toEqual(['a-b', 'b-c', 'b-d']);
});

test('two fields of one node are kept as well, and a node that both moved is where I put it', () => {
  const mine = nodes({ ...node('a', {}, 5), label: 'Mine' }, node('b'), node('c'));
  const theirs = nodes(node('a', { v: 1 }, 9), node('b'), node('c'));
  expect(mergeWorkflows(base, mine, theirs)?.nodes[0]).toEqual({ ...node('a', { v: 1 }, 5), label: 'Mine' });
});

test('what one side removed is removed', () => {
  const merged = mergeWorkflows(base, nodes(node('a'), node('b')), nodes(node('a', { v: 1 }), node('b'), node('c')));
  expect(merged?.nodes).toEqual([node('a', { v: 1 }), node('b')]);
});

test.each([
  ['the same field', nodes(node('a', { v: 1 }), node('b'), node('c')), nodes(node('a', { v: 2 }), node('b'), node('c'))],
  ['the name', workflow({ name: 'Mine' }), workflow({ name: 'Theirs' })],
  ['a node that the other removed', nodes(node('a'), node('b'), node('c', { v: 1 })), nodes(node('a'), node('b'))],
  [
    'an edge to a node that the other removed',
    workflow({ edges: [edge('a', 'b'), edge('b', 'c')] }),
    nodes(node('a'), node('b')),
  ],
  ['a new node of the same id', nodes(...base.nodes, node('d', { v: 1 })), nodes(...base.nodes, node('d', { v: 2 }))],
])('%s is a conflict, from both sides', (_, mine, theirs) => {
  expect(mergeWorkflows(base, mine, theirs)).toBeUndefined();
  expect(mergeWorkflows(base, theirs, mine)).toBeUndefined();
});

test('a side without changes gives the other side, whatever it is', () => {
  const configs = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), v: fc.jsonValue(), x: fc.integer() }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(configs, (made) => {
      const unique = [...new Map(made.map((one) => [one.id, one])).values()];
      const other = workflow({ nodes: unique.map(({ id, v, x }) => node(id, { v }, x)), edges: [] });
      for (const merged of [mergeWorkflows(base, other, base), mergeWorkflows(base, base, other)]) {
        expect(merged?.nodes.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
          other.nodes.toSorted((a, b) => a.id.localeCompare(b.id)),
        );
      }
      expect(mergeWorkflows(base, other, other)).toEqual(other);
    }),
  );
});
