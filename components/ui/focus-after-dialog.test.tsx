import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { focusAfterDialog } from '#components/ui/focus-after-dialog.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';

let page: PageWindow;

beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

test('Cancel returns the focus to the opener, if there still is one; a confirmation moves it on', async () => {
  const rows = (
    <>
      <button type="button" id="add" />
      <button type="button" id="delete" />
    </>
  );
  await page.mount(rows, 'en');
  const opener = document.getElementById('delete');
  const focusedAfter = (dialog: { opener: Element | null; isConfirmed: boolean }) => {
    focusAfterDialog({ ...dialog, focusAfterId: 'add' });
    return document.activeElement?.id;
  };
  expect(focusedAfter({ opener, isConfirmed: false })).toBe('delete');
  expect(focusedAfter({ opener, isConfirmed: true })).toBe('add');
  opener?.focus();
  expect(focusedAfter({ opener: document.body, isConfirmed: false })).toBe('add');
  opener?.focus();
  expect(focusedAfter({ opener: document.createElement('button'), isConfirmed: false })).toBe('add');
});
