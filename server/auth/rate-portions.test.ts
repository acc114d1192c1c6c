import { expect, test } from 'vitest';
import { RatePortions } from './rate-portions.ts';

function portionsOf(room: number, clock = { now: () => 0 }) {
  const takes: number[] = [];
  let left = room;
  const take = async (_name: string, _bucket: object, count = 1) => {
    takes.push(count);
    if (count > left) return 2500;
    left -= count;
    return 0;
  };
  return { portions: new RatePortions({ rates: { take }, clock }), takes };
}

const atOnce = (portions: RatePortions, count: number) =>
  Promise.all(Array.from({ length: count }, () => portions.take('key:k', 60_000)));

test('portions grow while they are used up, and later requests need no database', async () => {
  const { portions, takes } = portionsOf(1000);
  expect(await atOnce(portions, 120)).toEqual(Array(120).fill(0));
  expect(takes).toEqual([1, 2, 4, 8, 16, 32, 50, 50]);
  expect(portions.take('key:k', 60_000)).toBe(0);
});

test('requests that come one by one take no more than themselves', async () => {
  let nowMs = 0;
  const { portions, takes } = portionsOf(1000, { now: () => nowMs });
  for (let request = 0; request < 5; request++) {
    expect(await portions.take('key:k', 60_000)).toBe(0);
    nowMs += 1001;
  }
  expect(takes).toEqual([1, 1, 1, 1, 1]);
});

test('a rate of few requests is taken one by one', async () => {
  const { portions, takes } = portionsOf(1000);
  await Promise.all([portions.take('key:k', 600), portions.take('key:k', 600)]);
  expect(takes).toEqual([1, 1]);
});

test('near the end of the rate requests are taken one by one, and refused beyond it', async () => {
  const { portions } = portionsOf(63);
  const waits = await atOnce(portions, 70);
  expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(63);
  expect(waits.filter((waitMs) => waitMs === 2500)).toHaveLength(7);
});

test('a database that does not answer is an error of each request, and is asked again', async () => {
  let isBroken = true;
  const take = async () => {
    if (isBroken) throw new Error('no connection');
    return 0;
  };
  const portions = new RatePortions({ rates: { take }, clock: { now: () => 0 } });
  const results = await Promise.allSettled([portions.take('key:k', 60_000), portions.take('key:k', 60_000)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await portions.take('key:k', 60_000)).toBe(0);
});
