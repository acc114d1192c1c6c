import { expect, type Page } from '@playwright/test';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { expectAccessible, looks } from './accessibility.ts';
import { edge, node, overflowOf, set } from './run-page.ts';
import { documentOf } from './studio-page.ts';
import { test } from './watched-test.ts';

const form = {
  text: 'When do you come?',
  components: [
    { id: 'root', component: 'Column', children: ['title', 'name', 'guests', 'meal', 'book'] },
    { id: 'title', component: 'Text', text: 'A table for you', variant: 'h3' },
    { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
    { id: 'guests', component: 'CheckBox', label: 'With a dog', value: { path: '/dog' } },
    {
      id: 'meal',
      component: 'ChoicePicker',
      label: 'Meal',
      variant: 'mutuallyExclusive',
      options: [
        { label: 'Lunch', value: 'lunch' },
        { label: 'Dinner', value: 'dinner' },
      ],
      value: { path: '/meal' },
    },
    {
      id: 'book',
      component: 'Button',
      variant: 'primary',
      child: 'label',
      action: {
        event: { name: 'book_table', context: { name: { path: '/name' }, dog: { path: '/dog' }, meal: { path: '/meal' } } },
      },
    },
    { id: 'label', component: 'Text', text: 'Book' },
  ],
  data: { name: '', dog: false, meal: ['lunch'] },
};

let fake: FakeModel;
test.beforeAll(async () => {
  fake = await startFakeModel({
    reply: ({ messages = [] }) => {
      const said = JSON.stringify(messages.at(-1));
      return said.includes('book_table') ? { tokens: ['Booked.'] } : { tokens: [], calls: [{ name: 'ask_table', args: form }] };
    },
  });
});
test.afterAll(() => fake.stop());

const booking = {
  name: 'Booking',
  nodes: [
    node('start', 'start', { inputs: [{ name: 'message', type: 'text', required: true }] }),
    node('waiter', 'llm', { userPrompt: '{{start.message}}', availableTools: [{ tool: 'a2ui', name: 'ask_table' }] }),
    node('end', 'end', { outputs: { answer: '{{waiter}}' } }),
  ],
  edges: [edge('start', 'waiter'), edge('waiter', 'end')],
};

async function openChat(page: Page) {
  const data = { provider: 'openai-compatible', modelId: 'waiter', baseUrl: fake.url, apiKey: 'sk-1' };
  expect((await page.request.put('/api/v1/models/waiter', { data })).status()).toBe(200);
  const answer = await page.request.post('/api/v1/workflows', {
    data: { ...documentOf(booking), settings: { defaultModel: 'waiter' } },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/sessions?workflow=${id}`);
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('A table, please');
  await page.getByRole('textbox', { name: 'Message', exact: true }).press('Enter');
}

test.afterEach(async ({ page }) => {
  await page.request.delete('/api/v1/models/waiter');
});

test('a model answers with a form, and what a person fills in is the next message, after a reload too', async ({ page }) => {
  await openChat(page);
  const shown = page.getByRole('region', { name: 'Interface' });
  await expect(shown.getByText('A table for you')).toBeVisible();
  await expect(page.getByText(form.text)).toHaveCount(0);
  await page.reload();
  await page.locator('[data-session]').first().click();
  await shown.getByRole('textbox').fill('Ada');
  await shown.getByLabel('With a dog').check();
  await shown.getByText('Dinner').click();
  await shown.getByRole('button', { name: 'Book' }).click();
  const last = page.locator('[data-turn]').nth(1);
  await expect(last).toContainText('Booked.');
  const sent = fake.requests.at(-1)?.body.messages ?? [];
  expect((sent as { content: unknown }[]).at(-1)?.content).toBe('book_table\nname: Ada\ndog: true\nmeal: ["dinner"]');
});

for (const { theme, language } of looks)
  test(`an interface is accessible and fits, ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    await openChat(page);
    await expect(page.locator('[data-turn-status=succeeded]')).toBeVisible();
    await set(context, baseURL, { theme, language });
    await page.reload();
    await page.locator('[data-session]').first().click();
    await expect(page.locator('[data-part="interface"]').getByText('Book', { exact: true })).toBeVisible();
    await expectAccessible(page, 'an interface');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflowOf(page)).toBe(0);
  });
