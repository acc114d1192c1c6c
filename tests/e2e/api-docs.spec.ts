import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { set } from './run-page.ts';
import { clearWorkspace, letter, makeKey, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

test('operations of the whole API are found and tried from the page', async ({ page }) => {
  await saveWorkflow(page, letter('Letters to try'));
  await page.goto('/api-docs');
  await page.getByPlaceholder('Filter by tag').fill('workflows');
  await expect(page.locator('.opblock-tag[data-tag="agents"]')).toHaveCount(0);
  await page.locator('.opblock-tag[data-tag="workflows"]').click();
  const list = page.locator('#operations-workflows-listWorkflows');
  await expect(list).toBeVisible();
  // What is around the operations is that of Swagger UI, which has a main landmark of its own.
  for (const part of ['header', '.opblock-tag-section .opblock']) await expectAccessible(page, '/api-docs', part);
  await list.locator('.opblock-summary-control').click();
  await expect(list.locator('.microlight').first()).toBeVisible();
  await expectAccessible(page, 'an open operation', '#operations-workflows-listWorkflows');
  await list.getByRole('button', { name: 'Execute' }).click();
  await expect(list.locator('.live-responses-table')).toContainText('Letters to try');
  await expect(list.locator('.live-responses-table .response-col_status').nth(1)).toContainText('200');
});

test('an open operation is readable on a dark page, with its parameters and examples', async ({ page, context, baseURL }) => {
  await set(context, baseURL, { theme: 'dark' });
  await page.goto('/api-docs');
  await page.locator('.opblock-tag[data-tag="workflows"]').click();
  const list = page.locator('#operations-workflows-listVersions');
  await list.locator('.opblock-summary-control').click();
  await expect(list.locator('.microlight').first()).toBeVisible();
  for (const part of ['.information-container', '#operations-workflows-listVersions'])
    await expectAccessible(page, '/api-docs', part);
});

test('the document of an endpoint is read with its key, which its requests then have', async ({ page, watch }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await publishWorkflow(page, id, 'letters');
  const key = await makeKey(page, 'letters', { name: 'docs' });
  await page.goto('/api-docs?slug=letters');
  watch.expectProblem(/401/);
  const entry = page.getByLabel('Key of the endpoint');
  await entry.fill(`${key}x`);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('A key of this endpoint is needed')).toBeVisible();
  await entry.fill(key);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const run = page.locator('[id^="operations-"][id$="-runDeployment"]');
  await run.locator('.opblock-summary-control').click();
  await run.locator('textarea.body-param__text').fill(JSON.stringify({ inputs: { who: 'Ada' }, mode: 'sync' }));
  await run.getByRole('button', { name: 'Execute' }).click();
  await expect(run.locator('.live-responses-table')).toContainText('succeeded');
});
