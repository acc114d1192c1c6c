import { readFileSync } from 'node:fs';
import { type Download, expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { edge, node, overflowOf, set } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const SUCCEEDED = 3;
const FAILED = 2;
const RUNS = SUCCEEDED + FAILED;

/** A workflow with runs that ended: those for nobody failed at a node whose address is refused. */
async function seed(page: Page): Promise<string> {
  const id = await saveWorkflow(page, {
    name: 'Order desk with a name that is longer than any column of a table has room for',
    nodes: [
      node('start', 'start', { inputs: [{ name: 'who', type: 'text', required: true }] }),
      node('sort', 'condition', { when: 'start.who == "nobody"' }),
      node('fetch_the_order_of_nobody', 'http', { method: 'GET', url: 'http://127.0.0.1:9/' }),
      node('write', 'template', { template: 'Dear {{start.who}}' }),
      node('none', 'end', { outputs: {} }),
      node('end', 'end', { outputs: { letter: '{{write.text}}' } }),
    ],
    edges: [
      edge('start', 'sort'),
      edge('sort', 'fetch_the_order_of_nobody', 'true'),
      edge('sort', 'write', 'false'),
      edge('fetch_the_order_of_nobody', 'none'),
      edge('write', 'end'),
    ],
  });
  for (let index = 0; index < RUNS; index++) {
    const inputs = { who: index < FAILED ? 'nobody' : 'Ada' };
    await page.request.post(`/api/v1/workflows/${id}/runs`, { data: { inputs, mode: 'sync' } });
  }
  return id;
}

const section = (page: Page, id: string) => page.locator(`#plot-${id}`);
const plot = (page: Page, id: string) => section(page, id).getByRole('slider');

async function choose(page: Page, id: string, item: string): Promise<void> {
  await section(page, id)
    .getByRole('button', { name: /^Menu of/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function save(page: Page, id: string, item: string): Promise<{ file: Download; content: Buffer }> {
  const download = page.waitForEvent('download');
  await choose(page, id, item);
  const file = await download;
  return { file, content: readFileSync(await file.path()) };
}

test('a dashboard has the runs as figures, line, table and files, and each point leads to its runs', async ({ page }) => {
  const id = await seed(page);
  await page.goto(`/workflows/${id}`);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.locator('[data-tile="runs"] [data-value]')).toHaveText(String(RUNS));
  await expect(page.locator('[data-tile="success"] [data-value]')).toHaveText('60 %');
  await expect(page.locator('[data-tile="cost"] [data-value]')).toHaveText('–');
  // One line for the plots of all days.
  await plot(page, 'outcomes').focus();
  await page.keyboard.press('End');
  await expect(page.locator('[data-line]')).toHaveCount(3);
  await expect(section(page, 'outcomes').locator('[data-legend="failed"]')).toContainText(String(FAILED));
  await page.keyboard.press('ArrowLeft');
  await expect(section(page, 'outcomes').locator('[data-legend="failed"]')).toContainText('0');
  await page.keyboard.press('d');
  await expect(section(page, 'outcomes').locator('[data-plot-table] tbody tr').last()).toContainText(
    `${RUNS}${FAILED}00${SUCCEEDED}`,
  );
  const csv = await save(page, 'outcomes', 'Export CSV');
  expect(csv.file.suggestedFilename()).toBe('runs-by-outcome.csv');
  expect(csv.content.toString().trimEnd()).toMatch(new RegExp(`,${RUNS},${FAILED},0,0,${SUCCEEDED}$`));
  await choose(page, 'outcomes', 'Show as plot');
  const png = await save(page, 'latency', 'Export PNG');
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
  expect(png.content.length).toBeGreaterThan(5000);
  // A tile puts its measure into the first plot.
  await page.locator('[data-tile="success"]').click();
  await expect(section(page, 'measure')).toBeVisible();
  await page.locator('[data-tile="runs"]').click();
  await page.getByRole('link', { name: /^Runs with/ }).click();
  await expect(page.locator('[data-run]')).toHaveCount(FAILED);
  await expect(page.locator('[data-chip="errorNode"]')).toContainText('fetch_the_order_of_nobody');
  await page.goBack();
  await plot(page, 'outcomes').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-run]')).toHaveCount(RUNS);
  await page.goBack();
  await section(page, 'nodes').locator('[data-span$="/write"]').click();
  await expect(page.locator('[data-run]')).toHaveCount(SUCCEEDED);
  await page.getByRole('button', { name: /Remove the filter Node/ }).click();
  await expect(page.locator('[data-run]')).toHaveCount(RUNS);
});

test('dashboards are accessible and fit, whole and of one workflow', async ({ page, context, baseURL }) => {
  const id = await seed(page);
  for (const look of looks) {
    await set(context, baseURL, look);
    for (const [width, height] of [
      [1440, 900],
      [720, 450],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(width === 720 ? '/dashboards?range=1' : `/dashboards?workflow=${id}`);
      await expect(page.locator('[data-dashboard]')).toBeVisible();
      expect(await overflowOf(page)).toEqual(0);
      await expectAccessible(page, `${look.theme}, ${width}`);
    }
  }
});
