import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { clearWorkspace, letter, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

test('every script of every page has the nonce of its response', async ({ page }) => {
  await clearWorkspace(page);
  const id = await saveWorkflow(page, letter('Letters'));
  const studioPages = ['/', '/runs', '/approvals', '/monitor', '/templates', '/models', '/tools', '/files', '/settings'];
  const ofWorkflow = [`/workflows/${id}`, `/workflows/${id}/versions`, `/workflows/${id}/graph`];
  const missing = ['/nowhere', '/workflows/wf_none', '/runs/run_none'];
  for (const path of [...studioPages, ...ofWorkflow, ...missing]) {
    const answer = await page.request.get(path);
    expect([path, answer.status()]).toEqual([path, missing.includes(path) ? 404 : 200]);
    const [, nonce] = /script-src 'self' 'nonce-([^']+)'/.exec(answer.headers()['content-security-policy'] ?? '') ?? [];
    const scripts = (await answer.text()).match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => !script.includes(` nonce="${nonce}"`))).toEqual([]);
  }
});

test('an injected script without the nonce does not run', async ({ page, watch }) => {
  await page.goto('/');
  watch.expectProblem(/Content Security Policy/);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "injected"';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="document.title = \'injected\'">');
  });
  const refused = page.waitForEvent('console', (message) => message.text().includes('Content Security Policy'));
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('beforeend', '<b onclick="document.title = \'injected\'">press</b>'),
  );
  await page.getByText('press', { exact: true }).click();
  await refused;
  await expect(page).not.toHaveTitle('injected');
});

test('a link from another site opens a page, and a frame of another site is blocked', async ({ page, watch, baseURL }) => {
  watch.expectProblem(/403|frame-ancestors|ERR_BLOCKED/);
  const body = `<a href="${baseURL}/runs">open</a><iframe src="${baseURL}/"></iframe>`;
  const other = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(body));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const refused = page.waitForResponse(`${baseURL}/`);
  // For browsers another host name of this machine is another site.
  await page.goto(`http://localhost:${(other.address() as AddressInfo).port}/`);
  expect((await refused).status()).toBe(403);
  await page.getByRole('link', { name: 'open' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Runs');
  other.close();
});

test('the last-resort error page runs its own scripts', async ({ page, watch }) => {
  watch.expectProblem(/500/);
  await page.goto('/_global-error');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test('a name with bidirectional control characters shows them', async ({ page }) => {
  await clearWorkspace(page);
  const id = await saveWorkflow(page, letter('Letter \u202efdp.exe'));
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Letter ⟨U+202E⟩fdp.exe', exact: true })).toBeVisible();
  await page.goto(`/workflows/${id}`);
  await expect(page).toHaveTitle(/^Letter ⟨U\+202E⟩fdp\.exe/);
});

test('scripts and styles are sent as Brotli, and to clients without it in another way', async ({ page, baseURL }) => {
  const encodings = new Map<string, string | undefined>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const { 'content-encoding': encoding, 'content-length': length } = response.headers();
    // Smaller files gain nothing.
    if (/^\/_next\/static\/.*\.(js|css)$/.test(pathname) && (encoding || Number(length) >= 1024))
      encodings.set(pathname, encoding);
  });
  await page.goto('/models');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(encodings.size).toBeGreaterThan(5);
  expect([...encodings].filter(([, encoding]) => encoding !== 'br')).toEqual([]);
  const [path] = encodings.keys();
  const plain = await page.request.get(`${baseURL}${path}`, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers()['content-encoding']).toBeUndefined();
  expect(plain.ok()).toBe(true);
});
