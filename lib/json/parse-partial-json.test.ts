import { expect, test } from 'vitest';
import { parsePartialJson } from './parse-partial-json.ts';

const whole = '{"title":"Rides \\"2024\\"","bullets":["one","two, [2]"],"chart":{"values":[1,2.5]},"last":null}';

test('every beginning of a document is read as far as it is complete', () => {
  for (let end = 1; end <= whole.length; end++) {
    const value = parsePartialJson(whole.slice(0, end));
    expect(value, whole.slice(0, end)).toBeTypeOf('object');
  }
  expect(parsePartialJson(whole)).toEqual(JSON.parse(whole));
});

test('an open text ends where the document does, and an open name is left out', () => {
  expect(parsePartialJson('{"title":"Rid')).toEqual({ title: 'Rid' });
  expect(parsePartialJson('{"title":"Rides","bul')).toEqual({ title: 'Rides' });
  expect(parsePartialJson('{"title":"Rides","bullets":["one","tw')).toEqual({ title: 'Rides', bullets: ['one', 'tw'] });
  expect(parsePartialJson('{"title":"a\\')).toEqual({});
});

test('nothing and no JSON are undefined', () => {
  expect(parsePartialJson('')).toBeUndefined();
  expect(parsePartialJson('Sure! ')).toBeUndefined();
  expect(parsePartialJson('{"a":1]')).toBeUndefined();
});
