import { expect, test } from 'vitest';
import { StampedCache } from './stamped-cache.ts';

function makeCache() {
  const source = { stamp: 'a', nowMs: 0, looks: 0, loads: 0, gate: Promise.resolve() };
  const cache = new StampedCache<string, { readonly of: string }>({
    look: async (key) => {
      source.looks++;
      const { stamp } = source;
      return {
        stamp,
        load: async () => {
          source.loads++;
          await source.gate;
          return { of: `${key} ${stamp}` };
        },
      };
    },
    now: () => source.nowMs,
  });
  return { cache, source };
}

test('a value is looked for again after two seconds, and read again only when its stamp has changed', async () => {
  const { cache, source } = makeCache();
  const first = await cache.get('x');
  source.nowMs = 1999;
  expect(await cache.get('x')).toBe(first);
  expect(source.looks).toBe(1);
  source.nowMs = 2000;
  expect(await cache.get('x')).toBe(first);
  expect([source.looks, source.loads]).toEqual([2, 1]);
  source.stamp = 'b';
  source.nowMs = 4000;
  expect(await cache.get('x')).toEqual({ of: 'x b' });
  expect(await cache.get('y')).toEqual({ of: 'y b' });
});

test('callers that ask at the same time cause one read', async () => {
  const { cache, source } = makeCache();
  const [first, second] = await Promise.all([cache.get('x'), cache.get('x')]);
  expect(first).toBe(second);
  expect(source.loads).toBe(1);
});

test('after an invalidation the next call reads again, and a read that began before is not kept', async () => {
  const { cache, source } = makeCache();
  const gate = Promise.withResolvers<void>();
  source.gate = gate.promise;
  const before = cache.get('x');
  await expect.poll(() => source.loads).toBe(1);
  source.stamp = 'b';
  cache.invalidate('x');
  const after = cache.get('x');
  gate.resolve();
  expect(await before).toEqual({ of: 'x a' });
  expect(await after).toEqual({ of: 'x b' });
  expect(await cache.get('x')).toBe(await after);
});

test('a read that fails is tried again by the next call', async () => {
  const { cache, source } = makeCache();
  source.gate = Promise.reject(new Error('gone'));
  await expect(cache.get('x')).rejects.toThrow('gone');
  source.gate = Promise.resolve();
  expect(await cache.get('x')).toEqual({ of: 'x a' });
});
