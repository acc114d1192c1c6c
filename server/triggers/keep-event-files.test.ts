import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { workspaceId } from '#lib/ports/run-store.ts';
import { triggerOwner } from '#lib/run/owner.ts';
import { EventFiles } from './keep-event-files.ts';

/** A store that says what it was given. */
async function keepAll(names: readonly string[]): Promise<{ paths: string[]; limits: (number | undefined)[] }> {
  const paths: string[] = [];
  const limits: (number | undefined)[] = [];
  const store = {
    write: async (_: string, { path, maxBytes }: { path: string; maxBytes?: number | undefined }) => {
      paths.push(path);
      limits.push(maxBytes);
      return { row: { fileId: 'file_1', path, sizeBytes: 10, mediaType: 'text/plain', sha256: 'x' } as never, isNew: true };
    },
  };
  const files = new EventFiles(store, {
    workspaceId: workspaceId('ws'),
    folder: 'triggers/shop/hook/7',
    maxBytes: 100,
    owner: triggerOwner({ slug: 'shop', triggerId: 'hook' }),
  });
  for (const name of names) await files.keep({ name, content: Readable.from([]) });
  return { paths: paths.map((path) => path.replace('triggers/shop/hook/7/', '')), limits };
}

test('names of senders are names of one folder, whatever they are', async () => {
  const given = [
    'a.txt',
    '../../a.txt',
    'C:\\temp\\A.TXT',
    'con.pdf',
    '..',
    '',
    '订单 1.pdf',
    'x\u202egpj.exe',
    `${'y'.repeat(300)}.pdf`,
  ];
  const { paths } = await keepAll(given);
  expect(paths.slice(0, 8)).toEqual(['a.txt', '2-a.txt', '3-A.TXT', '_con.pdf', '_', '2-_', '订单 1.pdf', 'x_gpj.exe']);
  expect(paths[8]).toMatch(/^y{56}\.pdf$/);
});

test('the files of an event share its limit', async () => {
  expect((await keepAll(['a', 'b', 'c'])).limits).toEqual([100, 90, 80]);
});
