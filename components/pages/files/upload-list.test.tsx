import { useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { UploadList } from '#components/pages/files/upload-list.tsx';
import { type Uploads, useUploads } from '#components/pages/files/use-uploads.ts';
import { FixedNow } from '#components/ui/use-now.ts';
import type { Language } from '#lib/i18n/language.ts';
import { until } from '#tests/support/eventually.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';

const STARTED_MS = 1_800_000_000_000;

let page: PageWindow;
beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

/** The upload that is in progress: a test says how much of it is sent, and when it is stored. */
type Sending = { onProgress(sentBytes: number): void; finish(): void };

async function mountUploads(language: Language) {
  let uploads: Uploads | undefined;
  let sending: Sending | undefined;
  function Page() {
    const [nowMs, setNowMs] = useState(STARTED_MS);
    uploads = useUploads({
      store: (_, { onProgress }) =>
        new Promise<void>((finish) => {
          sending = { onProgress, finish };
        }),
      onStored: async () => {},
    });
    return (
      <FixedNow value={nowMs}>
        <button type="button" id="later" onClick={() => setNowMs(nowMs + 1000)} />
        <UploadList uploads={uploads} />
      </FixedNow>
    );
  }
  const main = await page.mount(<Page />, language);
  const files = [1, 2, 3].map((number) => ({
    file: new File([new Uint8Array(1_000_000)], `${number}.bin`),
    path: `${number}.bin`,
  }));
  void uploads?.add(files);
  await until(() => sending !== undefined);
  const send = async (sentBytes: number) => {
    sending?.onProgress(sentBytes);
    await page.click(main.querySelector('#later'));
  };
  const finish = async () => {
    sending?.finish();
    await until(() => main.querySelectorAll('[data-upload]').length < 3);
  };
  return { main, send, finish };
}

test.each([
  ['en', '1 of 3 files, 1.4 of 3.0 MB · about 10 s left'],
  ['zh-CN', '1 / 3 个文件，1.4 / 3.0 MB · 大约还剩 10 秒'],
] as const)(
  'several uploads say together how many are stored, how much is sent, and how long the rest takes, %s',
  async (language, words) => {
    const { main, send, finish } = await mountUploads(language);
    for (const sentBytes of [200_000, 400_000, 600_000, 800_000]) await send(sentBytes);
    await finish();
    for (const sentBytes of [200_000, 400_000]) await send(sentBytes);
    expect(main.textContent).toContain(words);
    const bars = [...main.querySelectorAll('[role=progressbar]')].map((bar) => bar.getAttribute('aria-valuenow'));
    expect(bars).toEqual(['46', '40']);
  },
);
