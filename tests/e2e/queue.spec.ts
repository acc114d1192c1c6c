import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { edge, node, overflowOf, set } from './run-page.ts';
import { makeKey, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const row = (page: Page, runId: string) => page.locator(`tr[data-run="${runId}"]`);
const place = (page: Page) => page.locator('[data-part="queue-place"]');
/** The page polls every 2 s. The rest is for a busy machine. */
const soon = { timeout: 20_000 };

type Endpoint = { readonly workflowId: string; readonly call: (sessionId: string) => Promise<string> };

/** An endpoint whose runs end only when stopped: .invalid never resolves (RFC 2606), and the retry delay is minutes. */
async function publishEndless(page: Page, slug: string): Promise<Endpoint> {
  const retry = { attempts: 2, delayMs: 600_000, on: 'all' };
  const workflowId = await saveWorkflow(page, {
    name: 'Endless order',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('fetch_order', 'http', { method: 'GET', url: 'https://nobody.invalid/' }, { retry }),
    ],
    edges: [edge('start', 'fetch_order')],
  });
  await publishWorkflow(page, workflowId, slug);
  const key = await makeKey(page, slug, { name: 'line' });
  const call = async (sessionId: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await page.request.post(`/api/v1/run/${slug}`, { headers, data: { mode: 'async', sessionId } });
    return ((await answer.json()) as { runId: string }).runId;
  };
  return { workflowId, call };
}

const stop = (page: Page, runId: string) => page.request.post(`/api/v1/runs/${runId}/stop`);

test('queued runs show their queue position in the list and on their page, and it counts down', async ({ page }) => {
  const { workflowId, call } = await publishEndless(page, 'line-of-runs');
  const [first, second, third] = [await call('one'), await call('one'), await call('one')];
  await page.goto(`/runs?workflow=${workflowId}`);
  await expect(row(page, first)).toContainText('running');
  await expect(row(page, second)).toContainText(/queued.*1st in the queue/);
  await expect(row(page, third)).toContainText(/queued.*2nd in the queue/);
  expect(await overflowOf(page)).toBe(0);
  await expectAccessible(page, 'runs in line');
  await stop(page, first);
  await expect(row(page, second)).toContainText('running', soon);
  await expect(row(page, second)).not.toContainText('in the queue');
  await expect(row(page, third)).toContainText('1st in the queue', soon);

  const fourth = await call('one');
  await page.goto(`/runs/${fourth}`);
  await expect(place(page)).toHaveText('2nd in the queue');
  await expectAccessible(page, 'the page of a queued run');
  await stop(page, third);
  await expect(place(page)).toHaveText('1st in the queue', soon);
  await stop(page, second);
  await expect(page.getByRole('status').filter({ hasText: 'running' })).toBeVisible(soon);
  await expect(place(page)).toHaveCount(0);
  await stop(page, fourth);
});

test('a queued run can be stopped from its page before it starts', async ({ page, context, baseURL }) => {
  const { call } = await publishEndless(page, 'stopped-in-line');
  const [first, second] = [await call('one'), await call('one')];
  await set(context, baseURL, { language: 'zh-CN' });
  await page.goto(`/runs/${second}`);
  await expect(place(page)).toHaveText('队列第 1 位');
  await page.getByRole('button', { name: '停止' }).first().click();
  await expect(place(page)).toHaveCount(0, soon);
  const events = await page.request.get(`/api/v1/runs/${second}/events`, { headers: { accept: 'application/json' } });
  const { items } = (await events.json()) as { items: { type: string }[] };
  expect(items.some(({ type }) => type === 'node_started')).toBe(false);
  await stop(page, first);
});
