import { expect, test } from 'vitest';
import { indexAfterDrop, moveItem, slotAt } from './drop-slot.ts';

const rows = [
  { top: 0, bottom: 20 },
  { top: 20, bottom: 60 },
  { top: 60, bottom: 80 },
];

test('an item is inserted before the first row whose middle is below the pointer', () => {
  expect([-5, 9, 11, 39, 41, 69, 71, 500].map((y) => slotAt(y, rows))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
});

test('an empty list has one insertion point', () => {
  expect(slotAt(10, [])).toBe(0);
});

test('dropping an item next to itself does not move it', () => {
  expect([indexAfterDrop(1, 1), indexAfterDrop(1, 2)]).toEqual([1, 1]);
});

test('an item moves up and down, and nothing is lost', () => {
  const items = ['a', 'b', 'c'];
  expect(moveItem(items, 0, indexAfterDrop(0, 3))).toEqual(['b', 'c', 'a']);
  expect(moveItem(items, 2, indexAfterDrop(2, 0))).toEqual(['c', 'a', 'b']);
});
