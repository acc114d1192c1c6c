import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooDeep, jsonTextExcess, MAX_JSON_DEPTH, MAX_JSON_VALUES } from './json-depth.ts';

const nested = (levels: number, inside = '1') => '['.repeat(levels) + inside + ']'.repeat(levels);

test('text that is too deep is refused before it is parsed, and so is its value', () => {
  expect(jsonTextExcess(nested(MAX_JSON_DEPTH))).toBeUndefined();
  expect(isTooDeep(JSON.parse(nested(MAX_JSON_DEPTH)))).toBe(false);
  expect(jsonTextExcess(nested(MAX_JSON_DEPTH + 2))).toBe('too-deep');
  expect(isTooDeep(JSON.parse(nested(MAX_JSON_DEPTH + 1)))).toBe(true);
  expect(jsonTextExcess('['.repeat(2_000_000))).toBe('too-deep');
});

test('values are counted, and what stands in texts is none', () => {
  const list = (count: number) => `[${Array(count).fill('1').join(',')}]`;
  expect(jsonTextExcess(list(MAX_JSON_VALUES - 2))).toBeUndefined();
  expect(jsonTextExcess(list(MAX_JSON_VALUES + 1))).toBe('too-many');
  expect(jsonTextExcess(JSON.stringify(',[{"'.repeat(MAX_JSON_VALUES)))).toBeUndefined();
  expect(jsonTextExcess(JSON.stringify('\\'.repeat(1001)))).toBeUndefined();
});

test('no value of modest size is refused', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => jsonTextExcess(JSON.stringify(value)) === undefined));
});

test('hostile texts of five million characters take linear time', () => {
  const start = performance.now();
  for (const part of ['"', '\\', '\\"', '[', ',', '{"', '"\\\\']) jsonTextExcess(part.repeat(5_000_000 / part.length));
  expect(performance.now() - start).toBeLessThan(5000);
});
