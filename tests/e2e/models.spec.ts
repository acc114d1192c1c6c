import { expect, type Page } from '@playwright/test';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { expectAccessible, looks } from './accessibility.ts';
import { pick } from './pick.ts';
import { outsideOf, overflowOf, set } from './run-page.ts';
import { test } from './watched-test.ts';

let fake: FakeModel;
test.beforeAll(async () => {
  fake = await startFakeModel();
});
test.afterAll(() => fake.stop());

/** Other tests need the demo model. */
test.afterEach(async ({ page }) => {
  const { items } = (await (await page.request.get('/api/v1/models/configured')).json()) as {
    items: { name: string; isDemo: boolean }[];
  };
  for (const { name, isDemo } of items) if (!isDemo) await page.request.delete(`/api/v1/models/${name}`);
});

const row = (page: Page, name: string) => page.locator(`tr[data-model="${name}"]`);
const addForm = (page: Page) => page.getByRole('form', { name: 'Add a model' });

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function addByApi(page: Page, name: string) {
  const data = { provider: 'openai-compatible', modelId: 'fake', baseUrl: fake.url, apiKey: 'sk-1' };
  const answer = await page.request.put(`/api/v1/models/${name}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('without a model the page shows the form; a saved model passes its test and is the default without a restart', async ({
  page,
}) => {
  await page.goto('/models');
  await expect(row(page, 'demo')).toBeVisible();
  const form = addForm(page);
  await form.getByLabel('Model ID', { exact: false }).fill('fake-t5');
  await form.getByRole('button', { name: 'Test and save' }).click();
  await expect(form.getByText('Required', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Base URL')).toBeFocused();
  await form.getByLabel('Base URL').fill(fake.url);
  await form.getByLabel('API key').fill('sk-secret');
  await form.getByRole('button', { name: 'Test and save' }).click();
  await expect(page.locator('[data-trial="ok"]')).toBeVisible();
  await expect(row(page, 'main')).toContainText('default');
  await expect(row(page, 'demo')).toHaveCount(0);
  await expect(addForm(page)).toHaveCount(0);
  expect(fake.requests.at(-1)?.headers.authorization).toBe('Bearer sk-secret');
  expect(await page.content()).not.toContain('sk-secret');
});

test('the id of a model is chosen from what its server lists', async ({ page }) => {
  await page.goto('/models');
  const form = addForm(page);
  await form.getByLabel('Base URL').fill(fake.url);
  await pick(page, form.getByRole('button', { name: 'Choose from its models' }), 'fake');
  await expect(form.getByLabel('Model ID', { exact: false })).toHaveValue('fake');
});

test('settings that do not answer are not saved, and the error offers to save them anyway', async ({ page }) => {
  await page.goto('/models');
  const form = addForm(page);
  await form.getByLabel('Model ID', { exact: false }).fill('fake');
  await form.getByLabel('Base URL').fill('http://127.0.0.1:9/v1');
  await form.getByRole('button', { name: 'Test and save' }).click();
  await expect(form.locator('[data-trial="failed"]')).toContainText('base URL of this model');
  await expect(row(page, 'demo')).toContainText('default');
  await expect(row(page, 'main')).toHaveCount(0);
  await form.getByRole('button', { name: 'Save without an answer' }).click();
  await expect(row(page, 'main')).toContainText('http://127.0.0.1:9/v1');

  await page.getByRole('button', { name: 'Test main' }).click();
  await row(page, 'main').locator('+ tr').getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('form', { name: 'Change main' }).getByLabel('Base URL')).toHaveValue('http://127.0.0.1:9/v1');
});

test('an error of the server is shown at its field, and nothing typed is lost', async ({ page, watch }) => {
  watch.expectProblem(/400/);
  await addByApi(page, 'main');
  await page.goto('/models');
  await choose(page, 'main', 'Edit');
  const form = page.getByRole('form', { name: 'Change main' });
  await form.getByLabel('Base URL').fill('http://127.0.0.1:9/v1');
  await form.getByRole('button', { name: 'Test and save' }).click();
  await expect(form.getByText('The stored key is not taken along')).toBeVisible();
  await expect(form.getByLabel('API key')).toBeFocused();
  await expect(form.getByLabel('Base URL')).toHaveValue('http://127.0.0.1:9/v1');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Actions for main' })).toBeFocused();
  await expect(row(page, 'main')).toContainText(new URL(fake.url).host);
});

test('a model can be changed without its key, made the default, disabled, enabled, and removed after confirmation', async ({
  page,
}) => {
  await addByApi(page, 'main');
  await addByApi(page, 'other');
  await page.goto('/models');
  await choose(page, 'main', 'Edit');
  const form = page.getByRole('form', { name: 'Change main' });
  await form.getByText('More settings').click();
  await form.getByLabel('Context, tokens').fill('64000');
  await form.getByLabel('sees images').check();
  await form.getByRole('button', { name: 'Test and save' }).click();
  await expect(row(page, 'main')).toContainText('64,000');
  await expect(row(page, 'main')).toContainText('sees images');
  await expect(page.locator('[data-trial="ok"]')).toBeVisible();

  await choose(page, 'other', 'Make default');
  await expect(row(page, 'other')).toContainText('default');
  await choose(page, 'main', 'Switch off');
  await expect(row(page, 'main')).toContainText('switched off');
  await choose(page, 'main', 'Switch on');
  await expect(row(page, 'main')).not.toContainText('switched off');

  await choose(page, 'main', 'Remove');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'main')).toBeVisible();
  await choose(page, 'main', 'Remove');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row(page, 'main')).toHaveCount(0);
  await expect(row(page, 'other')).toBeVisible();
});

test('the page shows the config file entry for each provider', async ({ page }) => {
  await page.goto('/models');
  await page.getByText('Or in the config file').click();
  await page.getByRole('radio', { name: 'Anthropic' }).click();
  await expect(page.locator('[data-snippet="config"]')).toContainText('provider: anthropic');
  await expect(page.locator('[data-snippet="start"]')).toContainText('ANTHROPIC_API_KEY=');
  await page.getByRole('radio', { name: 'Ollama' }).click();
  await expect(page.locator('[data-snippet="config"]')).toContainText('http://127.0.0.1:11434/v1');
  await expect(addForm(page).getByLabel('Base URL')).toHaveValue('http://127.0.0.1:11434/v1');
});

for (const { theme, language } of looks)
  test(`the form is accessible and fits the window, ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme, language });
    await addByApi(page, 'main');
    await page.goto('/models');
    await page.locator('#model-menu-main').click();
    await page.getByRole('menuitem').first().click();
    await page.locator('form details summary').click();
    await page.locator('#add-model').click();
    await expectAccessible(page, 'both forms');
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowOf(page), `at ${width}`).toBe(0);
      expect(await outsideOf(page), `at ${width}`).toEqual([]);
    }
  });
