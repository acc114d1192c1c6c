import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { overflowOf, set } from './run-page.ts';
import { test } from './watched-test.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** A user of a published workflow, about whom a node stored a fact. @returns the name of the user */
async function makeUser(page: Page, fact: string): Promise<string> {
  const at = (y: number) => ({ version: 1, label: '', position: { x: 0, y } });
  const edge = (source: string, target: string) => ({
    id: `${source}-${target}`,
    source,
    sourceHandle: 'out',
    target,
    targetHandle: 'in',
  });
  const document = {
    format: 'threadloom/workflow@1',
    name: 'Remembers',
    settings: { memory: { enabled: true } },
    nodes: [
      { ...at(0), id: 'start', type: 'start', config: { inputs: [{ name: 'fact', type: 'text' }] } },
      { ...at(100), id: 'keep', type: 'memory-write', config: { scope: 'user', facts: ['{{start.fact}}'] } },
      { ...at(200), id: 'end', type: 'end', config: { outputs: {} } },
    ],
    edges: [edge('start', 'keep'), edge('keep', 'end')],
  };
  const post = async (path: string, data: object, headers: Record<string, string> = {}) => {
    const answer = await page.request.post(`/api/v1${path}`, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { id } = await post('/workflows', document);
  const slug = `remembers-${crypto.randomUUID().slice(0, 8)}`;
  await post(`/workflows/${id}/deployments`, { slug });
  const { key } = await post(`/deployments/${slug}/keys`, { name: 'test' });
  const user = `user-${crypto.randomUUID().slice(0, 8)}`;
  const run = await post(`/run/${slug}`, { inputs: { fact }, user }, { authorization: `Bearer ${key}` });
  expect(run.status).toBe('succeeded');
  return user;
}

test('what is known about a user is found, corrected, added to and forgotten', async ({ page }) => {
  const user = await makeUser(page, 'Owns a canoe');
  await page.goto('/memory');
  await main(page).getByRole('searchbox', { name: 'Search users' }).fill(user);
  await main(page)
    .getByRole('button', { name: new RegExp(`^${user}`) })
    .click();
  await expect(main(page).getByRole('heading', { name: user })).toBeVisible();
  // The demo model writes the summary of the run: a second record.
  const ofNode = main(page)
    .locator('[data-record]')
    .filter({ has: page.getByRole('link', { name: 'Node' }) });
  await expect(ofNode.getByRole('link', { name: 'Node' })).toHaveAttribute('href', /^\/runs\/run_/);
  await ofNode.getByRole('button', { name: 'Correct' }).click();
  await main(page).getByRole('textbox', { name: 'Text of the record' }).fill('Owns a kayak');
  await button(page, 'Save').click();
  const corrected = main(page).locator('[data-record]').filter({ hasText: 'Owns a kayak' });
  await expect(corrected.getByText('Corrected')).toBeVisible();

  await button(page, 'Add record').click();
  await main(page).getByRole('textbox', { name: 'New record' }).fill('Plays the oboe');
  await button(page, 'Save').click();
  await expect(main(page).getByText('Plays the oboe')).toBeVisible();
  await main(page).getByRole('searchbox', { name: 'Find what fits a message' }).fill('kayaks');
  await button(page, 'Find').click();
  await expect(main(page).getByText('Plays the oboe')).toBeHidden();
  await expect(corrected).toBeVisible();
  await corrected.getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget', exact: true }).click();
  await expect(main(page).getByText('No record fits this message.')).toBeVisible();

  await page.getByRole('radio', { name: 'Tasks' }).click();
  await expect(main(page).getByRole('link', { name: user })).toBeVisible();
  await main(page).getByRole('link', { name: user }).click();
  await button(page, 'Forget user').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget user' }).click();
  await expect(main(page).getByRole('heading', { name: user })).toBeHidden();
});

for (const { theme, language } of looks) {
  test(`users, records and tasks are accessible and fit the window, ${theme}, ${language}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await set(context, baseURL, { theme, language });
    await makeUser(page, 'Lives in a house with a very long name: Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch');
    for (const path of ['/memory', '/memory?view=tasks']) {
      await page.goto(path);
      await expect(main(page).locator('[data-record], [data-task]').first()).toBeVisible();
      await expectAccessible(page, path);
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflowOf(page), `overflow of ${path} at ${width}`).toBe(0);
      }
    }
  });
}
