import { expect, type Page } from '@playwright/test';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { spreadStackedNodes } from '#lib/workflow/spread-stacked-nodes.ts';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { expectAccessible } from './accessibility.ts';
import { code, replaceCode, waitForCode } from './code-page.ts';
import { nodeOnCanvas, nodes, openEditor, readStored, waitForSave } from './editor-page.ts';
import { documentOf, letter, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const view = (page: Page) => page.getByRole('region', { name: 'JSON of the workflow' });
const lines = (page: Page) => code(view(page)).locator('.view-lines');
const apply = (page: Page) => view(page).getByRole('button', { name: 'Apply' });
/** The document as the editor opens it. */
function textOf(name: string): string {
  const document = workflowSchema.parse(documentOf(letter(name)));
  return formatWorkflow({ ...document, nodes: spreadStackedNodes(document) });
}

async function open(page: Page, name: string): Promise<string> {
  const workflowId = await saveWorkflow(page, letter(name));
  await openEditor(page, workflowId);
  await page.getByRole('button', { name: 'Show or hide the JSON' }).click();
  await waitForCode(view(page));
  return workflowId;
}

test('the JSON follows the canvas, and an edit of the JSON changes the canvas in one history step', async ({ page }) => {
  const workflowId = await open(page, 'In JSON');
  await expect(lines(page)).toContainText('"name": "In JSON"');
  await page.getByRole('textbox', { name: 'Name of the workflow' }).fill('Renamed');
  await expect(lines(page)).toContainText('"name": "Renamed"');

  const text = textOf('Renamed');
  await replaceCode(page, view(page), text.replaceAll('"write"', '"compose"').replaceAll('{{write.', '{{compose.'));
  await expect(view(page)).toContainText('Edited, not applied yet.');
  await expect(nodeOnCanvas(page, 'write')).toBeVisible();
  await apply(page).click();
  await expect(nodeOnCanvas(page, 'compose')).toBeVisible();
  await expect(nodes(page)).toHaveCount(3);
  await waitForSave(page, 'saved');
  expect((await readStored(page, workflowId)).document.nodes.map(({ id }) => id)).toContain('compose');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(nodeOnCanvas(page, 'write')).toBeVisible();
  await expect(view(page)).toContainText('Same as the canvas.');
});

test('invalid JSON is marked at its line and kept, and does not change the workflow', async ({ page }) => {
  await open(page, 'Broken');
  const broken = textOf('Broken').replace('"nodes": [', '"nodes" [');
  await replaceCode(page, view(page), broken);
  const line = broken.split('\n').findIndex((one) => one.includes('"nodes" [')) + 1;
  const mistake = view(page).getByRole('button', { name: `line ${line}` });
  await expect(mistake).toContainText('A colon is missing after the name.');
  await expect(apply(page)).toHaveAttribute('aria-disabled', 'true');
  await view(page).getByRole('button', { name: 'Close the JSON' }).click();
  await expect(nodes(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Show or hide the JSON' }).click();
  await expect(mistake).toBeVisible();
  await mistake.click();
  await expect(lines(page)).toContainText('"nodes" [');
  await view(page).getByRole('button', { name: 'Discard' }).click();
  await expect(view(page)).toContainText('Same as the canvas.');
});

test('a problem links to its field, which explains it on hover, and a quick fix resolves it', async ({ page }) => {
  await open(page, 'Problem');
  await replaceCode(page, view(page), textOf('Problem').replace('{{start.who}}', '{{start.whom}}'));
  await view(page).getByRole('button', { name: /whom/ }).click();
  await expect(lines(page)).toContainText('{{start.whom}}');
  await expect(code(view(page)).locator('.squiggly-error')).toHaveCount(1);
  await expectAccessible(page, 'JSON with a problem');
  await page.keyboard.press('Shift+F1');
  const hover = page.locator('.monaco-hover:not(.hidden)');
  await expect(hover).toContainText('Did you mean start.who?');
  await page.keyboard.press('ControlOrMeta+.');
  await page.locator('.action-widget').getByText('Replace with start.who').click();
  await expect(view(page).getByRole('button', { name: /whom/ })).toHaveCount(0);
  await expect(view(page)).toContainText('Same as the canvas.');
});

test('the schema completes the fields of a node type', async ({ page }) => {
  await open(page, 'Complete');
  const text = textOf('Complete').replace('"template": "Dear {{start.who}}"', '\n\n');
  await replaceCode(page, view(page), text);
  await view(page)
    .getByRole('button', { name: /Template/ })
    .click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Space');
  await expect(page.locator('.suggest-widget.visible')).toContainText('template');
});
