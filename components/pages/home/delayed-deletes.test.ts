import { expect, test } from 'vitest';
import { DelayedDeletes, UNDO_MS } from './delayed-deletes.ts';

/** Deletions with a clock that stands still until it is told, and a server that notes what it deleted. */
function setUp() {
  const removed: string[] = [];
  const seen: string[][] = [];
  let nowMs = 0;
  const timers = new Set<{ atMs: number; callback: () => void }>();
  const deletes = new DelayedDeletes({
    remove: async (workflowId, { isLeaving }) => {
      removed.push(isLeaving ? `${workflowId} on leaving` : workflowId);
    },
    onChange: (pending) => seen.push([...pending]),
    after: (delayMs, callback) => {
      const timer = { atMs: nowMs + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  const pass = async (ms: number) => {
    nowMs += ms;
    for (const timer of [...timers]) {
      if (timer.atMs > nowMs) continue;
      timers.delete(timer);
      timer.callback();
    }
    await Promise.resolve();
    await Promise.resolve();
  };
  return { deletes, removed, seen, pass };
}

test('nothing is deleted before the time to undo is over', async () => {
  const { deletes, removed, seen, pass } = setUp();
  deletes.add('wf_1');
  await pass(UNDO_MS - 1);
  expect(removed).toEqual([]);
  expect(seen.at(-1)).toEqual(['wf_1']);
  await pass(1);
  expect(removed).toEqual(['wf_1']);
  expect(seen.at(-1)).toEqual([]);
});

test('an undone deletion is never carried out', async () => {
  const { deletes, removed, seen, pass } = setUp();
  deletes.add('wf_1');
  deletes.undo('wf_1');
  await pass(UNDO_MS * 2);
  expect(removed).toEqual([]);
  expect(seen.at(-1)).toEqual([]);
});

test('once it is being carried out it cannot be taken back', async () => {
  const { deletes, removed, pass } = setUp();
  deletes.add('wf_1');
  deletes.flush();
  deletes.undo('wf_1');
  deletes.flush();
  await pass(UNDO_MS);
  expect(removed).toEqual(['wf_1 on leaving']);
});

test('leaving the page carries out what is pending, once', async () => {
  const { deletes, removed, pass } = setUp();
  deletes.add('wf_1');
  deletes.add('wf_2');
  deletes.flush();
  await pass(UNDO_MS);
  expect(removed).toEqual(['wf_1 on leaving', 'wf_2 on leaving']);
});

test('each deletion has its own delay, and a repeated request does not restart it', async () => {
  const { deletes, removed, pass } = setUp();
  deletes.add('wf_1');
  await pass(UNDO_MS / 2);
  deletes.add('wf_1');
  deletes.add('wf_2');
  await pass(UNDO_MS / 2);
  expect(removed).toEqual(['wf_1']);
});
