import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { waitForEditor } from './editor-page.ts';
import { outsideOf, overflowOf, set, waitForStatus } from './run-page.ts';
import { clearWorkspace, documentOf, letter, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

const row = (page: Page, workflowId: string) => page.locator(`tr[data-workflow="${workflowId}"]`);
const names = (page: Page) => page.locator('tr[data-workflow] a[href^="/workflows/"]').allTextContents();

async function choose(page: Page, workflowId: string, action: string) {
  await row(page, workflowId)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function importFile(page: Page, content: unknown, name = 'letters.workflow.json') {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  // A test can select before the page has hydrated; a person cannot.
  await expect(page.locator('[inert]')).toHaveCount(0);
  await page.getByLabel('Workflow file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
}

const isDeleted = async (page: Page, workflowId: string) =>
  (await page.request.get(`/api/v1/workflows/${workflowId}`)).status() === 404;

test('a draft that cannot run says so in the list', async ({ page }) => {
  const broken = letter('Broken letter');
  const nodes = broken.nodes.map((node) => (node.id === 'write' ? { ...node, config: { template: '{{gone.text}}' } } : node));
  const [bad, good] = [await saveWorkflow(page, { ...broken, nodes }), await saveWorkflow(page, letter('Good letter'))];
  await page.goto('/workflows');
  await expect(row(page, bad).locator('[data-part="draft-problems"]')).toHaveText(/error/);
  await expect(row(page, good).locator('[data-part="draft-problems"]')).toHaveCount(0);
});

test('a template is copied into a new workflow', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Use this template: Triage with approval' }).click();
  await page.waitForURL('**/workflows/wf_*');
  await expect(page).toHaveTitle('Triage with approval · Threadloom');
  await page.goto('/workflows');
  expect(await names(page)).toEqual(['Triage with approval']);
});

for (const language of ['en', 'zh-CN']) {
  test(`the tour inside a run works by keyboard, covers nothing and is remembered, ${language}`, async ({
    page,
    context,
    baseURL,
  }) => {
    test.slow();
    await set(context, baseURL, { language });
    await page.goto('/');
    await page.getByRole('button', { name: language === 'en' ? 'Start the tour' : '开始导览' }).click();
    await page.waitForURL('**/workflows/wf_*?*tour=run');
    const tour = page.locator('[data-tour-step]');
    const next = tour.locator('[data-part="next"]');
    await expect(next).toBeFocused({ timeout: 20_000 });
    for (const step of ['node', 'timeline', 'output', 'publish']) {
      await expect(tour).toHaveAttribute('data-tour-step', step);
      await expect(page.locator('[data-part="tour-ring"]')).toBeVisible();
      expect(await covered(page, '[data-tour-step]')).toEqual([]);
      if (step === 'output') await expect(page.locator('#inspector')).toContainText('[demo model]');
      if (step === 'timeline') await expectAccessible(page, 'a step of the tour');
      if (step !== 'publish') await page.keyboard.press('Enter');
    }
    await expect(page.locator('[data-run-status="waiting"]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tour).toHaveCount(0);
    expect(new URL(page.url()).searchParams.has('tour')).toBe(false);
    await page.goto(`${new URL(page.url()).pathname}?tour=1`);
    await waitForEditor(page);
    await expect(tour).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(language === 'en' ? 'start the tour' : '开始导览');
    await page.keyboard.press('Enter');
    await expect(tour).toHaveAttribute('data-tour-step', 'palette');
  });
}

/** The parts of the editor that an element covers: canvas, list, inspector, dock and bar. */
function covered(page: Page, by: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const over = document.querySelector(selector)?.getBoundingClientRect();
    const parts = ['[data-part="canvas"]', '[data-tour="palette"]', '#inspector', 'section[data-run-status]', 'header'];
    return parts.filter((part) => {
      const box = [...document.querySelectorAll(part)].find((one) => one.checkVisibility())?.getBoundingClientRect();
      return over && box && box.top < over.bottom - 1 && over.top < box.bottom - 1;
    });
  }, by);
}

test('a new workflow is saved with a start node and opens in the editor', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Empty workflow' }).click();
  await page.waitForURL('**/workflows/wf_*');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { document } = (await (await page.request.get(`/api/v1/workflows/${id}`)).json()) as {
    document: { nodes: { type: string }[] };
  };
  expect(document.nodes.map(({ type }) => type)).toEqual(['start']);
});

test('a row shows the size of a workflow, its endpoint and its last run', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await publishWorkflow(page, id, 'letters');
  const { runId } = (await (
    await page.request.post(`/api/v1/workflows/${id}/runs`, { data: { inputs: { who: 'Ada' } } })
  ).json()) as { runId: string };
  await page.goto('/workflows');
  await expect(row(page, id)).toContainText('Writes a short letter.');
  await expect(row(page, id).getByRole('cell', { name: '3', exact: true })).toBeVisible();
  await expect(row(page, id)).toContainText('v1');
  await expect(row(page, id)).toContainText('/letters');
  await expect(row(page, id)).toContainText('just now');
  await row(page, id)
    .getByRole('link', { name: /succeeded/ })
    .click();
  await page.waitForURL(`**/runs/${runId}`);
  await waitForStatus(page, 'succeeded');
});

test('filters count and find workflows of all pages, and rows show their last runs', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  // The published one is on the second page.
  for (let number = 1; number <= 21; number++) await saveWorkflow(page, letter(`Postcard ${number}`));
  await publishWorkflow(page, id, 'letters');
  for (const who of ['Ada', 'Bob']) await page.request.post(`/api/v1/workflows/${id}/runs`, { data: { inputs: { who } } });
  await page.goto('/workflows');
  await expect(page.getByRole('radio', { name: 'All 22' })).toBeVisible();
  await expect(row(page, id)).toHaveCount(0);
  await page.getByRole('radio', { name: 'Live 1' }).click();
  await expect(row(page, id).getByRole('img', { name: '2 runs, 0 failed' })).toBeVisible();
  expect(await names(page)).toEqual(['Letters']);
  await page.getByRole('radio', { name: 'Failing 0' }).click();
  await expect(page.getByText('No workflow matches this filter.')).toBeVisible();
});

test('workflows are searched by name, sorted, and loaded page by page', async ({ page }) => {
  for (let number = 1; number <= 23; number++) await saveWorkflow(page, letter(`Letter ${number}`));
  await saveWorkflow(page, { ...letter('Postcard'), nodes: [], edges: [] });
  await page.goto('/workflows');
  await expect(page.locator('tr[data-workflow]')).toHaveCount(20);
  expect((await names(page)).slice(0, 2)).toEqual(['Postcard', 'Letter 23']);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.locator('tr[data-workflow]')).toHaveCount(24);
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  await page.getByLabel('Order').selectOption('By name');
  await expect.poll(async () => (await names(page)).slice(0, 3)).toEqual(['Letter 1', 'Letter 2', 'Letter 3']);
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('POST');
  await expect(page.locator('tr[data-workflow]')).toHaveCount(1);
  expect(await names(page)).toEqual(['Postcard']);
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText('No workflow name contains “nothing like it”.')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await expect(page.locator('tr[data-workflow]')).toHaveCount(20);
});

test('a workflow is renamed in place, by keyboard alone', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await page.goto('/workflows');
  // A key pressed before hydration opens the menu but leaves the focus on its container.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await row(page, id).getByRole('button').press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Enter');
  const field = page.getByLabel('New name of Letters');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await choose(page, id, 'Rename');
  await expect(field).toBeFocused();
  await page.keyboard.type('Thank-you letters');
  await page.keyboard.press('Enter');
  await expect(row(page, id).getByRole('link').first()).toHaveText('Thank-you letters');
  await page.reload();
  expect(await names(page)).toEqual(['Thank-you letters']);
});

test('a copy is a separate workflow', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await page.goto('/workflows');
  await choose(page, id, 'Duplicate');
  await expect(page.locator('tr[data-workflow]')).toHaveCount(2);
  expect(await names(page)).toEqual(['Letters (copy)', 'Letters']);
});

test('the export is the canonical text, and importing it restores the workflow', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await page.goto('/workflows');
  const downloaded = page.waitForEvent('download');
  await choose(page, id, 'Export as JSON');
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe('letters.workflow.json');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toMatch(/^\{\n {2}"format": "threadloom\/workflow@1",\n {2}"name": "Letters",/);
  await importFile(page, text);
  await expect(page.getByRole('region', { name: 'Import letters.workflow.json' })).toContainText('Letters 3 nodes No errors.');
  await page.getByRole('button', { name: 'Save as a new workflow' }).click();
  await page.waitForURL('**/workflows/wf_*');
  expect(new URL(page.url()).pathname).not.toContain(id);
});

test('the nodes of a file without positions are drawn apart', async ({ page }) => {
  const { nodes, ...rest } = documentOf(letter('Letters'));
  const placeless = nodes.map(({ position: _, ...node }) => node);
  await page.goto('/workflows');
  await importFile(page, JSON.stringify({ ...rest, nodes: placeless }));
  await page.getByRole('button', { name: 'Save as a new workflow' }).click();
  await page.waitForURL('**/workflows/wf_*');
  await expect(page.locator('.react-flow__node')).toHaveCount(nodes.length);
  const tops = await page
    .locator('.react-flow__node')
    .evaluateAll((drawn) => drawn.map((node) => node.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(nodes.length);
});

test('a deletion can be undone', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await page.goto('/workflows');
  await choose(page, id, 'Delete');
  await expect(row(page, id)).toHaveCount(0);
  await expect(page.getByText('“Letters” is deleted.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, id)).toBeVisible();
  await page.reload();
  await expect(row(page, id)).toBeVisible();
});

test('a workflow is deleted when the time to undo has passed', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await page.clock.install();
  await page.goto('/workflows');
  await choose(page, id, 'Delete');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(await isDeleted(page, id)).toBe(false);
  await page.clock.runFor(11_000);
  await expect(page.getByRole('heading', { name: 'No workflows yet' })).toBeVisible();
  expect(await isDeleted(page, id)).toBe(true);
});

test('a workflow is deleted when the page is left', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await page.goto('/workflows');
  await choose(page, id, 'Delete');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.goto('/?template=hello');
  await expect.poll(() => isDeleted(page, id)).toBe(true);
});

test('deleting a published workflow asks for confirmation, because its endpoint is deleted, too', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await publishWorkflow(page, id, 'letters');
  await page.goto('/workflows');
  await choose(page, id, 'Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete “Letters”?' });
  await expect(dialog).toContainText('The endpoint /letters and its keys are deleted too');
  await expectAccessible(page, 'the question before a deletion');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, id).getByRole('button')).toBeFocused();
  await choose(page, id, 'Delete');
  await dialog.getByRole('button', { name: 'Delete workflow' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.goto('/?template=hello');
  await expect.poll(() => isDeleted(page, id)).toBe(true);
  await expect.poll(async () => (await page.request.get('/api/v1/deployments/letters')).status()).toBe(404);
});

test('a file with errors lists all of them, and can be saved as a draft', async ({ page }) => {
  await page.goto('/workflows');
  const graph = letter('Letters');
  await importFile(page, documentOf({ ...graph, nodes: graph.nodes.filter(({ id }) => id !== 'write') }));
  const panel = page.getByRole('region', { name: /^Import/ });
  await expect(panel).toContainText(/It has \d errors and cannot run/);
  await expect(panel.getByRole('listitem').first()).toContainText('start');
  await expectAccessible(page, 'an import with errors');
  await panel.getByRole('button', { name: 'Save as a new workflow' }).click();
  await page.waitForURL('**/workflows/wf_*');
});

for (const { what, content, says } of [
  { what: 'no JSON', content: '{ "name": ', says: 'This file is not valid JSON' },
  { what: 'no workflow', content: { hello: 'world' }, says: 'This file contains no workflow that can be opened' },
  {
    what: 'words that look like a page',
    content: { name: '<img src=x onerror=alert(1)>' },
    says: 'This file contains no workflow',
  },
]) {
  test(`a file with ${what} is not saved`, async ({ page }) => {
    await page.goto('/workflows');
    await importFile(page, content);
    const panel = page.getByRole('region', { name: /^Import/ });
    await expect(panel).toContainText(says);
    await expect(panel.getByRole('button', { name: 'Save as a new workflow' })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No workflows yet' })).toBeVisible();
  });
}

test('a list that fails to load shows why and can be retried', async ({ page, watch }) => {
  watch.expectProblem(/Failed to load resource/);
  await saveWorkflow(page, letter('Letters'));
  await page.goto('/workflows');
  await page.route('**/api/v1/workflows?*', (route) => route.abort());
  await page.getByRole('searchbox').fill('Let');
  await expect(page.getByText('The list could not be loaded')).toBeVisible();
  await expectAccessible(page, 'a list that could not be loaded');
  await page.unroute('**/api/v1/workflows?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The list could not be loaded')).toHaveCount(0);
  expect(await names(page)).toEqual(['Letters']);
});

test('the page of an unknown workflow shows an error and links to home', async ({ page, watch }) => {
  watch.expectProblem(/404/);
  await page.goto('/workflows/wf_nobody');
  await expect(page.getByRole('heading', { name: 'Workflow not found' })).toBeVisible();
  await expectAccessible(page, 'an unknown workflow');
  await page.getByRole('link', { name: 'To the workflows' }).click();
  await expect(page.getByRole('heading', { name: 'Workflows', level: 1 })).toBeVisible();
});

test('a template opens its form with one click, and another returns to home', async ({ page }) => {
  await page.goto('/templates');
  await page.getByRole('link', { name: 'Run: Hello' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello');
  await page.getByRole('link', { name: 'Threadloom' }).click();
  await expect(page.getByRole('heading', { name: 'Start', level: 1 })).toBeVisible();
});

const widths = [1440, 1024, 390];

for (const { theme, language } of looks) {
  test(`the start page without workflows is accessible and fits the window, ${theme}, ${language}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await set(context, baseURL, { theme, language });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      await expect(page.getByRole('button', { name: /Start the tour|开始导览/ })).toBeVisible();
      await expectAccessible(page, `at ${width}`);
      await expectFits(page);
    }
  });

  test(`the list of workflows is accessible and fits the window, ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme, language });
    const id = await saveWorkflow(
      page,
      letter('A workflow with quite a long name that has to be cut somewhere on narrow screens'),
    );
    await saveWorkflow(page, letter('信件'));
    await publishWorkflow(page, id, 'a-rather-long-address-for-letters');
    await page.request.post(`/api/v1/workflows/${id}/runs`, { data: { inputs: { who: 'Ada' } } });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/workflows');
      await expect(row(page, id)).toBeVisible();
      await expectAccessible(page, `at ${width}`);
      await expectFits(page);
    }
    await row(page, id).getByRole('button').click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, 'an open menu');
    await page.getByRole('menuitem').first().click();
    await expectAccessible(page, 'a name that is typed');
    await expectFits(page);
  });
}

async function expectFits(page: Page) {
  expect(await overflowOf(page)).toBe(0);
  expect(await outsideOf(page)).toEqual([]);
}

test('the page sends its language to the API, and the demo label links to the model settings', async ({
  page,
  context,
  baseURL,
}) => {
  await set(context, baseURL, { language: 'zh-CN' });
  await saveWorkflow(page, letter('Letters'));
  await page.goto('/workflows');
  const asked = page.waitForRequest('**/api/v1/workflows?*');
  await page.getByRole('searchbox').fill('Let');
  expect((await asked).headers()['x-language']).toBe('zh-CN');
  await page.locator('a[href="/models"]', { hasText: '演示模型' }).click();
  await expect(page.getByRole('heading', { name: '模型', level: 1 })).toBeVisible();
});
