import { expect, test } from 'vitest';
import { workflowOf } from '#tests/support/test-engine.ts';
import { spreadStackedNodes } from './spread-stacked-nodes.ts';

const end = ['end', { outputs: {} }] as const;
const stacked = () => {
  const workflow = workflowOf(
    { start: ['start', { inputs: [] }], left: ['set', { values: {} }], right: ['set', { values: {} }], end: [...end] },
    ['start -> left', 'start -> right', 'left -> end', 'right -> end'],
  );
  return { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, position: { x: 0, y: 0 } })) };
};

test('nodes that all have one position are drawn in rows by their distance from the start', () => {
  const places = spreadStackedNodes(stacked()).map(({ id, position }) => [id, position.x, position.y]);
  expect(places).toEqual([
    ['start', 0, 0],
    ['left', -130, 110],
    ['right', 130, 110],
    ['end', 0, 220],
  ]);
});

test('a workflow that someone arranged stays as it is', () => {
  const { nodes, edges } = stacked();
  const arranged = nodes.map((node, index) => ({ ...node, position: { x: index, y: 0 } }));
  expect(spreadStackedNodes({ nodes: arranged, edges })).toEqual(arranged);
});

test('the body of a container is spread inside of its frame, and what follows the container is below it', () => {
  const workflow = workflowOf(
    {
      start: ['start', { inputs: [] }],
      each: ['map', { over: '{{start.rows}}' }],
      ask: ['set', {}],
      tell: ['set', {}],
      end: [...end],
    },
    ['start -> each', 'ask -> tell', 'each -> end'],
  );
  const nodes = workflow.nodes.map((node) => ({
    ...node,
    position: { x: 0, y: 0 },
    ...(['ask', 'tell'].includes(node.id) && { parentId: 'each' }),
  }));
  const tops = new Map(spreadStackedNodes({ ...workflow, nodes }).map(({ id, position }) => [id, position.y]));
  expect(Object.fromEntries(tops)).toEqual({ start: 0, each: 110, ask: 168, tell: 278, end: 412 });
});

test('nodes that are inside of each other are drawn too', () => {
  const { nodes, edges } = stacked();
  const inside: Readonly<Record<string, string>> = { left: 'right', right: 'left' };
  const places = spreadStackedNodes({
    nodes: nodes.map((node) => (inside[node.id] ? { ...node, parentId: inside[node.id] } : node)),
    edges,
  });
  expect(new Set(places.map(({ position }) => `${position.x} ${position.y}`)).size).toBe(4);
});
