import Elk from 'elkjs/lib/elk.bundled.js';
import { expect, test } from 'vitest';
import { framesOf } from '#components/editor/document/container-frames.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { frameSizesOf, positionsOf, toLayoutGraph } from './layout-graph.ts';

const node = (id: string, type: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id,
  type,
  version: 1,
  label: '',
  config: {},
  position: { x: 0, y: 0 },
  ...more,
});
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: 'out',
  target,
  targetHandle: 'in',
});
const workflow: Workflow = {
  format: 'threadloom/workflow@1',
  name: 'Nested',
  description: '',
  settings: {},
  nodes: [
    node('start', 'start'),
    node('each', 'map'),
    node('write', 'template', { parentId: 'each' }),
    node('sign', 'template', { parentId: 'each' }),
    node('inner', 'loop', { parentId: 'each' }),
    node('hop', 'template', { parentId: 'inner' }),
    node('empty', 'map'),
    node('end', 'end'),
  ],
  edges: [edge('start', 'each'), edge('start', 'empty'), edge('write', 'sign'), edge('sign', 'inner'), edge('each', 'end')],
};

/** The frames after the layout, and whether one of these covers the other. */
async function laidOut() {
  const graph = await new Elk().layout(toLayoutGraph(workflow));
  const places = positionsOf(graph, workflow);
  const sizes = frameSizesOf(graph);
  const nodes = workflow.nodes.map((one) => {
    const size = sizes.get(one.id);
    return { ...one, position: places.get(one.id) ?? one.position, ...(size && { size }) };
  });
  return { nodes, frames: framesOf(nodes), placeOf: (id: string) => nodes.find((one) => one.id === id)?.position };
}

test('bodies are laid out in their frames, which are placed side by side', async () => {
  const { frames, placeOf } = await laidOut();
  const [each, inner, empty] = ['each', 'inner', 'empty'].map((id) => frames.get(id));
  if (!each || !inner || !empty) throw new Error('Each of them has a frame');
  expect(placeOf('start')).toEqual({ x: 0, y: 0 });
  expect(placeOf('sign')?.y).toBeGreaterThan(placeOf('write')?.y ?? 0);
  expect(inner.y + inner.height).toBeLessThan(each.y + each.height);
  expect(inner.x).toBeGreaterThan(each.x);
  expect(placeOf('end')?.y).toBeGreaterThan(each.y + each.height);
  const isApart = each.x + each.width <= empty.x || empty.x + empty.width <= each.x;
  expect(isApart).toBe(true);
});

test('a frame is laid out no larger or smaller than it is drawn', async () => {
  const { nodes, frames } = await laidOut();
  for (const id of ['each', 'inner']) {
    const size = nodes.find((one) => one.id === id)?.size;
    const frame = frames.get(id);
    expect(Math.abs((frame?.width ?? 0) - (size?.width ?? 0)), id).toBeLessThan(1);
    expect(Math.abs((frame?.height ?? 0) - (size?.height ?? 0)), id).toBeLessThan(1);
  }
});

test('a collapsed group is laid out as its box, and its nodes keep their places to each other', async () => {
  const groups = [{ id: 'g', title: '', collapsed: true, nodeIds: ['each'] }];
  const collapsed = { ...workflow, canvas: { groups } };
  const graph = await new Elk().layout(toLayoutGraph(collapsed));
  expect(graph.children?.find(({ id }) => id === 'each')).toMatchObject({ width: 212, height: 48 });
  expect(graph.children?.some(({ id }) => id === 'write')).toBe(false);
  const places = positionsOf(graph, collapsed);
  const movedBy = (id: string) => {
    const before = workflow.nodes.find((one) => one.id === id)?.position ?? { x: 0, y: 0 };
    const after = places.get(id) ?? before;
    return { x: after.x - before.x, y: after.y - before.y };
  };
  expect(movedBy('write')).toEqual(movedBy('each'));
  expect(movedBy('sign')).toEqual(movedBy('each'));
  const top = graph.children?.find(({ id }) => id === 'each')?.y ?? 0;
  expect(graph.children?.find(({ id }) => id === 'end')?.y).toBeGreaterThan(top + 48);
});
