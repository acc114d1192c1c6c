import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { edge, node, outsideOf, set } from './run-page.ts';
import { documentOf, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const asking = {
  name: 'Asks first',
  nodes: [
    node('start', 'start', { inputs: [] }),
    node('ask', 'approval', { title: 'Send it?' }),
    node('end', 'end', { outputs: {} }),
  ],
  edges: [edge('start', 'ask'), edge('ask', 'end', 'approved')],
};
const working = {
  name: 'Works alone',
  nodes: [node('start', 'start', { inputs: [] }), node('end', 'end', { outputs: { answer: 'done' } })],
  edges: [edge('start', 'end')],
};

/** Starts a run as another page of the studio does. */
async function runElsewhere(page: Page, workflow: typeof asking): Promise<string> {
  const saved = await page.request.post('/api/v1/workflows', { data: documentOf(workflow) });
  const { id } = (await saved.json()) as { id: string };
  return await page.evaluate(async (path) => {
    const body = JSON.stringify({ inputs: {}, mode: 'async' });
    const answer = await fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    return ((await answer.json()) as { runId: string }).runId;
  }, `/api/v1/workflows/${id}/runs`);
}

const toast = (page: Page, runId: string) => page.locator(`[data-toast="${runId}"]`);
/** Loads a page until its notifications are open. */
async function open(page: Page, path: string) {
  // The first frame may come before the page has loaded.
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto(path);
  await connected;
}

for (const { theme, language } of looks)
  test(`what happens elsewhere is shown with a link, ${theme} ${language}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme, language });
    await open(page, '/templates');
    const ended = await runElsewhere(page, working);
    await expect(toast(page, ended)).toContainText('Works alone');
    const waiting = await runElsewhere(page, asking);
    await expect(toast(page, waiting)).toContainText(language === 'en' ? 'Approval requested' : '等待审批');
    expect(await outsideOf(page)).toEqual([]);
    await expectAccessible(page, 'two notifications');
    await toast(page, waiting).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/runs/${waiting}$`));
    await expect(toast(page, waiting)).toHaveCount(0);
  });

test('the title of a hidden page counts what came, until it is shown', async ({ page }) => {
  await open(page, '/templates');
  const title = await page.title();
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  await runElsewhere(page, asking);
  await expect(page).toHaveTitle(`(1) ${title}`);
  await show('visible');
  await expect(page).toHaveTitle(title);
});

test('a notification leaves the panel at the right free, and the field for messages', async ({ page }) => {
  const spoken = node('start', 'start', { inputs: [{ name: 'message', type: 'text' }], messageInput: 'message' });
  const chat = { ...working, name: 'Echo', nodes: [spoken, node('end', 'end', { outputs: { answer: '{{start.message}}' } })] };
  const id = await saveWorkflow(page, chat);
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    if (!box) throw new Error(`${selector} is not drawn`);
    return box;
  };
  await open(page, `/workflows/${id}`);
  const overEditor = await boxOf(`[data-toast="${await runElsewhere(page, working)}"]`);
  expect(overEditor.x + overEditor.width).toBeLessThanOrEqual((await boxOf('#inspector')).x);
  await open(page, `/sessions?workflow=${id}`);
  const areApart = (a: Awaited<ReturnType<typeof boxOf>>, b: typeof a) =>
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  const onFirstScreen = await boxOf(`[data-toast="${await runElsewhere(page, working)}"]`);
  expect(areApart(onFirstScreen, await boxOf('.chat-box')), 'first screen').toBe(true);
  await page.locator('.chat-box textarea').fill('Hello');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Hello').last()).toBeVisible();
  const overTalk = await boxOf(`[data-toast="${await runElsewhere(page, working)}"]`);
  expect(areApart(overTalk, await boxOf('.chat-box')), 'conversation').toBe(true);
});
