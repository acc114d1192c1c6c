import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SessionHeader } from '#components/chat/session-header.tsx';
import type { SessionWithTurns } from '#lib/api/sessions.contract.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';

const session: Partial<SessionWithTurns> = {
  id: 'ses_1',
  title: 'A question',
  skillId: null,
  variables: {},
  contextSummary: null,
  turns: [],
  todoList: [],
};
let page: PageWindow;

beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

test('the focus returns from the title that is typed to the button that opened it', async () => {
  const on = { onProblem: () => {}, onRenamed: () => {}, onDeleted: () => {} };
  const header = <SessionHeader id="title" session={session as SessionWithTurns} partner={undefined} {...on} />;
  const main = await page.mount(header, 'en');
  const rename = main.querySelector<HTMLElement>('[aria-label="Rename"]');
  await page.click(rename);
  expect(document.activeElement).toBe(main.querySelector('input'));
  await page.click([...main.querySelectorAll('form button')].at(-1));
  expect(main.querySelector('form')).toBeNull();
  expect(document.activeElement).toBe(rename);
});
