import { expect, test, vi } from 'vitest';
import { NearNodes } from '#components/editor/canvas/near-nodes.ts';

function subscribeTo(nodes: NearNodes, ...nodeIds: string[]) {
  const listener = vi.fn<(nodeId: string) => void>();
  for (const nodeId of nodeIds) nodes.subscribe(nodeId, () => listener(nodeId));
  return () => listener.mock.calls.splice(0).flat();
}

test('only a node that the pointer enters or leaves is notified', () => {
  const nodes = new NearNodes();
  const notified = subscribeTo(nodes, 'a', 'b', 'c');
  nodes.setNear(new Set(['a']));
  expect(notified()).toEqual(['a']);
  expect(nodes.has('a')).toBe(true);
  nodes.setNear(new Set(['b']));
  expect(notified()).toEqual(['a', 'b']);
  nodes.setNear(new Set(['b']));
  expect(notified()).toEqual([]);
});

test('while an edge is drawn every node has interactive ports', () => {
  const nodes = new NearNodes();
  const notified = subscribeTo(nodes, 'a', 'b');
  nodes.setAll(true);
  expect(notified()).toEqual(['a', 'b']);
  expect(nodes.has('b')).toBe(true);
  nodes.setAll(true);
  expect(notified()).toEqual([]);
  nodes.setAll(false);
  expect(nodes.has('b')).toBe(false);
});
