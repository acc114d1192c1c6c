import { expect, test } from 'vitest';
import { listFunctions } from './list-functions.ts';

const typedFor = (query: string) => listFunctions(query).map(({ call }) => call?.typed);

test('after a dot methods are listed, elsewhere functions', () => {
  expect(typedFor('start.name.lo')).toEqual(['start.name.lower()']);
  expect(typedFor('start.name.rep')).toEqual(['start.name.replace(old, new)']);
  expect(typedFor('ro')).toEqual(['round(number, digits)']);
  expect(typedFor('no')).toEqual(['now()']);
  expect(typedFor('lo')).toEqual([]);
});

test('nothing is listed for an empty prefix, and operators never', () => {
  expect(typedFor('')).toEqual([]);
  expect(typedFor('i')).toEqual(['int(value)']);
  expect(typedFor('start.').length).toBeGreaterThan(10);
});
