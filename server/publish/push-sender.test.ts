import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StoredEvent } from '#lib/run/run-event.ts';
import type { DuePush } from '../db/stores/push-store.ts';
import { SecretBox } from '../secrets/secret-box.ts';
import { MemoryHub } from '../stream/memory-hub.ts';
import { PushSender } from './push-sender.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SWEEP_MS = 15_000;
const done: StoredEvent = { seq: 1, type: 'done', json: '{}' };

/** A sender that never gets a notification itself: another process is faster. */
function lateSender() {
  const hub = new MemoryHub({ onListenerError: (error) => expect.unreachable(String(error)) });
  const state = { open: ['run_1'], due: [] as DuePush[] };
  const sender = new PushSender({
    store: {
      listOpen: async (runIds) => state.open.filter((runId) => runIds === undefined || runIds.includes(runId)),
      findDue: async () => state.due,
      begin: async () => false,
      retryAt: async () => {},
      settle: async () => {},
    },
    secrets: new SecretBox([randomBytes(32)]),
    hub,
    fetch: async () => expect.unreachable('Nothing is sent'),
    clock: { now: Date.now, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
    log: { warn: () => {}, error: (text, fields) => expect.unreachable(`${text} ${JSON.stringify(fields)}`) },
    readTask: async () => expect.unreachable('Nothing is sent'),
  });
  return { sender, hub, state };
}

test('a run is watched while a config of it is open, and no longer once another process has delivered its end', async () => {
  const { sender, hub, state } = lateSender();
  sender.watch('run_1');
  await vi.advanceTimersByTimeAsync(0);
  expect(hub.watchedRuns).toBe(1);
  state.open = [];
  hub.publish('run_1', [done]);
  await vi.advanceTimersByTimeAsync(0);
  expect(hub.watchedRuns).toBe(0);
  await sender.close();
});

test('a run whose config was removed, or that was deleted, is watched until the next sweep', async () => {
  const { sender, hub, state } = lateSender();
  sender.start();
  await vi.advanceTimersByTimeAsync(SWEEP_MS);
  expect(hub.watchedRuns).toBe(1);
  state.open = [];
  await vi.advanceTimersByTimeAsync(SWEEP_MS);
  expect(hub.watchedRuns).toBe(0);
  await sender.close();
});
