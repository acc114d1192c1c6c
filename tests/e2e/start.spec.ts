import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { expectFocusSeen } from './focus-seen.ts';
import { edge, node, outsideOf, overflowOf, set } from './run-page.ts';
import { clearWorkspace, documentOf, letter, makeKey, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

const question = (page: Page) => page.getByRole('textbox', { name: /What should it do|它应该做什么/ });
const nodes = (page: Page) => page.locator('.react-flow__node');

async function nodeTypesOf(page: Page): Promise<string[]> {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const { document } = (await (await page.request.get(`/api/v1/workflows/${id}`)).json()) as {
    document: { nodes: { type: string }[] };
  };
  return document.nodes.map(({ type }) => type).toSorted();
}

for (const { language, sentence, template } of [
  { language: 'en', sentence: 'Make slides about our new product', template: 'Slide maker' },
  { language: 'zh-CN', sentence: '把客服消息分类，紧急的回复先由人审批再发出', template: '需要审批的分流' },
]) {
  test(`a sentence becomes a workflow before one's eyes, with the nearest template while only the demo model is there, ${language}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await set(context, baseURL, { language });
    await page.goto('/');
    await question(page).fill(sentence);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/workflows/wf_*');
    const assistant = page.locator('[data-part="assistant"]');
    await expect(assistant).toContainText(sentence, { timeout: 20_000 });
    await expect(assistant).toContainText(language === 'en' ? 'The demo model cannot write workflows' : '演示模型无法编写工作流');
    if (language === 'en') await expect(assistant).toContainText(`“${template}”: it shares slides`);
    await expect.poll(() => nodes(page).count()).toBeGreaterThan(3);
    await expect(
      page
        .getByRole('button', { name: /^(Rename workflow|重命名)/ })
        .or(page.getByText(sentence.slice(0, 8)).first())
        .first(),
    ).toBeVisible();
    await expect.poll(() => nodeTypesOf(page)).toContain(language === 'en' ? 'artifact' : 'approval');
    // Nothing was run, and one undo takes all back.
    const id = new URL(page.url()).pathname.split('/').at(-1);
    expect(((await (await page.request.get(`/api/v1/runs?workflowId=${id}`)).json()) as { items: [] }).items).toEqual([]);
    await page.reload();
    await expect(nodes(page).first()).toBeVisible({ timeout: 20_000 });
    await expect(assistant).toHaveCount(0);
  });
}

test('an example fills the box with its sentence, which stays editable', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Every workday at eight/ }).click();
  await expect(question(page)).toBeFocused();
  await expect(question(page)).toHaveValue('Every workday at eight, write a short digest of some topics.');
  await page.getByLabel('Attach an example as text').setInputFiles({
    name: 'topics.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('- tea\n- slides'),
  });
  await expect(page.getByRole('button', { name: 'Remove topics.md' })).toBeVisible();
});

/** Drops a file on the page, as a person does from the desktop. */
async function drop(page: Page, name: string, content: string) {
  const data = await page.evaluateHandle(
    ([fileName = '', text = '']) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName));
      return transfer;
    },
    [name, content],
  );
  await page.locator('#main > section').dispatchEvent('drop', { dataTransfer: data });
}

test('a workflow file is imported wherever it is dropped, and another file says what it is for', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[inert]')).toHaveCount(0);
  await drop(page, 'prices.csv', 'thing,price');
  const offer = page.locator('[data-part="dropped-file"]');
  await expect(offer).toContainText('prices.csv is not a workflow');
  await offer.getByRole('button', { name: 'Example for the sentence' }).click();
  await expect(page.getByRole('button', { name: 'Remove prices.csv' })).toBeVisible();
  await drop(page, 'letters.workflow.json', JSON.stringify(documentOf(letter('Letters'))));
  await page.getByRole('button', { name: 'Save as a new workflow' }).click();
  await page.waitForURL('**/workflows/wf_*');
});

/** An endpoint that failed, an approval that waits, and a workflow with a long name. */
async function fill(page: Page) {
  const failing = letter('Contract review');
  const write = failing.nodes.find(({ id }) => id === 'write');
  if (write) Object.assign(write, { type: 'http', config: { url: 'http://127.0.0.1:9/none' } });
  const end = failing.nodes.find(({ id }) => id === 'end');
  if (end) end.config = { outputs: { status: '{{write.status}}' } };
  const id = await saveWorkflow(page, failing);
  await publishWorkflow(page, id, 'contracts');
  const key = await makeKey(page, 'contracts', { name: 'test' });
  await page.request.post('/api/v1/run/contracts', {
    data: { inputs: { who: 'Ada' } },
    headers: { authorization: `Bearer ${key}` },
  });
  const asking = documentOf({
    name: 'Refunds',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('ask', 'approval', { title: 'Refund 249 euros?', value: 'Dear Ines' }),
      node('end', 'end', { outputs: { sent: '{{ask}}' } }),
    ],
    edges: [edge('start', 'ask'), edge('ask', 'end', 'approved')],
  });
  await page.request.post('/api/v1/runs', { data: { document: asking, inputs: {}, mode: 'sync' } });
  await saveWorkflow(
    page,
    letter('A workflow with quite a long name that has to be cut somewhere on narrow screens 名称很长的工作流'),
  );
}

/** Earlier tests leave runs that wait, and the page names the oldest. */
async function cancelWaiting(page: Page) {
  const answer = await page.request.get('/api/v1/runs?status=waiting&limit=100');
  for (const { runId } of ((await answer.json()) as { items: { runId: string }[] }).items)
    await page.request.post(`/api/v1/runs/${runId}/stop`);
}

test('the start page shows what needs the person, and leads to it', async ({ page }) => {
  await cancelWaiting(page);
  await fill(page);
  await page.goto('/');
  const strip = page.locator('[data-part="needs-you"]');
  await expect(strip.locator('[data-need="failed"]')).toContainText('Contract review is failing');
  await expect(strip.locator('[data-need="failed"]')).toContainText('write');
  await expect(strip.locator('[data-need="waiting"]')).toContainText('Refund 249 euros?');
  await strip.getByRole('link', { name: 'Open last failure' }).click();
  await page.waitForURL('**/runs/*');
  await page.goBack();
  await strip.getByRole('button', { name: 'Review: Refund 249 euros?' }).click();
  await expect(strip.getByRole('button', { name: 'Approve' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(strip.locator('[data-need="waiting"]')).toBeHidden();
  await expectFocusSeen(page);
});

test('a name that is cut is the title of what the pointer is over', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = 'A workflow with quite a long name that has to be cut somewhere on narrow screens';
  await saveWorkflow(page, letter(name));
  await page.goto('/workflows');
  const row = page.getByRole('link', { name }).first();
  await expect(async () => {
    await row.hover();
    await page.mouse.move(120, 400);
    await row.hover();
    await expect(row).toHaveAttribute('title', name, { timeout: 500 });
  }).toPass();
  await page.mouse.move(1, 1);
  await expect(row).not.toHaveAttribute('title');
});

for (const { theme, language } of looks) {
  test(`the start page with all of its parts is accessible and fits the window, ${theme}, ${language}`, async ({
    page,
    context,
    baseURL,
  }) => {
    test.slow();
    await set(context, baseURL, { theme, language });
    await fill(page);
    // 720 x 450 is 1440 x 900 at 200 %.
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [720, 450],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/');
      await expect(page.locator('[data-part="needs-you"]')).toBeVisible();
      await expectAccessible(page, `at ${width}`);
      expect(await overflowOf(page), `at ${width}`).toBe(0);
      expect(await outsideOf(page), `at ${width}`).toEqual([]);
    }
  });
}

test('a bar says within a moment that a slow page is loading', async ({ page }) => {
  // Before the link is seen: a page that is loaded already is shown at once, without a bar.
  await page.route('**/usage?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  // The bar is loaded after the page.
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    document.addEventListener('click', () => {
      const began = performance.now();
      const look = () => {
        const bar = document.querySelector('[data-part="loading-bar"]');
        if (bar) document.body.dataset.barAfterMs = String(Math.round(performance.now() - began));
        else requestAnimationFrame(look);
      };
      look();
    });
  });
  await page.locator('[data-rail]').getByRole('link', { name: 'Usage' }).click();
  await expect(page.locator('[data-part="loading-bar"]')).toBeVisible();
  expect(Number(await page.locator('body').getAttribute('data-bar-after-ms'))).toBeLessThan(100);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Usage');
  await expect(page.locator('[data-part="loading-bar"]')).toHaveCount(0);
});

test('a server that is away is shown by the studio, and the page comes back by itself', async ({ browser, baseURL }) => {
  const target = new URL(baseURL ?? '');
  const listen = (port: number) =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer((incoming, outgoing) => {
        const headers = { ...incoming.headers, host: target.host };
        const asked = forward({ host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers });
        asked.on('response', (answer) => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
        });
        asked.on('error', () => outgoing.destroy());
        incoming.pipe(asked);
      });
      server.listen(port, '127.0.0.1', () => resolve(server));
    });
  const first = await listen(0);
  const { port } = first.address() as AddressInfo;
  const context = await browser.newContext({ serviceWorkers: 'allow', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  first.closeAllConnections();
  await new Promise((resolve) => first.close(resolve));
  await page.locator('[data-rail]').getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByRole('heading', { name: 'The server is away' })).toBeVisible();
  await expectAccessible(page, 'the page of a server that is away');
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  const second = await listen(port);
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible({ timeout: 20_000 });
  await context.close();
  second.closeAllConnections();
  second.close();
});
