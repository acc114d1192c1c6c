import { expect, onTestFinished, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { MailWatcher } from './mail-watcher.ts';

const trigger = { id: 'look', type: 'email-in', version: 1, label: '', config: { credential: 'used' }, inputs: {} };
const live = { slug: 'orders', triggerId: 'look', documentHash: 'h', trigger: JSON.stringify(trigger) };

test('a mail that arrives while a look is made due makes another one due', async () => {
  const hurries: PromiseWithResolvers<boolean>[] = [];
  let due = 0;
  let tellMail = () => {};
  const watcher = new MailWatcher({
    store: {
      claimWatches: async () => [live as never],
      releaseWatches: async () => {},
      hurry: () => {
        const hurry = Promise.withResolvers<boolean>();
        hurries.push(hurry);
        return hurry.promise;
      },
    },
    mail: {
      watch: ({ onMail, signal }) => {
        tellMail = onMail;
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve('closed'), { once: true }));
      },
    },
    frozen: { get: async () => ({ settings: { credentials: { used: { type: 'imap', hosts: [] } } } }) as unknown as Workflow },
    onDue: () => {
      due++;
    },
    log: { info: () => {}, error: (text) => expect.unreachable(text) },
  });
  watcher.start();
  onTestFinished(() => watcher.close());
  await expect.poll(() => tellMail.name).toBe('onMail');

  tellMail();
  // Two more mails while the look is being made due: it may read the folder before they are there.
  tellMail();
  tellMail();
  expect(hurries).toHaveLength(1);
  hurries[0]?.resolve(false);
  await expect.poll(() => hurries.length).toBe(2);
  hurries[1]?.resolve(false);
  await expect.poll(() => due).toBe(2);
  expect(hurries).toHaveLength(2);
});
