import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { nodeOnCanvas, openEditor } from './editor-page.ts';
import { edge, node } from './run-page.ts';
import { test } from './watched-test.ts';

test('a node shows its exact prompt with tokens before it runs, or why it has none', async ({ page }) => {
  const created = await page.request.post('/api/v1/workflows', {
    data: {
      format: 'threadloom/workflow@1',
      name: 'Prompt to see',
      nodes: [
        node('start', 'start', { inputs: [{ name: 'topic', type: 'text' }] }),
        node('ask', 'llm', {
          systemPrompt: 'You are brief.',
          userPrompt: 'Explain {{start.topic}}.',
          availableTools: ['time-now'],
        }),
        node('end', 'end', { outputs: { answer: '{{ask.output}}' } }),
      ],
      edges: [edge('start', 'ask'), edge('ask', 'end')],
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as { id: string };
  await openEditor(page, id);
  await nodeOnCanvas(page, 'ask').click();
  await page.getByRole('tab', { name: 'Input' }).click();
  const values = page.getByRole('textbox', { name: 'Values of other nodes' });
  await values.fill('{"start": {"topic": "tides"}}');
  await page.getByRole('button', { name: 'Show prompt' }).click();
  const parts = page.locator('[data-prompt-part]');
  await expect(parts).toHaveCount(3);
  expect(await parts.evaluateAll((all) => all.map((part) => part.getAttribute('data-prompt-part')))).toEqual([
    'tool',
    'instructions',
    'message',
  ]);
  await parts.last().locator('summary').click();
  await expect(parts.last().locator('pre')).toHaveText('Explain tides.');
  await expectAccessible(page, 'the prompt of a node');

  await values.fill('{"start": "no topic"}');
  await page.getByRole('button', { name: 'Show again' }).click();
  await expect(page.getByRole('region', { name: 'Prompt', exact: true })).toContainText('userPrompt');
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(parts).toHaveCount(0);
  const { items } = (await (await page.request.get(`/api/v1/runs?workflowId=${id}`)).json()) as { items: unknown[] };
  expect(items).toEqual([]);
});
