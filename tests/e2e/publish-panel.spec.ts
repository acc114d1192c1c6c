import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { edge, node, set } from './run-page.ts';
import { clearWorkspace, documentOf, letter, makeKey, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const run = promisify(execFile);
type Json = { readonly reach: object };
const CALL_TIMEOUT_MS = 20_000;

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

const panel = (page: Page) => page.locator('[data-publish-panel]');
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
/** Events and permissions are folded until one differs from those of a new endpoint. */
const unfold = (page: Page) => panel(page).getByText('More', { exact: true }).click();
const version = (page: Page, number: number) => panel(page).locator(`[data-version="${number}"]`);

async function open(page: Page, workflowId: string) {
  await page.goto(`/workflows/${workflowId}`);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Publish|发布)$/ })
    .click();
  await expect(panel(page)).toHaveAttribute('aria-busy', 'false');
}

async function publish(page: Page, slug: string) {
  await panel(page).getByLabel('Slug', { exact: false }).first().fill(slug);
  await button(page, 'Publish').click();
}

/** Saves another version of the workflow through the API, like another user. */
async function saveAgain(page: Page, workflowId: string, name: string) {
  const headers = { 'if-match': '1' };
  const answer = await page.request.put(`/api/v1/workflows/${workflowId}`, { data: documentOf(letter(name)), headers });
  expect(answer.status()).toBe(200);
}

async function createKey(page: Page, name: string): Promise<string> {
  await panel(page).getByLabel('Name of a new key').fill(name);
  await button(page, 'Create key').click();
  const shown = panel(page).locator('[data-new-key]');
  await expect(shown).toBeInViewport();
  await expect(shown).toHaveText(/^tlk_/);
  return (await shown.textContent()) ?? '';
}

async function snippet(page: Page, language: string): Promise<string> {
  await panel(page).getByRole('radio', { name: language }).click();
  return (await panel(page).locator('[data-snippet] pre').textContent()) ?? '';
}

test('a key is copied on a page over plain HTTP from another machine, which has no clipboard', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }));
  await open(page, await saveWorkflow(page, letter('Copied letters')));
  await button(page, 'Publish').click();
  await expect(panel(page).locator('[data-published="1"]')).toBeVisible();
  const key = await createKey(page, 'laptop');
  await button(page, 'Copy the key').click();
  await expect(button(page, 'Copy the key').getByRole('status')).toHaveText('Copied');
  await expect(button(page, 'Copy the key')).toBeFocused();
  await panel(page).getByLabel('Name of a new key').focus();
  await page.keyboard.press('Control+V');
  await expect(panel(page).getByLabel('Name of a new key')).toHaveValue(key);
});

test('the code snippet of the publish panel runs the published workflow unchanged', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const inputs = [
    { name: 'who', type: 'text', required: true, default: `Ada "the first" O'Neil & <Co> $HOME` },
    { name: 'count', type: 'number' },
    { name: 'isNew', type: 'boolean' },
  ];
  await open(page, await saveWorkflow(page, letter('Thank-you letters', { inputs })));
  await expect(panel(page).locator('[data-fact="inputs"]')).toContainText('who, count, isNew');
  await expect(panel(page).getByLabel(/^Slug/)).toHaveValue('thank-you-letters');
  await button(page, 'Publish').click();
  await expect(panel(page).locator('[data-published="1"]')).toHaveText('Published v1 at /thank-you-letters.');
  await expect(version(page, 1)).toContainText('live');
  const url = await panel(page).locator('[data-endpoint-url]').textContent();
  expect(url).toBe(`${new URL(page.url()).origin}/api/v1/run/thank-you-letters`);
  expect(await snippet(page, 'curl')).toContain('$THREADLOOM_KEY');
  await createKey(page, 'shop server');

  await button(page, 'Copy the code').click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await snippet(page, 'curl'));
  const { stdout } = await run('sh', ['-c', copied], { timeout: CALL_TIMEOUT_MS });
  const answer = { status: 'succeeded', outputs: { letter: `Dear Ada "the first" O'Neil & <Co> $HOME` } };
  expect(JSON.parse(stdout)).toMatchObject(answer);

  await panel(page).getByRole('combobox', { name: 'What the program does' }).selectOption('Stream events');
  expect(await snippet(page, 'Python')).toContain('/thank-you-letters/stream');
  await expect(panel(page)).toContainText('EventSource cannot send a key');
  await panel(page).getByRole('combobox', { name: 'What the program does' }).selectOption('Wait for the result');
  const folder = await mkdtemp(join(tmpdir(), 'threadloom-snippet-'));
  try {
    const file = join(folder, 'call.mts');
    await writeFile(file, await snippet(page, 'TypeScript'));
    const called = await run(process.execPath, [file], { timeout: CALL_TIMEOUT_MS });
    expect(called.stdout).toContain('succeeded');
    expect(called.stdout).toContain(`O'Neil & <Co> $HOME`);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('an endpoint is tested with the new key, and additional permissions of a draft are marked', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await open(page, id);
  await publish(page, 'letters');
  await expect(panel(page).locator('[data-published="1"]')).toBeVisible();
  await createKey(page, 'shop server');
  await panel(page).getByText('Try it: call /letters (v1)').click();
  const form = panel(page).locator('[data-try]');
  await form.getByLabel('who').fill('Ada');
  await form.getByRole('button', { name: /^Run/ }).click();
  await expect(form).toContainText('Dear Ada', { timeout: CALL_TIMEOUT_MS });
  await expectAccessible(page, 'an endpoint that was tried');

  const graph = letter('Letters');
  const call = node('call', 'http', { method: 'GET', url: 'https://api.example.com/v1' });
  const inner = node('look', 'llm', { model: 'default', userPrompt: 'x', availableTools: ['read_url'] });
  const called = await saveWorkflow(page, { name: 'Inner', nodes: [inner], edges: [] });
  const other = node('other', 'workflow', { workflowId: called, inputs: {} }, { disabled: true });
  const nodes = [...graph.nodes, call, other];
  const data = documentOf({ ...graph, nodes, edges: [...graph.edges, edge('start', 'call'), edge('start', 'other')] });
  await page.request.put(`/api/v1/workflows/${id}`, { data, headers: { 'if-match': '1' } });
  await open(page, id);
  await expect(panel(page).locator('[data-fact="hosts"] [data-mark="added"]')).toContainText([
    'api.example.com',
    'those that a value or a model chooses',
  ]);
  await expect(panel(page).locator('[data-fact="tools"] [data-mark="added"]')).toContainText('read_url');
  const hosts = panel(page).locator('[data-part="open-hosts"]');
  await expect(hosts).toContainText('No host is named: published runs will be refused such requests.');
  await hosts.getByLabel('Hosts', { exact: true }).fill('docs.example, https://x');
  await button(page, 'Publish').click();
  await expect(hosts).toContainText('“https://x” is no host');
  await hosts.getByLabel('Hosts', { exact: true }).fill('docs.example');
  await button(page, 'Publish').click();
  await expect(panel(page).locator('[data-published="2"]')).toBeVisible();
  const published = (await (await page.request.get(`/api/v1/workflows/${id}/versions/2`)).json()) as Json;
  expect(published.reach).toMatchObject({ hasOpenHost: true, openHosts: ['docs.example'] });
  // The next version keeps them, and a person may choose any host.
  await expect(hosts.getByLabel('Hosts', { exact: true })).toHaveValue('docs.example');
  await hosts.getByRole('combobox').selectOption('any');
  await expect(hosts).toContainText('Values and models decide where published runs send data.');
  await button(page, 'Publish').click();
  await expect(panel(page).locator('[data-published="3"]')).toBeVisible();
  await version(page, 1).getByRole('button').click();
  await expect(version(page, 1)).toContainText('live');
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: '2 changes since v1' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Publish' }).click();
  await panel(page).getByRole('link', { name: 'What changed since v1' }).click();
  await expect(page.locator('[data-node-mark="added"][data-node="call"]')).toBeVisible();
});

test('the protocols of an endpoint have code, and clients their configuration', async ({ page }) => {
  await open(page, await saveWorkflow(page, letter('Letters', { inputs: [{ name: 'who', type: 'text' }] })));
  await publish(page, 'letters');
  await expect(version(page, 1)).toContainText('live');
  const key = await createKey(page, 'tools');
  const kinds = panel(page).getByLabel('What the program does');
  for (const [kind, path] of [
    ['mcp', '/letters/mcp'],
    ['a2a', '/letters/a2a'],
    ['langgraph', '/letters/langgraph'],
    ['ag-ui', '/letters/ag-ui'],
  ] as const) {
    await kinds.selectOption(kind);
    expect(await snippet(page, 'TypeScript')).toContain(path);
  }
  await panel(page).getByText('Connect a client').click();
  const config = panel(page).locator('[data-client] pre');
  await expect(config).toContainText('claude mcp add --transport http letters');
  await panel(page).getByLabel('Client', { exact: true }).selectOption('cursor');
  await expect(config).toContainText(`"Authorization": "Bearer ${key}"`);
  await expectAccessible(page, 'code of protocols and the configuration of a client');
});

test('a key is shown once, enforces its limits, and is refused once revoked', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await open(page, id);
  await publish(page, 'letters');
  await expect(panel(page)).toContainText('No keys yet.');
  await panel(page).getByLabel('Runs per minute').fill('many');
  await panel(page).getByLabel('Name of a new key').fill('shop');
  await button(page, 'Create key').click();
  await expect(panel(page).getByLabel('Runs per minute')).toHaveAccessibleDescription(
    /^Enter a whole number from 1 to 1,000,000/,
  );
  await panel(page).getByLabel('Runs per minute').fill('2');
  await panel(page).getByLabel('Expires').selectOption('in 30 days');
  const key = await createKey(page, 'shop');
  const row = panel(page).locator('[data-key]');
  await expect(row).toContainText('shop');
  await expect(row).toContainText('2 per minute');
  await expect(row).toContainText(/until \w+ \d+, \d{4}/);
  const call = () =>
    page.request.post('/api/v1/run/letters', { data: { inputs: { who: 'Ada' } }, headers: { authorization: `Bearer ${key}` } });
  expect([(await call()).status(), (await call()).status(), (await call()).status()]).toEqual([200, 200, 429]);
  await row.getByRole('button', { name: 'Revoke shop' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Revoke “shop”?' });
  await expectAccessible(page, 'the question before a key is revoked');
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect(row).toContainText('revoked');
  await expect(panel(page).locator('[data-new-key]')).toHaveCount(0);
  expect((await call()).status()).toBe(401);
  await open(page, id);
  await expect(row).toBeVisible();
  expect(await panel(page).textContent()).not.toContain(key);
});

test('an endpoint is updated to a new version, rolled back, and promoted', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await publishWorkflow(page, id, 'letters');
  await saveAgain(page, id, 'Better letters');
  await open(page, id);
  await button(page, 'Publish').click();
  await expect(panel(page).locator('[data-published="2"]')).toBeVisible();
  await expect(version(page, 2)).toContainText('live');
  await button(page, 'Roll back to v1').click();
  await expect(version(page, 1)).toContainText('live');
  expect(await liveVersion(page)).toBe(1);
  await button(page, 'Promote to v2').click();
  await expect(version(page, 2)).toContainText('live');
  expect(await liveVersion(page)).toBe(2);
  await button(page, 'Publish').click();
  await expect(panel(page)).toContainText('Nothing changed: this is already v2, published at /letters.');
  await button(page, 'Delete endpoint…').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await expect(panel(page).locator('[data-endpoint]')).toHaveCount(0);
  expect((await page.request.get('/api/v1/deployments/letters')).status()).toBe(404);
});

async function liveVersion(page: Page): Promise<unknown> {
  return ((await (await page.request.get('/api/v1/deployments/letters')).json()) as { version: number }).version;
}

test('a workflow can have several endpoints, each with its own event level', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await open(page, id);
  await publish(page, 'letters');
  await expect(panel(page).locator('[data-endpoint="letters"]')).toBeVisible();
  await unfold(page);
  await panel(page).getByLabel('Events sent to callers').selectOption('Everything');
  await publish(page, 'letters-internal');
  await expect(panel(page).locator('[data-endpoint="letters-internal"]')).toBeVisible();
  const { events } = (await (await page.request.get('/api/v1/deployments/letters-internal')).json()) as { events: string };
  expect(events).toBe('full');
  await panel(page).getByLabel('Endpoint', { exact: true }).selectOption('/letters');
  await expect(panel(page).locator('[data-endpoint="letters"]')).toBeVisible();
  // What was chosen for one endpoint is not that of another.
  await expect(panel(page).getByLabel(/^Slug/)).toHaveValue('letters');
  await expect(panel(page).getByLabel('Events sent to callers')).toHaveValue('summary');
  await panel(page).getByLabel('Events sent to callers').selectOption('Everything');
  await panel(page).getByRole('checkbox', { name: 'Keys share their runs' }).check();
  await panel(page).getByLabel('Endpoint', { exact: true }).selectOption('/letters-internal');
  await expect(panel(page).getByLabel(/^Slug/)).toHaveValue('letters-internal');
  await expect(panel(page).getByRole('checkbox', { name: 'Keys share their runs' })).not.toBeChecked();
});

test('further permissions of keys are set when publishing, and are kept until changed', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await open(page, id);
  const decisions = panel(page).getByRole('checkbox', { name: 'Keys may decide approvals' });
  const sharedRuns = panel(page).getByRole('checkbox', { name: 'Keys share their runs' });
  await expect(decisions).toBeHidden();
  await unfold(page);
  await expect(decisions).toHaveAccessibleDescription(/never changes arguments or results/);
  await publish(page, 'letters');
  await expect(panel(page).locator('[data-published="1"]')).toBeVisible();
  const allowed = async () => {
    const answer = await page.request.get('/api/v1/deployments/letters');
    return ((await answer.json()) as { allow: { decisions: boolean; sharedRuns: boolean } }).allow;
  };
  expect(await allowed()).toMatchObject({ decisions: false, sharedRuns: false });
  await decisions.check();
  await button(page, 'Publish').click();
  await expect.poll(allowed).toMatchObject({ decisions: true, sharedRuns: false });
  await open(page, id);
  await expect(decisions).toBeChecked();
  await expect(sharedRuns).not.toBeChecked();
  await decisions.uncheck();
  await sharedRuns.check();
  await panel(page).getByRole('checkbox', { name: 'Callers may give tools' }).check();
  await panel(page).getByRole('checkbox', { name: 'Public agent card' }).check();
  const origins = panel(page).getByLabel('Pages that may use a key');
  await origins.fill('shop.example.com');
  await expect(origins).toHaveAccessibleDescription(/shop.example.com is not an origin/);
  await button(page, 'Publish').click();
  await expect(origins).toBeFocused();
  await origins.fill('https://Shop.example.com/\nhttps://*.example.org');
  await button(page, 'Publish').click();
  const pages = ['https://shop.example.com', 'https://*.example.org'];
  const all = { decisions: false, sharedRuns: true, callerTools: true, publicCard: true, origins: pages };
  await expect.poll(allowed).toMatchObject(all);
  await open(page, id);
  await expect(origins).toHaveValue(pages.join('\n'));
});

test('a workflow with errors is not published, and each error goes to its node', async ({ page }) => {
  const graph = {
    name: 'Broken',
    nodes: [node('start', 'start', { inputs: [] }), node('ask', 'llm', {})],
    edges: [edge('start', 'ask')],
  };
  await open(page, await saveWorkflow(page, graph));
  await expect(panel(page)).toContainText('Fix 1 error first');
  await expect(button(page, 'Publish')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, 'a workflow that cannot be published');
  await panel(page).getByRole('button', { name: /^ask/ }).click();
  await expect(page.locator('.react-flow__node[data-id="ask"]')).toHaveClass(/selected/);
  await expect(page.locator('#inspector [data-field="userPrompt"]').getByRole('textbox')).toBeFocused();
  await expect(panel(page)).toHaveCount(0);
});

test('an invalid or used slug shows an error at its field', async ({ page, watch }) => {
  watch.expectProblem(/409/);
  const other = await saveWorkflow(page, letter('Other'));
  await publishWorkflow(page, other, 'taken');
  await open(page, await saveWorkflow(page, letter('Letters')));
  await publish(page, 'Not A Slug');
  const field = panel(page).getByLabel(/^Slug/);
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/^Use lowercase letters, digits and hyphens/);
  await publish(page, 'taken');
  await expect(field).toHaveAccessibleDescription(/^\/taken belongs to another workflow/);
  await expect(field).toBeFocused();
});

test('the panel opens next to the canvas, which regains its width on closing', async ({ page }) => {
  await open(page, await saveWorkflow(page, letter('Letters')));
  const canvas = await page.locator('.react-flow').boundingBox();
  const box = await panel(page).boundingBox();
  expect((canvas?.x ?? 0) + (canvas?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + 1);
  await button(page, 'Close the publish panel').click();
  await expect(panel(page)).toHaveCount(0);
});

for (const { theme, language } of looks) {
  test(`the panel is accessible and fits the window, ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme, language });
    const id = await saveWorkflow(page, letter('Letters'));
    await publishWorkflow(page, id, 'letters');
    await makeKey(page, 'letters', { name: 'shop', ratePerMinute: 60 });
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, id);
      await expect(panel(page).locator('[data-key]').first()).toBeVisible();
      await panel(page).locator('#key-name').fill('another');
      const submit = panel(page).locator('form:has(#key-name) button[type=submit]');
      await submit.click();
      await expect(panel(page).locator('[data-new-key]')).toBeVisible();
      // While it is disabled it is paler.
      await expect(submit).not.toHaveAttribute('aria-disabled');
      await expectAccessible(page, `at ${width}`);
      const inner = await panel(page).evaluate((element) => {
        const edge = element.getBoundingClientRect().right + 1;
        return [...element.querySelectorAll('button, input, select, code, pre')]
          .filter((part) => part.getBoundingClientRect().right > edge)
          .map((part) => part.textContent);
      });
      expect(inner).toEqual([]);
    }
  });
}

test('a workflow without a name gets one when it is published, and its chat page the look that the preview shows', async ({
  page,
}) => {
  const id = await saveWorkflow(page, letter('Untitled workflow'));
  await open(page, id);
  await expect(panel(page).getByLabel('Name', { exact: true })).toHaveValue('Writes a short letter');
  await expect(panel(page).getByLabel(/^Slug/)).toHaveValue('writes-a-short-letter');
  await panel(page).getByLabel('Name', { exact: true }).fill('Post room');
  await expect(panel(page).getByLabel(/^Slug/)).toHaveValue('post-room');
  await button(page, 'Publish').click();
  await expect(panel(page).locator('[data-endpoint="post-room"]')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toHaveValue('Post room');
  await panel(page).getByLabel('Who may chat').selectOption('public');
  await panel(page).getByText('Look', { exact: true }).click();
  const preview = panel(page).locator('[data-look-preview]');
  await expect(preview.getByText('Post room')).toBeVisible();
  await panel(page).locator('#look-name').fill('Northwind');
  await panel(page).getByText('First screen', { exact: true }).click();
  await panel(page).getByLabel('Welcome', { exact: true }).fill('Hello there');
  await button(page, 'Add question').click();
  await panel(page).getByLabel('Question 1', { exact: true }).fill('Where is my order?');
  await panel(page).getByLabel('Icon of question 1').selectOption('Truck');
  await panel(page).getByLabel('Colour code').fill('blue');
  // What is not right is said at its field, and the preview stays.
  await expect(panel(page).getByText('Write a colour such as #1c6650.')).toBeVisible();
  await expect(preview.getByText('Hello there')).toBeVisible();
  await button(page, 'Save').click();
  await expect(panel(page).getByLabel('Colour code')).toBeFocused();
  await panel(page).getByLabel('Colour code').fill('#b5471b');
  await expect(preview.getByText('Where is my order?')).toBeVisible();
  const solid = await preview.evaluate((part) => getComputedStyle(part).getPropertyValue('--b-solid'));
  expect(solid).toContain('#b5471b');
  await button(page, 'Save').click();
  await expect(panel(page).getByText('Saved.')).toBeVisible();
  await page.goto('/chat/post-room');
  await expect(page.getByRole('heading', { name: 'Hello there' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Where is my order?' })).toBeVisible();
  await expect(page).toHaveTitle(/Northwind/);
});
