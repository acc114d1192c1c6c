import { expect, test } from 'vitest';
import { type Alignment, alignBoxes, distributeBoxes, frameOf } from './align-boxes.ts';

const boxes = [
  { id: 'a', x: 0, y: 0, width: 100, height: 40 },
  { id: 'b', x: 200, y: 30, width: 200, height: 80 },
  { id: 'c', x: 110, y: 300, width: 60, height: 20 },
];

test.each<[Alignment, number[]]>([
  ['left', [0, 0, 0]],
  ['centre', [150, 100, 170]],
  ['right', [300, 200, 340]],
])('aligned %s, boxes keep their height on the canvas', (alignment, xs) => {
  const places = [...alignBoxes(boxes, alignment).values()];
  expect(places.map(({ x }) => x)).toEqual(xs);
  expect(places.map(({ y }) => y)).toEqual([0, 30, 300]);
});

test.each<[Alignment, number[]]>([
  ['top', [0, 0, 0]],
  ['middle', [140, 120, 150]],
  ['bottom', [280, 240, 300]],
])('aligned %s, boxes keep where they are from side to side', (alignment, ys) => {
  const places = [...alignBoxes(boxes, alignment).values()];
  expect(places.map(({ y }) => y)).toEqual(ys);
  expect(places.map(({ x }) => x)).toEqual([0, 200, 110]);
});

test('distributed, the outermost stay and the gaps are equal', () => {
  const across = distributeBoxes(boxes, 'across');
  expect([across.get('a')?.x, across.get('c')?.x, across.get('b')?.x]).toEqual([0, 120, 200]);
  const down = distributeBoxes(boxes, 'down');
  expect([down.get('a')?.y, down.get('b')?.y, down.get('c')?.y]).toEqual([0, 130, 300]);
});

test('two have no gap to share, and nothing has no frame', () => {
  expect(distributeBoxes(boxes.slice(0, 2), 'across').get('b')).toEqual({ x: 200, y: 30 });
  expect(frameOf([])).toEqual({ x: 0, y: 0, width: 0, height: 0 });
});
