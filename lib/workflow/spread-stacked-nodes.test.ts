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
