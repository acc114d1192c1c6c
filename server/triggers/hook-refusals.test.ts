import { expect, test } from 'vitest';
import { AppError } from '#lib/errors/app-error.ts';
import type { LiveTrigger, NewRefusal } from '../db/stores/trigger-event-store.ts';
import { HookRefusals } from './hook-refusals.ts';

const live = { slug: 'shop', triggerId: 'hook' } as LiveTrigger;
const unsigned = new AppError('authentication-failed', 'No signature');
const headOf = (query = {}) => ({ method: 'POST', headers: {}, query });

function open() {
  const stored: NewRefusal[] = [];
  let nowMs = 1_000_000;
  const refusals = new HookRefusals({
    events: { addRefusal: async (_, refusal) => void stored.push(refusal) },
    clock: { now: () => nowMs },
    newId: (prefix) => `${prefix}_1`,
    log: { warn: () => {} },
  });
  const note = (address?: string, query = {}, error: unknown = unsigned) =>
    refusals.note(live, headOf(query), { error, address });
  return {
    stored,
    note,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('of a flood of refused requests few are stored, and the next one says how many were not', async () => {
  const { stored, note, pass } = open();
  for (let count = 0; count < 100; count++) await note();
  expect(stored).toHaveLength(20);
  pass(60_000);
  await note(undefined, { q: 'x' });
  expect(stored.at(-1)).toMatchObject({ reason: 'No signature', count: 81 });
  expect(JSON.parse(stored.at(-1)?.payload ?? '')).toEqual({ method: 'POST', query: { q: 'x' }, othersRefusedBefore: 80 });
});

test('of a long query only its beginning is stored', async () => {
  const { stored, note } = open();
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`name-${index}`, 'y'.repeat(20)]));
  for (const query of [{ q: 'x'.repeat(15_000) }, { ['n'.repeat(15_000)]: '' }, many]) await note(undefined, query);
  for (const { payload } of stored) expect(payload.length).toBeLessThan(1000);
});

test('requests without a signature are counted for their address and for the trigger, and others are not', async () => {
  const { note } = open();
  const codes: string[] = [];
  for (let count = 0; count < 61; count++) codes.push(((await note('203.0.113.9')) as AppError).code);
  expect(new Set(codes.slice(0, 60))).toEqual(new Set(['authentication-failed']));
  expect(codes.at(-1)).toBe('rate-limited');
  expect(await note('203.0.113.10')).toBe(unsigned);
  for (let count = 0; count < 600; count++) await note();
  expect(await note('203.0.113.11')).toMatchObject({ code: 'rate-limited', details: { retryAfterS: 1 } });
  const invalid = new AppError('body-invalid', 'No JSON');
  expect(await note(undefined, {}, invalid)).toBe(invalid);
});
