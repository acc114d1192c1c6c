import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFormFields } from './parse-form-fields.ts';

const signs = ['&', '=', '+', '%41', '%c3%A4', '%00', '%EF%BB%BF', '?', '__proto__', '7'];
/** Node reads a text with both by its bytes in Latin-1, which no standard says. */
const escaped = fc.oneof(fc.constantFrom(...signs, '%', '%2', '%ff', '%g1', '%f0%9f'), fc.string());
const unescaped = fc.oneof(fc.constantFrom(...signs, 'ä', '\uFEFF'), fc.string({ unit: 'grapheme' }));

test.each([
  ['broken escapes', escaped],
  ['other alphabets', unescaped.map((text) => text.replaceAll(/%(?![\da-f]{2})/gi, ''))],
])('a text with %s has the fields that URLSearchParams reads', (_, piece) => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      expect(parseFormFields(text)).toEqual([...new URLSearchParams(text)]);
    }),
    { numRuns: 300 },
  );
});

test('half of a character is replaced, as URLSearchParams does', () => {
  expect(parseFormFields('a=\ud800&b')).toEqual([...new URLSearchParams('a=\ud800&b')]);
});

test('fields are counted before one is read, and an empty one does not count', () => {
  expect(parseFormFields('a&&b=1&', { maxFields: 2 })).toEqual([
    ['a', ''],
    ['b', '1'],
  ]);
  expect(parseFormFields('a&b=1&c', { maxFields: 2 })).toBeUndefined();
});

test.each([
  ['names without a value', (count: number) => Array.from({ length: count }, (_, index) => index.toString(36)).join('&')],
  ['separators', (count: number) => '&'.repeat(4 * count)],
  ['escapes', (count: number) => '%f0'.repeat(count)],
  ['broken escapes', (count: number) => '%'.repeat(4 * count)],
  ['equal signs', (count: number) => '='.repeat(4 * count)],
])('ten times as many %s take about ten times as long', (_, make) => {
  const timeOf = (count: number) => {
    const text = make(count);
    // The fastest of several is that without a collection or another process in between.
    return Math.min(
      ...Array.from({ length: 5 }, () => {
        const from = performance.now();
        parseFormFields(text, { maxFields: Number.POSITIVE_INFINITY });
        return performance.now() - from;
      }),
    );
  };
  timeOf(20_000);
  // A quadratic parser takes a hundred times as long, and seconds.
  expect(timeOf(200_000)).toBeLessThan(Math.max(40 * timeOf(20_000), 400));
});
