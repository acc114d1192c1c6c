import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { edge, node, outsideOf, overflowOf, set } from './run-page.ts';
import { clearWorkspace, documentOf, letter, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

/** A synchronous template node before two concurrent HTTP nodes, and their join. */
const calls = {
  name: 'Two calls',
  nodes: [
    node('start', 'start', { inputs: [{ name: 'who', type: 'text', required: true }] }),
    node('greet', 'template', { template: 'Dear {{start.who}}' }),
    node('left', 'http', { method: 'GET', url: 'https://example.com/{{greet.text}}' }),
    node('right', 'http', { method: 'POST', url: 'https://example.com/{{greet.text}}' }),
    node('end', 'end', { outputs: { left: '{{left.status}}', right: '{{right.status}}' } }),
  ],
  edges: [edge('start', 'greet'), edge('greet', 'left'), edge('greet', 'right'), edge('left', 'end'), edge('right', 'end')],
};

test('the page shows the steps of a workflow, their nodes and the reasons, and copies its Mermaid text', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await saveWorkflow(page, calls);
  const graph = (await (await page.request.get(`/api/v1/workflows/${id}/graph`)).json()) as {
    steps: { name: string; nodeIds: string[]; fused?: string }[];
    mermaid: string;
  };
  await page.goto(`/workflows/${id}`);
  await page.getByRole('link', { name: 'How it runs' }).click();
  await expect(page.getByRole('heading', { name: 'How it runs' })).toBeVisible();
  await expect(page).toHaveTitle(/How Two calls runs/);
  for (const { name, nodeIds } of graph.steps) {
    await expect(page.locator(`[data-step="${name}"]`)).toHaveCount(1);
    await expect(page.locator(`[data-step-row="${name}"]`)).toContainText(nodeIds.length > 1 ? 'One step:' : name);
  }
  expect(graph.steps.some(({ fused }) => fused !== undefined)).toBe(true);
  await expect(page.locator('[data-step="__start__"], [data-step="__end__"]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Copy the Mermaid text' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(graph.mermaid);
});

test('a draft with errors shows a list of them instead of a graph, and each links to its node', async ({ page }) => {
  const document = documentOf(letter('Unfinished'));
  const broken = { ...document, nodes: document.nodes.map((one) => ({ ...one })) };
  const write = broken.nodes.find((one) => one.id === 'write');
  if (write) write.config = { template: 'Dear {{start.whom}}' };
  const id = await saveWorkflow(page, broken);
  await page.goto(`/workflows/${id}/graph`);
  await expect(page.locator('main')).toContainText("start has no field 'whom'");
  await page.getByRole('button', { name: /^write/ }).click();
  await expect(page).toHaveURL(new RegExp(`/workflows/${id}\\?node=write$`));
  await expect(page.locator('#inspector').getByRole('textbox', { name: 'Id' })).toHaveValue('write');
});

test('an empty draft shows that it has no steps, and links to the editor', async ({ page }) => {
  const id = await saveWorkflow(page, { name: 'Empty', nodes: [], edges: [] });
  await page.goto(`/workflows/${id}/graph`);
  await expect(page.locator('main')).toContainText('The draft has no nodes yet');
  await page.getByRole('link', { name: 'Add nodes in the editor' }).click();
  await expect(page).toHaveURL(new RegExp(`/workflows/${id}$`));
});

for (const [theme, language, width] of [
  ['light', 'en', 1440],
  ['dark', 'zh-CN', 390],
] as const) {
  test(`the page is accessible and fits a window of ${width} px, ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme, language });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/workflows/${await saveWorkflow(page, calls)}/graph`);
    await expect(page.locator('[data-step]').first()).toBeVisible();
    await expectAccessible(page, 'the graph');
    expect(await overflowOf(page)).toBe(0);
    expect(await outsideOf(page)).toEqual([]);
  });
}
