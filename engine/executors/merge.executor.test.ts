import { expect, test } from 'vitest';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import execute from './merge.executor.ts';

const live = [
  { source: 'tone', port: 'out', value: { text: 'Kind.' } },
  { source: 'clarity', port: 'out', value: { text: 'Clear.' } },
];

test.each([
  { mode: 'object' as const, value: { tone: { text: 'Kind.' }, clarity: { text: 'Clear.' } } },
  { mode: 'list' as const, value: [{ text: 'Kind.' }, { text: 'Clear.' }] },
  { mode: 'first' as const, value: { text: 'Kind.' } },
])('mode $mode combines the live inputs in the order of the edges', ({ mode, value }) => {
  const fired = execute({ config: { mode }, context: makeExecutorContext({ live }).context });
  expect(JSON.stringify(fired)).toBe(JSON.stringify({ out: { value } }));
});

test('without an input the value is empty, never undefined', () => {
  const combine = (mode: 'object' | 'list' | 'first') => execute({ config: { mode }, context: makeExecutorContext().context });
  expect([combine('object'), combine('list'), combine('first')]).toEqual([
    { out: { value: {} } },
    { out: { value: [] } },
    { out: { value: null } },
  ]);
});
