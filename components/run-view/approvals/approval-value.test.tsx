import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ApprovalValue } from '#components/run-view/approvals/approval-value.tsx';
import type { OpenApproval } from '#lib/run/run-state.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';

let page: PageWindow;

beforeAll(() => {
  page = new PageWindow('http://127.0.0.1');
});
afterEach(() => page.clear());
afterAll(() => page.close());

function shown(args: unknown) {
  const approval = { actionId: 'act_1', nodeId: 'ask', kind: 'value', tool: 'approval', args, description: 'Send it?' };
  const item = <ApprovalValue approval={approval as OpenApproval} text={undefined} isReadOnly={false} onChange={() => {}} />;
  return page.mount(item, 'en');
}

test('of what a model gave its answer is shown as it will be read, and the conversation on demand', async () => {
  const main = await shown({ output: 'Dear **Ada**,\n\n- first', messages: [{ role: 'user', content: 'Write' }] });
  await expect.poll(() => main.querySelector('[data-part="rendered"] strong')?.textContent).toBe('Ada');
  expect(main.querySelector('[data-part="rendered"] li')?.textContent).toBe('first');
  expect(main.querySelector('details')?.open).toBe(false);
});

test('a text switches between what it will look like and what was written', async () => {
  const main = await shown('Dear **Ada**');
  await expect.poll(() => main.querySelector('strong')?.textContent).toBe('Ada');
  await page.click([...main.querySelectorAll('[role="radio"], button')].find(({ textContent }) => textContent === 'Text'));
  expect(main.querySelector('pre')?.textContent).toBe('Dear **Ada**');
});
