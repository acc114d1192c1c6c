import { expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { layoutPicture, PICTURE } from './layout-picture.ts';

type Places = Record<string, readonly [number, number]>;

function graph(places: Places, edges: readonly (readonly [string, string])[] = []): Pick<Workflow, 'nodes' | 'edges'> {
  return {
    nodes: Object.entries(places).map(([id, [x, y]]) => ({
      id,
      type: 'set',
      version: 1,
      label: '',
      config: {},
      position: { x, y },
    })),
    edges: edges.map(([source, target]) => ({
      id: `${source}-${target}`,
      source,
      target,
      sourceHandle: 'out',
      targetHandle: 'in',
    })),
  };
}

test('a chain is centred, one node under the other', () => {
  const { boxes } = layoutPicture(graph({ start: [0, 0], answer: [0, 120], end: [0, 240] }));
  expect(boxes.map(({ x }) => x)).toEqual([30, 30, 30]);
  expect(boxes.map(({ y }) => y)).toEqual([9.4, 18, 26.6]);
});

test('everything is within the picture, however far apart the nodes are', () => {
  const { boxes } = layoutPicture(graph({ a: [-90_000, 5], b: [90_000, -7000], c: [3, 7000] }));
  for (const { x, y } of boxes) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(PICTURE.width - PICTURE.boxWidth);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(PICTURE.height - PICTURE.boxHeight);
  }
});

test('an edge goes from the middle of one node to the middle of the other', () => {
  const { boxes, lines } = layoutPicture(graph({ a: [0, 0], b: [300, 300] }, [['a', 'b']]));
  const [a, b] = boxes;
  expect(lines).toEqual([[(a?.x ?? 0) + 6, (a?.y ?? 0) + 2, (b?.x ?? 0) + 6, (b?.y ?? 0) + 2]]);
});

test('an edge to a missing node is omitted, and an empty workflow has an empty picture', () => {
  expect(layoutPicture(graph({ a: [0, 0] }, [['a', 'gone']])).lines).toEqual([]);
  expect(layoutPicture(graph({}))).toEqual({ boxes: [], lines: [] });
});

test('a workflow of thousands of nodes is drawn with few', () => {
  const places = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`n${index}`, [index, index] as const]));
  expect(layoutPicture(graph(places)).boxes.length).toBeLessThanOrEqual(60);
});

test('a large workflow keeps its shape: no two nodes touch, and lines connect those that are drawn', () => {
  const ids = Array.from({ length: 300 }, (_, index) => `n${index}`);
  const places = Object.fromEntries(ids.map((id, index) => [id, [(index % 3) * 300, Math.floor(index / 3) * 110] as const]));
  const edges = ids.slice(3).map((id, index) => [`n${index}`, id] as const);
  const { boxes, lines } = layoutPicture(graph(places, edges));
  expect(new Set(boxes.map(({ x }) => x)).size).toBe(3);
  expect(boxes.length).toBeGreaterThanOrEqual(15);
  for (const one of boxes)
    for (const other of boxes)
      if (one !== other)
        expect(Math.abs(one.x - other.x) >= PICTURE.boxWidth || Math.abs(one.y - other.y) > PICTURE.boxHeight).toBe(true);
  expect(lines.length).toBe(boxes.length - 3);
});
