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

test('a frame has its own size, and grows with its content', () => {
  expect(framesOf(nodes).get('each')).toEqual({ x: -200, y: 0, ...size });
  const low = nodes.map((one) => (one.id === 'in' ? { ...one, position: { x: 0, y: 180 } } : one));
  // A face is 48 high, and 24 are left under it.
  expect(framesOf(low).get('each')).toEqual({ x: -200, y: 0, width: 400, height: 252 });
});

test('a frame without a size encloses its body, and an empty one has a default size', () => {
  const made = [container('each', 900, 900), node('in', 0, 60, { parentId: 'each' })];
  expect(framesOf(made).get('each')).toEqual({ x: -160, y: 2, width: 320, height: 130 });
  expect(framesOf([container('each', 0, 0)]).get('each')).toEqual({ x: -160, y: 0, width: 320, height: 144 });
});

test('an outer frame encloses the inner one, and a container that is its own parent is drawn', () => {
  const nested = [
    container('outer', 0, 0, { size: { width: 320, height: 100 } }),
    container('inner', 0, 60, { size, parentId: 'outer' }),
  ];
  expect(framesOf(nested).get('outer')).toEqual({ x: -224, y: 0, width: 448, height: 284 });
  expect(framesOf([container('me', 0, 0, { parentId: 'me' })]).size).toBe(1);
});

test('the innermost frame at a position is found', () => {
  expect(frameAt(nodes, { x: 10, y: 100 })).toBe('each');
  expect(frameAt(nodes, { x: 10, y: 300 })).toBeUndefined();
  expect(frameAt(nodes, { x: 10, y: 100 }, new Set(['each']))).toBeUndefined();
});

const workflow = { nodes } as unknown as Parameters<typeof scopeUnder>[0];

test('a node that is dropped on a frame goes into it, and stays in it near its border', () => {
  expect(scopeUnder(workflow, new Set(['out']), { x: 0, y: 100 })).toMatchObject({ containerId: 'each', left: undefined });
  expect(scopeUnder(workflow, new Set(['in']), { x: 0, y: 100 })).toBeUndefined();
  expect(scopeUnder(workflow, new Set(['in']), { x: 0, y: 230 })).toBeUndefined();
  expect(scopeUnder(workflow, new Set(['in']), { x: 0, y: 260 })).toMatchObject({ containerId: undefined, left: 'each' });
});

test('the body of a dragged container stays in it, and a container cannot go into its own frame', () => {
  expect(scopeUnder(workflow, new Set(['each', 'in']), { x: 0, y: 100 })).toBeUndefined();
});
