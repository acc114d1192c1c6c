import fc from 'fast-check';
import { expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { isTooDeep, jsonExcess, MAX_JSON_DEPTH, MAX_JSON_VALUES, readJsonText } from './json-limits.ts';

const nested = (levels: number, inside = '1') => '['.repeat(levels) + inside + ']'.repeat(levels);
const excessOf = (text: string) => readJsonText(text).excess;

test('text that is too deep is refused before it is parsed, and so is its value', () => {
  const tooDeep = 'lists and objects nested more than 200 levels deep';
  for (const [levels, inside] of [
    [MAX_JSON_DEPTH, '1'],
    [MAX_JSON_DEPTH + 1, ' '],
  ] as const) {
    expect(excessOf(nested(levels, inside))).toBeUndefined();
    expect(isTooDeep(JSON.parse(nested(levels, inside)))).toBe(false);
    expect(excessOf(nested(levels + 1, inside))).toBe(tooDeep);
    expect(isTooDeep(JSON.parse(nested(levels + 1, inside)))).toBe(true);
  }
  expect(excessOf('['.repeat(2_000_000))).toBe(tooDeep);
  expect(jsonExcess(JSON.parse(nested(3000)))).toBe(tooDeep);
});

test('values and keys are counted, but no JSON inside strings', () => {
  const tooMany = 'more than 250000 values';
  const list = (count: number) => `[${Array(count).fill('1').join(',')}]`;
  expect(excessOf(list(MAX_JSON_VALUES - 2))).toBeUndefined();
  expect(excessOf(list(MAX_JSON_VALUES + 1))).toBe(tooMany);
  const table = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
  expect(excessOf(table(62_000))).toBeUndefined();
  expect(excessOf(table(63_000))).toBe(tooMany);
  const rows = (count: number) => `[${Array(count).fill('{"a":1,"b":2,"c":3}').join(',')}]`;
  expect(excessOf(rows(35_000))).toBeUndefined();
  expect(excessOf(JSON.stringify(',[{"'.repeat(MAX_JSON_VALUES)))).toBeUndefined();
  expect(excessOf(JSON.stringify('\\'.repeat(1001)))).toBeUndefined();
});

test.each([
  ['1e400', 'a number beyond what a double holds (about 1.8e308)'],
  ['{"items":[1,{"price":-1E+0999}]}', 'a number beyond what a double holds (about 1.8e308) at items[1].price'],
  [`[1${'0'.repeat(250)}e99]`, 'a number beyond what a double holds (about 1.8e308) at [0]'],
  [`[[1${'0'.repeat(400)}]]`, 'a number beyond what a double holds (about 1.8e308) at [0][0]'],
])('%s is refused with its path', (text, excess) => {
  expect(excessOf(text)).toBe(excess);
  expect(jsonExcess(JSON.parse(text))).toBe(excess);
});

test('all other JSON is read unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      expect(readJsonText(text)).toEqual({ value: JSON.parse(text) });
      expect(jsonExcess(JSON.parse(text))).toBeUndefined();
    }),
  );
  expect(readJsonText('["1e400", 1e-300, 1.7e308]')).toEqual({ value: ['1e400', 1e-300, 1.7e308] });
  expect(() => readJsonText('[1,')).toThrow(SyntaxError);
});

test('hostile texts of five million characters take linear time', () => {
  const start = threadCpuMs();
  for (const part of ['"', '\\', '\\"', '[', '[ ', ',', '{"', '"\\\\', '1e', '9'])
    expect(() => expect(excessOf(part.repeat(5_000_000 / part.length))).toBeUndefined()).toThrow();
  expect(threadCpuMs() - start).toBeLessThan(5000);
});
