import { expect, test, vi } from 'vitest';
import { NearNodes } from '#components/editor/canvas/near-nodes.ts';

function watched(nodes: NearNodes, ...nodeIds: string[]) {
  const heard = vi.fn<(nodeId: string) => void>();
  for (const nodeId of nodeIds) nodes.subscribe(nodeId, () => heard(nodeId));
  return () => heard.mock.calls.splice(0).flat();
}

test('a node hears that the pointer comes to it and leaves it, and no other does', () => {
  const nodes = new NearNodes();
  const heard = watched(nodes, 'a', 'b', 'c');
  nodes.setNear(new Set(['a']));
  expect(heard()).toEqual(['a']);
  expect(nodes.has('a')).toBe(true);
  nodes.setNear(new Set(['b']));
  expect(heard()).toEqual(['a', 'b']);
  nodes.setNear(new Set(['b']));
  expect(heard()).toEqual([]);
});

test('while an edge is drawn every node can be its end', () => {
  const nodes = new NearNodes();
  const heard = watched(nodes, 'a', 'b');
  nodes.setAll(true);
  expect(heard()).toEqual(['a', 'b']);
  expect(nodes.has('b')).toBe(true);
  nodes.setAll(true);
  expect(heard()).toEqual([]);
  nodes.setAll(false);
  expect(nodes.has('b')).toBe(false);
});
