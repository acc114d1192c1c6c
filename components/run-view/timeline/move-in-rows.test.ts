import { expect, test } from 'vitest';
import type { TimelineRow } from './list-rows.ts';
import { moveInRows } from './move-in-rows.ts';

const row = (key: string, depth: number, isOpen?: boolean): TimelineRow => ({
  key,
  nodeId: key,
  node: undefined,
  span: undefined,
  depth,
  isOpen,
});
const rows = [row('a', 0, true), row('b', 1), row('c', 1, false), row('d', 0)];
const press = (key: string, at: number) => moveInRows(key, { rows, at, pageRows: 2 });

test('up and down end at the first and the last row', () => {
  expect(press('ArrowDown', 0)).toEqual({ to: 1 });
  expect(press('ArrowDown', 3)).toEqual({ to: 3 });
  expect(press('ArrowUp', 0)).toEqual({ to: 0 });
  expect(press('PageDown', 0)).toEqual({ to: 2 });
  expect(press('End', 0)).toEqual({ to: 3 });
  expect(press('Home', 3)).toEqual({ to: 0 });
});

test('the left arrow folds an open row, and moves from a child to its parent', () => {
  expect(press('ArrowLeft', 0)).toEqual({ fold: rows[0] });
  expect(press('ArrowLeft', 2)).toEqual({ to: 0 });
  expect(press('ArrowLeft', 3)).toBeUndefined();
});

test('right opens a folded row, and leads into an open one', () => {
  expect(press('ArrowRight', 2)).toEqual({ fold: rows[2] });
  expect(press('ArrowRight', 0)).toEqual({ to: 1 });
  expect(press('ArrowRight', 1)).toBeUndefined();
});

test('other keys are left to the page', () => {
  expect(press('x', 0)).toBeUndefined();
});
