import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { command, edges, idsOf, nodeOnCanvas, nodes, openEditor, portPlace, readStored, waitForSave } from './editor-page.ts';
import { callEndpoint } from './published-endpoint.ts';
import { edge, node, waitForStatus } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const at = <Made extends object>(made: Made, x: number, y: number) => ({ ...made, position: { x, y } });
const letter = {
  name: 'Letter',
  nodes: [
    at(node('start', 'start', { inputs: [{ name: 'who', type: 'text', required: true }] }), 0, 0),
    at(node('write', 'template', { template: 'Dear {{start.who}}' }), 0, 96),
    at(node('end', 'end', { outputs: { letter: '{{write.text}}' } }), 0, 320),
  ],
  edges: [edge('start', 'write')],
};
const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });

test('the palette runs the typed command, and offers only enabled ones', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await expect(palette(page).getByRole('option', { name: 'Undo' })).toHaveCount(0);
  await page.keyboard.type('add http');
  await expect(palette(page).getByRole('option').first()).toHaveText('Add HTTP request');
  await page.keyboard.press('Enter');
  await expect(nodeOnCanvas(page, 'http')).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('option', { name: 'Undo' })).toBeVisible();
  await page.keyboard.type('nothing of that name');
  await expect(palette(page)).toContainText('No match for “nothing of that name”.');
  await page.keyboard.press('Escape');
  await expect(nodeOnCanvas(page, 'http')).toBeFocused();
});

test('the palette goes to a node, also from a text field', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await page.getByRole('textbox', { name: 'Name of the workflow' }).focus();
  await command(page, 'go to end');
  await expect(nodeOnCanvas(page, 'end')).toBeFocused();
  await expect(nodeOnCanvas(page, 'end').locator('[data-selected]')).toBeVisible();
});

test('the shortcut sheet lists every key, and sheet and palette are accessible', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await nodeOnCanvas(page, 'start').focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Shortcuts' });
  await expect(sheet).toContainText('Connect to…');
  await expectAccessible(page, 'shortcuts', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(nodeOnCanvas(page, 'start')).toBeFocused();
  await page.keyboard.press('Control+k');
  await expectAccessible(page, 'palette', '[role="dialog"]');
});

test('nodes are connected by keyboard, and only valid targets are offered', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  await nodeOnCanvas(page, 'write').focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Connect Template to…' });
  await expect(dialog.getByRole('option', { name: 'Start' })).toHaveCount(0);
  await page.keyboard.type('end');
  await page.keyboard.press('Enter');
  await expect(edges(page)).toHaveCount(2);
  await expect(nodeOnCanvas(page, 'write')).toBeFocused();
  await waitForSave(page, 'saved');
  expect((await readStored(page, workflowId)).document.edges.map(({ id }) => id)).toContain('write-end');
});

test('the menu of a node opens by right click and by key, and closes without an action', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await nodeOnCanvas(page, 'write').click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Align left' })).toHaveCount(0);
  // Keys that act everywhere do not act under a menu.
  await page.keyboard.press('Control+i');
  await expect(menu).toBeVisible();
  await expect(page.locator('[data-part="assistant"]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await page.keyboard.press('Control+i');
  await expect(page.locator('[data-part="assistant"]')).toBeVisible();
  await nodeOnCanvas(page, 'write').focus();
  await page.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: 'Disable or enable' }).press('Enter');
  await expect(nodeOnCanvas(page, 'write').locator('[data-disabled]')).toBeVisible();
  await expect(nodes(page)).toHaveCount(3);
});

test('a right click on another node while a menu is open opens the menu of that node, which stays', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await nodeOnCanvas(page, 'end').click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  // Left of the open menu, which covers the rest of the node.
  await nodeOnCanvas(page, 'write').click({ button: 'right', position: { x: 8, y: 12 } });
  // The first menu gives its focus back in a later task.
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 0)));
  await page.getByRole('menuitem', { name: 'Disable or enable' }).press('Enter');
  await expect(nodeOnCanvas(page, 'write').locator('[data-disabled]')).toBeVisible();
  await expect(nodeOnCanvas(page, 'end').locator('[data-disabled]')).toHaveCount(0);
});

test('the menu of an edge inserts a node into it', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter);
  await openEditor(page, workflowId);
  const [out, into] = [await portPlace(page, 'start', 'out'), await portPlace(page, 'write', 'in')];
  await page.mouse.click(out.x, (out.y + into.y) / 2, { button: 'right' });
  // Typed in the same task as the click, before the list can be drawn.
  await page.getByRole('menuitem', { name: 'Insert a node…' }).evaluate((item: HTMLElement) => {
    item.click();
    for (const key of 'merge')
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('dialog').locator('input')).toHaveValue('merge');
  await page.keyboard.press('Enter');
  await expect(nodeOnCanvas(page, 'merge')).toBeFocused();
  expect((await idsOf(edges(page))).toSorted()).toEqual(['merge-write', 'start-merge']);
  await page.keyboard.press('Control+z');
  await expect(edges(page)).toHaveCount(1);
});

test('find goes through the matches on the canvas one by one', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await nodeOnCanvas(page, 'start').focus();
  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: 'Find on the canvas' });
  await expect(field).toBeFocused();
  await field.fill('dear');
  await expect(page.getByRole('search')).toContainText('1 of 1');
  await expect(nodeOnCanvas(page, 'write').locator('[data-selected]')).toBeVisible();
  await field.fill('start');
  await expect(page.getByRole('search')).toContainText('1 of 2');
  await page.keyboard.press('Enter');
  await expect(nodeOnCanvas(page, 'write').locator('[data-selected]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(nodeOnCanvas(page, 'write')).toBeFocused();
});

test('the outline lists the nodes in execution order and goes to them', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, letter));
  await page.getByRole('tab', { name: 'Outline' }).click();
  const rows = page.getByRole('list', { name: 'Nodes of this workflow' }).getByRole('button');
  await expect(rows).toContainText(['Start', 'End', 'Template']);
  await rows.filter({ hasText: 'Template' }).click();
  await expect(nodeOnCanvas(page, 'write')).toBeFocused();
});

test('an empty canvas becomes a published endpoint with a trace by keyboard alone', async ({ page }, {
  retry,
  repeatEachIndex,
}) => {
  test.setTimeout(120_000);
  // Each attempt publishes at a slug of its own.
  const name = `By keys ${retry} ${repeatEachIndex}`;
  const workflowId = await saveWorkflow(page, { name, nodes: [], edges: [] });
  await openEditor(page, workflowId);

  // Draw the workflow.
  for (const type of ['start', 'template', 'end']) await command(page, `add ${type}`);
  await expect(edges(page)).toHaveCount(2);

  // Set the template and the outputs.
  await command(page, 'go to template');
  await expect(nodeOnCanvas(page, 'template')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#inspector')).toBeFocused();
  await tabTo(page, '[data-field="template"] textarea, [data-field="template"] [contenteditable]');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Made without a mouse');
  await command(page, 'go to end');
  await expect(nodeOnCanvas(page, 'end')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#inspector')).toBeFocused();
  await tabTo(page, '[data-field="outputs"] button');
  await page.keyboard.press('Enter');
  const output = page.locator('[data-field="outputs"] input').first();
  await expect(output).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('letter');
  await tabTo(page, '[data-field="outputs"] textarea, [data-field="outputs"] [contenteditable]');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{{template.text');
  await page.keyboard.press('Escape');
  await page.keyboard.type('}}');
  await waitForSave(page, 'saved');
  expect((await readStored(page, workflowId)).document.nodes.find(({ id }) => id === 'end')?.config).toEqual({
    outputs: { letter: '{{template.text}}' },
  });

  // Run it.
  await page.keyboard.press('Control+Enter');
  await waitForStatus(page, 'succeeded');

  // Publish it, and make a key.
  await command(page, 'publish');
  await expect(page.locator('#inspector')).toBeFocused();
  const publish = '[data-publish-panel] button[type="submit"]';
  await expect(page.locator(publish).first()).toBeEnabled();
  await tabTo(page, publish);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await readDeployments(page, workflowId)).length, { timeout: 20_000 }).toBe(1);
  await expect(page.locator('#key-name')).toBeVisible();
  await tabTo(page, '#key-name');
  await page.keyboard.type('my laptop');
  await page.keyboard.press('Enter');
  const key = await page.locator('[data-new-key]').textContent();
  const url = await page.locator('[data-endpoint-url]').textContent();

  // Call it from another process.
  const called = await callEndpoint({ url, key, inputs: {} });
  expect(called).toMatchObject({ status: 'succeeded', outputs: { letter: 'Made without a mouse' } });

  // Read its trace.
  await tabTo(page, 'a[href^="/runs?workflow="]');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/runs?workflow=${workflowId}`);
  await expect(page.locator(`tr[data-run="${called.runId}"]`)).toBeVisible();
  await tabTo(page, `tr[data-run="${called.runId}"] a`);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/runs/${called.runId}`);
  await waitForStatus(page, 'succeeded');
  await tabTo(page, '[role="treegrid"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Template' })).toBeFocused();
  await expect(page.locator('[data-span="template"]')).toContainText('Made without a mouse');
});

const TABS_MAX = 80;

/** Presses Tab until a matching element has the focus. */
async function tabTo(page: Page, selector: string) {
  for (let presses = 0; presses < TABS_MAX; presses++) {
    await page.keyboard.press('Tab');
    const isThere = await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    if (isThere) return;
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

async function readDeployments(page: Page, workflowId: string): Promise<{ slug: string }[]> {
  const answer = await page.request.get('/api/v1/deployments?limit=100');
  const { items } = (await answer.json()) as { items: { slug: string; workflowId: string }[] };
  return items.filter((item) => item.workflowId === workflowId);
}
