import { expect } from '@playwright/test';
import { clearWorkspace, letter, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

test('a key of the workspace is created in the settings, runs a workflow, is on the usage page, and is revoked', async ({
  page,
  playwright,
  baseURL,
}) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await page.goto('/settings');
  const name = `Script ${crypto.randomUUID().slice(0, 8)}`;
  await page.locator('#workspace-key-name').fill(name);
  await page.getByRole('checkbox', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.locator('[data-new-key]').innerText();
  expect(key).toMatch(/^tlw_/);
  const program = await playwright.request.newContext({
    ...(baseURL !== undefined && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${key}`, 'user-agent': 'nightly-job/2' },
  });
  const started = await program.post(`/api/v1/workflows/${id}/runs`, { data: { inputs: { who: 'Ada' }, mode: 'sync' } });
  expect(started.status(), await started.text()).toBe(200);
  expect((await program.delete(`/api/v1/workflows/${id}`)).status()).toBe(403);
  await page.goto('/usage?group=client&days=7');
  await expect(page.locator('[data-row="nightly-job"]')).toBeVisible();
  await page.getByRole('radio', { name: 'Key' }).click();
  await expect(page.locator('tr', { hasText: name })).toBeVisible();
  await expect(page).toHaveURL(/days=7&group=key/);
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^usage-.*\.csv$/);
  await page.goto('/settings');
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.locator('[data-key]', { hasText: name })).toContainText('revoked');
  expect((await program.get('/api/v1/workflows')).status()).toBe(401);
  await program.dispose();
});
