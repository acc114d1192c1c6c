import { expect, test } from 'vitest';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { MemoryHub } from './memory-hub.ts';
import { MissedEvents } from './missed-events.ts';

/** A hub with listeners of the runs `a` and `b`, whose logs end at the given seqs. */
function watch(lastSeqs: Record<string, number>) {
  const hub = new MemoryHub({ onListenerError: (error) => expect.unreachable(String(error)) });
  const unreadable = new Set<string>();
  const published: string[] = [];
  const missed = new MissedEvents({
    hub,
    stored: {
      lastSeqs: async (runIds) => new Map(runIds.map((runId) => [runId, lastSeqs[runId] ?? 0])),
      async readEvents(runId, afterSeq): Promise<StoredEvent[]> {
        if (unreadable.has(runId)) throw new Error('Connection terminated');
        return [{ seq: afterSeq + 1, type: 'content', json: '{}' }];
      },
    },
    publish(runId, [event]) {
      published.push(`${runId}${event?.seq}`);
      missed.onPublished(runId, event?.seq ?? 0);
    },
  });
  const leave = hub.subscribe('a', () => {});
  hub.subscribe('b', () => {});
  return { missed, published, unreadable, leave, lastSeqs };
}

test('an event counts as missed when it has not arrived between two checks', async () => {
  const { missed, published, lastSeqs } = watch({ a: 3, b: 5 });
  await missed.check();
  expect(published).toEqual([]);
  missed.onPublished('b', 5);
  await missed.check();
  await missed.check();
  expect(published).toEqual(['a3']);
  lastSeqs.a = 4;
  await missed.check();
  lastSeqs.a = 6;
  await missed.check();
  expect(published).toEqual(['a3']);
  await missed.check();
  expect(published).toEqual(['a3', 'a6']);
});

test('while the connection is cut, an event is published by the first check', async () => {
  const { missed, published } = watch({ a: 3 });
  await missed.check({ isCutOff: true });
  await missed.check({ isCutOff: true });
  expect(published).toEqual(['a3']);
});

test('a log that cannot be read is read by a later check, and delays no other run', async () => {
  const { missed, published, unreadable } = watch({ a: 3, b: 5 });
  unreadable.add('a');
  await missed.check({ isCutOff: true });
  expect(published).toEqual(['b5']);
  unreadable.clear();
  await missed.check();
  expect(published).toEqual(['b5', 'a3']);
});

test('a run without listeners is neither asked about nor remembered', async () => {
  const { missed, published, leave } = watch({ a: 3 });
  await missed.check({ isCutOff: true });
  expect(missed.lastSeq('a')).toBe(3);
  leave();
  await missed.check({ isCutOff: true });
  missed.onPublished('a', 4);
  expect([missed.lastSeq('a'), published]).toEqual([0, ['a3']]);
});
