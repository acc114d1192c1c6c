import { expect, test } from 'vitest';
import { columnShares } from './column-shares.ts';
import type { Cell } from './markdown-blocks.ts';

const row = (...texts: string[]): Cell[] => texts.map((text) => ({ align: 'left', spans: [{ text }] }));

test('a column of sentences gets more of the width than one of numbers, a Chinese one twice as much for each character', () => {
  const [number = 0, chinese = 0, latin = 0] = columnShares([row('1', '上海和江苏浙江', 'Shanghai')], 3);
  expect(number).toBeLessThan(latin);
  expect(chinese).toBeGreaterThan(latin);
  expect(number + chinese + latin).toBeCloseTo(1);
});

test('a text of any length leaves the other columns readable, and missing cells have a column', () => {
  const shares = columnShares([row('x'.repeat(10_000), 'a'), row('b')], 3);
  expect(Math.min(...shares)).toBeGreaterThan(0.1);
  expect(columnShares([row()], 2)).toEqual([0.5, 0.5]);
});
