import { IntlProvider } from 'use-intl';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MemoryView } from '#components/run-view/memory-view.tsx';
import { messagesFor } from '#lib/i18n/messages.ts';
import type { Memory } from '#lib/run/memory.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';

const at = '2026-11-26T20:30:05.000Z';
const memory: Memory = {
  version: 1,
  sessionId: 'run_1',
  goals: [],
  decisions: [{ id: 'd1', at, decision: 'Write in German' }],
  todos: [],
  facts: [],
  openQuestions: [],
};
const entries = [{ at, change: { decisions: ['Write in German'] }, nodeId: 'note', seq: 3, version: 1 }];
let page: PageWindow;

beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

test('times are those of the time zone in which the studio is read', async () => {
  const view = (
    <IntlProvider locale="en" messages={messagesFor('en')} timeZone="Asia/Shanghai">
      <MemoryView memory={memory} entries={entries} onSelect={() => {}} />
    </IntlProvider>
  );
  const main = await page.mount(view, 'en');
  expect(main.querySelector('li')?.textContent).toBe('Write in German 04:30:05');
  expect(main.textContent).not.toContain('20:30:05');
});
