import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SentenceReader } from '#components/chat/answer/sentence-reader.tsx';
import { until } from '#tests/support/eventually.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';

let page: PageWindow;
beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

test('whole sentences are read while an answer is written, and what an interface shows instead is taken back', async () => {
  const main = await page.mount(<SentenceReader text="When do you come? And wi" isGrowing />, 'en');
  const said = () => main.querySelector('[aria-live]')?.textContent;
  await until(() => said() === 'When do you come?');
  page.redraw(<SentenceReader text="" isGrowing={false} />, 'en');
  await until(() => said() === '');
  expect(main.textContent).toBe('');
});
