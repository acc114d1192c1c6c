import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { edge, node, overflowOf, set, span, startRun, waitForStatus } from './run-page.ts';
import { test } from './watched-test.ts';

/** A run whose model calls a tool, with a memory, a skill and a conversation that is cut to one message. */
function startTalk(page: Page): Promise<string> {
  const skill = { processorName: 'inject-skill', processorConfig: { name: 'clock', instructions: 'Name the time zone.' } };
  const contextProcessors = [{ processorName: 'keep-recent', processorConfig: { keep: 2 } }, 'inject-memory', skill];
  return startRun(page, {
    name: 'Time with a memory',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('note', 'memory-write', { facts: ['The customer lives in Lisbon'], decisions: ['Answer in one sentence'] }),
      node('ask', 'llm', {
        systemPrompt: 'You tell the time.',
        userPrompt: 'What time is it there?',
        toolMode: 'required',
        availableTools: ['time-now'],
        contextProcessors,
      }),
      node('end', 'end', { outputs: { answer: '{{ask.output}}' } }),
    ],
    edges: [edge('start', 'note'), edge('note', 'ask'), edge('ask', 'end')],
  });
}

async function openContext(page: Page, runId: string) {
  await page.goto(`/runs/${runId}?node=ask`);
  await waitForStatus(page, 'succeeded');
  const detail = span(page, 'ask');
  await detail.getByRole('tab', { name: /^(Model calls|模型调用)/ }).click();
  await detail.getByRole('tab', { name: /^(Context|上下文)$/ }).click();
  const context = detail.locator('[data-context]');
  await expect(context).toBeVisible();
  return context;
}

test('a model call shows what filled its context and what was removed, and is made again without a message', async ({ page }) => {
  const context = await openContext(page, await startTalk(page));
  for (const kind of ['system', 'skills', 'tools', 'memory', 'history', 'results', 'free'])
    await expect(context.locator(`[data-part-tokens="${kind}"] dd`)).toHaveText(/^[1-9][\d,]*$/);
  const removed = context.locator('[data-compaction="keep-recent"]');
  await expect(removed).toContainText('What time is it there?');
  const again = context.getByRole('button', { name: 'Run again', exact: true });
  await expect(again).toBeDisabled();
  await removed.getByRole('button', { name: /^Bring back and pin/ }).click();
  await context.getByRole('button', { name: 'Drop message 2' }).click();
  await expect(context).toContainText('1 pinned, 1 dropped');
  await again.click();
  await context.getByRole('link', { name: 'Open the new run' }).click();
  await page.waitForURL(/\/runs\/(?!.*node=)/);
  await waitForStatus(page, 'succeeded');
  const forked = await openContext(page, new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await span(page, 'ask').getByRole('tab', { name: 'Messages' }).click();
  await expect(span(page, 'ask').locator('[data-role="user"]').filter({ hasText: '[Pinned]' })).toHaveCount(1);
  await expect(forked).toBeHidden();
});

test('the page of a run shows its memory with the node that wrote it', async ({ page }) => {
  await page.goto(`/runs/${await startTalk(page)}`);
  await waitForStatus(page, 'succeeded');
  await page.getByRole('tab', { name: /^Memory/ }).click();
  const memory = page.locator('[data-memory]');
  await expect(memory).toContainText('The customer lives in Lisbon');
  await memory.getByText('History').click();
  await memory.locator('[data-memory-change="note"]').getByRole('button').click();
  await expect(span(page, 'note')).toBeVisible();
});

for (const [width, language, theme] of [
  [1440, 'en', 'dark'],
  [1024, 'zh-CN', 'light'],
  [390, 'en', 'light'],
] as const) {
  test(`the context of a call fits a window of ${width} pixels, ${language}, ${theme}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { language, theme });
    await page.setViewportSize({ width, height: 900 });
    const view = await openContext(page, await startTalk(page));
    await expectAccessible(page, `the context of a call, ${language}`);
    expect(await overflowOf(page)).toBe(0);
    await view.scrollIntoViewIfNeeded();
  });
}
