import { expect, test } from 'vitest';
import { readAddress } from './run-address.ts';

test('a link names a run, a moment of it and a node', () => {
  expect(readAddress('?run=r1&at=42&node=draft')).toEqual({ run: 'r1', at: 42, node: 'draft' });
  expect(readAddress('?run=r1')).toEqual({ run: 'r1', at: undefined, node: undefined });
});

test('an invalid event number in a link is ignored', () => {
  for (const at of ['0', '-3', 'soon', '']) expect(readAddress(`?at=${at}`).at).toBeUndefined();
});
