import fc from 'fast-check';
import { expect, test } from 'vitest';
import { briefJson } from './brief-json.ts';
import { isSameJson } from './is-same-json.ts';

test('a value that is short enough is written as JSON writes it', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => briefJson(value, 1_000_000) === JSON.stringify(value)));
});

test('a longer one is cut, and not read to its end', () => {
  let read = 0;
  const item = {
    get a() {
      return ++read;
    },
  };
  expect(briefJson(Array(1_000_000).fill(item), 20)).toBe('[{"a":1},{"a":2},{"a…');
  expect(read).toBeLessThan(10);
  expect(briefJson('x'.repeat(5_000_000), 3)).toBe('"xx…');
  expect(briefJson(undefined, 20)).toBe('undefined');
});

test('equal values are the same in any order of keys, and others are not', () => {
  expect(isSameJson({ a: 1, b: [{ c: null, d: 'x' }] }, { b: [{ d: 'x', c: null }], a: 1 })).toBe(true);
  expect(isSameJson({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(isSameJson({ a: 1 }, { constructor: 1 })).toBe(false);
  expect(isSameJson([], {})).toBe(false);
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const sorted = (_: string, part: unknown) =>
        typeof part === 'object' && part !== null && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
          : part;
      const isSame = JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
      return isSameJson(one, other) === isSame && isSameJson(one, structuredClone(one));
    }),
  );
});
