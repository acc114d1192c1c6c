import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MAX_INLINE_BYTES, useAttachments } from '#components/chat/use-attachments.ts';
import type { Language } from '#lib/i18n/language.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';

let page: PageWindow;
beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

/** A message that takes so many files, a button that attaches one, and one that sends it. */
function Message({ maxFiles, file }: { readonly maxFiles: number; readonly file: File }) {
  const attachments = useAttachments({ maxFiles, folder: undefined });
  const sent = attachments.items.filter(({ refusal }) => refusal === undefined);
  return (
    <>
      <button type="button" onClick={() => attachments.attach([file])} />
      <button type="submit" onClick={attachments.take} />
      <p>{attachments.items.map(({ refusal }) => refusal)}</p>
      <output>{sent.length}</output>
    </>
  );
}

async function refusalOf(file: File, maxFiles: number, language: Language): Promise<string | null | undefined> {
  const main = await page.mount(<Message maxFiles={maxFiles} file={file} />, language);
  await page.click(main.querySelector('button'));
  expect(main.querySelector('output')?.textContent).toBe('0');
  const problem = () => main.querySelector('p')?.textContent;
  const refusal = problem();
  // Once the message is sent, the file and the reason are gone.
  await page.click(main.querySelector('button[type=submit]'));
  expect(problem()).toBe('');
  return refusal;
}

test.each([
  ['en', 'No files can be sent here'],
  ['zh-CN', '此处不能发送文件'],
] as const)('a file for a workflow that takes none is refused with the reason, %s', async (language, reason) => {
  expect(await refusalOf(new File(['# Notes'], 'notes.md'), 0, language)).toBe(reason);
});

test('a file that is too large to be sent with its message says the limit', async () => {
  const file = new File([new Uint8Array(MAX_INLINE_BYTES + 1)], 'film.mp4');
  expect(await refusalOf(file, 1, 'en')).toBe('Files may have 3.5 MB together');
});
