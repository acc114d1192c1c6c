import { expect, test } from 'vitest';
import { orderNodes } from './order-nodes.ts';

function workflow(ids: string, edges: string) {
  return {
    nodes: ids.split(' ').map((id) => ({ id, type: 'set', version: 1, label: id, config: {}, position: { x: 0, y: 0 } })),
    edges: edges.split(' ').map((edge) => {
      const [source = '', target = ''] = edge.split('>');
      return { id: edge, source, sourceHandle: 'out', target, targetHandle: 'in' };
    }),
  };
}
const idsOf = (ids: string, edges: string) => orderNodes(workflow(ids, edges)).map((node) => node.id);

test('a node comes after everything that leads to it', () => {
  expect(idsOf('answer end start', 'start>answer answer>end')).toEqual(['start', 'answer', 'end']);
  expect(idsOf('a b c end start', 'start>c start>a c>b a>end b>end')).toEqual(['start', 'a', 'c', 'b', 'end']);
});

test('the nodes of a cycle are listed too', () => {
  expect(idsOf('a b start', 'start>a a>b b>a')).toEqual(['start', 'a', 'b']);
});
