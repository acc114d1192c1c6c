import { expect, test } from 'vitest';
import { listFunctions } from './list-functions.ts';

const typedFor = (query: string) => listFunctions(query).map(({ call }) => call?.typed);

test('after a point those are listed that are called on a value, elsewhere the others', () => {
  expect(typedFor('start.name.lo')).toEqual(['start.name.lower()']);
  expect(typedFor('start.name.rep')).toEqual(['start.name.replace(old, new)']);
  expect(typedFor('ro')).toEqual(['round(number, digits)']);
  expect(typedFor('no')).toEqual(['now()']);
  expect(typedFor('lo')).toEqual([]);
});

test('without a letter nothing is listed, and operators never are', () => {
  expect(typedFor('')).toEqual([]);
  expect(typedFor('i')).toEqual(['int(value)']);
  expect(typedFor('start.').length).toBeGreaterThan(10);
});
