import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { pick } from './pick.ts';
import { outsideOf, overflowOf, set } from './run-page.ts';
import { test } from './watched-test.ts';

const detail = (page: Page) => page.locator('#agent');
const inList = (page: Page, id: string) => page.locator(`button[data-agent="${id}"]`);

test.beforeEach(async ({ page }) => {
  await page.request.delete('/api/v1/agents/clock');
});

async function create(page: Page) {
  const data = {
    id: 'clock',
    title: 'Clock',
    description: 'Says what time it is',
    instructions: 'Call time-now.',
    toolPackKeys: ['worker-time'],
  };
  const answer = await page.request.post('/api/v1/agents', { data });
  expect(answer.status(), await answer.text()).toBe(201);
}

test('an agent is made, changed as a new version, and deleted', async ({ page }) => {
  await page.goto('/agents');
  await page.getByRole('button', { name: 'New agent' }).click();
  await detail(page).getByLabel(/^Id/).fill('clock');
  await detail(page).getByLabel(/^Name/).fill('Clock');
  await detail(page)
    .getByLabel(/^Description/)
    .fill('Says what time it is');
  await detail(page).getByRole('checkbox', { name: 'worker-time' }).click();
  await detail(page).getByRole('button', { name: 'Create' }).click();
  await expect(inList(page, 'clock')).toContainText('clock@1');
  await expect(detail(page)).toContainText('time-now');

  await detail(page).getByRole('button', { name: 'Edit' }).click();
  await detail(page)
    .getByLabel(/^Description/)
    .fill('Says the time in any city');
  await detail(page).getByRole('button', { name: 'Save version 2' }).click();
  await expect(inList(page, 'clock')).toContainText('clock@2');
  await detail(page).getByLabel('Version').selectOption('1');
  await expect(detail(page)).toContainText('Says what time it is');

  await detail(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(inList(page, 'clock')).toHaveCount(0);
});

test('a refused agent shows why, and its form stays', async ({ page, watch }) => {
  await create(page);
  watch.expectProblem(/409/);
  await page.goto('/agents');
  await page.getByRole('button', { name: 'New agent' }).click();
  await detail(page).getByLabel(/^Id/).fill('clock');
  await detail(page).getByLabel(/^Name/).fill('Another clock');
  await detail(page)
    .getByLabel(/^Description/)
    .fill('The same id');
  await detail(page).getByRole('button', { name: 'Create' }).click();
  await expect(detail(page).getByLabel(/^Id/)).toHaveAccessibleDescription(/There is another agent 'clock'/);
  await expect(detail(page).getByLabel(/^Id/)).toBeFocused();
  await expect(detail(page).getByLabel(/^Name/)).toHaveValue('Another clock');
});

test('a message runs the agent once, also when it is sent twice, and the next one continues the conversation', async ({
  page,
}) => {
  await create(page);
  await page.goto('/agents?agent=clock');
  const starts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/runs')) starts.push(request.postData() ?? '');
  });
  const message = detail(page).getByRole('textbox', { name: 'Message' });
  await message.fill('What time is it?');
  await detail(page).getByRole('button', { name: 'Send' }).dblclick();
  await expect(detail(page).locator('[data-answer-status="succeeded"]')).toHaveCount(1);
  await expect(detail(page).locator('[data-tool="time-now"]')).toContainText('done');
  expect(starts).toHaveLength(1);
  await message.fill('And tomorrow?');
  await detail(page).getByRole('button', { name: 'Send' }).click();
  await expect(detail(page).locator('[data-answer-status="succeeded"]')).toHaveCount(2);
  expect(starts[1]).toContain('What time is it?');
});

test('tools and agents are chosen from lists, and the exact prompt is shown without a run', async ({ page }) => {
  await create(page);
  await page.goto('/agents?agent=clock');
  await detail(page).getByRole('button', { name: 'Edit' }).click();
  await pick(page, detail(page).getByLabel(/^Tools/), 'read_url');
  await page.keyboard.press('Escape');
  await detail(page).getByRole('button', { name: 'Name and fixed arguments of read_url' }).click();
  const offer = detail(page).locator('[data-tool-offer]');
  await offer.getByLabel('Name for the model').fill('read_rules');
  await offer.getByRole('combobox', { name: 'Fix an argument…' }).selectOption('url');
  await offer.getByLabel('url', { exact: true }).fill('https://rules.example/');
  await offer.getByRole('checkbox', { name: 'A person approves every call' }).click();
  await expect(offer).toContainText('1 fixed argument');
  await detail(page)
    .getByLabel(/^Hand off to/)
    .selectOption('research');
  await detail(page).getByRole('button', { name: 'Save version 2' }).click();
  await expect(inList(page, 'clock')).toContainText('clock@2');
  await expect(detail(page)).toContainText('time-now, read_rules (read_url), hand_off');
  const stored = (await (await page.request.get('/api/v1/agents/clock')).json()) as { spec: { tools: unknown } };
  expect(stored.spec.tools).toEqual([
    { tool: 'read_url', name: 'read_rules', with: { url: 'https://rules.example/' }, ask: true },
  ]);

  const starts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/runs')) starts.push(request.url());
  });
  await detail(page).getByRole('textbox', { name: 'Message' }).fill('What time is it in Lisbon?');
  await detail(page).getByRole('button', { name: 'Show prompt' }).click();
  const parts = detail(page).locator('[data-prompt-part]');
  await expect(parts.first()).toBeVisible();
  expect(await parts.evaluateAll((all) => all.map((part) => part.getAttribute('data-name')))).toEqual([
    ...['time-now', 'read_rules', 'hand_off'],
    ...['goal', 'context', 'tools', 'strategy', 'contract', 'language', 'instructions'],
    'user',
  ]);
  await expect(parts.last()).toContainText('What time is it in Lisbon?');
  await parts.nth(2).locator('summary').click();
  await expect(parts.nth(2)).toContainText('research: Finds things out on the web');
  expect(starts).toEqual([]);
  await expectAccessible(page, 'the prompt of an agent');
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await overflowOf(page)).toBe(0);
});

for (const { theme, language } of looks) {
  test(`the form of an agent is accessible and fits the window, ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme, language });
    await page.goto('/agents');
    await page.getByRole('button', { name: /^(New agent|新建智能体)$/ }).click();
    await expectAccessible(page, 'a new agent');
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowOf(page), `overflow at ${width}`).toBe(0);
    }
    expect(await outsideOf(page)).toEqual([]);
  });
}
