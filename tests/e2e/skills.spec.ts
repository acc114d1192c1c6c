import { expect, type Page } from '@playwright/test';
import { makeZip } from '../support/make-zip.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './watched-test.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const skill = (page: Page, name: string) => main(page).locator(`[data-skill="${name}"]`);
const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`;
const text = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n# When to use\n# Steps\n# Output\n`;

test('a skill is made, edited, found for a message, switched off and deleted', async ({ page }) => {
  const name = unique('zeppelin');
  await page.goto('/skills');
  await page.getByRole('button', { name: 'New skill', exact: true }).click();
  await main(page).getByRole('textbox', { name: /^Name/ }).fill(name);
  await button(page, 'Create').click();
  await expect(main(page).getByRole('heading', { level: 2 })).toContainText('Zeppelin');
  await main(page).getByRole('radio', { name: 'Files (4)' }).click();
  const editor = main(page).locator('.monaco-editor').first();
  await expect(editor).toBeVisible({ timeout: 20_000 });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text(name, 'Plans journeys by zeppelin over fjords.'));
  // The editor shows the text before it is stored.
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await button(page, 'Save').click();
  await saved;
  await expect(main(page).getByText('Plans journeys by zeppelin over fjords.').first()).toBeVisible();
  await button(page, 'Test a message').click();
  await main(page).getByRole('textbox', { name: 'Message' }).fill('Take me over the fjords by zeppelin');
  await button(page, 'Find the skill').click();
  await expect(main(page).locator(`[data-active="${name}"]`)).toBeVisible();
  await expect(main(page).locator(`[data-match="${name}"]`)).toContainText('zeppelin');
  await expectAccessible(page, 'the test of a message');
  await main(page).locator(`[data-match="${name}"]`).getByRole('button').click();
  await button(page, 'Switch off').click();
  await expect(button(page, 'Switch on')).toBeVisible();
  await button(page, 'Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(skill(page, name)).toHaveCount(0);
});

test('an archive is imported, and one that leads elsewhere is refused with its reason', async ({ page, watch }) => {
  watch.expectProblem(/400/);
  const name = unique('import');
  await page.goto('/skills');
  const choose = (entries: Parameters<typeof makeZip>[0]) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'skill.zip', mimeType: 'application/zip', buffer: makeZip(entries) });
  // The server's page has the input before its script reads it.
  await expect(async () => {
    await choose([{ name: '../evil/SKILL.md', content: text('evil', 'x') }]);
    await expect(main(page).getByText('Not imported')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(main(page).getByText('its archive lies')).toBeVisible();
  await choose([{ name: `${name}/SKILL.md`, content: text(name, 'An imported skill.') }]);
  await expect(main(page).getByText('An imported skill.').first()).toBeVisible();
  await expect(main(page).getByText('Not imported')).toHaveCount(0);
});

test('no word of a table in the instructions is cut, and the button next to them opens their file', async ({ page }) => {
  await page.goto('/skills?skill=deep_research');
  const words = main(page).getByRole('cell', { name: /^(shallow|deep)$/ });
  await expect(words).toHaveCount(2);
  const lines = await words.evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  );
  expect(lines).toEqual([1, 1]);
  await button(page, 'Edit').click();
  await expect(main(page).locator('[data-file="SKILL.md"]')).toHaveAttribute('aria-current', 'true');
});

test('a skill of the server is edited as a copy, and its original is restored', async ({ page }) => {
  await page.goto('/skills?skill=deep_research');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('link', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('deep-research.zip');
  await main(page)
    .getByRole('radio', { name: /^Files/ })
    .click();
  await main(page).locator('[data-file="references/credibility.md"]').click();
  const editor = main(page).locator('.monaco-editor').first();
  await expect(editor).toBeVisible({ timeout: 20_000 });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('# Changed');
  await button(page, 'Save').click();
  await expect(main(page).getByText('Edited copy')).toBeVisible();
  await button(page, 'Restore original').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore original' }).click();
  await expect(main(page).getByText('Edited copy')).toHaveCount(0);
});
