import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MAX_INLINE_BYTES } from '#components/chat/attach-file.ts';
import { useAttachments } from '#components/chat/use-attachments.ts';
import type { Language } from '#lib/i18n/language.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';

let page: PageWindow;
beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

/** A message that takes so many files, and a button that attaches one. */
function Message({ maxFiles, file }: { readonly maxFiles: number; readonly file: File }) {
  const attachments = useAttachments({ maxFiles, folder: undefined });
  return (
    <>
      <button type="button" onClick={() => attachments.attach([file])} />
      <button type="submit" onClick={attachments.take} />
      <p>{attachments.problem}</p>
      <output>{attachments.items.length}</output>
    </>
  );
}

async function refusalOf(file: File, maxFiles: number, language: Language): Promise<string | null | undefined> {
  const main = await page.mount(<Message maxFiles={maxFiles} file={file} />, language);
  await page.click(main.querySelector('button'));
  expect(main.querySelector('output')?.textContent).toBe('0');
  const problem = () => main.querySelector('p')?.textContent;
  const refusal = problem();
  // Once the message is sent, the reason is gone.
  await page.click(main.querySelector('button[type=submit]'));
  expect(problem()).toBe('');
  return refusal;
}

test.each([
  ['en', 'notes.md is not attached: this workflow takes no files.'],
  ['zh-CN', '未附加 notes.md：此工作流不接收文件。'],
] as const)('a file for a workflow that takes none is refused with the reason, %s', async (language, reason) => {
  expect(await refusalOf(new File(['# Notes'], 'notes.md'), 0, language)).toBe(reason);
});

test('a file that is too large to be sent with its message is refused with its name and the limit', async () => {
  const file = new File([new Uint8Array(MAX_INLINE_BYTES + 1)], 'film.mp4');
  expect(await refusalOf(file, 1, 'en')).toBe('film.mp4 is not attached: the files of one message may have 3.5 MB together.');
});
