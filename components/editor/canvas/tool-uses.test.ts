import { expect, test } from 'vitest';
import { toolUsesOf } from './tool-uses.ts';

const call = (name: string, status: Parameters<typeof toolUsesOf>[0][number]['status'], durationMs?: number) => ({
  id: `${name}-${durationMs}`,
  name,
  status,
  ...(durationMs !== undefined && { durationMs }),
});

test('calls of one tool are one row: their count, total time, and the state of the latest', () => {
  const uses = toolUsesOf([call('search', 'success', 200), call('read', 'error', 5), call('search', 'running')]);
  expect(uses.get('search')).toEqual({ count: 2, durationMs: 200, state: 'running', isAgent: false });
  expect(uses.get('read')).toMatchObject({ count: 1, durationMs: 5, state: 'failed' });
});

test('while one of several calls at once waits or runs, their row does too', () => {
  const stateOf = (...statuses: Parameters<typeof call>[1][]) =>
    toolUsesOf(statuses.map((status, index) => call('send', status, index))).get('send')?.state;
  expect(stateOf('pending', 'success')).toBe('waiting');
  expect(stateOf('running', 'pending', 'error')).toBe('waiting');
  expect(stateOf('running', 'success')).toBe('running');
  expect(stateOf('error', 'success')).toBe('succeeded');
});

test('a call that needs an approval waits, and has no duration', () => {
  expect(toolUsesOf([call('send', 'pending')]).get('send')).toMatchObject({ state: 'waiting', durationMs: undefined });
});
