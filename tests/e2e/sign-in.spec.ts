import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type ReverseProxy, startReverseProxy } from '../support/reverse-proxy.ts';
import { ServerProcess } from '../support/server-process.ts';
import { expectAccessible, looks } from './accessibility.ts';
import { edge, node, outsideOf, overflowOf, set } from './run-page.ts';
import { documentOf } from './studio-page.ts';
import { test } from './watched-test.ts';

const TOKEN = 'the-token-of-this-test';

let folder: string;
let server: ServerProcess;
let proxy: ReverseProxy;
/** Where browsers find the server: under another name than its own. */
let studio: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = mkdtempSync(join(tmpdir(), 'threadloom-sign-in-'));
  server = await ServerProcess.start({
    dataFolder: folder,
    isHeadless: false,
    env: { HOST: '0.0.0.0', THREADLOOM_ADMIN_TOKEN: TOKEN },
  });
  proxy = await startReverseProxy({ target: own() });
  // Browsers resolve names below localhost to this machine.
  studio = `http://studio.localhost:${proxy.port}`;
});

test.afterAll(async () => {
  await proxy?.close();
  await server?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** For requests of the test itself, whose resolver does not know names below localhost. */
const own = () => server.url.replace('0.0.0.0', '127.0.0.1');
const tokenField = (page: Page) => page.getByLabel('Administrator token');

async function signIn(page: Page, token = TOKEN) {
  await tokenField(page).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a page behind a proxy asks for the token, opens with the right one, and asks again after the sign-out', async ({
  page,
  watch,
}) => {
  watch.expectProblem(/401/);
  await page.goto(`${studio}/settings?host=10.0.0.5:80`);
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fsettings/);
  await expect(page.locator('[data-rail]')).toHaveCount(0);
  await expect(tokenField(page)).toBeFocused();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter the token.')).toBeVisible();
  await signIn(page, 'another-token-of-this-test');
  await expect(page.getByText('This is not the token of this server.')).toBeVisible();
  await expect(tokenField(page)).toBeFocused();
  await signIn(page);
  await expect(page).toHaveURL(`${studio}/settings?host=10.0.0.5:80`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  expect(await page.evaluate(() => document.cookie)).not.toContain('sign_in');
  const [cookie] = await page.context().cookies(studio);
  expect(cookie).toMatchObject({ name: 'threadloom_sign_in', httpOnly: true, sameSite: 'Lax' });

  // Changes of a page pass: the browser states its origin.
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Disallow 10.0.0.5:80' })).toBeVisible();
  await page.getByRole('button', { name: 'Disallow 10.0.0.5:80' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(tokenField(page)).toBeVisible();
  await page.goto(`${studio}/runs`);
  await expect(page).toHaveURL(`${studio}/sign-in?next=%2Fruns`);
});

test('a page at an address that the server does not know names it, and the setting that makes it known', async ({
  page,
  context,
  watch,
}) => {
  watch.expectProblem(/403/);
  const unknown = await startReverseProxy({ target: own(), host: new URL(own()).host });
  const studio = `http://studio.localhost:${unknown.port}`;
  try {
    for (const { language, message } of [
      { language: 'en', message: 'The server does not know the address' },
      { language: 'zh-CN', message: '服务器不认识此页面的地址' },
    ] as const) {
      await set(context, studio, { theme: 'light', language });
      await page.goto(`${studio}/sign-in`);
      await page.locator('#token').fill(TOKEN);
      await page.locator('#token').press('Enter');
      await expect(page.getByText(message)).toContainText(`PUBLIC_URL=${studio}`);
      for (const width of [1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflowOf(page), `at ${width}`).toBe(0);
      }
    }
  } finally {
    await unknown.close();
  }
});

test('a link of another site cannot use the sign-in page to lead elsewhere', async ({ page }) => {
  await page.goto(`${studio}/sign-in?next=${encodeURIComponent('//evil.example/')}`);
  await signIn(page);
  await expect(page).toHaveURL(`${studio}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start');
});

test('a browser that is signed out elsewhere keeps the page, says so, and leads to the sign-in', async ({ page, watch }) => {
  watch.expectProblem(/401/);
  // Of notifications, where it was just connecting.
  watch.expectProblem(/WebSocket connection .* failed/);
  await page.goto(`${studio}/`);
  await signIn(page);
  await page.getByRole('link', { name: 'Runs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Runs');
  const authorization = `Bearer ${TOKEN}`;
  await page.request.post(`${own()}/api/v1/sign-out`, { data: { everywhere: true }, headers: { authorization } });
  await expect(page.getByText('You are signed out')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Tools' }).click();
  await expect(page).toHaveURL(`${studio}/sign-in?next=%2Ftools`);
});

test('over plain HTTP from another machine, where browsers have fewer functions, chats, files and copying work', async ({
  page,
}) => {
  const studio = `http://studio.test:${proxy.port}`;
  const headers = { authorization: `Bearer ${TOKEN}` };
  const nodes = [
    node('start', 'start', { inputs: [{ name: 'message', type: 'text', required: true }] }),
    node('end', 'end', { outputs: { answer: 'You asked: {{start.message}}' } }),
  ];
  const data = documentOf({ name: 'Echo', nodes, edges: [edge('start', 'end')] });
  const saved = await page.request.post(`${own()}/api/v1/workflows`, { data, headers });
  const { id } = (await saved.json()) as { id: string };
  await page.goto(`${studio}/sessions?workflow=${id}`);
  await signIn(page);
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await expect(message).toBeVisible();
  const missing = () => [isSecureContext, 'randomUUID' in crypto, 'clipboard' in navigator];
  expect(await page.evaluate(missing)).toEqual([false, false, false]);
  await message.fill('Hello');
  await message.press('Enter');
  await expect(page.locator('[data-turn]')).toContainText('You asked: Hello');

  await page.goto(`${studio}/files`);
  // Until the page is interactive, a choice is lost.
  await expect(page.locator('[inert]')).toHaveCount(0);
  await page
    .locator('[data-picker="files"]')
    .setInputFiles({ name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') });
  await expect(page.getByRole('button', { name: /notes\.md/ }).first()).toBeVisible();

  await page.goto(`${studio}/workflows/${id}?node=end`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
  await expect(page.getByText('Copied')).toBeAttached();
});

test('the sign-in page has the security headers of all pages, and each of its scripts the nonce', async ({ page }) => {
  const answer = await page.request.get(`${own()}/sign-in`);
  const policy = answer.headers()['content-security-policy'] ?? '';
  const [, nonce] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
  expect(policy).toContain("frame-ancestors 'none'");
  const scripts = (await answer.text()).match(/<script[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => !script.includes(` nonce="${nonce}"`))).toEqual([]);
});

for (const { theme, language } of looks)
  test(`the sign-in page is accessible and fits the window, ${theme}, ${language}`, async ({ page, context }) => {
    await set(context, studio, { theme, language });
    await page.goto(`${studio}/sign-in`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(language === 'en' ? 'Sign in' : '登录');
    await expectAccessible(page, 'the sign-in page');
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowOf(page), `at ${width}`).toBe(0);
      expect(await outsideOf(page), `at ${width}`).toEqual([]);
    }
  });
