import { expect, type Page } from '@playwright/test';
import { sampleDeck } from '../support/sample-deck.ts';
import { expectAccessible, looks } from './accessibility.ts';
import { edge, node, overflowOf, set, startRun, waitForStatus } from './run-page.ts';
import { test } from './watched-test.ts';

const slides = sampleDeck.slides.filter(({ image }) => !image);
const graph = {
  name: 'Bikes',
  nodes: [
    node('start', 'start', { inputs: [] }),
    node('deck', 'artifact', { format: 'pptx', name: '城市自行车', template: 'creative', slides }),
    node('report', 'artifact', { format: 'docx', name: 'Report', content: '# Rides\n\n- 工作日最多' }),
    node('end', 'end', { outputs: { deck: '{{deck}}' } }),
  ],
  edges: [edge('start', 'deck'), edge('deck', 'report'), edge('report', 'end')],
};
const viewer = (page: Page) => page.locator('[data-part="artifact-viewer"]');

async function openDeck(page: Page) {
  const runId = await startRun(page, graph);
  await page.goto(`/runs/${runId}`);
  await waitForStatus(page, 'succeeded');
  await page.locator('[data-artifact="城市自行车.pptx"]').getByRole('button').click();
  await expect(viewer(page).locator('[data-slide="0"]')).toBeVisible();
}

test('a run shows what it made; slides are looked through, and a document is read', async ({ page }) => {
  await openDeck(page);
  const strip = viewer(page).getByRole('navigation').getByRole('button');
  await expect(strip).toHaveCount(slides.length);
  await strip.nth(2).click();
  const large = viewer(page).locator('[data-slide="2"]');
  await expect(large).toHaveAttribute('alt', /骑行次数三年翻了一番/);
  // The picture was drawn and is no broken image.
  await expect.poll(() => large.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
  await expect(viewer(page)).toContainText('Say that it doubled.');
  await viewer(page).getByRole('button', { name: 'Next slide' }).click();
  await expect(viewer(page).locator('[data-slide="3"]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toHaveCount(0);
  await page.locator('[data-artifact="Report.docx"]').getByRole('button').click();
  await expect(viewer(page)).toContainText('工作日最多');
});

test('a slide is made again by the demo model, as a version that can be compared with the one before', async ({ page }) => {
  await openDeck(page);
  await viewer(page).getByRole('navigation').getByRole('button').nth(3).click();
  await viewer(page).getByRole('textbox').fill('Only the points that matter');
  await viewer(page).getByRole('button', { name: 'Make again' }).click();
  const versions = viewer(page).getByRole('combobox');
  await expect(versions).toHaveValue('2', { timeout: 30_000 });
  await expect(viewer(page).locator('[data-slide="3"]')).toHaveAttribute('alt', /demo title/);
  await versions.selectOption('1');
  await expect(viewer(page).locator('[data-slide="3"]')).toHaveAttribute('alt', /Stations by district/);
  await expect(viewer(page)).toContainText('Only slides of the newest version');
});

for (const look of looks)
  test(`the preview is accessible and fits in ${look.theme}, ${look.language}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, look);
    await openDeck(page);
    await expectAccessible(page, 'a presentation');
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 820 });
      expect(await overflowOf(page)).toBe(0);
    }
  });
