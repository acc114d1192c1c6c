import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StoredEvent } from '#lib/run/run-event.ts';
import type { DueWebhook } from '../db/stores/webhook-store.ts';
import { SecretBox } from '../secrets/secret-box.ts';
import { MemoryHub } from '../stream/memory-hub.ts';
import { WebhookSender } from './webhook-sender.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SWEEP_MS = 30_000;
const done: StoredEvent = {
  seq: 1,
  type: 'done',
  json: JSON.stringify({ type: 'done', seq: 1, v: 1, at: 1, status: 'succeeded', outputs: {}, tokensUsed: 0 }),
};

/** A sender whose only webhook is of a run that has ended, and a receiver that accepts everything. */
function senderOf() {
  const secrets = new SecretBox([randomBytes(32)]);
  const hub = new MemoryHub({ onListenerError: (error) => expect.unreachable(String(error)) });
  const state = { isOpen: true, hasEnded: true, failures: 0, received: 0, logged: [] as string[] };
  const failing = async () => {
    if (state.failures-- > 0) throw new Error('could not extend file: No space left on device');
  };
  let attempts = 0;
  const sender: WebhookSender = new WebhookSender({
    store: {
      listOpen: async () => (state.isOpen ? [{ runId: 'run_1', hasEnded: state.hasEnded }] : []),
      async findDue(runId): Promise<DueWebhook | null> {
        if (!state.isOpen || !state.hasEnded) return null;
        const secret = sender.sealSecret(runId, 'secret');
        return { runId, url: 'https://receiver.example/', secret, attempts, nextAt: new Date() };
      },
      async begin() {
        await failing();
        attempts++;
        return true;
      },
      fail: async () => {},
      async close() {
        state.isOpen = false;
      },
      readEvents: async (_, afterSeq) => [done].filter(({ seq }) => seq > afterSeq),
    },
    secrets,
    hub,
    fetch: async () => {
      state.received++;
      return { status: 200, headers: {}, body: new Uint8Array(), url: '' } as never;
    },
    clock: { now: Date.now, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
    log: { warn: (text) => state.logged.push(text), error: (text, fields) => state.logged.push(`${text}: ${fields?.error}`) },
  });
  return { sender, hub, state };
}

test('a delivery that the database failed is made by the next sweep, without a restart', async () => {
  const { sender, hub, state } = senderOf();
  state.failures = 1;
  await sender.start();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state).toMatchObject({ received: 0, logged: [expect.stringContaining('No space left')] });
  await vi.advanceTimersByTimeAsync(SWEEP_MS);
  expect(state).toMatchObject({ received: 1, isOpen: false });
  expect(hub.watchedRuns).toBe(0);
  await sender.close();
});

test('a run whose webhook another process delivered, or that was deleted, is watched no longer', async () => {
  const { sender, hub, state } = senderOf();
  state.hasEnded = false;
  await sender.start();
  await vi.advanceTimersByTimeAsync(SWEEP_MS);
  expect(hub.watchedRuns).toBe(1);
  state.isOpen = false;
  await vi.advanceTimersByTimeAsync(SWEEP_MS);
  expect(hub.watchedRuns).toBe(0);
  expect(state.received).toBe(0);
  await sender.close();
});
