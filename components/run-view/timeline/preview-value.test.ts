import { expect, test } from 'vitest';
import { endOfText, previewValue, startOfText } from './preview-value.ts';

test.each([
  [{ id: '81-4471', amountCents: 24900 }, '{ id: "81-4471", amountCents: 24900 }'],
  [{ lines: [{ sku: 'a' }], none: null }, '{ lines: [{1}], none: null }'],
  [[1, 2], '[1, 2]'],
  [[1, 2, 3, 4, 5, 6, 7], '[7]'],
  [{}, '{}'],
  ['text', '"text"'],
  [undefined, 'undefined'],
])('%j is one short line', (value, line) => {
  expect(previewValue(value)).toBe(line);
});

test('a preview of a large value is as fast as one of a small value', () => {
  const large = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, 'x'.repeat(10_000)]));
  expect(previewValue(large).length).toBeLessThan(130);
});

test('a text shows its start, and a growing one its end', () => {
  expect(startOfText('Dear\n  Ada')).toBe('Dear Ada');
  expect(startOfText('word '.repeat(100))).toHaveLength(121);
  expect(endOfText('so the full amount applies')).toBe('so the full amount applies');
  expect(endOfText(`${'x'.repeat(500)} applies`)).toMatch(/^… x+ applies$/);
});
