import { expect, test } from 'vitest';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { EventPages } from './event-pages.ts';

const events = [{ seq: 1, json: '{}' }] as unknown as StoredEvent[];

/** A store whose reads of some runs never end. */
function makeStore() {
  const reads: string[] = [];
  const readEvents = (runId: string) => {
    reads.push(runId);
    return runId.startsWith('slow') ? new Promise<never>(() => {}) : Promise.resolve(events);
  };
  return { reads, store: { readEvents } };
}

test('reads of strangers that wait delay no other reader', async () => {
  const { reads, store } = makeStore();
  const pages = new EventPages();
  for (let run = 0; run < 20; run++) void pages.read(store, { runId: `slow ${run}`, afterSeq: 0, isStranger: true });
  expect(await pages.read(store, { runId: 'quick', afterSeq: 0 })).toEqual({ events, isShared: false });
  expect(reads).toEqual(['slow 0', 'quick']);
});

test('streams that need a page at the same time read it once', async () => {
  const { reads, store } = makeStore();
  const pages = new EventPages();
  const all = await Promise.all(Array.from({ length: 5 }, () => pages.read(store, { runId: 'quick', afterSeq: 0 })));
  expect(all.map(({ isShared }) => isShared)).toEqual([false, true, true, true, true]);
  expect(reads).toEqual(['quick']);
});
