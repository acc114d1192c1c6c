import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { overflowOf, set } from './run-page.ts';
import { test } from './watched-test.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => main(page).getByRole('radio', { name, exact: true });
const LEAVE = '# Leave\n\n## Days\n\nThere are 28 days of paid leave a year.\n\n## Notice\n\nTell your team two weeks before.';

/** Bases stay for the tests that follow, so each has a name of its own. */
async function makeBase(page: Page): Promise<string> {
  const name = `base-${crypto.randomUUID().slice(0, 8)}`;
  const made = await page.request.post('/api/v1/knowledge', { data: { name, title: name } });
  expect(made.status(), await made.text()).toBe(201);
  const documents = [{ key: 'leave', title: 'Leave', text: LEAVE }];
  await page.request.post(`/api/v1/knowledge/${name}/documents`, { data: { documents } });
  return name;
}

test('a base is made, refuses a name that is taken or wrong, and holds a text that is written there', async ({ page, watch }) => {
  watch.expectProblem(/409/);
  const taken = await makeBase(page);
  const name = `made-${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/knowledge');
  await page.getByRole('button', { name: 'Add base' }).click();
  const field = (label: string) => main(page).getByRole('textbox', { name: new RegExp(`^${label}`) });
  await field('Title').fill(name);
  const nameField = field('Name');
  await nameField.fill('Not A Name');
  await button(page, 'Create').click();
  await expect(nameField).toHaveAccessibleDescription(/Lowercase letters, digits, - and _, beginning with a letter/);
  await nameField.fill(taken);
  await button(page, 'Create').click();
  await expect(nameField).toHaveAccessibleDescription(/There is another knowledge base/);
  await expect(nameField).toBeFocused();
  await nameField.fill(name);
  // What is written next goes to the new base, also while the page of its address has not come.
  await page.route('**/knowledge?base=*', () => {});
  await button(page, 'Create').click();
  await expect(main(page).getByText('Upload PDF, Office, Markdown')).toBeVisible();
  await button(page, 'Write text').click();
  await field('Title').fill('Leave');
  await field('Text').fill(LEAVE);
  await button(page, 'Store').click();
  await expect(main(page).getByText('Ready')).toBeVisible({ timeout: 20_000 });
  const stored = await page.request.get(`/api/v1/knowledge/${name}/documents`);
  expect(((await stored.json()) as { items: object[] }).items).toHaveLength(1);
});

test('a chunk is corrected, found by a question, and counted by the question set', async ({ page }) => {
  const name = await makeBase(page);
  await page.goto(`/knowledge?base=${name}`);
  await main(page)
    .getByRole('button', { name: /^Leave/ })
    .click();
  await button(page, 'Correct').first().click();
  await main(page).getByRole('textbox', { name: 'Text of chunk 1' }).fill('There are 30 days of paid leave a year.');
  await button(page, 'Save').click();
  await expect(main(page).getByText('Corrected')).toBeVisible();

  await tab(page, 'Test').click();
  await main(page).getByRole('textbox', { name: 'Question', exact: true }).fill('How many days of leave?');
  await button(page, 'Find').click();
  await expect(main(page).getByText(/^\d passages? in /)).toBeVisible();
  await expect(main(page)).toContainText('30 days of paid leave');

  await main(page)
    .getByRole('textbox', { name: 'Questions whose document is known' })
    .fill('How many days of leave? | leave\nWhat is for lunch? | menu');
  await button(page, 'Measure').click();
  await expect(main(page).getByText(/^50 % found among the first five \(1 of 2\)/)).toBeVisible();
});

test('a folder becomes documents of a base; a passage that is found opens its place', async ({ page }) => {
  const name = await makeBase(page);
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  mkdirSync(join(folder, 'en'));
  writeFileSync(join(folder, 'en', 'tea.md'), '# Tea\n\n## Green tea\n\nWater of 80 degrees, for two minutes.\n');
  writeFileSync(join(folder, '年假.md'), '# 年假\n\n每年有十五天带薪年假。\n');
  writeFileSync(join(folder, 'photo.png'), 'x');
  writeFileSync(join(folder, 'broken.docx'), 'x');
  await page.goto(`/knowledge?base=${name}`);
  // Until the page is interactive, a choice is lost.
  await expect(page.locator('[inert]')).toHaveCount(0);
  await main(page).locator('[data-picker="folder"]').setInputFiles(folder);
  await expect(main(page).locator('[data-document$="/en/tea.md"]')).toContainText('ready', { timeout: 20_000 });
  await expect(main(page).locator('[data-document$="/年假.md"]')).toContainText('ready', { timeout: 20_000 });
  await expect(main(page).getByRole('status').filter({ hasText: '1 file of another kind was left out: ' })).toBeVisible();
  rmSync(folder, { recursive: true });
  await button(page, '1 failed').click();
  await expect(main(page).locator('[data-document]')).toHaveCount(1);
  await expect(main(page).locator('[data-document$="/broken.docx"]')).toContainText('failed');

  await tab(page, 'Test').click();
  await main(page).getByRole('textbox', { name: 'Question', exact: true }).fill('how hot is water for green tea');
  await button(page, 'Find').click();
  await main(page).getByTitle('Open this place in the document').first().click();
  await expect(tab(page, 'Documents')).toBeChecked();
  await expect(main(page)).toContainText('Water of 80 degrees');
  await expect(button(page, 'Correct').first()).toBeVisible();
});

test('a source and a base are removed after a question, the base with its documents', async ({ page }) => {
  const name = await makeBase(page);
  await page.goto(`/knowledge?base=${name}`);
  const dialog = page.getByRole('alertdialog');
  await tab(page, 'Sources').click();
  await main(page).getByRole('textbox', { name: 'Folder' }).fill('no-such-folder');
  await button(page, 'Add source').click();
  const source = main(page).locator('[data-source="no-such-folder"]');
  await source.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toContainText('Remove the source no-such-folder?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(source.getByRole('button', { name: 'Remove' })).toBeFocused();
  await source.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(source).toHaveCount(0);

  await button(page, 'Delete').click();
  await expect(dialog).toContainText('Its document is deleted');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('navigation', { name: 'Knowledge bases' }).getByText(name)).toHaveCount(0);
  expect((await page.request.get(`/api/v1/knowledge/${name}`)).status()).toBe(404);
});

for (const { theme, language } of looks) {
  test(`a base is accessible and fits the window, ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme, language });
    const name = await makeBase(page);
    await page.goto(`/knowledge?base=${name}`);
    const tabs = main(page).getByRole('radio');
    await expect(tabs).toHaveCount(4);
    for (const index of [0, 1, 2, 3]) {
      await tabs.nth(index).click();
      await expectAccessible(page, `part ${index} of a base`);
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflowOf(page), `overflow of part ${index} at ${width}`).toBe(0);
      }
    }
  });
}

test('how far the indexing of a base is, and how long it takes', async ({ page }) => {
  const name = await makeBase(page);
  // Eight documents more, of which one is indexed each second.
  const startedMs = Date.now();
  const indexed = () => Math.min(8, (Date.now() - startedMs) / 1000);
  await page.route(/\/api\/v1\/knowledge$/, async (route) => {
    const answer = await route.fetch();
    const { items, ...rest } = (await answer.json()) as { items: { name: string }[] };
    const done = Math.floor(indexed());
    const state = { documents: 9, pending: 8 - done, partlyDone: indexed() - done };
    const shown = items.map((base) => (base.name === name ? { ...base, ...state } : base));
    await route.fulfill({ response: answer, json: { ...rest, items: shown } });
  });
  await page.goto(`/knowledge?base=${name}`);
  // The page has the list of its first answer until something changes.
  await button(page, 'Write text').click();
  await main(page)
    .getByRole('textbox', { name: /^Title/ })
    .fill('Tea');
  await main(page).getByRole('textbox', { name: /^Text/ }).fill('Green tea.');
  await button(page, 'Store').click();
  const bar = main(page).getByRole('progressbar', { name: 'Indexing documents' });
  await expect(bar).toHaveAttribute('aria-valuetext', /\d of \d documents, (about \d+ s|a few seconds) left/);
  await expect(bar).toHaveCount(0, { timeout: 20_000 });
});
