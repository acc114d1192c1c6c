import { expect, test } from 'vitest';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { StoredHub } from './stored-hub.ts';

const eventOf = (seq: number, type: StoredEvent['type'] = 'node_started'): StoredEvent => ({ seq, type, json: `{"seq":${seq}}` });

/** What the database has, and how far a watcher of the run `r` has heard. */
function watch(stored: StoredEvent[]) {
  const hub = new StoredHub({
    stored: {
      lastSeqs: async (runIds) => new Map(runIds.map((runId) => [runId, stored.at(-1)?.seq ?? 0])),
      readEvents: async (_, afterSeq) => stored.filter(({ seq }) => seq > afterSeq),
    },
    onListenerError: (error) => expect.unreachable(String(error)),
  });
  const heard: number[] = [];
  const leave = hub.subscribe('r', (events) => heard.push(...events.map(({ seq }) => seq)));
  return { hub, heard, leave };
}

test('events of another process reach a subscriber, the latest one at each poll', async () => {
  const stored = [eventOf(1), eventOf(2)];
  const { hub, heard } = watch(stored);
  await expect.poll(() => heard, { timeout: 5000 }).toEqual([2]);
  stored.push(eventOf(3), eventOf(4, 'done'));
  await expect.poll(() => heard, { timeout: 5000 }).toEqual([2, 4]);
  await hub.close();
});

test('events of this process reach a subscriber at once, and only once', async () => {
  const stored: StoredEvent[] = [];
  const { hub, heard, leave } = watch(stored);
  stored.push(eventOf(1));
  hub.publish('r', [eventOf(1)]);
  expect(heard).toEqual([1]);
  stored.push(eventOf(2));
  await expect.poll(() => heard, { timeout: 5000 }).toEqual([1, 2]);
  leave();
  expect(hub.watchedRuns).toBe(0);
  await hub.close();
});
