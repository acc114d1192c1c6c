import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { nodeOnCanvas, openEditor, readStored, waitForSave } from './editor-page.ts';
import { pick } from './pick.ts';
import { edge, node, row, set, startRun, waitForStatus } from './run-page.ts';
import { letter, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const calling = (config: object) => ({
  name: 'Calls a letter',
  nodes: [
    node('start', 'start', { inputs: [{ name: 'name', type: 'text', required: true }] }),
    node('call', 'workflow', config),
    node('end', 'end', { outputs: { said: '{{call.letter}}' } }),
  ].map((made, index) => ({ ...made, position: { x: 0, y: index * 110 } })),
  edges: [edge('start', 'call'), edge('call', 'end')],
});

const field = (page: Page, path: string) => page.locator('#inspector').locator(`[data-field="${path}"]`);

async function publish(page: Page, workflowId: string) {
  const data = { slug: `t-${crypto.randomUUID()}` };
  expect((await page.request.post(`/api/v1/workflows/${workflowId}/deployments`, { data })).status()).toBe(201);
}

test('the form selects the called workflow by name, its version and its inputs', async ({ page }) => {
  const name = `Letter ${crypto.randomUUID().slice(0, 8)}`;
  const inner = await saveWorkflow(page, letter(name));
  await publish(page, inner);
  const outer = await saveWorkflow(page, calling({ workflowId: '', inputs: {} }));
  await openEditor(page, outer);
  await nodeOnCanvas(page, 'call').click({ position: { x: 60, y: 10 } });
  await pick(page, field(page, 'workflowId').getByRole('combobox'), name);
  await field(page, 'version').getByRole('combobox').selectOption({ label: 'Version 1' });
  await field(page, 'inputs').getByRole('button', { name: 'who' }).click();
  await page.keyboard.type('{{start.name}}');
  await expectAccessible(page, 'the form of a workflow node');
  await waitForSave(page, 'saved');
  const { document } = await readStored(page, outer);
  const stored = document.nodes.find(({ id }) => id === 'call') as unknown as { config: object };
  expect(stored.config).toEqual({ workflowId: inner, version: 1, inputs: { who: '{{start.name}}' } });
});

test('a node that calls a workflow shows its name', async ({ page }) => {
  const name = `Letter ${crypto.randomUUID().slice(0, 8)}`;
  const inner = await saveWorkflow(page, letter(name));
  await openEditor(page, await saveWorkflow(page, calling({ workflowId: inner, inputs: {} })));
  await expect(nodeOnCanvas(page, 'call')).toContainText(name);
  await expect(nodeOnCanvas(page, 'call')).not.toContainText(inner);
});

test('the form is translated into Chinese', async ({ page, context, baseURL, watch }) => {
  watch.expectProblem(/404/);
  await set(context, baseURL, { language: 'zh-CN' });
  const outer = await saveWorkflow(page, calling({ workflowId: 'wf_nowhere', version: 7, inputs: {} }));
  await openEditor(page, outer);
  await nodeOnCanvas(page, 'call').click({ position: { x: 60, y: 10 } });
  // A reference to a deleted workflow is shown as stored.
  await expect(field(page, 'workflowId').getByRole('combobox')).toHaveAttribute('value', 'wf_nowhere');
  await expect(field(page, 'version').getByRole('combobox').getByRole('option', { selected: true })).toHaveText('版本 7');
});

test('a run shows the nodes of a called workflow under the calling node', async ({ page }) => {
  const inner = await saveWorkflow(page, letter('Inner'));
  const runId = await startRun(page, calling({ workflowId: inner, inputs: { who: '{{start.name}}' } }), { name: 'Ada' });
  await page.goto(`/runs/${runId}`);
  await waitForStatus(page, 'succeeded');
  await expect(page.getByRole('row', { name: /write/ })).toBeVisible();
  await expect(row(page, 'call')).toBeVisible();
});

test('nodes inside a called workflow do not change outer nodes with the same ids', async ({ page }) => {
  const inner = await saveWorkflow(page, letter('Inner'));
  const outer = calling({ workflowId: inner, inputs: { who: '{{start.name}}' } });
  const refused = { ...node('fetch', 'http', { method: 'GET', url: 'http://127.0.0.1:9/' }), position: { x: 0, y: 330 } };
  const graph = {
    ...outer,
    nodes: [...outer.nodes, refused],
    edges: [edge('start', 'call'), edge('call', 'fetch'), edge('fetch', 'end')],
  };
  const runId = await startRun(page, graph, { name: 'Ada' });
  await page.goto(`/runs/${runId}`);
  await waitForStatus(page, 'failed');
  await expect(nodeOnCanvas(page, 'end').locator('.step')).toHaveAttribute('data-state', 'skipped');
  await page.getByRole('row', { name: /write/ }).click();
  await expect(nodeOnCanvas(page, 'call').locator('.step')).toHaveAttribute('data-selected', 'true');
});
