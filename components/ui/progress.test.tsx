import { useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Progress } from '#components/ui/progress.tsx';
import { FixedNow } from '#components/ui/use-now.ts';
import type { Language } from '#lib/i18n/language.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';

const STARTED_MS = 1_800_000_000_000;
const MEGABYTE = 1_000_000;

let page: PageWindow;
beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

/** An upload of 9 MB, of which each click sends one in a second. */
function Upload({ isAtOnce, isCounted }: { readonly isAtOnce: boolean; readonly isCounted: boolean }) {
  const [seconds, setSeconds] = useState(0);
  return (
    <FixedNow value={STARTED_MS + seconds * 1000}>
      <button type="button" onClick={() => setSeconds(seconds + 1)} />
      <Progress
        label="Upload of film.mp4"
        isAtOnce={isAtOnce}
        {...(isCounted && { work: { done: seconds * MEGABYTE, total: 9 * MEGABYTE }, amount: `${seconds} of 9 MB` })}
      />
    </FixedNow>
  );
}

async function mountUpload({ isAtOnce = false, isCounted = true, language = 'en' as Language } = {}) {
  const main = await page.mount(<Upload isAtOnce={isAtOnce} isCounted={isCounted} />, language);
  const wait = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed++) await page.click(main.querySelector('button'));
  };
  const bar = () => main.querySelector('[role=progressbar]');
  return { main, wait, bar };
}

test('work of a moment shows nothing, longer work its share, its amount and the time left', async () => {
  const { main, wait, bar } = await mountUpload();
  await wait(1);
  expect(main.textContent).toBe('');
  await wait(2);
  expect(main.textContent).toBe('Upload of film.mp43 of 9 MB · about 10 s left');
  expect(bar()?.getAttribute('aria-valuenow')).toBe('33');
  expect(bar()?.getAttribute('aria-valuetext')).toBe('3 of 9 MB, about 10 s left');
  expect(bar()?.getAttribute('aria-label')).toBe('Upload of film.mp4');
  await wait(2);
  expect(main.textContent).toContain('5 of 9 MB · a few seconds left');
});

test('a bar that is shown at once says the time left only later', async () => {
  const { main, wait, bar } = await mountUpload({ isAtOnce: true });
  await wait(1);
  expect(bar()?.getAttribute('aria-valuenow')).toBe('11');
  expect(main.textContent).toBe('Upload of film.mp41 of 9 MB');
});

test('where nothing is known the bar has no value and no time is promised', async () => {
  const { main, wait, bar } = await mountUpload({ isCounted: false });
  await wait(4);
  expect(bar()?.hasAttribute('aria-valuenow')).toBe(false);
  expect(bar()?.hasAttribute('aria-valuetext')).toBe(false);
  expect(main.textContent).toBe('Upload of film.mp4');
});

test('the time left is said in Chinese', async () => {
  const { main, wait } = await mountUpload({ language: 'zh-CN' });
  await wait(3);
  expect(main.textContent).toContain('大约还剩 10 秒');
});
