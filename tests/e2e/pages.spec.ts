import { globSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { edge, node, outsideOf, overflowOf, set } from './run-page.ts';
import { clearWorkspace, documentOf, letter, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

const rail = (page: Page) => page.locator('[data-rail]');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** A workflow that waits for a person, started; @returns the id of its run, once it waits */
async function startWaiting(page: Page, name: string): Promise<string> {
  const document = documentOf({
    name,
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('ask', 'approval', { title: 'Send the letter?', value: 'Dear Ada' }),
      node('end', 'end', { outputs: { sent: '{{ask}}' } }),
    ],
    edges: [edge('start', 'ask'), edge('ask', 'end', 'approved')],
  });
  const answer = await page.request.post('/api/v1/runs', { data: { document, inputs: {}, mode: 'sync' } });
  expect(answer.status(), await answer.text()).toBe(202);
  const { runId } = (await answer.json()) as { runId: string };
  return runId;
}

/** A workflow with two versions and a draft that differs from both; @returns its id */
async function savePublished(page: Page, name = 'Letters'): Promise<string> {
  const id = await saveWorkflow(page, letter(name));
  await publishWorkflow(page, id, 'letters');
  const graph = letter(name);
  const write = graph.nodes.find((one) => one.id === 'write');
  if (write) write.config = { template: 'Dear {{start.who}},\nthank you.' };
  await replace(page, id, { revision: 1, document: documentOf(graph) });
  await publishWorkflow(page, id, 'letters');
  const more = {
    ...graph,
    nodes: [...graph.nodes, node('close', 'template', { template: 'Yours' })],
    edges: [...graph.edges, edge('start', 'close')],
  };
  await replace(page, id, { revision: 2, document: documentOf(more) });
  return id;
}

async function replace(page: Page, id: string, { revision, document }: { revision: number; document: object }) {
  const headers = { 'if-match': String(revision) };
  const answer = await page.request.put(`/api/v1/workflows/${id}`, { data: document, headers });
  expect(answer.status()).toBe(200);
}

const draftOf = async (page: Page, id: string) => {
  const answer = await page.request.get(`/api/v1/workflows/${id}`);
  return ((await answer.json()) as { document: { nodes: { id: string }[] } }).document.nodes.map((one) => one.id);
};

test('the navigation opens every page by keyboard, and marks the current one', async ({ page }) => {
  await page.goto('/');
  for (const name of ['Approvals', 'Templates', 'Models', 'Tools', 'Settings']) {
    await rail(page)
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .focus();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText(name);
    await expect(page).toHaveTitle(`${name} · Threadloom`);
    await expect(rail(page).locator('[aria-current="page"]:visible')).toHaveCount(1);
  }
  await rail(page).getByRole('link', { name: 'Workflows' }).click();
  await expect(heading(page)).toHaveText('Workflows');
});

test('a link that is followed before its page takes input leads to a whole page', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  // An error of hydration fails the test. Most of these come early enough to find one.
  for (const name of ['Dashboard', 'How it runs', 'Versions', 'Runs', 'Dashboard']) {
    await page.goto(`/workflows/${id}`, { waitUntil: 'commit' });
    await page.getByRole('banner').getByRole('link', { name, exact: true }).first().click();
    await expect(page.locator('[data-rail] [aria-current="page"]:visible')).toHaveCount(1);
  }
});

test('a page and a workflow are found by name, by key alone', async ({ page }) => {
  await saveWorkflow(page, letter('Letters to Ada'));
  await page.goto('/models');
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Find a page or a workflow' })).toBeFocused({ timeout: 2000 });
  }).toPass();
  await expectAccessible(page, 'the list of pages and workflows');
  await page.keyboard.type('knowl');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Knowledge');
  await rail(page).getByRole('button', { name: 'Go to' }).click();
  await page.keyboard.type('ada');
  await expect(page.getByRole('option', { name: /Letters to Ada/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workflows\/wf_/);
});

test('the navigation is in the editor, too', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await page.goto(`/workflows/${id}`);
  await expect(rail(page).getByRole('link', { name: 'Workflows' }).first()).toHaveAttribute('aria-current', 'page');
  await rail(page).getByRole('link', { name: 'Models' }).click();
  await expect(heading(page)).toHaveText('Models');
});

test('the navigation has names in groups that fold, also after a reload, and pictures only where they are chosen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(rail(page).getByText('Models', { exact: true })).toBeVisible();
  expect((await rail(page).boundingBox())?.width).toBe(188);
  await rail(page).getByRole('button', { name: 'Build with' }).click();
  await expect(rail(page).getByRole('link', { name: 'Models' })).toBeHidden();
  await page.reload();
  await expect(rail(page).getByText('Runs', { exact: true }).first()).toBeVisible();
  await expect(rail(page).getByRole('link', { name: 'Models' })).toBeHidden();
  await rail(page).getByRole('button', { name: 'Icons only' }).click();
  await expect(rail(page).getByRole('link', { name: 'Models' })).toBeVisible();
  await expect(rail(page).getByText('Models', { exact: true })).toBeHidden();
  // A browser writes cookies on its own time.
  await expect.poll(async () => (await page.context().cookies()).map(({ value }) => value)).toContain('narrow.build');
  await page.reload();
  expect((await rail(page).boundingBox())?.width).toBe(44);
  await rail(page).getByRole('button', { name: 'Icons only' }).click();
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(rail(page).getByText('Models', { exact: true })).toBeHidden();
  await expect(rail(page).getByRole('link', { name: 'Models' })).toBeVisible();
});

test('a workflow keeps its name and tabs on its runs and its chats', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters to Ada'));
  await page.goto(`/workflows/${id}/versions`);
  const tabs = page.getByRole('navigation', { name: 'Views of the workflow' });
  for (const name of ['Runs', 'Chat']) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await expect(tabs.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(heading(page)).toHaveText('Letters to Ada');
  }
});

test('on a phone the editor says what it is for, and runs the workflow without being cut', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/workflows/${await saveWorkflow(page, letter('Letters'))}`);
  await expect(page.getByText('On a small screen you can look, run and decide.')).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  await page.getByLabel('who').fill('Ada');
  await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.locator('[data-run-status="succeeded"]')).toBeVisible();
  await page.getByRole('tab', { name: 'Outputs' }).click();
  await expect(page.locator('[data-output="letter"]')).toContainText('Dear Ada');
  await expectAccessible(page, 'the editor on a phone');
  expect(await overflowOf(page)).toBe(0);
  expect(await outsideOf(page)).toEqual([]);
});

test('on a phone a node and a plan are sheets, which leave nothing selected when they are closed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/workflows/${await saveWorkflow(page, letter('Letters'))}`);
  const sheet = page.locator('#inspector');
  await expect(sheet).toBeHidden();
  await page.getByLabel('who').fill('Ada');
  await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.locator('[data-run-status="succeeded"]')).toBeVisible();
  await page.locator('.react-flow__node[data-id="end"]').click();
  await sheet.getByRole('tab', { name: 'Output' }).click();
  await expect(sheet).toContainText('Dear Ada');
  await expectAccessible(page, 'a node on a phone');
  expect(await overflowOf(page)).toBe(0);
  await page.locator('.react-flow__node.selected').press('r');
  await expect(sheet.locator('[data-plan-panel="ready"]')).toBeVisible();
  await expectAccessible(page, 'a plan on a phone');
  await page.keyboard.press('Escape');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.locator('.react-flow__node.selected')).toHaveCount(0);
});

test('on a phone the navigation is a bar of five at the foot, and any page is two presses away', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  await expect(rail(page).getByRole('link', { name: 'Tools' })).toBeHidden();
  const bar = await rail(page).getByRole('link', { name: 'Start' }).last().boundingBox();
  expect(bar && bar.y + bar.height).toBe(800);
  await rail(page).getByRole('button', { name: 'More' }).click();
  await rail(page).getByRole('link', { name: 'Tools' }).click();
  await expect(heading(page)).toHaveText('Tools');
  await expect(rail(page).getByRole('link', { name: 'Models' })).toBeHidden();
});

test('language and theme can be changed on every page, and the settings show the same values', async ({ page }) => {
  await page.goto('/settings');
  await rail(page).getByRole('button', { name: 'Language and theme' }).click();
  const menu = page.getByRole('dialog', { name: 'Language and theme' });
  await menu.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await menu.getByRole('radio', { name: '中文' }).click();
  await expect(heading(page)).toHaveText('设置');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('radio', { name: '深色' })).toBeChecked();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(heading(page)).toHaveText('设置');
});

test('testing a model calls it and shows the duration', async ({ page }) => {
  await page.goto('/models');
  const model = page.locator('tr[data-model="demo"]');
  await expect(model).toContainText('128,000');
  await model.getByRole('button', { name: 'Test demo' }).click();
  const trial = page.locator('[data-trial="ok"]');
  await expect(trial).toContainText('[demo model]', { timeout: 20_000 });
  await expect(trial).toContainText(/took \d+ ms/);
  await expect(trial).toContainText(/tokens \d+ in, \d+ out/);
});

test('a failed test of a model shows why, and can be retried', async ({ page, watch }) => {
  watch.expectProblem(/Failed to load resource/);
  await page.route('**/api/v1/models/demo/test', (route) => route.abort());
  await page.goto('/models');
  await page.getByRole('button', { name: 'Test demo' }).click();
  await expect(page.getByText('The test call failed')).toBeVisible();
  await page.unroute('**/api/v1/models/demo/test');
  await page.getByRole('button', { name: 'Test demo' }).click();
  await expect(page.locator('[data-trial="ok"]')).toBeVisible({ timeout: 20_000 });
});

test('a tool is called from its page with a form generated from its schema', async ({ page }) => {
  await page.goto('/tools?tool=time-now');
  await page.getByLabel('timezone').fill('Asia/Shanghai');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.locator('[data-trial-status="succeeded"]')).toContainText('Asia/Shanghai', { timeout: 20_000 });
});

test('a tool with side effects asks for confirmation, and does nothing if rejected', async ({ page }) => {
  await page.goto('/tools?tool=write_file');
  await page.getByLabel('path').fill('notes/plan.md');
  await page.getByLabel('content').fill('{{start.path}} is no template here\nsecond line');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const trial = page.locator('[data-trial-status]');
  await expect(trial).toHaveAttribute('data-trial-status', 'waiting', { timeout: 20_000 });
  await expect(trial.getByRole('group', { name: 'Arguments: content' })).toHaveText(
    '{{start.path}} is no template here\nsecond line',
  );
  await expect(trial).toBeInViewport();
  await trial.getByRole('button', { name: 'Reject' }).click();
  await expect(trial).toHaveAttribute('data-trial-status', 'succeeded', { timeout: 20_000 });
  await page.goto('/tools?tool=read_file');
  await page.getByLabel('path').fill('notes/plan.md');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.locator('[data-trial-status="failed"]')).toContainText('notes/plan.md', { timeout: 20_000 });
});

test('a tool that is not configured explains how to configure it', async ({ page }) => {
  await page.goto('/tools');
  await page.getByRole('searchbox', { name: 'Find a tool' }).fill('WEB_sea');
  await page.locator('button[data-tool="web_search"]').click();
  await expect(page.getByRole('article')).toContainText('choose one in Settings');
  await expect(page.getByRole('heading', { name: 'Try it' })).toHaveCount(0);
});

test('a service is added from a recipe, and its operations are tools', async ({ page }) => {
  await page.goto('/tools');
  await page.getByRole('button', { name: 'Add a service' }).click();
  await page.locator('[data-recipe="slack"]').click();
  await page.getByRole('button', { name: 'Choose none' }).click();
  await page.getByRole('checkbox', { name: 'chat_postMessage' }).click();
  await expectAccessible(page, 'a new service');
  await page.getByRole('button', { name: 'Add 1 tool' }).click();
  const tool = page.locator('button[data-tool="slack@chat_postMessage"]');
  await tool.click({ timeout: 20_000 });
  await expect(page.getByRole('article')).toContainText('Post a message');
  await page.getByLabel(/^Risk/).selectOption('high');
  await expect(tool).toContainText('destructive', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Operations and credential of Slack' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tool).toHaveCount(0, { timeout: 20_000 });
});

test('settings apply at once: a tool that is switched off, and a search provider', async ({ page }) => {
  await page.goto('/settings#tools');
  const isOn = page.getByRole('checkbox', { name: 'time-now is on' });
  await isOn.click();
  await expect(isOn).not.toBeChecked();
  await page.goto('/tools?tool=time-now');
  await expect(page.getByRole('article')).toContainText('It is switched off in Settings');
  const isOnHere = page.getByRole('article').getByRole('checkbox', { name: 'On' });
  await isOnHere.click();
  await expect(isOnHere).toBeChecked();
  await expect(page.getByRole('heading', { name: 'Try it' })).toBeVisible();
  await page.goto('/settings#tools');
  await expect(isOn).toBeChecked();

  const search = page.locator('[data-setting="search"]');
  await search.getByRole('button', { name: 'Set up' }).click();
  await search.getByRole('button', { name: 'Save' }).click();
  await expect(search.getByLabel('API key')).toBeFocused();
  await search.getByRole('radio', { name: 'SearXNG' }).click();
  await search.getByLabel('Address').fill('http://127.0.0.1:8888');
  await search.getByRole('button', { name: 'Save' }).click();
  await expect(search).toContainText('http://127.0.0.1:8888');
  await expectAccessible(page, 'the settings');
  await page.goto('/tools?tool=web_search');
  await expect(page.getByRole('heading', { name: 'Try it' })).toBeVisible();
  await page.goto('/settings');
  await search.getByRole('button', { name: 'Remove' }).click();
  await expect(search).toContainText('Not set up');
});

test('approvals are decided in the inbox and then move to its history', async ({ page }) => {
  const runId = await startWaiting(page, 'Thank-you letters');
  await page.goto('/');
  await expect(rail(page).locator('[data-pending]:visible')).toBeVisible();
  await rail(page)
    .getByRole('link', { name: /^Approvals/ })
    .click();
  const group = page.locator(`[data-run="${runId}"]`);
  await expect(group).toContainText('Thank-you letters');
  await expect(group).toContainText('Send the letter?');
  await group.getByLabel('Comment').fill('with love');
  await group.getByRole('button', { name: 'Approve' }).click();
  await expect(group).toHaveCount(0, { timeout: 20_000 });
  await expect(page.locator('[data-decided="confirmed"]').first()).toContainText('Send the letter?');
  await expect
    .poll(async () => ((await (await page.request.get(`/api/v1/runs/${runId}`)).json()) as { status: string }).status)
    .toBe('succeeded');
});

test('the versions page shows the changes between two versions, on the canvas and line by line', async ({ page }) => {
  const id = await savePublished(page);
  await page.goto(`/workflows/${id}/versions`);
  await expect(heading(page)).toHaveText('Letters');
  await expect(page.locator('[data-node-mark="added"]')).toHaveAttribute('data-node', 'close');
  await page.getByRole('button', { name: /^v2/ }).click();
  await expect(page.locator('[data-compared="v1 v2"]')).toBeVisible();
  await expect(page.locator('[data-node-mark="changed"]')).toHaveCount(2);
  const change = page.locator('[data-changed-node="write"] [data-field]');
  await expect(change.locator('[data-line="removed"]')).toContainText('Dear {{start.who}}');
  await expect(change.locator('[data-line="added"]')).toHaveCount(2);
  await page.getByLabel('compared with').selectOption('draft');
  await expect(page.locator('[data-node-mark="removed"]')).toHaveAttribute('data-node', 'close');
});

test('restoring a version as the draft can be undone', async ({ page }) => {
  const id = await savePublished(page);
  await page.goto(`/workflows/${id}/versions?to=1`);
  await page.getByRole('button', { name: 'Restore v1 as draft' }).click();
  await expect(page.locator('[data-restored="1"]')).toBeVisible();
  expect((await draftOf(page, id)).toSorted()).toEqual(['end', 'start', 'write']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('[data-restored]')).toHaveCount(0);
  expect(await draftOf(page, id)).toContain('close');
});

test('the versions page rolls back and promotes an endpoint', async ({ page }) => {
  const id = await savePublished(page);
  await page.goto(`/workflows/${id}/versions?to=1`);
  await page.getByRole('button', { name: 'Roll /letters back to v1' }).click();
  await expect(page.getByRole('button', { name: /^v1/ })).toContainText('live at /letters');
  await page.getByRole('button', { name: /^v2/ }).click();
  await page.getByRole('button', { name: 'Promote /letters to v2' }).click();
  await expect(page.getByRole('button', { name: /^v2/ })).toContainText('live at /letters');
});

test('an unknown URL shows an error and links to existing pages', async ({ page, watch }) => {
  watch.expectProblem(/404/);
  await page.goto('/nowhere');
  await expect(heading(page)).toHaveText('Page not found');
  await page.getByRole('link', { name: 'To the workflows' }).click();
  await expect(heading(page)).toHaveText('Workflows');
});

const paths = [
  '/',
  '/templates',
  '/approvals',
  '/models',
  '/tools',
  '/files',
  '/agents',
  '/knowledge',
  '/memory',
  '/stored-values',
  '/skills',
  '/sessions',
  '/credentials',
  '/credentials/callback',
  '/mcp',
  '/mcp/callback',
  '/monitor',
  '/usage',
  '/settings',
  '/design',
  '/nowhere',
];

const LONG_NAME = 'Letters to customers who have asked for the third time and wait for a refund 第三次询问并等待退款的客户';

test('axe examines every page of the app, here or in a test of its own', () => {
  const routes = globSync('app/**/page.tsx').map((file) =>
    `/${file.slice('app/'.length, -'page.tsx'.length)}`.replace(/(?<=.)\/$/, ''),
  );
  expect(routes.length).toBeGreaterThan(20);
  const others = routes.filter((route) => !paths.includes(route));
  const specs = globSync('tests/e2e/*.spec.ts').map((file) => readFileSync(file, 'utf8'));
  const examined = specs.filter((text) => text.includes('await expectAccessible(page'));
  const isExamined = (route: string) => {
    const part = route.split('/').findLast((segment) => segment !== '' && !segment.startsWith('['));
    return examined.some((text) => text.includes(`/${part}`));
  };
  expect(others.filter((route) => !isExamined(route))).toEqual([]);
});

for (const { theme, language } of looks) {
  test(`every page is accessible and fits the window, ${theme}, ${language}`, async ({ page, context, baseURL, watch }) => {
    test.setTimeout(240_000);
    watch.expectProblem(/404/);
    await set(context, baseURL, { theme, language });
    const id = await savePublished(page, LONG_NAME);
    await startWaiting(page, LONG_NAME);
    // A window of 1440 pixels, in one look at 200 % zoom: sizes of targets are those of the window.
    const size = theme === 'light' ? { width: 1440, height: 900 } : { width: 720, height: 450 };
    for (const path of [...paths, `/workflows/${id}/versions`, `/workflows/${id}/versions?to=2`]) {
      await page.setViewportSize(size);
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      await expectAccessible(page, path);
      for (const width of [1440, 1024, 720, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => overflowOf(page), `${path} at ${width}`).toBe(0);
        await expect.poll(() => outsideOf(page), `${path} at ${width}`).toEqual([]);
      }
    }
  });
}
