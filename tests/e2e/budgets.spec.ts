import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { clearWorkspace, letter, makeKey, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const budgetOf = (page: Page, name: string) => page.getByRole('form', { name: `Budget of ${name}` });

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
  await page.request.put('/api/v1/usage/budget', { data: { budget: null } });
});

test.afterEach(async ({ page }) => {
  await page.request.put('/api/v1/usage/budget', { data: { budget: null } });
});

test('the settings set, keep, change and remove the budget of the workspace', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Set a budget: Workspace' }).click();
  const form = budgetOf(page, 'Workspace');
  await form.getByLabel('USD per day').fill('five');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter an amount above 0')).toBeVisible();
  await expect(form.getByLabel('USD per day')).toBeFocused();
  await expectAccessible(page, 'the form of a budget with a wrong amount');
  await form.getByLabel('USD per day').fill('$ 1,250');
  await form.getByLabel('Tokens per day').fill('5000000');
  await form.getByText('Ask for approval', { exact: true }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  const change = page.getByRole('button', { name: 'Change: Workspace' });
  await expect(change).toBeFocused();
  await expect(page.locator('[data-limit="cost"]')).toContainText('of $1,250.00');
  await page.reload();
  await expect(page.locator('[data-limit="tokens"]')).toContainText('of 5M tokens');
  await expect(change).toBeVisible();
  await expectAccessible(page, 'the settings with a budget');
  const stored = (await (await page.request.get('/api/v1/usage')).json()) as { workspace: { budget: object } };
  expect(stored.workspace.budget).toEqual({ maxCostUsd: 1250, maxTokens: 5_000_000, onBudget: 'ask' });
  await change.click();
  await form.getByLabel('USD per day').fill('');
  await form.getByLabel('Tokens per day').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No daily budget')).toBeVisible();
});

test('the publish panel sets the budget of a key, and the settings show it', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter('Letter'));
  const slug = `letter-${Date.now()}`;
  await publishWorkflow(page, workflowId, slug);
  await makeKey(page, slug, { name: 'shop' });
  await page.goto(`/workflows/${workflowId}`);
  await page.getByRole('banner').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Set a budget: shop' }).click();
  const form = budgetOf(page, 'shop');
  await form.getByLabel('Tokens per day').fill('300');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('[data-publish-panel] [data-limit="tokens"]')).toContainText('0 tokens of 300 tokens');
  await expect(page.getByRole('button', { name: 'Change: shop' })).toBeFocused();
  await page.goto('/settings');
  await expect(page.getByText(`/${slug}`)).toBeVisible();
  await expect(page.locator('[data-limit="tokens"]')).toContainText('0 tokens of 300 tokens');
});
