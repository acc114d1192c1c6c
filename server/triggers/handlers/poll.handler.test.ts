import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import poll from './poll.handler.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 16);
const ids = ['1729384756102938113', '1729384756102938114'];
const config = { url: 'https://shop.example/orders', format: 'json', items: '', key: 'id', everyMs: 60_000 };

async function look(state: unknown) {
  const body = new TextEncoder().encode(`[${ids.map((id) => `{"id":${id}}`).join()}]`);
  const context = { fetch: async () => ({ status: 200, headers: {}, body }), signal: new AbortController().signal };
  const { collect } = poll as unknown as { collect: (...given: unknown[]) => Promise<{ events: object[]; state: string }> };
  return collect(config, { now: new Date(0), state: state === null ? null : JSON.stringify(state) }, context);
}

test.each([
  ['a state of the first version', [String(Number(ids[0])), String(Number(ids[1]))].map(hashOf)],
  ['a state with rounded keys', { version: 2, keys: [hashOf(String(Number(ids[0])))] }],
  ['the state of today', { version: 3, keys: ids.map(hashOf) }],
])('items that %s knows start no run', async (_, state) => {
  expect((await look(state)).events).toEqual([]);
});

test('after a look the keys are exact, and another item of the same double is new', async () => {
  const { state } = await look(null);
  expect(JSON.parse(state)).toEqual({ version: 3, keys: ids.map(hashOf) });
  const { events } = await look({ version: 3, keys: [hashOf(ids[0] ?? '')] });
  expect(events).toMatchObject([{ key: hashOf(ids[1] ?? '') }]);
});
