import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { canvas, drawLine, edges, idsOf, nodeOnCanvas, nodes, openEditor, readStored, waitForSave } from './editor-page.ts';
import { field, inspector, select } from './inspector-page.ts';
import { edge, node, set } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const at = <Made extends object>(made: Made, x: number, y: number) => ({ ...made, position: { x, y } });
const lone = { name: 'Lone start', nodes: [at(node('start', 'start', {}), 0, 0)], edges: [] };
const search = (page: Page) => page.getByRole('combobox', { name: 'Find a node' });
const counts = (page: Page) => page.locator('[data-part="problem-count"] [data-level]');
const mark = (page: Page, nodeId: string, name: string) => nodeOnCanvas(page, nodeId).getByRole('button', { name });
const control = (page: Page, path: string) => field(page, path).locator('textarea, input, select').first();

test('nodes that are typed one after the other are connected below the start, and none is red', async ({ page, watch }) => {
  watch.expectProblem(/422/);
  const workflowId = await saveWorkflow(page, lone);
  await openEditor(page, workflowId);
  await page.keyboard.press('/');
  for (const word of ['llm', 'condition', 'end']) {
    await expect(search(page)).toBeFocused();
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
    await expect(search(page)).toHaveValue('');
  }
  expect((await idsOf(edges(page))).toSorted()).toEqual(['condition-true-end', 'llm-condition', 'start-llm']);
  await expect(counts(page)).toHaveText(['2 to fill in']);
  await expect(mark(page, 'llm', 'to fill in')).toBeVisible();
  await expect(nodes(page).getByRole('button', { name: 'error' })).toHaveCount(0);
  await waitForSave(page, 'saved');
  const { document } = await readStored(page, workflowId);
  expect(document.nodes.find(({ id }) => id === 'llm')?.config).toEqual({});
  const lower = document.nodes.filter(({ position }) => position.y > 0).map(({ id }) => id);
  expect(lower.toSorted()).toEqual(['condition', 'end', 'llm']);
  // The shortcut of Run is not an Enter of the list.
  await expect(search(page)).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(control(page, 'userPrompt')).toBeFocused();
  await expect(nodes(page)).toHaveCount(4);
});

test('a node that is added by mouse opens its form at the first empty field, which undo does not hold', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, lone));
  await select(page, 'start');
  await page.getByRole('tab', { name: 'Output', exact: true }).click();
  await page.locator('[data-node-type="llm"]').click();
  await expect(control(page, 'userPrompt')).toBeFocused();
  await expect(control(page, 'userPrompt')).toHaveAttribute('placeholder', '{{start.question}}');
  await page.keyboard.press('Control+z');
  await expect(nodes(page)).toHaveCount(1);
  await page.locator('[data-node-type="switch"]').dragTo(canvas(page), { targetPosition: { x: 500, y: 300 } });
  await expect(control(page, 'cases.0.when')).toBeFocused();
  await page.keyboard.type('true');
  await page.keyboard.press('Control+z');
  await expect(nodes(page)).toHaveCount(2);
});

test('the open ports of a fresh node are one folded line, until another node was selected', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, lone));
  await select(page, 'start');
  await page.locator('[data-node-type="approval"]').click();
  const notes = page.locator('[data-part="node-notes"]');
  const line = notes.locator('summary, button').first();
  await expect(line).toBeVisible();
  expect((await notes.boundingBox())?.height).toBeLessThan(40);
  await select(page, 'start');
  await select(page, 'approval');
  await expect(notes).toHaveCount(0);
  await expect(inspector(page)).toContainText('is not connected');
});

test('an empty required field is an error only after it was left, or a run was refused for it', async ({ page, watch }) => {
  watch.expectProblem(/422|400/);
  const start = node('start', 'start', { inputs: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, type: 'text' })) });
  const graph = { ...lone, nodes: [at(start, 0, 0), at(node('llm', 'llm', {}), 0, 96)], edges: [edge('start', 'llm')] };
  await openEditor(page, await saveWorkflow(page, graph));
  await select(page, 'llm');
  await expect(counts(page)).toHaveText(['1 to fill in']);
  await expect(control(page, 'userPrompt')).toHaveAttribute('aria-invalid', 'false');
  await control(page, 'userPrompt').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(control(page, 'userPrompt')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'userPrompt')).toContainText('Prompt: Write a prompt');

  await select(page, 'start');
  await select(page, 'llm');
  await expect(control(page, 'userPrompt')).toHaveAttribute('aria-invalid', 'false');
  await select(page, 'start');
  await page.keyboard.press('Control+Enter');
  await expect(control(page, 'userPrompt')).toBeFocused();
  await expect(control(page, 'userPrompt')).toHaveAttribute('aria-invalid', 'true');
  await expect(mark(page, 'llm', 'to fill in')).toBeVisible();
  // Below the fields of a form that is higher than its panel.
  await expect(page.getByText('The run was not started')).toBeInViewport();
  await control(page, 'userPrompt').fill('Hello');
  await expect(counts(page)).toHaveCount(0);
});

test('an empty container is to fill in, and a mistake is counted apart', async ({ page }) => {
  const wrong = at(node('wrong', 'template', { template: '{{missing.text}}' }), 0, 96);
  await openEditor(page, await saveWorkflow(page, { ...lone, nodes: [...lone.nodes, wrong], edges: [edge('start', 'wrong')] }));
  await page.locator('[data-node-type="parallel"]').click();
  await expect(mark(page, 'parallel', 'to fill in')).toBeVisible();
  await expect(counts(page)).toHaveText(['1 error', '1 to fill in']);
  await expect(mark(page, 'wrong', 'error')).toBeVisible();
});

test('Escape leads from a field to its node, and F6 there and back', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, lone));
  await page.locator('[data-node-type="llm"]').click();
  await expect(control(page, 'userPrompt')).toBeFocused();
  await page.keyboard.type('{{');
  await expect(inspector(page).getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(control(page, 'userPrompt')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(nodeOnCanvas(page, 'llm')).toBeFocused();
  await page.keyboard.press('F6');
  await expect(inspector(page)).toBeFocused();
  await page.keyboard.press('F6');
  await expect(nodeOnCanvas(page, 'llm')).toBeFocused();
});

test('an end has no output; an edge that a stored workflow has there is drawn and reported', async ({ page }) => {
  const graph = {
    name: 'After the end',
    nodes: [...lone.nodes, at(node('end', 'end', {}), 0, 96), at(node('after', 'set', { values: { a: 1 } }), 0, 208)],
    edges: [edge('start', 'end')],
  };
  await openEditor(page, await saveWorkflow(page, graph));
  await nodeOnCanvas(page, 'end').hover();
  await expect(nodeOnCanvas(page, 'end').locator('.react-flow__handle.source')).toHaveCount(0);
  await expect(nodeOnCanvas(page, 'start').locator('.react-flow__handle.source, .step-ports')).not.toHaveCount(0);

  await openEditor(page, await saveWorkflow(page, { ...graph, edges: [...graph.edges, edge('end', 'after')] }));
  await expect(edges(page)).toHaveCount(2);
  await page.locator('[data-part="problem-count"]').click();
  await expect(page.getByRole('button', { name: /starts at end, which ends the workflow/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await drawLine(page, ['start', 'out'], ['after', 'in']);
  await expect(edges(page)).toHaveCount(3);
});

test('a new input is required', async ({ page }) => {
  await openEditor(page, await saveWorkflow(page, lone));
  await select(page, 'start');
  await inspector(page).getByRole('button', { name: 'Add an input' }).click();
  await expect(field(page, 'inputs.0.required').getByRole('checkbox')).toBeChecked();
});

for (const theme of ['light', 'dark']) {
  test(`new nodes have no barriers that axe can find, ${theme}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme });
    await openEditor(page, await saveWorkflow(page, lone));
    await page.locator('[data-node-type="llm"]').click();
    await expect(counts(page)).toHaveText(['1 to fill in']);
    await expectAccessible(page, 'a new node');
    await page.locator('[data-part="problem-count"]').click();
    await expectAccessible(page, 'what is to fill in', '[role="dialog"]');
  });
}
