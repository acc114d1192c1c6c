import { expect, type Page, type Route } from '@playwright/test';
import { publishChat } from './chat-flows.ts';
import { clearWorkspace, letter, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

/** Opens a page whose scripts arrive only after `act`. */
async function actEarly(page: Page, path: string, act: () => Promise<unknown>) {
  const scripts = '**/_next/static/**/*.js';
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const handle = async (route: Route) => {
    await released;
    await route.continue();
  };
  await page.route(scripts, handle);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await act();
  release();
  await page.waitForLoadState();
  await page.unroute(scripts, handle);
}

test('a filter that is chosen, typed or pressed before the list takes input narrows it', async ({ page }) => {
  const search = page.getByRole('search');
  await actEarly(page, '/runs', () => search.getByLabel('Duration').selectOption('over10s'));
  await expect(page).toHaveURL(/took=over10s/);
  await actEarly(page, '/runs', () => search.getByRole('searchbox').fill('nothing has this text'));
  await expect(page).toHaveURL(/q=nothing/);
  await expect(search.getByRole('searchbox')).toHaveValue('nothing has this text');
  await actEarly(page, '/runs', () => search.getByRole('button', { name: 'failed' }).click());
  await expect(page).toHaveURL(/status=failed/);
});

test('what is typed and opened in the editor before it takes input is there', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  const name = page.getByRole('textbox', { name: 'Name of the workflow' });
  await actEarly(page, `/workflows/${id}`, () => name.fill('Early letters'));
  await expect(name).toHaveValue('Early letters');
  await name.press('Enter');
  await expect
    .poll(async () => ((await (await page.request.get(`/api/v1/workflows/${id}`)).json()) as { document: object }).document)
    .toMatchObject({ name: 'Early letters' });
  const outline = page.getByRole('tab', { name: 'Outline' });
  await actEarly(page, `/workflows/${id}`, () => outline.click());
  await expect(outline).toHaveAttribute('aria-selected', 'true');
});

test('a menu that is pressed before its page takes input opens', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters'));
  await page.request.post(`/api/v1/workflows/${id}/runs`, { data: { inputs: { who: 'Ada' } } });
  await actEarly(page, '/runs', () => page.getByRole('button', { name: 'Actions for the run of Letters' }).first().click());
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a message that is typed before the chat takes input is sent by a button or by Enter', async ({ page }) => {
  const slug = await publishChat(page, letter('Letters', { inputs: [{ name: 'who', type: 'text', required: true }] }), {
    access: 'public',
  });
  await actEarly(page, `/chat/${slug}`, () => page.getByRole('textbox', { name: 'Message' }).fill('Ada'));
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('[data-part="answer"]').last()).toHaveText('Dear Ada');
  await actEarly(page, `/chat/${slug}`, async () => {
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Bo');
    await message.press('Enter');
  });
  await expect(page.locator('[data-part="answer"]').last()).toHaveText('Dear Bo');
  await expect(page.locator('[data-turn]')).toHaveCount(1);
});

test('a button that is pressed before it takes input acts once', async ({ page }) => {
  const id = await saveWorkflow(page, letter('Letters', { inputs: [{ name: 'who', type: 'text' }] }));
  await actEarly(page, `/workflows/${id}`, () => page.locator('[data-tour="run"]').click());
  const runs = async () => (await (await page.request.get(`/api/v1/runs?workflowId=${id}`)).json()) as { items: object[] };
  await expect.poll(async () => (await runs()).items.length).toBe(1);
  await expect(page.locator('[data-run-status="succeeded"]').first()).toBeVisible();
  expect((await runs()).items).toHaveLength(1);
});
