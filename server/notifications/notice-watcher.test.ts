import { expect, test } from 'vitest';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import type { Notice } from '../db/stores/notice-store.ts';
import { type NoticeListener, NoticeWatcher } from './notice-watcher.ts';

const HOUR_MS = 3_600_000;
const done: StoredEvent = { seq: 1, type: 'done', json: '{}' };

/** A watcher of a database whose time passes with each notice. */
function watcherOf() {
  const stored: Notice[] = [];
  let now = Date.UTC(2026, 0, 1);
  const watcher = new NoticeWatcher({
    store: {
      now: async () => new Date(now),
      since: async (_, since) => stored.filter(({ at }) => at > since),
      latestTurns: async () => [],
    },
    isAlone: true,
    log: { warn: (text, fields) => expect.unreachable(`${text} ${JSON.stringify(fields)}`) },
  });
  const publisher = watcher.watchThrough({ publish: () => {} });
  const notify = (id: string) => {
    now += HOUR_MS;
    stored.push({ id, at: new Date(now) } as Notice);
    now += HOUR_MS;
    publisher.publish('run_1', [done]);
  };
  const listen = (takesNotices: boolean) => {
    const received: string[] = [];
    const listener: NoticeListener = {
      workspaceId: workspaceId('ws_1'),
      takesNotices,
      sessionKeys: () => [],
      onNotices: (notices) => void received.push(...notices.map(({ id }) => id)),
      onTurns: () => {},
    };
    return { received, leave: watcher.listen(listener, new Date(now)) };
  };
  return { watcher, notify, listen };
}

test('a listener gets notices of the time since it came, whatever listened before', async () => {
  const { watcher, notify, listen } = watcherOf();
  const visitor = listen(false);
  const evening = listen(true);
  notify('evening');
  await expect.poll(() => evening.received, { timeout: 30_000 }).toEqual(['evening']);
  evening.leave();
  notify('night');
  const morning = listen(true);
  notify('morning');
  await expect.poll(() => morning.received, { timeout: 30_000 }).toContain('morning');
  expect([evening.received, morning.received, visitor.received]).toEqual([['evening'], ['morning'], []]);
  await watcher.close();
});
