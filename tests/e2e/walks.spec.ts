import { expect, type Page } from '@playwright/test';
import { message, turns } from './chat-flows.ts';
import { CountedActions } from './counted-actions.ts';
import { nodeOnCanvas, nodes, readStored, waitForEditor, waitForSave } from './editor-page.ts';
import { field, inspector } from './inspector-page.ts';
import { clearWorkspace } from './studio-page.ts';
import { test } from './watched-test.ts';

const TRIAGE_MAX = 22;
const DOCUMENTS_MAX = 15;
const DIGEST_MAX = 6;
const RUN_MS = 30_000;

let hand: CountedActions;
test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
  hand = new CountedActions(page);
});
test.afterEach(() => hand.end());

const dock = (page: Page) => page.locator('section[data-run-status]');
const publishPanel = (page: Page) => page.locator('[data-publish-panel]');
const control = (page: Page, path: string) => field(page, path).locator('textarea, input, select').first();
const workflowIdOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Opens the start page as a person finds it, and waits until it is interactive. */
async function openStart(page: Page) {
  await page.goto('/');
  await expect(page.locator('[inert]')).toHaveCount(0);
}

async function publish(page: Page) {
  await hand.click(page.getByRole('banner').getByRole('button', { name: 'Publish' }));
  await hand.click(publishPanel(page).getByRole('button', { name: 'Publish', exact: true }));
  await expect(publishPanel(page).locator('[data-published="1"]')).toBeVisible();
}

test('a triage with three classes, a model call for each and an approval is built and run to its end', async ({ page }) => {
  test.slow();
  await openStart(page);
  const add = async (type: string, nodeId: string) => {
    await hand.click(page.locator(`[data-node-type="${type}"]`));
    await expect(inspector(page).locator(`[data-inspected="${nodeId}"]`)).toBeVisible();
  };
  const prompt = (text: string) => hand.type(text, control(page, 'userPrompt'));
  await hand.click(page.getByRole('button', { name: 'Empty workflow' }));
  await waitForEditor(page);
  await expect(field(page, 'inputs').getByRole('button', { name: 'Add an input' })).toBeFocused();
  await hand.press('Enter');
  await hand.type('message', control(page, 'inputs.0.name'));

  await add('classifier', 'classifier');
  await expect(control(page, 'input')).toHaveValue('{{start.message}}');
  const classes = 'Urgent: work has stopped, or data is lost\nBilling: an invoice, a price or a refund\nQuestion: anything else';
  await hand.paste(classes, control(page, 'classes.0.title'));
  await add('llm', 'llm');
  await prompt('Answer at once: {{start.message}}');
  await add('approval', 'approval');
  await hand.type('Send the urgent answer?', control(page, 'title'));
  await hand.click(nodeOnCanvas(page, 'classifier'));
  await add('llm', 'llm_2');
  await prompt('Explain the bill: {{start.message}}');
  await hand.click(nodeOnCanvas(page, 'classifier'));
  await add('llm', 'llm_3');
  await prompt('Answer the question: {{start.message}}');
  await add('end', 'end');
  await add('end', 'end_2');

  await hand.press('Control+Enter');
  await hand.type('Nobody can sign in', dock(page).getByLabel('message'));
  await hand.press('Control+Enter');
  await expect(dock(page)).toHaveAttribute('data-run-status', 'waiting', { timeout: RUN_MS });
  await hand.click(dock(page).getByRole('button', { name: 'Approve' }));
  await expect(dock(page)).toHaveAttribute('data-run-status', 'succeeded', { timeout: RUN_MS });
  hand.expectAtMost(TRIAGE_MAX, 'triage');

  await waitForSave(page, 'saved');
  const { document } = await readStored(page, workflowIdOf(page));
  expect(document.nodes.find(({ id }) => id === 'classifier')?.config).toMatchObject({
    classes: [
      { id: 'urgent', title: 'Urgent', description: 'work has stopped, or data is lost' },
      { id: 'billing', title: 'Billing', description: 'an invoice, a price or a refund' },
      { id: 'question', title: 'Question', description: 'anything else' },
    ],
  });
  expect(document.edges.map(({ id }) => id).toSorted()).toEqual([
    'approval-approved-end_2',
    'approval-rejected-end_2',
    'classifier-billing-llm_2',
    'classifier-else-end_2',
    'classifier-question-llm_3',
    'classifier-urgent-llm',
    'llm-approval',
    'llm_2-end_2',
    'llm_3-end',
    'start-classifier',
  ]);
});

test('documents become a chat that answers with their sources', async ({ page, context }) => {
  test.slow();
  await page.request.delete('/api/v1/knowledge/house-rules');
  await page.goto('/knowledge');
  await expect(page.locator('[inert]')).toHaveCount(0);
  const main = page.getByRole('main');
  const texts = [
    { name: 'leave.md', mimeType: 'text/markdown', text: '# Leave\n\nThere are 28 days of paid leave a year.\n' },
    { name: 'returns.md', mimeType: 'text/markdown', text: '# Returns\n\nA refund takes nine working days.\n' },
  ];
  await hand.click(page.getByRole('button', { name: 'Add base' }));
  await hand.type('House rules', main.getByRole('textbox', { name: /^Title/ }));
  await hand.press('Enter');
  await expect(main.getByRole('heading', { name: 'House rules' })).toBeVisible();
  await hand.drop(texts, main.getByRole('region', { name: 'Documents' }));
  await expect(main.getByText('Ready')).toHaveCount(2, { timeout: RUN_MS });
  await hand.click(main.getByRole('button', { name: 'Make a chat' }));
  await page.waitForURL('**/workflows/wf_*');
  await waitForEditor(page);
  await publish(page);
  const section = page.locator('[data-chat-page]');
  await hand.choose(section.getByLabel('Who may chat'), 'Everyone with the address');
  await hand.click(section.getByRole('button', { name: 'Save', exact: true }));
  const opened = context.waitForEvent('page');
  await hand.click(section.getByRole('link', { name: 'Open chat page' }));
  const chat = await opened;
  hand.continueIn(chat);
  await hand.type('How many days of paid leave?', message(chat));
  await hand.press('Enter');
  const sources = turns(chat).first().getByRole('list', { name: 'Sources' });
  await expect(sources.locator('[data-citation]').first()).toContainText(/leave/i, { timeout: RUN_MS });
  hand.expectAtMost(DOCUMENTS_MAX, 'documents with citations');
});

test('a daily digest runs on the schedule of its sentence', async ({ page }) => {
  await openStart(page);
  const sentence = page.getByRole('textbox', { name: 'What should it do?' });
  await hand.click(sentence);
  await hand.type('Every workday at 7:30, write a short digest of some topics', sentence);
  await hand.press('Control+Enter');
  await page.waitForURL('**/workflows/wf_*');
  await waitForEditor(page);
  await expect.poll(() => nodes(page).count()).toBe(3);
  await publish(page);
  await expect(publishPanel(page).locator('[data-live]')).toContainText(/Next: .*07:30:00/);
  hand.expectAtMost(DIGEST_MAX, 'daily digest');

  await waitForSave(page, 'saved');
  const { document } = await readStored(page, workflowIdOf(page));
  const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(document).toMatchObject({ triggers: [{ config: { cron: '30 7 * * 1-5', timeZone } }] });
  hand.end();
  await page.locator('[data-trigger]').click();
  await expect(page.getByRole('combobox', { name: 'When, time 1' })).toHaveValue('workdays');
});
