import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PickedFile } from '#components/data/picked-files.ts';
import { until } from '#tests/support/eventually.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';
import { UploadList } from './upload-list.tsx';
import { type Uploads, useUploads } from './use-uploads.ts';

type Sent = { readonly path: string; readonly signal: AbortSignal; finish(error?: Error): void };

let page: PageWindow;
let sent: Sent[] = [];
let left: number[] = [];
let uploads: Uploads;

beforeAll(() => {
  page = new PageWindow('http://127.0.0.1:9');
});
beforeEach(() => {
  sent = [];
  left = [];
});
afterEach(() => page.clear());
afterAll(() => page.close());

function Page() {
  uploads = useUploads({
    store: ({ path }, { signal }) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        sent.push({ path, signal, finish: (error) => (error ? reject(error) : resolve()) });
      }),
    onStored: async (count) => left.push(count),
  });
  return <UploadList uploads={uploads} />;
}

const picked = (...paths: string[]): PickedFile[] => paths.map((path) => ({ path, file: new File(['text'], path) }));
const nextSent = (count: number) => until(() => sent.length === count);
const shown = (main: HTMLElement) => [...main.querySelectorAll('[data-upload]')].map((row) => row.getAttribute('data-upload'));

test('files that are added while others are sent wait for them, and keep the failures of those in sight', async () => {
  const main = await page.mount(<Page />, 'en');
  void uploads.add(picked('a.md', 'b.md'), 'docs');
  void uploads.add(picked('c.md'));
  await nextSent(1);
  sent[0]?.finish(new Error('The disk is full'));
  await nextSent(2);
  sent[1]?.finish();
  await nextSent(3);
  expect(sent.map(({ path }) => path)).toEqual(['docs/a.md', 'docs/b.md', 'c.md']);
  sent[2]?.finish();
  await until(() => shown(main).length === 1);
  expect(main.textContent).toContain('a.mdThe disk is full');
  expect(left).toEqual([1, 0]);
});

test('an upload is cancelled, also while it waits, and the next one continues', async () => {
  const main = await page.mount(<Page />, 'en');
  void uploads.add(picked('a.md', 'b.md', 'c.md'));
  await nextSent(1);
  await page.click(main.querySelector('[data-upload="b.md"] button'));
  await page.click(main.querySelector('[data-upload="a.md"] button'));
  await nextSent(2);
  expect(sent.map(({ path, signal }) => [path, signal.aborted])).toEqual([
    ['a.md', true],
    ['c.md', false],
  ]);
  expect(shown(main)).toEqual(['c.md']);
  sent[1]?.finish();
  await until(() => shown(main).length === 0);
  expect(left).toEqual([0]);
});
