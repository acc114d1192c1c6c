import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { nodeOnCanvas, nodes, openEditor, readStored, waitForSave } from './editor-page.ts';
import { letter, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const view = (page: Page) => page.getByRole('region', { name: 'JSON of the workflow' });
const field = (page: Page) => view(page).getByRole('textbox', { name: 'JSON text' });
const apply = (page: Page) => view(page).getByRole('button', { name: 'Apply' });

test('the JSON follows the canvas, and an edit of the JSON changes the canvas in one history step', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter('In JSON'));
  await openEditor(page, workflowId);
  await page.getByRole('button', { name: 'Show or hide the JSON' }).click();
  await expect(field(page)).toHaveValue(/"name": "In JSON"/);
  await page.getByRole('textbox', { name: 'Name of the workflow' }).fill('Renamed');
  await expect(field(page)).toHaveValue(/"name": "Renamed"/);

  const text = await field(page).inputValue();
  await field(page).fill(text.replaceAll('"write"', '"compose"').replaceAll('{{write.', '{{compose.'));
  await expect(view(page)).toContainText('Edited, not applied yet.');
  await expect(nodeOnCanvas(page, 'write')).toBeVisible();
  await apply(page).click();
  await expect(nodeOnCanvas(page, 'compose')).toBeVisible();
  await expect(nodes(page)).toHaveCount(3);
  await waitForSave(page, 'saved');
  expect((await readStored(page, workflowId)).document.nodes.map(({ id }) => id)).toContain('compose');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(nodeOnCanvas(page, 'write')).toBeVisible();
  await expect(field(page)).toHaveValue(text);
});

test('invalid JSON is marked at its line and kept, and does not change the workflow', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter('Broken')));
  await page.getByRole('button', { name: 'Show or hide the JSON' }).click();
  const text = await field(page).inputValue();
  const broken = text.replace('"nodes": [', '"nodes" [');
  await field(page).fill(broken);
  const line = broken.split('\n').findIndex((one) => one.includes('"nodes" [')) + 1;
  await expect(view(page)).toContainText(`line ${line}`);
  await expect(view(page)).toContainText('A colon is missing after the name.');
  await expect(view(page).locator(`[data-mark="${line}"]`)).toBeVisible();
  await expect(apply(page)).toHaveAttribute('aria-disabled', 'true');
  await view(page).getByRole('button', { name: 'Close the JSON' }).click();
  await expect(nodes(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Show or hide the JSON' }).click();
  await expect(field(page)).toHaveValue(broken);
  await view(page).getByRole('button', { name: 'Discard' }).click();
  await expect(field(page)).toHaveValue(text);
});

test('a problem of a node goes to its line, and the view is accessible', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter('Problem')));
  await page.getByRole('button', { name: 'Show or hide the JSON' }).click();
  const text = await field(page).inputValue();
  const wrong = text.replace('{{start.who}}', '{{start.whom}}');
  await field(page).fill(wrong);
  await view(page).getByRole('button', { name: /whom/ }).click();
  await expect(field(page)).toBeFocused();
  const cursor = await field(page).evaluate((element) => (element as HTMLTextAreaElement).selectionStart);
  expect(wrong.slice(cursor).split('\n')[0]).toContain('{{start.whom}}');
  await expectAccessible(page, 'JSON with a problem');
});
