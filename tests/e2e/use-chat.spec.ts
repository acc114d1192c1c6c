import { expect, type Page } from '@playwright/test';
import { fakeText } from '#tests/support/fake-model/behaviour.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { startChatSite } from '#tests/support/use-chat/start-chat-site.ts';
import { edge, node } from './run-page.ts';
import { clearWorkspace, makeKey, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const TOKENS = 150;
const MODEL = 'streams-slowly';

let fake: FakeModel;
test.beforeAll(async () => {
  fake = await startFakeModel();
});
test.afterAll(() => fake.stop());
test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
  const data = { provider: 'openai-compatible', modelId: `fake-t${TOKENS}-d25`, baseUrl: fake.url, apiKey: 'sk-1' };
  expect((await page.request.put(`/api/v1/models/${MODEL}`, { data })).status()).toBe(200);
});
/** Other tests need the demo model. */
test.afterEach(async ({ page }) => {
  await page.request.delete(`/api/v1/models/${MODEL}`);
});

async function publish(page: Page): Promise<{ slug: string; key: string }> {
  const graph = {
    name: 'Teller',
    nodes: [
      node('start', 'start', { inputs: [{ name: 'message', type: 'text', required: true }] }),
      node('tell', 'llm', { model: MODEL, userPrompt: '{{start.message}}' }),
      node('end', 'end', { outputs: { answer: '{{tell.output}}' } }),
    ],
    edges: [edge('start', 'tell'), edge('tell', 'end')],
  };
  const slug = `teller-${Date.now()}`;
  await publishWorkflow(page, await saveWorkflow(page, graph), slug);
  return { slug, key: await makeKey(page, slug, { name: 'site' }) };
}

const answers = (page: Page) => page.locator('[data-role="assistant"]');
const partOf = (page: Page) => expect(answers(page).last()).toContainText('fox', { timeout: 20_000 });
const isWhole = (page: Page) => expect(answers(page).last()).toHaveText(fakeText(TOKENS), { timeout: 20_000 });

test('useChat of the AI SDK loses nothing when the network is cut and when the page is reloaded in mid-stream', async ({
  page,
  baseURL,
  watch,
}) => {
  watch.expectProblem(/favicon|ERR_/);
  const { slug, key } = await publish(page);
  const site = await startChatSite({ chatUrl: `${baseURL}/api/v1/chat/${slug}`, key });
  await page.goto(`${site.url}/?id=talk-1`);
  await page.getByRole('button', { name: 'Send' }).click();
  await partOf(page);
  site.cut();
  await expect(page.locator('main')).toHaveAttribute('data-status', 'error');
  expect((await answers(page).last().textContent())?.length).toBeLessThan(fakeText(TOKENS).length);
  await page.getByRole('button', { name: 'Resume' }).click();
  await isWhole(page);
  await expect(answers(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Send' }).click();
  await expect(answers(page)).toHaveCount(2);
  await partOf(page);
  await page.reload();
  await expect(answers(page)).toHaveCount(2, { timeout: 20_000 });
  await isWhole(page);
  await expect(page.locator('main')).toHaveAttribute('data-status', 'ready');
  // What is shown is what is stored, once each.
  const ids = await page.locator('[data-role]').evaluateAll((parts) => parts.map((part) => part.getAttribute('data-id')));
  const stored = (await (await fetch(`${site.url}/chat/talk-1/messages`)).json()) as { messages: { id: string }[] };
  expect(ids).toEqual(stored.messages.map(({ id }) => id));
  site.stop();
});

test('the chat page continues an answer after a reload and without a network, to its last word', async ({
  page,
  context,
  watch,
}) => {
  watch.expectProblem(/ERR_/);
  const { slug } = await publish(page);
  await page.request.put(`/api/v1/deployments/${slug}/chat-page`, { data: { access: 'public' } });
  await page.goto(`/chat/${slug}`);
  const answer = page.locator('[data-part="answer"]').last();
  const send = async (text: string) => {
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text);
    await page.getByRole('textbox', { name: 'Message', exact: true }).press('Enter');
    await expect(answer).toContainText('fox', { timeout: 20_000 });
  };
  await send('Tell me');
  await page.reload();
  await expect(answer).toHaveText(fakeText(TOKENS), { timeout: 20_000 });
  await send('More');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.locator('[data-turn]')).toHaveCount(2);
  await expect(answer).toHaveText(fakeText(TOKENS), { timeout: 20_000 });
  await send('And more');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('[data-turn]').last()).toContainText('Stopped.');
});
