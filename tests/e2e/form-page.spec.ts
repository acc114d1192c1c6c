import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { edge, node, outsideOf, overflowOf } from './run-page.ts';
import { clearWorkspace, documentOf } from './studio-page.ts';
import { test } from './watched-test.ts';

const graph = {
  name: 'Contact form',
  nodes: [
    node('start', 'start', {
      inputs: [
        { name: 'who', type: 'text', title: 'Your name', required: true },
        { name: 'topic', type: 'select', title: 'Topic', options: ['Order', 'Return'] },
        { name: 'paper', type: 'file', title: 'Receipt' },
      ],
    }),
    node('end', 'end', { outputs: { answer: 'Dear **{{start.who}}**, we have {{start.paper.name | default: "no file"}}.' } }),
  ],
  edges: [edge('start', 'end')],
};
const trigger = { id: 'contact', type: 'form', version: 1, label: '', config: { description: 'Write to *us*.' }, inputs: {} };

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

async function publish(page: Page, document: Parameters<typeof documentOf>[0] = graph): Promise<string> {
  const slug = `form-${Date.now()}`;
  const saved = await page.request.post('/api/v1/workflows', { data: { ...documentOf(document), triggers: [trigger] } });
  const { id } = (await saved.json()) as { id: string };
  const deployed = await page.request.post(`/api/v1/workflows/${id}/deployments`, { data: { slug } });
  expect(deployed.status(), await deployed.text()).toBe(201);
  return slug;
}

test('a person fills in the form of a trigger, with a file, and reads what the run answers', async ({ page, watch }) => {
  watch.expectProblem(/404/);
  const slug = await publish(page);
  await page.goto(`/form/${slug}/contact`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact form');
  await expect(page.locator('em')).toHaveText('us');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Receipt').setInputFiles({ name: 'big.bin', mimeType: 'x/y', buffer: Buffer.alloc(4_000_000) });
  await expect(page.getByText('A file may have 3.5 MB at most.')).toBeVisible();
  await page.getByLabel('Your name').fill('');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('1 field needs your attention.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('A file may have 3.5 MB at most.')).toHaveCount(0);
  await expect(page.getByText('1 field needs your attention.')).toHaveCount(0);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Receipt').setInputFiles({ name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('12 EUR') });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('status')).toContainText('Dear Ada, we have receipt.txt.');
  await expect(page.locator('strong')).toHaveText('Ada');
  await page.getByRole('button', { name: 'Send another' }).click();
  await expect(page.getByLabel('Your name')).toBeVisible();
  await page.goto(`/form/${slug}/other`);
  await expect(page.getByRole('heading', { name: 'There is no form here' })).toBeVisible();
  for (const wrong of [`/form/${slug}`, '/form', `/chat/${slug}/x`]) {
    const answer = await page.goto(wrong);
    expect(answer?.status(), wrong).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('link'), wrong).toHaveCount(0);
  }
});

test('a form whose run failed says so each time it is sent', async ({ page, watch }) => {
  watch.expectProblem(/500/);
  const end = node('end', 'end', { outputs: { answer: '{{= json(start.who) }}' } });
  const slug = await publish(page, { ...graph, nodes: [...graph.nodes.filter(({ id }) => id !== 'end'), end] });
  await page.goto(`/form/${slug}/contact`);
  await page.getByLabel('Your name').fill('Ada');
  const runs = new Set<string>();
  for (let click = 0; click < 2; click++) {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.getByRole('button', { name: 'Send' }).click(),
    ]);
    const notice = page.getByRole('alert').filter({ hasText: 'Your form was not completed' });
    await expect(notice).toContainText('Something went wrong. Try again, or tell us this number: run_');
    runs.add((await answer.allHeaders())['x-run-id'] ?? '');
  }
  expect(runs.size).toBe(2);
});

for (const { theme, language } of looks) {
  test(`a form page is accessible and fits the window, ${theme}, ${language}`, async ({ page }) => {
    const slug = await publish(page);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/form/${slug}/contact?theme=${theme}&lang=${language}`);
      await expect(page.getByLabel('Your name')).toBeVisible();
      await expectAccessible(page, `a form at ${width}`);
      expect(await overflowOf(page), `overflow at ${width}`).toBe(0);
      expect(await outsideOf(page)).toEqual([]);
    }
  });
}
