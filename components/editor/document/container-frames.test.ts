import { expect, test } from 'vitest';
import { scopeUnder } from '#components/editor/elements/scope-under.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';
import { frameAt, framesOf } from './container-frames.ts';

const node = (id: string, x: number, y: number, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id,
  type: 'template',
  version: 1,
  label: '',
  config: { template: id },
  position: { x, y },
  ...more,
});
const container = (id: string, x: number, y: number, more: Partial<WorkflowNode> = {}) =>
  node(id, x, y, { type: 'map', config: { items: '[]' }, ...more });
const size = { width: 400, height: 200 };
const nodes = [container('each', 0, 0, { size }), node('in', 0, 60, { parentId: 'each' }), node('out', 600, 60)];

test('a frame is as large as it was drawn, and grows with what lies in it', () => {
  expect(framesOf(nodes).get('each')).toEqual({ x: -200, y: 0, ...size });
  const low = nodes.map((one) => (one.id === 'in' ? { ...one, position: { x: 0, y: 180 } } : one));
  // A face is 48 high, and 24 are left under it.
  expect(framesOf(low).get('each')).toEqual({ x: -200, y: 0, width: 400, height: 252 });
});

test('without a size the frame stands around the body; of an empty container it has one of its own', () => {
  const made = [container('each', 900, 900), node('in', 0, 60, { parentId: 'each' })];
  expect(framesOf(made).get('each')).toEqual({ x: -160, y: 2, width: 320, height: 130 });
  expect(framesOf([container('each', 0, 0)]).get('each')).toEqual({ x: -160, y: 0, width: 320, height: 144 });
});

test('an outer frame holds the inner one, and a container that lies in itself is drawn all the same', () => {
  const nested = [
    container('outer', 0, 0, { size: { width: 320, height: 100 } }),
    container('inner', 0, 60, { size, parentId: 'outer' }),
  ];
  expect(framesOf(nested).get('outer')).toEqual({ x: -224, y: 0, width: 448, height: 284 });
  expect(framesOf([container('me', 0, 0, { parentId: 'me' })]).size).toBe(1);
});

test('the innermost frame at a place is found', () => {
  expect(frameAt(nodes, { x: 10, y: 100 })).toBe('each');
  expect(frameAt(nodes, { x: 10, y: 300 })).toBeUndefined();
  expect(frameAt(nodes, { x: 10, y: 100 }, new Set(['each']))).toBeUndefined();
});

const workflow = { nodes } as unknown as Parameters<typeof scopeUnder>[0];

test('a node that is let go over a frame goes into it, and stays there near its border', () => {
  expect(scopeUnder(workflow, new Set(['out']), { x: 0, y: 100 })).toMatchObject({ containerId: 'each', left: undefined });
  expect(scopeUnder(workflow, new Set(['in']), { x: 0, y: 100 })).toBeUndefined();
  expect(scopeUnder(workflow, new Set(['in']), { x: 0, y: 230 })).toBeUndefined();
  expect(scopeUnder(workflow, new Set(['in']), { x: 0, y: 260 })).toMatchObject({ containerId: undefined, left: 'each' });
});

test('what lies in a dragged container stays there, and a container goes into no frame of its own', () => {
  expect(scopeUnder(workflow, new Set(['each', 'in']), { x: 0, y: 100 })).toBeUndefined();
});
