import { expect, test } from 'vitest';
import { freeName, renameValue } from './key-values.ts';

test('a renamed value keeps its position', () => {
  const renamed = renameValue({ a: 1, b: 2, c: 3 }, 'b', 'x');
  expect(JSON.stringify('values' in renamed && renamed.values)).toBe('{"a":1,"x":2,"c":3}');
});

test.each([
  ['', 'name-empty'],
  ['c', 'name-taken'],
  ['__proto__', 'name-refused'],
])('%j is refused as a name', (to, problem) => {
  expect(renameValue({ a: 1, c: 3 }, 'a', to)).toMatchObject({ problem });
});

test('a name may stay, and the names of objects are names like others', () => {
  expect(renameValue({ a: 1 }, 'a', 'a')).toEqual({ values: { a: 1 } });
  expect(renameValue({ a: 1 }, 'a', 'constructor')).toEqual({ values: { constructor: 1 } });
});

test('a new value has a name of its own', () => {
  expect(freeName([])).toBe('value');
  expect(freeName(['value', 'value_2'])).toBe('value_3');
  expect(freeName(['case_1'], 'case_1')).toBe('case_1_2');
});
