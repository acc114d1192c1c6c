import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from './new-id.ts';

const RANDOM_CHARS = 16;
const randomOf = (id: string) => id.slice(-RANDOM_CHARS);
/** Crockford's digits, by value. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const toNumber = (id: string) => [...randomOf(id)].reduce((sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)), 0n);

function expectApart(ids: readonly string[]) {
  expect(new Set(ids).size).toBe(ids.length);
  const values = ids.map(toNumber).sort((a, b) => (a < b ? -1 : 1));
  // Of so many values among 2^80 none lie within 2^30 of each other, but by a chance of one in a
  // hundred million.
  expect(values.slice(1).every((value, index) => value - (values[index] as bigint) > 2n ** 30n)).toBe(true);
}

test('ids made in one millisecond have fresh randomness each', () => {
  expectApart(Array.from({ length: 1000 }, () => newId('run')));
});

test('ids after the clock was set back are unique, too, and contain its time', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(new Date('2200-01-01'));
  const late = newId('run');
  vi.setSystemTime(new Date('2026-01-01'));
  const ids = Array.from({ length: 200 }, () => newId('run'));
  expectApart([late, ...ids]);
  expect(ids.every((id) => id < late)).toBe(true);
});

test('ids sort by the millisecond that they were made in', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(1_000);
  const first = newId('run');
  vi.setSystemTime(1_001);
  expect(first < newId('run')).toBe(true);
});
