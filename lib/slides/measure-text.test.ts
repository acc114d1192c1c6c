import { expect, test } from 'vitest';
import { textWidth, wrapRuns } from './measure-text.ts';

const lines = (text: string, width: number) =>
  wrapRuns([{ text, size: 10 }], width).map((runs) => runs.map((run) => run.text).join(''));

test('Chinese characters are as wide as the font is high, Latin ones as in Arial', () => {
  expect(textWidth('中文', { size: 10 })).toBe(20);
  expect(textWidth('ii', { size: 10 })).toBeCloseTo(4.44);
  expect(textWidth('a', { size: 10, isBold: true })).toBeGreaterThan(textWidth('a', { size: 10 }));
});

test('lines end between words and between Chinese characters, and never begin with punctuation', () => {
  expect(lines('one two three', 45)).toEqual(['one two ', 'three']);
  expect(lines('工作日最多。', 50)).toEqual(['工作日最', '多。']);
  expect(lines('用React写', 40)).toEqual(['用React', '写']);
  expect(lines('a\n\nb', 100)).toEqual(['a', '', 'b']);
});

test('a word that is wider than its line is cut, and no character is lost', () => {
  const text = 'x'.repeat(50);
  expect(lines(text, 52).every((line) => textWidth(line, { size: 10 }) <= 52)).toBe(true);
  expect(lines(text, 52).join('')).toBe(text);
});
