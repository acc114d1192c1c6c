import { expect, test } from 'vitest';
import { clearMove } from './clear-move.ts';
import { fitBoxes, inWindow, isCovered } from './fit-boxes.ts';

/** The canvas of a window of 1440 x 900 next to both panels and above the dock, with its bars. */
const canvas = { width: 856, height: 540 };
const bars = [
  { x: 8, y: 8, width: 156, height: 26 },
  { x: 8, y: 506, width: 166, height: 26 },
];
/** Ten layers as auto layout spaces them, and two nodes at each side. */
const column = Array.from({ length: 10 }, (_, index) => ({ x: 0, y: index * 49, width: 212, height: 29 }));
const sides = [-260, 260].map((x) => ({ x, y: 49, width: 212, height: 68 }));

test('twelve nodes are shown at 100 % with no bar over one', () => {
  const boxes = [...column, ...sides];
  const view = fitBoxes(boxes, { canvas, bars });
  expect(view.zoom).toBe(1);
  expect(isCovered(boxes, view, bars)).toBe(false);
});

test('a workflow that reaches into the corners is moved, or made a little smaller', () => {
  const boxes = [...column, { x: -300, y: 0, width: 212, height: 48 }, { x: 300, y: 441, width: 212, height: 48 }];
  const view = fitBoxes(boxes, { canvas, bars });
  expect(view.zoom).toBeGreaterThan(0.8);
  expect(isCovered(boxes, view, bars)).toBe(false);
});

test('of a workflow too large to be read the upper part is shown', () => {
  const boxes = Array.from({ length: 40 }, (_, index) => ({ x: 0, y: index * 80, width: 212, height: 48 }));
  const view = fitBoxes(boxes, { canvas, bars, leastZoom: 0.75 });
  expect(view.zoom).toBe(0.75);
  expect(inWindow(boxes[0] ?? (canvas as never), view).y).toBe(6);
});

test('of a workflow that is only too wide the middle of the canvas has nodes', () => {
  const boxes = Array.from({ length: 40 }, (_, index) => ({ x: index * 264, y: 0, width: 212, height: 48 }));
  const view = fitBoxes(boxes, { canvas, bars, leastZoom: 0.1 });
  expect(inWindow(boxes[20] ?? (canvas as never), view).y).toBeCloseTo(canvas.height / 2, -1);
});

test('a node that is shown comes out from under the small map', () => {
  const map = { x: 700, y: 412, width: 148, height: 104 };
  const node = { x: 640, y: 450, width: 212, height: 48 };
  const { x, y } = clearMove(node, canvas, [...bars, map]);
  expect(isCovered([node], { x, y, zoom: 1 }, [map])).toBe(false);
  expect(clearMove({ ...node, x: 300, y: 200 }, canvas, [...bars, map])).toEqual({ x: 0, y: 0 });
});
