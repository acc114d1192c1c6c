import { expect, type Locator, type Page } from '@playwright/test';
import { openEditor } from './editor-page.ts';
import { letter, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const dock = (page: Page) => page.locator('section[data-run-status]');

/** A double click whose first request is answered before the second click, so that the button is enabled again. */
async function clickTwice(page: Page, button: Locator, answered: () => Promise<void>) {
  await button.click();
  await answered();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

/** Counts the requests of this kind from now on. */
function countSent(page: Page, path: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && path.test(new URL(request.url()).pathname)) count++;
  });
  return () => count;
}

const runButtons: readonly { where: string; find: (page: Page) => Locator }[] = [
  { where: 'the top bar', find: (page) => page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }) },
  { where: 'the dock', find: (page) => dock(page).locator('button[type=submit]') },
];

for (const { where, find } of runButtons) {
  test(`a double click on Run in ${where} starts one run, and a later click another`, async ({ page }) => {
    const workflowId = await saveWorkflow(page, letter('Run once'));
    await openEditor(page, workflowId);
    await dock(page).getByLabel('who').fill('Ada');
    const sent = countSent(page, /\/workflows\/[^/]+\/runs$/);
    await clickTwice(page, find(page), () => expect(dock(page)).toHaveAttribute('data-run-status', 'succeeded'));
    expect(sent()).toBe(1);
    // The form folds after the first run.
    await dock(page).getByRole('button', { name: 'Show the inputs' }).click();
    await find(page).click();
    await expect.poll(sent).toBe(2);
  });
}

test('a double click on Publish publishes once', async ({ page }) => {
  const workflowId = await saveWorkflow(page, letter(`Publish once ${crypto.randomUUID().slice(0, 8)}`));
  await openEditor(page, workflowId);
  await page.getByRole('banner').getByRole('button', { name: 'Publish' }).click();
  const panel = page.locator('[data-publish-panel]');
  await expect(panel).toHaveAttribute('aria-busy', 'false');
  const sent = countSent(page, /\/deployments$/);
  const publish = panel.getByRole('button', { name: 'Publish', exact: true });
  await clickTwice(page, publish, () => expect(panel.locator('[data-published="1"]')).toBeVisible());
  expect(sent()).toBe(1);
});
