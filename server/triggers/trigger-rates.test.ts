import { expect, test } from 'vitest';
import { TriggerRates } from './trigger-rates.ts';

const REF = { slug: 'shop', triggerId: 'hook' };

function shared(hasRoom: (count: number) => boolean) {
  const takes: number[] = [];
  const take = async (_name: string, _bucket: object, count = 1) => {
    takes.push(count);
    return hasRoom(count) ? 0 : 2500;
  };
  let nowMs = 1_000_000;
  const rates = new TriggerRates({ rates: { take }, clock: { now: () => nowMs }, log: { error: () => {} } });
  return {
    rates,
    takes,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('a trigger of few requests takes each of them from the shared rate', async () => {
  const { rates, takes } = shared(() => true);
  for (let request = 0; request < 3; request++) await rates.check(REF, 600, 'webhook');
  expect(takes).toEqual([1, 1, 1]);
});

test('one of many takes portions, which end after a second', async () => {
  const { rates, takes, pass } = shared(() => true);
  for (let request = 0; request < 120; request++) await rates.check(REF, 60_000, 'webhook');
  expect(takes).toEqual([1, 2, 4, 8, 16, 32, 50, 50]);
  pass(1001);
  await rates.check(REF, 60_000, 'webhook');
  expect(takes.at(-1)).toBe(1);
});

test('the last requests are taken one by one, then refused', async () => {
  const { rates, takes } = shared((count) => count === 1);
  await rates.check(REF, 60_000, 'webhook');
  expect(takes).toEqual([1]);
  const full = shared(() => false);
  await expect(full.rates.check(REF, 600, 'webhook')).rejects.toMatchObject({
    code: 'rate-limited',
    details: { retryAfterS: 3 },
  });
});

test('where rates are not shared, this process counts them', async () => {
  const rates = new TriggerRates({ clock: { now: () => 0 }, log: { error: () => {} } });
  for (let request = 0; request < 4; request++) await rates.check(REF, 4, 'webhook');
  await expect(rates.check(REF, 4, 'webhook')).rejects.toMatchObject({ code: 'rate-limited' });
});
