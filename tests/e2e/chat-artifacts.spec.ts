import { expect, type Page } from '@playwright/test';
import { sampleDeck } from '../support/sample-deck.ts';
import { expectAccessible, looks } from './accessibility.ts';
import { edge, node, overflowOf, set } from './run-page.ts';
import { clearWorkspace, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const slides = sampleDeck.slides.filter(({ image }) => !image);
const maker = {
  name: 'Slide maker',
  nodes: [
    node('start', 'start', { inputs: [{ name: 'message', type: 'text', required: true }] }),
    node('deck', 'artifact', { format: 'pptx', name: '城市自行车', template: 'creative', slides }),
    node('end', 'end', { outputs: { answer: 'Here are your slides.' } }),
  ],
  edges: [edge('start', 'deck'), edge('deck', 'end')],
};
const card = (page: Page) => page.locator('[data-artifact="城市自行车.pptx"]');
const viewer = (page: Page) => page.locator('[data-part="artifact-viewer"]');

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

async function publish(page: Page, rates: object = {}): Promise<string> {
  const slug = `deck-${Date.now()}`;
  await publishWorkflow(page, await saveWorkflow(page, maker), slug);
  await page.request.put(`/api/v1/deployments/${slug}/chat-page`, { data: { access: 'public', ...rates } });
  return slug;
}

async function ask(page: Page) {
  const message = page.getByRole('textbox', { name: /^(Message|消息)$/ });
  await message.fill('A deck on bikes');
  await message.press('Enter');
  // The picture was drawn and is no broken image.
  const width = () =>
    card(page)
      .locator('img')
      .first()
      .evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width, { timeout: 30_000 }).toBeGreaterThan(100);
}

test('a visitor sees the slides of an answer, saves them, and makes one again as a version of the same card', async ({
  page,
}) => {
  await page.goto(`/chat/${await publish(page)}`);
  await ask(page);
  const download = page.waitForEvent('download');
  await card(page).getByRole('button', { name: 'Download 城市自行车.pptx' }).click();
  expect((await download).suggestedFilename()).toBe('城市自行车.pptx');
  await card(page)
    .getByRole('button', { name: /^Slide 4:/ })
    .click();
  await expect(viewer(page).locator('[data-slide="3"]')).toBeVisible();
  await viewer(page).getByRole('textbox').fill('Only the points that matter');
  await viewer(page).getByRole('button', { name: 'Make again' }).click();
  await expect(viewer(page).getByRole('combobox')).toHaveValue('2', { timeout: 30_000 });
  await expect(viewer(page).locator('[data-slide="3"]')).toHaveAttribute('alt', /demo title/);
  await expect(viewer(page).getByRole('link', { name: 'Open the run' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveAttribute('data-revision', '2');
  await page.reload();
  await expect(card(page)).toHaveAttribute('data-revision', '2');
});

test('each answer with a card, and the reason why a message was not sent, are seen without scrolling', async ({
  page,
  watch,
}) => {
  watch.expectProblem(/429/);
  const visitorRatePerMinute = 3;
  await page.goto(`/chat/${await publish(page, { visitorRatePerMinute })}`);
  const message = page.getByRole('textbox', { name: 'Message' });
  const refusal = page.getByText('Many questions came at once. Wait a minute and try again.');
  // On a slow machine a further one is allowed meanwhile.
  for (let count = 1; count <= 2 * visitorRatePerMinute; count++) {
    await message.fill(`Deck ${count}`);
    await message.press('Enter');
    await expect(
      card(page)
        .nth(count - 1)
        .or(refusal),
    ).toBeVisible({ timeout: 30_000 });
    if (await refusal.isVisible()) break;
    await expect(page.locator('[data-turn]').last()).toContainText('Here are your slides.');
    await expect(card(page).last().getByRole('button', { name: 'Preview' })).toBeInViewport();
    await expect(card(page).last().locator('img').first()).toBeInViewport({ ratio: 1 });
  }
  await expect(refusal).toBeInViewport({ ratio: 1 });
  await expect(message).toHaveValue(/^Deck \d$/);
});

test('the theme in the address is where a page begins, and the choice of the person lasts', async ({ page }) => {
  const slug = await publish(page);
  await page.goto(`/chat/${slug}?theme=dark`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Dark or light' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.goto(`/chat/${slug}?theme=dark`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('the preview in the editor talks to the draft, and the canvas shows the run of the turn', async ({ page }) => {
  await page.goto(`/workflows/${await saveWorkflow(page, maker)}`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const panel = page.locator('[data-part="editor-chat"]');
  await panel.getByRole('textbox', { name: 'Message' }).fill('A deck on bikes');
  await panel.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(panel.locator('[data-artifact="城市自行车.pptx"] img').first()).toBeVisible({ timeout: 30_000 });
  const runId = await panel.locator('[data-turn]').getAttribute('data-turn');
  await expect(page).toHaveURL(new RegExp(`run=${runId}`));
  await panel.getByRole('button', { name: 'New chat' }).click();
  await expect(panel.locator('[data-turn]')).toHaveCount(0);
});

for (const look of looks)
  test(`artifacts in a chat of the studio are accessible and fit in ${look.theme}, ${look.language}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await set(context, baseURL, look);
    await page.goto(`/sessions?workflow=${await saveWorkflow(page, maker)}`);
    await ask(page);
    await expectAccessible(page, 'a chat with slides');
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 820 });
      expect(await overflowOf(page)).toBe(0);
    }
  });
