import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { asking, chooseMore, decide, message, messageInput, publishChat as publish, send, start, turns } from './chat-flows.ts';
import { edge, node, outsideOf, overflowOf } from './run-page.ts';
import { clearWorkspace, makeKey } from './studio-page.ts';
import { test } from './watched-test.ts';

const WIDGET_MAX_BYTES = 60_000;
const echo = {
  name: 'Shop assistant',
  nodes: [start, node('end', 'end', { outputs: { answer: 'You asked: {{start.message}}' } })],
  edges: [edge('start', 'end')],
};
const reading = {
  name: 'Reader',
  nodes: [
    node('start', 'start', { inputs: [messageInput, { name: 'paper', type: 'file' }] }),
    node('end', 'end', { outputs: { answer: '{{start.message}}: {{start.paper.name}}' } }),
  ],
  edges: [edge('start', 'end')],
};
test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

test('a visitor chats, edits, rates, renames, saves and deletes, and another one sees nothing of it', async ({
  page,
  browser,
  baseURL,
}) => {
  const slug = await publish(page, echo, { access: 'public' });
  await page.goto(`/chat/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask the shop.');
  await expect(page.getByText('Shop assistant')).toBeVisible();
  await expect(message(page)).toBeFocused();
  await page.getByRole('button', { name: 'Open on Sunday?' }).click();
  await expect(turns(page).first()).toContainText('You asked: Open on Sunday?');
  await send(page, 'And on Monday?');
  await expect(turns(page).nth(1)).toContainText('You asked: And on Monday?');
  await turns(page).nth(1).getByRole('button', { name: 'Edit your question' }).click();
  await turns(page).nth(1).getByRole('textbox').fill('And on Tuesday?');
  await turns(page).nth(1).getByRole('button', { name: 'Send' }).click();
  await expect(turns(page).nth(1)).toContainText('2 of 2');
  await expect(turns(page).nth(1)).toContainText('You asked: And on Tuesday?');
  await turns(page).nth(1).getByRole('button', { name: 'Not helpful' }).click();
  await turns(page).nth(1).getByRole('button', { name: 'In my words' }).click();
  await turns(page).nth(1).getByRole('textbox', { name: 'In my words' }).fill('Say when');
  await turns(page).nth(1).getByRole('button', { name: 'Send' }).click();
  await expect(turns(page).nth(1)).toContainText('Say when');
  await expect(turns(page).first().getByRole('link', { name: 'Run' })).toHaveCount(0);

  await page.reload();
  await expect(turns(page)).toHaveCount(2);
  await expect(turns(page).nth(1)).toContainText('Say when');
  // List, name and conversation, each once, and from the time when the page is parsed.
  const requests = await sessionRequests(page);
  expect(requests.map(({ path }) => path)).toEqual(['/sessions', '/sessions', expect.stringMatching(/^\/sessions\/ses_/)]);
  expect(requests.filter(({ isEarly }) => isEarly)).toHaveLength(2);
  await chooseMore(page, 'Rename');
  await page.getByRole('textbox', { name: 'Title' }).fill('Opening hours');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('[data-session]')).toContainText('Opening hours');
  const download = page.waitForEvent('download');
  await chooseMore(page, 'Save as text');
  expect((await download).suggestedFilename()).toMatch(/^ses_.*\.md$/);
  await page.getByRole('button', { name: 'New conversation' }).click();
  await send(page, 'Parking');
  await expect(turns(page).first()).toContainText('You asked: Parking');
  await expect(page.locator('[data-session]')).toHaveCount(2);
  await page.locator('[data-session]', { hasText: 'Opening hours' }).click();
  await expect(turns(page)).toHaveCount(2);
  // A session that is chosen again stays open, with what was typed.
  await message(page).fill('Half a question');
  const chosen = page.locator('[data-session]', { hasText: 'Opening hours' });
  await chosen.click();
  await expect(chosen).toHaveAttribute('aria-current', 'page');
  await expect(turns(page)).toHaveCount(2);
  await expect(message(page)).toHaveValue('Half a question');
  await message(page).fill('');

  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await other.goto(`/chat/${slug}?chat=${new URL(page.url()).searchParams.get('chat')}`);
  await expect(other.getByText('Ask the shop.')).toBeVisible();
  await expect(other.locator('[data-session]')).toHaveCount(0);
  await other.context().close();

  await chooseMore(page, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Ask the shop.')).toBeVisible();
  await expect(page.locator('[data-session]')).toHaveCount(1);
});

test('files go with a message, and a visitor waits for what a person has to approve', async ({ page }) => {
  const slug = await publish(page, reading, { access: 'public' });
  await page.goto(`/chat/${slug}`);
  const file = { name: 'paper.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') };
  await page.getByLabel('Attach a file').first().setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Remove paper.txt' })).toBeVisible();
  await send(page, 'Read');
  await expect(turns(page).first()).toContainText('Read: paper.txt');
  await page
    .getByLabel('Attach a file')
    .first()
    .setInputFiles({ ...file, buffer: Buffer.alloc(4_000_000) });
  await expect(page.getByText('Files may have 3.5 MB together')).toBeVisible();

  const refunds = await publish(page, asking, { access: 'public' }, { decisions: true });
  await page.goto(`/chat/${refunds}`);
  await send(page, '5 EUR');
  await expect(turns(page).first()).toContainText('A colleague looks at this');
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await decide(page, true);
  await expect(turns(page).first()).toContainText('Sent 5 EUR');
  await send(page, '7 EUR');
  await expect(turns(page).last()).toContainText('A colleague looks at this');
  await decide(page, false);
  await expect(turns(page).last()).toContainText('There is no answer to this message');
});

test('a chat by key asks for it, refuses a wrong one, and forgets it', async ({ page, watch }) => {
  watch.expectProblem(/401|404/);
  const slug = await publish(page, echo, { access: 'key' });
  const key = await makeKey(page, slug, { name: 'friends' });
  await page.goto(`/chat/${slug}`);
  await page.getByLabel('Key').fill('tlk_wrong');
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByLabel('Key')).toHaveAccessibleDescription(/^This is no key of this chat/);
  await expectAccessible(page, 'a chat that asks for a key');
  await page.getByLabel('Key').fill(key);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await send(page, 'Hello');
  await expect(turns(page).first()).toContainText('You asked: Hello');
  await page.reload();
  await expect(turns(page).first()).toContainText('You asked: Hello');
  // Names that callers chose may begin alike.
  for (const number of [1, 10, 11, 12, 13, 14, 15]) {
    const data = { inputs: { message: `Order ${number}` }, sessionId: `order-${number}`, user: 'ada' };
    const answer = await page.request.post(`/api/v1/run/${slug}`, { headers: { authorization: `Bearer ${key}` }, data });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  await page.reload();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('order');
  await page.getByRole('searchbox', { name: 'Search conversations' }).press('Enter');
  await expect(page.locator('[data-session]')).toHaveCount(7);
  await page.locator('[data-session]').last().click();
  await expect(turns(page)).toHaveCount(1);
  await expect(turns(page).first()).toContainText('You asked: Order 1');
  // What follows belongs to the user for whom a program began the session.
  await send(page, 'Where is it?');
  await expect(turns(page).last()).toContainText('You asked: Where is it?');
  await page.reload();
  await expect(turns(page)).toHaveCount(2);
  await expect(turns(page).first()).toContainText('You asked: Order 1');
  await chooseMore(page, 'Forget the key');
  await expect(page.getByLabel('Key')).toBeVisible();
  await page.goto('/chat/no-such-chat');
  await expect(page.getByRole('heading', { name: 'There is no chat here' })).toBeVisible();
});

/** Another site: for browsers another host name of this machine. */
async function openSite(html: string): Promise<{ origin: string; close: () => void }> {
  const policy = "default-src 'none'; script-src http:; frame-src http:";
  const site = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return { origin: `http://localhost:${(site.address() as AddressInfo).port}`, close: () => void site.close() };
}

test('the widget is small until it opens, works in a site with a strict policy, and keeps the chat', async ({
  page,
  baseURL,
  watch,
}) => {
  watch.expectProblem(/favicon/);
  const slug = await publish(page, echo, { access: 'public' });
  const html = (language: string) =>
    `<!doctype html><html lang="${language}"><title>Shop</title><h1>Shop</h1><script src="${baseURL}/widget.js" data-endpoint="${slug}" data-theme="dark" async></script>`;
  const site = await openSite(html('en'));
  await page.request.put(`/api/v1/deployments/${slug}/chat-page`, { data: { origins: [site.origin] } });
  const loaded: number[] = [];
  page.on('response', async (response) => {
    if (response.url().startsWith(`${baseURL}`)) loaded.push((await response.body().catch(() => Buffer.alloc(0))).length);
  });
  await page.goto(site.origin);
  const button = page.getByRole('button', { name: 'Open chat' });
  await expect(button).toBeVisible();
  const bytes = loaded.reduce((sum, one) => sum + one, 0);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThan(WIDGET_MAX_BYTES);
  expect(await page.locator('iframe').count()).toBe(0);

  await button.click();
  const chat = page.frameLocator('iframe');
  await expect(chat.getByText('Ask the shop.')).toBeVisible();
  await expect(chat.locator('html')).toHaveAttribute('data-theme', 'dark');
  await send(chat, 'Hello');
  await expect(turns(chat).first()).toContainText('You asked: Hello');
  await message(chat).press('Escape');
  await expect(button).toBeFocused();
  await expect(page.locator('iframe')).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(turns(chat).first()).toContainText('You asked: Hello');
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.locator('iframe').boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 });
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^allow-scripts allow-same-origin/);
  expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('top-navigation');
  site.close();
});

test('a site that the endpoint does not name cannot show the chat', async ({ page, baseURL, watch }) => {
  watch.expectProblem(/frame-ancestors|favicon/);
  const slug = await publish(page, echo, { access: 'public', origins: ['https://shop.example'] });
  const site = await openSite(`<!doctype html><title>Other</title><iframe src="${baseURL}/chat/${slug}?frame=1"></iframe>`);
  const refused = page.waitForEvent('console', (said) => said.text().includes('frame-ancestors'));
  await page.goto(site.origin);
  await refused;
  await expect(page.frameLocator('iframe').getByText('Ask the shop.')).toHaveCount(0);
  site.close();
});

test('the publish panel opens the page and has the code of the widget', async ({ page, context }) => {
  const slug = await publish(page, echo, { access: 'off' });
  const { workflowId } = (await (await page.request.get(`/api/v1/deployments/${slug}`)).json()) as { workflowId: string };
  await page.goto(`/workflows/${workflowId}`);
  await page.getByRole('banner').getByRole('button', { name: 'Publish' }).click();
  const section = page.locator('[data-chat-page]');
  await section.getByLabel('Who may chat').selectOption('Everyone with the address');
  const sites = section.getByLabel('Sites that may show it');
  await sites.fill('https://shop.example/path');
  await section.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sites).toBeFocused();
  await expect(sites).toHaveAccessibleDescription(/shop.example\/path is not an origin/);
  await sites.fill('https://shop.example');
  await section.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(section).toContainText('Saved.');
  await expect(section.locator('[data-widget-snippet]')).toContainText(`/widget.js" data-endpoint="${slug}" async></script>`);
  await expectAccessible(page, 'the chat page in the publish panel', '[data-chat-page]');
  const opened = context.waitForEvent('page');
  await section.getByRole('link', { name: 'Open chat page' }).click();
  await expect((await opened).getByText('Ask the shop.')).toBeVisible();
});

for (const { theme, language } of looks) {
  test(`a chat page is accessible and fits the window, ${theme}, ${language}`, async ({ page }) => {
    const slug = await publish(page, echo, { access: 'public' });
    // The last one is a window of 1440 at 200 % zoom.
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/chat/${slug}?theme=${theme}&lang=${language}`);
      await expectAccessible(page, `a first screen at ${width}`);
      expect(await outsideOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Open on Sunday?' }).click();
      await expect(turns(page).first()).toContainText('You asked: Open on Sunday?');
      await expectAccessible(page, `a chat at ${width}`);
      if (width < 960) {
        const begin = page.locator('.chat-head').getByRole('button', { name: /New conversation|新对话/ });
        const box = await begin.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0), 'right edge of the head').toBeGreaterThan(width - 16);
      }
      expect(await overflowOf(page), `overflow at ${width}`).toBe(0);
      expect(await outsideOf(page)).toEqual([]);
    }
  });
}

/** Requests for sessions since the page was loaded; early ones began before it was parsed. */
function sessionRequests(page: Page): Promise<{ path: string; isEarly: boolean }[]> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ path: new URL(name).pathname, isEarly: startTime < (navigation?.domInteractive ?? 0) }))
      .filter(({ path }) => path.startsWith('/api/v1/sessions'))
      .map(({ path, isEarly }) => ({ path: path.replace('/api/v1', ''), isEarly }));
  });
}
