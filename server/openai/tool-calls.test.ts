import { expect, test } from 'vitest';
import type { RunEventOf } from '#lib/run/run-event.ts';
import { ToolCallReader } from './tool-calls.ts';

const expiresAt = '2030-01-01T00:00:00.000Z';
const request = (actionId: string) => ({
  actionId,
  nodeId: 'write',
  kind: 'caller',
  tool: 'caller@add',
  description: '',
  expiresAt,
});
const stored = (type: 'confirm_required' | 'done', fields: object) =>
  ({ seq: 1, type, json: JSON.stringify({ seq: 1, at: 1, v: 1, type, ...fields }) }) as Parameters<ToolCallReader['read']>[0];
const asks = (actionId: string) => stored('confirm_required', { ...request(actionId), key: actionId, args: { a: 1 } });
const waiting = (...ids: string[]) => ({ status: 'waiting', tokensUsed: 0, approvals: ids.map(request) });
const at = (...ids: string[]) => ({ type: 'done', ...waiting(...ids) }) as unknown as RunEventOf<'done'>;

test('the calls that a run waits for, as it made them', () => {
  const reader = new ToolCallReader();
  for (const id of ['act_1', 'act_2']) reader.read(asks(id));
  expect(reader.openAt(at('act_1', 'act_2')).map(({ id }) => id)).toEqual(['call_act_1', 'call_act_2']);
  expect(reader.openAt(at('act_2', 'act_of_a_person'))).toEqual([{ id: 'call_act_2', name: 'add', arguments: '{"a":1}' }]);
  expect(reader.openAt({ ...at('act_1'), status: 'cancelled' })).toEqual([]);
});

test('one at a time, those of earlier answers first', () => {
  const pending = [{ actionId: 'act_1', tool: 'caller@add', args: {} }];
  const reader = new ToolCallReader({ pending, isOneAtATime: true });
  reader.read(asks('act_2'));
  expect(reader.openAt(at('act_1', 'act_2')).map(({ id }) => id)).toEqual(['call_act_1']);
});

test('an end that still waits for what was answered comes from before the answer', () => {
  const reader = new ToolCallReader({ answered: new Set(['act_1']) });
  expect(reader.read(stored('done', waiting('act_1', 'act_2')))).toEqual({ isBeforeAnswer: true });
  expect(reader.read(stored('done', waiting('act_2')))).toEqual({ isBeforeAnswer: false });
  expect(reader.read(stored('done', { status: 'succeeded', tokensUsed: 0, outputs: {} }))).toEqual({ isBeforeAnswer: false });
});
