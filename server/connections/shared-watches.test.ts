import { expect, test } from 'vitest';
import type { WatchEnd } from '#lib/ports/mailbox.ts';
import { SharedWatches } from './shared-watches.ts';

function startMailbox() {
  const opened: { onMail: () => void; end: (end: WatchEnd | Error) => void; isClosed: () => boolean }[] = [];
  const open = ({ signal, onMail }: { signal: AbortSignal; onMail: () => void }) => {
    const { promise, resolve, reject } = Promise.withResolvers<WatchEnd>();
    signal.addEventListener('abort', () => resolve('closed'));
    const end = (how: WatchEnd | Error) => (how instanceof Error ? reject(how) : resolve(how));
    opened.push({ onMail, end, isClosed: () => signal.aborted });
    return promise;
  };
  return { opened, open };
}

function watcher() {
  const stop = new AbortController();
  let mails = 0;
  const onMail = () => {
    mails += 1;
  };
  return { signal: stop.signal, onMail, mails: () => mails, leave: () => stop.abort() };
}

test('several watch one folder over one connection, which closes after the last of them', async () => {
  const { opened, open } = startMailbox();
  const watches = new SharedWatches();
  const [first, second, other] = [watcher(), watcher(), watcher()];
  const joined = [watches.join('a', first, open), watches.join('a', second, open)];
  const apart = watches.join('b', other, open);
  expect(opened).toHaveLength(2);
  opened[0]?.onMail();
  const late = watcher();
  const joinedLate = watches.join('a', late, open);
  expect([first.mails(), second.mails(), late.mails(), other.mails()]).toEqual([1, 1, 1, 0]);
  first.leave();
  expect(await joined[0]).toBe('closed');
  opened[0]?.onMail();
  expect([first.mails(), second.mails(), late.mails()]).toEqual([1, 2, 2]);
  expect(opened[0]?.isClosed()).toBe(false);
  second.leave();
  late.leave();
  await Promise.all([joined[1], joinedLate]);
  expect(opened[0]?.isClosed()).toBe(true);
  other.leave();
  await apart;
});

test('all learn that the connection failed, and the next to join opens a new one', async () => {
  const { opened, open } = startMailbox();
  const watches = new SharedWatches();
  const joined = [watches.join('a', watcher(), open), watches.join('a', watcher(), open)];
  opened[0]?.end(new Error('gone'));
  for (const one of joined) await expect(one).rejects.toThrow('gone');
  const next = watcher();
  const again = watches.join('a', next, open);
  expect(opened).toHaveLength(2);
  opened[1]?.end('unsupported');
  expect(await again).toBe('unsupported');
});
