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
  expect(JSON.parse(state)).toEqual({ version: 4, keys: ids.map(hashOf) });
  const { events } = await look({ version: 3, keys: [hashOf(ids[0] ?? '')] });
  expect(events).toMatchObject([{ key: hashOf(ids[1] ?? '') }]);
});

test.each([
  [
    'lost',
    Buffer.from(
      '<?xml version="1.0" encoding="utf-8"?><rss><channel><item><title>Gr\xf6\xdfe</title></item></channel></rss>',
      'latin1',
    ),
    'Characters of the answer do not fit its charset utf-8, and were lost.',
  ],
  ['guessed', Buffer.from('<rss><channel><item><title>Gr\xf6\xdfe</title></item></channel></rss>', 'latin1'), 'was guessed.'],
  ['as they are declared', Buffer.from('<rss><channel><item><title>Größe</title></item></channel></rss>'), undefined],
])('the page of the trigger says when characters of a feed are %s, and its items start runs', async (_, body, failure) => {
  const context = { fetch: async () => ({ status: 200, headers: {}, body }), signal: new AbortController().signal };
  const { collect } = poll as unknown as { collect: (...given: unknown[]) => Promise<{ events: object[]; failure?: string }> };
  const turn = await collect({ ...config, format: 'feed' }, { now: new Date(0), state: '{"version":3,"keys":[]}' }, context);
  expect(turn.events).toHaveLength(1);
  if (failure === undefined) expect(turn.failure).toBeUndefined();
  else expect(turn.failure).toContain(failure);
});
