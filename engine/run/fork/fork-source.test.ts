import { expect, test } from 'vitest';
import type { NewRunEvent, RunEvent } from '#lib/run/run-event.ts';
import { readForkSource } from './fork-source.ts';

const logged = (...events: NewRunEvent[]) =>
  events.map((event, index) => ({ seq: index + 1, at: 1, v: 1, ...event }) as RunEvent);
const began = (key: string, isRepeatable: boolean): NewRunEvent => ({
  type: 'effect_started',
  nodeId: 'send',
  key,
  kind: 'http',
  name: `POST ${key}`,
  isRepeatable,
  idempotencyKey: key,
});
const finished = (key: string): NewRunEvent => ({ type: 'effect_finished', nodeId: 'send', key, result: 'done' });
const effectsAt = (events: RunEvent[], atSeq: number) =>
  readForkSource('run_1', events, atSeq)
    .effects.get('send')
    ?.map(({ type, key }) => `${type} ${key}`);

test('an effect that had started by then counts with its later result', () => {
  expect(effectsAt(logged(began('a', false), finished('a')), 1)).toEqual(['effect_started a', 'effect_finished a']);
  expect(effectsAt(logged(began('a', false), finished('a')), 0)).toBeUndefined();
});

test('an effect of unknown outcome stays unknown, unless it may be repeated', () => {
  expect(effectsAt(logged(began('a', false), began('b', true)), 2)).toEqual(['effect_started a']);
});

test('a failed effect is dropped', () => {
  const failed: NewRunEvent = { type: 'effect_finished', nodeId: 'send', key: 'a', error: 'refused' };
  expect(effectsAt(logged(began('a', false), failed), 2)).toBeUndefined();
});

test('model calls are no side effects; repeatable effects are', () => {
  const asked: NewRunEvent = {
    ...(began('m', false) as Extract<NewRunEvent, { type: 'effect_started' }>),
    nodeId: 'write',
    kind: 'model',
  };
  const { acted, happened } = readForkSource('run_1', logged(asked, began('a', true)), 0);
  expect([...acted.keys()]).toEqual(['send']);
  expect(happened.size).toBe(0);
});

test('an approval counts once it is decided', () => {
  const asked = {
    type: 'confirm_required',
    nodeId: 'send',
    actionId: 'act_1',
    key: 'k',
    kind: 'tool',
    tool: 't',
    args: null,
  } as const;
  const decided = { type: 'approval_decided', nodeId: 'send', actionId: 'act_1', status: 'confirmed' } as const;
  const events = logged({ ...asked, description: '', expiresAt: '2026-12-01T00:00:00.000Z' }, decided);
  expect(readForkSource('run_1', events, 1).decisions.size).toBe(0);
  expect(readForkSource('run_1', events, 2).decisions.get('send')).toHaveLength(2);
});
