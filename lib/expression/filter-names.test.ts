import { expect, test } from 'vitest';
import { filterNames } from './filter-names.ts';
import { liquidFilterNames } from './liquid-engine.ts';

test('the filters that are known without Liquid are those that Liquid has', () => {
  expect([...filterNames].sort()).toEqual(liquidFilterNames().toSorted());
});
