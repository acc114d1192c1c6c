import { expect, test } from 'vitest';
import { setAtPath, valueAtPath } from './set-at-path.ts';

const config = Object.freeze({ model: 'default', cases: [{ id: 'a' }, { id: 'b' }], budget: { maxSteps: 3 } });

test('sets a field and keeps the rest as it is', () => {
  const changed = setAtPath(config, ['cases', 1, 'id'], 'c') as typeof config;
  expect(changed).toEqual({ ...config, cases: [{ id: 'a' }, { id: 'c' }] });
  expect(changed.cases[0]).toBe(config.cases[0]);
  expect(config.cases[1]).toEqual({ id: 'b' });
});

test('makes what is missing on the way', () => {
  expect(setAtPath({}, ['retry', 'attempts'], 3)).toEqual({ retry: { attempts: 3 } });
});

test('takes away a key or an item', () => {
  expect(setAtPath(config, ['budget'], undefined)).toEqual({ model: 'default', cases: config.cases });
  expect(setAtPath(config, ['cases', 0], undefined)).toMatchObject({ cases: [{ id: 'b' }] });
});

test('reads what it set, and nothing that is inherited', () => {
  expect(valueAtPath(config, ['cases', 1, 'id'])).toBe('b');
  expect(valueAtPath(config, ['cases', 7, 'id'])).toBeUndefined();
  expect(valueAtPath(config, ['constructor'])).toBeUndefined();
});
