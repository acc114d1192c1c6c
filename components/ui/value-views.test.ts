import { expect, test } from 'vitest';
import { entriesOf, heldJson, isCut, previewOf, viewsOf } from './value-views.ts';

test.each([
  [{ a: 1 }, ['tree', 'json']],
  [[1], ['tree', 'json']],
  ['Dear Ada', ['text', 'json']],
  ['**Dear** Ada\n\n- first', ['rendered', 'text', 'json']],
  ['2 * 3 * 4 = 24', ['text', 'json']],
  ['{"a": 1}', ['text', 'tree', 'json']],
  ['{not json}', ['text', 'json']],
  [12, ['json']],
  [null, ['json']],
])('%j can be seen as %j', (value, views) => {
  expect(viewsOf(value)).toEqual(views);
});

test('only objects and lists count as JSON inside a text', () => {
  expect(heldJson(' [1, 2]')).toEqual([1, 2]);
  expect(heldJson('12')).toBeUndefined();
  expect(heldJson('"text"')).toBeUndefined();
});

test.each([
  [{ a: 1, b: 2 }, '{2}'],
  [[1, 2, 3], '[3]'],
  ['a\n"b"', '"a\\n\\"b\\""'],
  [false, 'false'],
  [null, 'null'],
  ['x'.repeat(200), `"${'x'.repeat(79)}…`],
])('the line that stands for %j is %s', (value, line) => {
  expect(previewOf(value)).toBe(line);
});

test('only a long text is cut in its line', () => {
  expect(isCut('x'.repeat(79))).toBe(true);
  expect(isCut('x'.repeat(78))).toBe(false);
  expect(isCut(['x'.repeat(200)])).toBe(false);
});

test('entries have the order of the value; what is no container has none', () => {
  expect(entriesOf({ b: 1, a: null })).toEqual([
    { name: 'b', value: 1 },
    { name: 'a', value: null },
  ]);
  expect(entriesOf(['x'])).toEqual([{ name: '0', value: 'x' }]);
  expect(entriesOf('text')).toBeUndefined();
  expect(entriesOf(null)).toBeUndefined();
});
