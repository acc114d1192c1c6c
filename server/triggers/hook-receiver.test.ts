import { expect, test, vi } from 'vitest';
import { HookReceiver } from './hook-receiver.ts';
import type { TriggerServiceOptions } from './trigger-service.ts';

/** A receiver of webhooks over the deployed triggers of a store. */
function receiverOf(live: Record<string, object>) {
  const findLive = vi.fn(async ({ slug }: { slug: string }) => live[slug]);
  const options = { store: { findLive }, rates: undefined, clock: { now: () => 0 } } as unknown as TriggerServiceOptions;
  return { hooks: new HookReceiver(options, {} as never), findLive };
}

const trigger = JSON.stringify({ id: 'hook', type: 'webhook', version: 1, label: '', config: {}, inputs: {} });

test('an address without a trigger is looked up once, whoever asks for it again and again', async () => {
  const { hooks, findLive } = receiverOf({});
  const ask = () => hooks.openHook({ slug: 'shop', triggerId: 'hook' });
  await expect(ask()).rejects.toThrow('There is no trigger at this address');
  for (let request = 0; request < 3; request++) await expect(ask()).rejects.toThrow('There is no trigger at this address');
  expect(findLive).toHaveBeenCalledTimes(1);
});

test('a trigger that is published takes requests at once, also where it was missed before', async () => {
  const live: Record<string, object> = {};
  const { hooks } = receiverOf(live);
  const ask = () => hooks.openHook({ slug: 'shop', triggerId: 'hook' });
  await expect(ask()).rejects.toThrow('There is no trigger at this address');
  live.shop = { slug: 'shop', triggerId: 'hook', trigger };
  hooks.invalidate();
  expect((await ask()).live).toBe(live.shop);
});

test('a lookup that is not admitted reads nothing, and may be tried again', async () => {
  const { hooks, findLive } = receiverOf({ shop: { slug: 'shop', triggerId: 'hook', trigger } });
  const busy = () => {
    throw new Error('too many strangers');
  };
  await expect(hooks.openHook({ slug: 'shop', triggerId: 'hook' }, busy)).rejects.toThrow('too many strangers');
  expect(findLive).not.toHaveBeenCalled();
  await hooks.openHook({ slug: 'shop', triggerId: 'hook' });
  // What is known already costs nothing.
  await hooks.openHook({ slug: 'shop', triggerId: 'hook' }, busy);
  expect(findLive).toHaveBeenCalledTimes(1);
});
