import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openEditor, readStored, waitForSave } from './editor-page.ts';
import { edge, node } from './run-page.ts';
import { clearWorkspace, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

const panel = (page: Page) => page.locator('[data-trigger-panel]');
const echo = {
  name: 'Echo',
  nodes: [
    node('start', 'start', { inputs: [{ name: 'text', type: 'text', required: true }] }),
    node('end', 'end', { outputs: { said: '{{start.text}}' } }),
  ],
  edges: [edge('start', 'end')],
};

test('a webhook is drawn above the start, tested with a real request, deployed, and shows what it received', async ({
  page,
  watch,
}) => {
  const workflowId = await saveWorkflow(page, echo);
  await openEditor(page, workflowId);
  await page
    .locator('[data-part=triggers]')
    .getByRole('button', { name: /^Triggers?$/ })
    .click();
  await panel(page).locator('[data-add-trigger="webhook"]').click();
  await expect(page.locator('[data-trigger="webhook"]')).toBeVisible();
  // What is to be filled in is not wrong yet.
  await expect(page.locator('[data-trigger="webhook"] [data-state="failed"]')).toHaveCount(0);
  await expect(panel(page).locator('[data-listen]')).toBeInViewport();
  await panel(page).getByLabel('text').fill('{{trigger.body.text}}');
  await panel(page).getByLabel('text').blur();
  await waitForSave(page, 'saved');
  expect(await readStored(page, workflowId)).toMatchObject({
    document: { triggers: [{ id: 'webhook', inputs: { text: '{{trigger.body.text}}' } }] },
  });
  watch.expectProblem(/ERR_FAILED|404/);
  await page.route('**/trigger-listeners/**', (route) => route.abort());
  await panel(page).getByRole('button', { name: 'Listen once' }).click();
  await expect(panel(page).getByRole('status').filter({ hasText: 'No answer' })).toBeVisible();
  await page.unroute('**/trigger-listeners/**');
  const error = { code: 'not-found', message: 'Gone', requestId: 'req_1' };
  await page.route('**/trigger-listeners/**', (route) => route.fulfill({ status: 404, json: { error } }));
  await expect(panel(page).locator('[data-listen-expired]')).toBeVisible();
  await page.unroute('**/trigger-listeners/**');
  await panel(page).getByRole('button', { name: 'Listen once' }).click();
  await expect(panel(page).locator('[data-listen-expired]')).toHaveCount(0);
  const address = (await panel(page).locator('[data-listen-address]').textContent()) ?? '';
  await page.request.post(new URL(address).pathname, { data: { text: 'from a test' } });
  await expect(panel(page).getByRole('button', { name: 'Run with this event' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Run with this event' }).click();
  await expect(page).toHaveURL(/run=run_/);
  await waitForSave(page, 'saved');
  const slug = `hook-${Date.now()}`;
  await publishWorkflow(page, workflowId, slug);
  const live = panel(page).locator('[data-live="webhook"]');
  await live.getByRole('button', { name: 'Make a secret' }).click();
  const secret = (await live.locator('[data-new-secret]').textContent()) ?? '';
  const headers = { authorization: `Bearer ${secret}` };
  await page.request.post(`/api/v1/hooks/${slug}/webhook`, { data: { text: 'hi' }, headers });
  await page.request.post(`/api/v1/hooks/${slug}/webhook`, { data: { wrong: 1 }, headers });
  await live.getByRole('button', { name: 'History' }).click();
  await expect(live.locator('[data-event="started"]')).toHaveCount(1);
  await expect(live.locator('[data-event="refused"]')).toContainText("trigger.body has no field 'text'");
  await expectAccessible(page, 'triggers', '[data-trigger-panel]');
});

test('a schedule shows its next times while it is typed, and its mistakes', async ({ page }) => {
  const workflowId = await saveWorkflow(page, echo);
  await openEditor(page, workflowId);
  await page
    .locator('[data-part=triggers]')
    .getByRole('button', { name: /^Triggers?$/ })
    .click();
  await panel(page).locator('[data-add-trigger="schedule"]').click();
  await expect(panel(page).locator('[data-next-times] li')).toHaveCount(10);
  await panel(page).getByRole('textbox', { name: 'Cron line of time 1' }).fill('61 * * * *');
  await panel(page).getByRole('textbox', { name: 'Cron line of time 1' }).blur();
  await expect(panel(page).locator('[data-next-times]')).toHaveCount(0);
  await expect(panel(page).getByText(/61 \* \* \* \*: /)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Remove the trigger' }).click();
  await expect(page.locator('[data-trigger="schedule"]')).toHaveCount(0);
});
