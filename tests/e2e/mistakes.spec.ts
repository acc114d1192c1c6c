import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { expectAccessible } from './accessibility.ts';
import { edges, idsOf, nodeOnCanvas, openEditor, readStored, waitForSave } from './editor-page.ts';
import { field, inspector, select, storedNode, type as typeInto } from './inspector-page.ts';
import { edge, node } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

type Node = ReturnType<typeof node>;
const question = { name: 'question', type: 'text', required: true };
const start = (...inputs: object[]) => node('start', 'start', { inputs });
const prompt = (userPrompt: string) => node('answer', 'llm', { userPrompt });
const end = (outputs: object = { said: 'Done' }) => node('end', 'end', { outputs });

/** One below the other, each connected to the next one. */
function chain(...all: Node[]) {
  const nodes = all.map((one, index) => ({ ...one, position: { x: 0, y: index * 110 } }));
  return { name: 'Mistake', nodes, edges: all.slice(1).map((one, index) => edge(all[index]?.id ?? '', one.id)) };
}

const problemCount = (page: Page) => page.locator('[data-part="problem-count"]');
const fix = (page: Page, name: string) => page.locator('[data-part="fix"]').and(page.getByRole('button', { name, exact: true }));
const dock = (page: Page) => page.locator('section[data-run-status]');

async function open(page: Page, graph: { name: string; nodes: Node[]; edges: ReturnType<typeof edge>[] }): Promise<string> {
  const workflowId = await saveWorkflow(page, graph);
  await openEditor(page, workflowId);
  return workflowId;
}

async function run(page: Page, status: string) {
  await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dock(page)).toHaveAttribute('data-run-status', status, { timeout: 20_000 });
}

const edgesOf = async (page: Page) => (await idsOf(edges(page))).toSorted();

test('a wrong reference is replaced in its field, as one step that undo takes back', async ({ page }) => {
  const workflowId = await open(page, chain(start(question), prompt('Say {{start.qestion}}'), end()));
  await select(page, 'answer');
  await field(page, 'userPrompt').getByRole('button', { name: 'Replace with start.question' }).click();
  await expect(problemCount(page)).toHaveCount(0);
  expect((await storedNode(page, workflowId, 'answer')).config.userPrompt).toBe('Say {{start.question}}');
  await page.keyboard.press('Control+z');
  await expect(problemCount(page)).toHaveText('1 error');
});

test('a missing prompt is filled in from the list of problems', async ({ page }) => {
  const workflowId = await open(page, chain(start(question), node('answer', 'llm', {}), end()));
  await problemCount(page).click();
  await expectAccessible(page, 'problems with fixes');
  await fix(page, 'Write {{start.question}}').click();
  await expect(problemCount(page)).toHaveCount(0);
  expect((await storedNode(page, workflowId, 'answer')).config).toEqual({ userPrompt: '{{start.question}}' });
});

test('a deleted node leaves its neighbours connected, and what read it is mended at the mark of its node', async ({ page }) => {
  const middle = node('note', 'template', { template: 'Note' });
  await open(page, chain(start(question), middle, prompt('{{note.text}}'), end()));
  await select(page, 'note');
  await page.keyboard.press('Delete');
  expect(await edgesOf(page)).toEqual(['answer-end', 'start-answer']);
  await nodeOnCanvas(page, 'answer').getByRole('button', { name: 'error' }).click();
  const list = page.getByRole('dialog', { name: 'Problems of the workflow' });
  await expect(list).toContainText("There is no node 'note'");
  await expectAccessible(page, 'problems of a node');
  await list.getByRole('button', { name: 'Replace with start.question' }).click();
  await expect(problemCount(page)).toHaveCount(0);
});

test('an optional input is made required where it is read', async ({ page }) => {
  const workflowId = await open(page, chain(start({ name: 'question', type: 'text' }), prompt('{{start.question}}'), end()));
  await select(page, 'answer');
  await fix(page, 'Mark question as required').click();
  await expect(problemCount(page)).toHaveCount(0);
  expect((await storedNode(page, workflowId, 'start')).config.inputs).toEqual([question]);
});

test.describe('a private host', () => {
  let server: Server;
  test.beforeAll(async () => {
    server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end('{"orders":[1,2]}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  test.afterAll(() => server.close());

  test('that a run was refused is allowed where it failed, and the answer then completes references', async ({ page }) => {
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fetchNode = node('fetch', 'http', { url: `http://${host}/orders` });
    await open(page, chain(start(), fetchNode, node('write', 'template', { template: 'All: ' }), end()));
    await run(page, 'failed');
    await fix(page, `Allow ${host}`).click();
    await dock(page).getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(dock(page)).toContainText(`${host} is allowed`);
    await run(page, 'succeeded');
    await page.request.delete(`/api/v1/settings/http/allowed-hosts/${encodeURIComponent(host)}`);
    await select(page, 'write');
    const text = field(page, 'template').getByRole('textbox');
    await typeInto(text, '{{fetch.body.');
    const options = page.getByRole('listbox', { name: 'Values of earlier nodes' }).getByRole('option');
    await expect(options).toHaveText([/fetch\.body\.orders/]);
    await page.keyboard.press('Enter');
    await expect(text).toHaveValue('All: {{fetch.body.orders}}');
    await text.fill('All: {{fetch.body.order}}');
    await expect(field(page, 'template')).toContainText("fetch.body had no field 'order' in the last run");
    await field(page, 'template').getByRole('button', { name: 'Replace with fetch.body.orders' }).click();
    await expect(problemCount(page)).toHaveCount(0);
  });
});

test('the key that a model refused is one click away, with the caret in it', async ({ page, watch }) => {
  watch.expectProblem(/401/);
  const fake = await startFakeModel();
  const data = { provider: 'openai-compatible', modelId: 'fake-auth', baseUrl: fake.url, apiKey: 'sk-wrong' };
  try {
    await page.request.put('/api/v1/models/main', { data });
    await open(page, chain(start(), prompt('Hello'), end()));
    await run(page, 'failed');
    await page.getByRole('link', { name: 'Enter the key' }).click();
    const form = page.getByRole('form', { name: /main/ });
    await expect(form.getByLabel('API key')).toBeFocused();
  } finally {
    await page.request.delete('/api/v1/models/main');
    await fake.stop();
  }
});

test('a cycle loses the edge that leads back', async ({ page }) => {
  const graph = chain(start(question), prompt('{{start.question}}'), node('note', 'template', { template: 'Note' }), end());
  await open(page, { ...graph, edges: [...graph.edges, edge('note', 'answer')] });
  await problemCount(page).click();
  await fix(page, 'Remove the edge from note to answer').click();
  await expect(problemCount(page)).toHaveCount(0);
  expect(await edgesOf(page)).toEqual(['answer-note', 'note-end', 'start-answer']);
});

test('a value of the wrong type is converted', async ({ page }) => {
  const answer = node('answer', 'llm', { userPrompt: 'Hi', maxTokens: '{{start.question}}' });
  const workflowId = await open(page, chain(start(question), answer, end()));
  await problemCount(page).click();
  await fix(page, 'Convert: {{start.question | plus: 0}}').click();
  await expect(problemCount(page)).toHaveCount(0);
  expect((await storedNode(page, workflowId, 'answer')).config.maxTokens).toBe('{{start.question | plus: 0}}');
});

test('an unfinished branch is led to an end', async ({ page }) => {
  const check = node('check', 'condition', { when: 'start.question == "yes"' });
  const graph = chain(start(question), check, end());
  const workflowId = await open(page, { ...graph, edges: [edge('start', 'check'), edge('check', 'end', 'true')] });
  await nodeOnCanvas(page, 'check').getByRole('button', { name: 'warning' }).click();
  const list = page.getByRole('dialog', { name: 'Problems of the workflow' });
  await list.getByRole('button', { name: 'Connect false to end', exact: true }).click();
  await expect(problemCount(page)).toHaveCount(0);
  await waitForSave(page, 'saved');
  const { document } = await readStored(page, workflowId);
  expect(document.edges).toContainEqual(expect.objectContaining({ source: 'check', sourceHandle: 'false', target: 'end' }));
});

test('a typo in a condition is corrected in its field', async ({ page }) => {
  const check = node('check', 'condition', { when: 'start.question = "yes" and true' });
  const graph = chain(start(question), check, end(), node('other', 'end', { outputs: { said: 'Nothing' } }));
  const both = [edge('start', 'check'), edge('check', 'end', 'true'), edge('check', 'other', 'false')];
  const workflowId = await open(page, { ...graph, edges: both });
  await select(page, 'check');
  await inspector(page).getByRole('button', { name: 'Write start.question == "yes" && true' }).click();
  await expect(problemCount(page)).toHaveCount(0);
  expect((await storedNode(page, workflowId, 'check')).config.when).toBe('start.question == "yes" && true');
});
