import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { edge, node, overflowOf, startRun } from './run-page.ts';
import { test } from './watched-test.ts';

const part = (page: Page, id: string) => page.locator(`[data-part="${id}"]`);
/** The page polls every 3 s, and calls are stored after up to 2 s. The rest is for a busy machine. */
const soon = { timeout: 20_000 };

function startAsking(page: Page): Promise<string> {
  return startRun(page, {
    name: 'Ask for the monitor',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('answer', 'llm', { systemPrompt: 'Be brief.', userPrompt: 'What is a heddle?' }),
      node('end', 'end', { outputs: { answer: '{{answer.output}}' } }),
    ],
    edges: [edge('start', 'answer'), edge('answer', 'end')],
  });
}

function startWaiting(page: Page): Promise<string> {
  return startRun(page, {
    name: 'Wait for the monitor',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('ask', 'approval', { title: 'Go on?', value: 'yes' }),
      node('end', 'end', { outputs: { sent: '{{ask}}' } }),
    ],
    edges: [edge('start', 'ask'), edge('ask', 'end', 'approved')],
  });
}

test('a waiting run and a called model appear while the monitor is open', async ({ page }) => {
  await page.goto('/monitor?range=hour');
  await expect(page.locator('[data-range="hour"]')).toBeVisible();
  const waitingId = await startWaiting(page);
  await expect(part(page, 'live').locator(`[data-row="${waitingId}"]`)).toContainText('waiting', soon);
  const runId = await startAsking(page);
  await expect(async () => {
    const run = await page.request.get(`/api/v1/runs/${runId}`);
    expect(await run.json()).toMatchObject({ status: 'succeeded' });
  }).toPass(soon);
  await expect(part(page, 'calls').locator('[data-row^="model demo"]')).toHaveCount(1, soon);
  await expect(part(page, 'processes').locator('tr[data-row]')).toContainText('this process');
  await page.getByRole('radio', { name: '7 days' }).click();
  await expect(page.locator('[data-range="week"]')).toBeVisible();
  await expect(page).toHaveURL(/range=week/);
});

test('a failed refresh shows an error and keeps the values', async ({ page }) => {
  await page.goto('/monitor');
  await page.route('**/api/v1/monitor*', (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }));
  await page.getByRole('radio', { name: '1 hour' }).click();
  await expect(page.getByText('The monitor could not be refreshed')).toBeVisible(soon);
  await expect(part(page, 'processes').locator('tr[data-row]')).toHaveCount(1);
  await page.unroute('**/api/v1/monitor*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The monitor could not be refreshed')).toBeHidden(soon);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the monitor is accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/monitor');
      await expect(part(page, 'processes').locator('tr[data-row]')).toHaveCount(1);
      expect(await overflowOf(page)).toEqual(0);
      await expectAccessible(page, `${colorScheme}, ${width}`);
    }
  });
}
