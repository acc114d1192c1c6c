import { expect, type Page } from '@playwright/test';
import { canvas, drawLine, edges, nodeOnCanvas, nodes, waitForEditor, waitForSave } from './editor-page.ts';
import { CALL_TIMEOUT_MS, callEndpoint } from './published-endpoint.ts';
import { clearWorkspace } from './studio-page.ts';
import { test } from './watched-test.ts';

/** Drops a node type from the list onto the canvas, at an offset from its middle. */
async function drop(page: Page, type: string, place: { x: number; y: number }) {
  const area = await canvas(page).boundingBox();
  if (!area) throw new Error('There is no canvas');
  const targetPosition = { x: area.width / 2 + place.x, y: place.y };
  await page.locator(`[data-node-type="${type}"]`).dragTo(canvas(page), { targetPosition });
  await expect(nodeOnCanvas(page, type)).toBeVisible();
}

const inspector = (page: Page) => page.locator('#inspector');
const dock = (page: Page) => page.locator('section[data-run-status]');
const publishPanel = (page: Page) => page.locator('[data-publish-panel]');

test('an empty canvas becomes a published endpoint with a trace by mouse', async ({ page }) => {
  await clearWorkspace(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Empty workflow' }).click();
  await waitForEditor(page);

  // Draw the workflow.
  await drop(page, 'start', { x: 0, y: 60 });
  await drop(page, 'llm', { x: 0, y: 300 });
  await drop(page, 'end', { x: 0, y: 390 });
  await drawLine(page, ['start', 'out'], ['llm', 'in']);
  await drawLine(page, ['llm', 'out'], ['end', 'in']);
  await expect(nodes(page)).toHaveCount(3);
  await expect(edges(page)).toHaveCount(2);

  // Set the inputs, the prompt and the outputs.
  await nodeOnCanvas(page, 'start').click();
  await inspector(page).getByRole('button', { name: 'Add an input' }).click();
  await inspector(page).getByLabel('Name', { exact: true }).last().fill('question');
  await nodeOnCanvas(page, 'llm').click();
  await inspector(page).locator('[data-field="userPrompt"]').getByRole('textbox').fill('Answer briefly: {{start.question}}');
  await nodeOnCanvas(page, 'end').click();
  await inspector(page).locator('[data-field="outputs"]').getByRole('button', { name: /^Add/ }).click();
  await inspector(page).locator('[data-field="outputs"]').getByRole('textbox').first().fill('answer');
  await inspector(page).locator('[data-field="outputs"]').getByRole('textbox').last().fill('{{llm.output}}');
  await waitForSave(page, 'saved');

  // Run it and see it stream.
  await dock(page).getByLabel('question').fill('Why is the sky blue?');
  await page.locator('[data-tour="run"]').click();
  await expect(dock(page)).toHaveAttribute('data-run-status', 'succeeded', { timeout: CALL_TIMEOUT_MS });
  await expect(nodeOnCanvas(page, 'llm')).toContainText('tokens');

  // Test one node alone.
  await nodeOnCanvas(page, 'llm').click();
  await page.getByRole('tab', { name: 'Input', exact: true }).click();
  await page.getByRole('button', { name: 'Test this node' }).click();
  await expect(page.locator('[data-test-result="succeeded"]')).toBeVisible({ timeout: CALL_TIMEOUT_MS });

  // Publish it.
  await page.getByRole('banner').getByRole('button', { name: 'Publish' }).click();
  await publishPanel(page).getByLabel(/^Slug/).fill('first-answer');
  await publishPanel(page).getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(publishPanel(page).locator('[data-published="1"]')).toBeVisible();
  await publishPanel(page).getByLabel('Name of a new key').fill('my laptop');
  await publishPanel(page).getByRole('button', { name: 'Create key' }).click();
  const key = await publishPanel(page).locator('[data-new-key]').textContent();

  // Call it from another process.
  const url = await publishPanel(page).locator('[data-endpoint-url]').textContent();
  const called = await callEndpoint({ url, key, inputs: { question: 'Why is grass green?' } });
  expect(called.status).toBe('succeeded');
  expect(called.outputs.answer).toContain('Why is grass green?');

  // Read its trace.
  await page.goto('/runs');
  await page.locator(`tr[data-run="${called.runId}"]`).getByRole('link').first().click();
  await page.waitForURL(`**/runs/${called.runId}`);
  await expect(page.getByRole('status').getByText('succeeded')).toBeVisible();
  await expect(page.getByText('Why is grass green?').first()).toBeVisible();
});
