import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { edge, node, outsideOf, overflowOf, panel, row, set, span, startRun, waitForStatus } from './run-page.ts';
import { test } from './watched-test.ts';

async function chooseTemplate(page: Page, templateId: string) {
  await page.goto('/templates');
  await page.locator(`a[href="/?template=${templateId}"]`).click();
  await page.waitForURL(`**/?template=${templateId}`);
  await expect(page.locator(`a[href="/?template=${templateId}"]`)).toHaveAttribute('aria-current', 'true');
}

/** Sequence numbers and types of the run's stored events, from the API. */
async function readStoredLog(page: Page): Promise<string[]> {
  const runId = new URL(page.url()).searchParams.get('run');
  const answer = await page.request.get(`/api/v1/runs/${runId}/events?limit=5000`, { headers: { accept: 'application/json' } });
  const { items } = (await answer.json()) as { items: { seq: number; type: string }[] };
  return items.map(({ seq, type }) => `${seq} ${type}`);
}

async function readShownLog(page: Page): Promise<string[]> {
  await page.getByRole('tab', { name: /^(Log|日志)/ }).click();
  return page
    .locator('[data-part="log"] li')
    .evaluateAll((items) =>
      items.map((item) => `${item.getAttribute('data-seq')} ${item.querySelector('time + span')?.textContent}`),
    );
}

/** Starts a run of start, one request and end through the API; @returns its id */
function startRequest(page: Page, url: string, options?: object): Promise<string> {
  return startRun(page, {
    name: 'Order check',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('fetch_order', 'http', { method: 'GET', url }, options),
      node('end', 'end', { outputs: { status: '{{fetch_order.status}}' } }),
    ],
    edges: [edge('start', 'fetch_order'), edge('fetch_order', 'end')],
  });
}

/** A run that waits for minutes: .invalid never resolves (RFC 2606), and the retry delay is minutes. */
function startWaitingRun(page: Page): Promise<string> {
  return startRequest(page, 'https://nobody.invalid/', { retry: { attempts: 2, delayMs: 600_000, on: 'all' } });
}

test('a template runs from its form, and the output of its model is shown at the node', async ({ page }) => {
  await chooseTemplate(page, 'hello');
  await page.getByLabel('Your question').fill('What do warp and weft mean to a weaver?');
  await page.getByRole('button', { name: /^Run/ }).click();
  await waitForStatus(page, 'succeeded');
  await expect(row(page, 'answer')).toHaveAttribute('data-state', 'succeeded');
  await expect(page.locator('[data-output="answer"]')).toContainText('What do warp and weft mean to a weaver?');
  await row(page, 'answer').click();
  await expect(span(page, 'answer').locator('[data-part="text"]')).toContainText('What do warp and weft mean to a weaver?');
  await expect(page.locator('[data-counter="nodes"] dd')).toHaveText('3 of 3');
  await expect(page.locator('[data-counter="tokens"] dd')).not.toHaveText('0');
  await expect(page.getByRole('link', { name: /^Hello succeeded/ }).first()).toHaveAttribute('aria-current', 'true');
});

test('the keyboard shortcut runs the form from inside a field', async ({ page }) => {
  await page.goto('/?template=hello');
  await page.getByLabel('Your question').click();
  await page.keyboard.press('Control+Enter');
  await waitForStatus(page, 'succeeded');
});

test('three reviewers run concurrently, and the editor waits for all of them', async ({ page }) => {
  await page.goto('/?template=parallel-review');
  await page.getByRole('button', { name: /^Run/ }).click();
  await waitForStatus(page, 'succeeded');
  const reviewers = ['clarity', 'correctness', 'tone'];
  for (const nodeId of [...reviewers, 'summary']) await expect(row(page, nodeId)).toHaveAttribute('data-state', 'succeeded');
  const log = await readStoredLog(page);
  const starts = log.filter((entry) => entry.endsWith(' node_started')).length;
  expect(starts).toBe(7);
  await expect(page.locator('[data-output]')).not.toHaveCount(0);
});

test('an empty required field shows its error and gets the focus', async ({ page }) => {
  await page.goto('/?template=hello');
  const field = page.getByLabel('Your question');
  await field.fill('');
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription('Required: the workflow cannot start without it.');
  await expect(field).toBeFocused();
  expect(new URL(page.url()).searchParams.get('run')).toBeNull();
  await field.fill('Why?');
  await expect(field).toHaveAttribute('aria-invalid', 'false');
});

test('typed values are kept after a reload, until reset', async ({ page }) => {
  await page.goto('/?template=hello');
  const field = page.getByLabel('Your question');
  await field.fill('What is a heddle?');
  await page.reload();
  await expect(field).toHaveValue('What is a heddle?');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(field).toHaveValue('Why is the sky blue?');
});

test('a run can be stopped while it waits for a retry', async ({ page }) => {
  await page.goto(`/runs/${await startWaitingRun(page)}`);
  await expect(row(page, 'fetch_order')).toContainText('attempt 2 in');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await waitForStatus(page, 'cancelled');
  await expect(panel(page)).toContainText('stopped by a user');
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
});

test('a page reloaded during a run continues with the same log', async ({ page }) => {
  await page.goto('/?template=parallel-review');
  await page.getByRole('button', { name: /^Run/ }).click();
  // The run takes some tenths of a second, so nothing else is awaited.
  await page.waitForURL(/[?&]run=/);
  await page.reload();
  await waitForStatus(page, 'succeeded');
  const shown = await readShownLog(page);
  expect(shown).toEqual(await readStoredLog(page));
  expect(shown.map((entry) => Number.parseInt(entry, 10))).toEqual(shown.map((_, index) => index + 1));
});

test('the log can be filtered by kind and text, and an event opens as JSON', async ({ page }) => {
  await page.goto('/?template=hello');
  await page.getByRole('button', { name: /^Run/ }).click();
  await waitForStatus(page, 'succeeded');
  await page.getByRole('tab', { name: /^Log/ }).click();
  await page.getByRole('radio', { name: 'Nodes' }).click();
  await expect(page.locator('[data-part="log"] li')).toHaveCount(6);
  await page.getByRole('searchbox', { name: 'Filter events' }).fill('node_finished');
  await expect(page.locator('[data-part="log"] li')).toHaveCount(3);
  await page.locator('[data-part="log"] button').first().click();
  await expect(page.locator('[data-part="log"] pre')).toContainText('"nodeId": "start"');
});

test('an old link to a run redirects to its page', async ({ page }) => {
  const runId = await startRequest(page, 'http://169.254.169.254/');
  await page.goto(`/?run=${runId}`);
  await page.waitForURL(`**/runs/${runId}`);
  await waitForStatus(page, 'failed');
});

test('a link to a run opens it, and Back returns to the template', async ({ page, context }) => {
  await page.goto('/?template=hello');
  await page.getByRole('button', { name: /^Run/ }).click();
  await waitForStatus(page, 'succeeded');
  const other = await context.newPage();
  await other.goto(page.url());
  await waitForStatus(other, 'succeeded');
  await expect(other.locator('[data-output="answer"]')).toBeVisible();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Hello');
  await page.goBack();
  await waitForStatus(page, 'none');
});

test('the page of an unknown run shows an error', async ({ page, watch }) => {
  watch.expectProblem(/404.*run_nobody/);
  await page.goto('/?run=run_nobody');
  await page.waitForURL('**/runs/run_nobody');
  await expect(page.getByText('Run run_nobody not found')).toBeVisible();
  await page.getByRole('link', { name: 'To all runs' }).click();
  await page.waitForURL('**/runs');
  await page.goto('/?template=hello&run=run_nobody');
  await expect(page.getByText('Run run_nobody not found')).toBeVisible();
  await page.getByRole('link', { name: 'To the templates' }).click();
  await waitForStatus(page, 'none');
});

test('a failed run shows the failed node and its error', async ({ page }) => {
  await page.goto(`/runs/${await startRequest(page, 'http://169.254.169.254/')}`);
  await waitForStatus(page, 'failed');
  const card = panel(page).locator('section').filter({ hasText: 'url-refused' }).last();
  await expect(card).toContainText('fetch_order');
  await expect(card).toContainText('config.url');
  await expect(row(page, 'end')).toHaveAttribute('data-state', 'skipped');
});

test('the language follows the browser until it is changed, and the change is kept', async ({ page, browser, baseURL }) => {
  await page.goto('/?template=hello');
  await page.getByRole('button', { name: 'Language and theme' }).click();
  await page.getByRole('radio', { name: '中文' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('你好');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.getByRole('button', { name: '运行', exact: false }).last().click();
  await waitForStatus(page, 'succeeded');
  await expect(panel(page)).toContainText('成功');
  const reader = await browser.newContext({ locale: 'zh-TW', baseURL: baseURL ?? '' });
  const foreign = await reader.newPage();
  await foreign.goto('/');
  await expect(foreign.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await reader.close();
});

test('the theme can be changed, and the server sends the next page in it', async ({ page }) => {
  const canvas = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const light = await canvas();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await canvas();
  expect(dark).not.toBe(light);
  await page.getByRole('button', { name: 'Language and theme' }).click();
  await page.getByRole('radio', { name: 'Light' }).click();
  expect(await canvas()).toBe(light);
  const html = await (await page.request.get('/')).text();
  expect(html).toContain('data-theme="light"');
});

for (const theme of ['light', 'dark']) {
  test(`every state of the page is accessible, ${theme}`, async ({ page, context, baseURL, watch }) => {
    watch.expectProblem(/404.*run_nobody/);
    test.slow();
    await set(context, baseURL, { theme });
    const check = (state: string) => expectAccessible(page, state);
    const field = page.getByLabel('Support message');
    await page.goto('/?template=triage');
    await check('before the run');
    await field.fill('');
    await page.getByRole('button', { name: /^Run/ }).click();
    await check('with a wrong field');
    await field.fill('My parcel is late.');
    await page.getByRole('button', { name: /^Run/ }).click();
    await waitForStatus(page, 'succeeded');
    await row(page, 'start').click();
    await check('ended, with a detail open');
    await page.getByRole('tab', { name: /^Log/ }).click();
    await page.locator('[data-part="log"] button').first().click();
    await check('the log');
    await page.goto('/?template=triage&run=run_nobody');
    await check('an unknown run beside a form');
    await page.goto('/runs/run_nobody');
    await check('an unknown run');
    await page.goto(`/runs/${await startWaitingRun(page)}`);
    await expect(row(page, 'fetch_order')).toContainText('attempt 2 in');
    await check('a run that goes on');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await waitForStatus(page, 'cancelled');
    await check('a stopped run');
  });
}

for (const width of [1440, 1024, 390]) {
  for (const language of ['en', 'zh-CN']) {
    test(`the page fits a window of ${width} pixels, ${language}`, async ({ page, context, baseURL }) => {
      await set(context, baseURL, { language });
      await page.setViewportSize({ width, height: 800 });
      await chooseTemplate(page, 'parallel-review');
      await page.locator('form button[type=submit]').click();
      await waitForStatus(page, 'succeeded');
      expect(await overflowOf(page)).toBe(0);
      expect(await outsideOf(page)).toEqual([]);
    });
  }
}

test('/favicon.ico returns an icon', async ({ request }) => {
  const icon = await request.get('/favicon.ico');
  expect(icon.status()).toBe(200);
  expect((await icon.body()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
});
