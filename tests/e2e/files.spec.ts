import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, looks } from './accessibility.ts';
import { openEditor } from './editor-page.ts';
import { edge, node, overflowOf, set } from './run-page.ts';
import { saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const row = (page: Page, path: string) => page.locator(`[data-file="${path}"]`);
const folder = (page: Page, path: string) => page.locator(`[data-folder="${path}"]`);
const details = (page: Page) => page.getByRole('complementary', { name: /^(File|文件)$/ });

async function put(page: Page, path: string, data: string | Buffer) {
  const answer = await page.request.post(`/api/v1/files?path=${encodeURIComponent(path)}&onExisting=replace`, {
    data: Buffer.from(data as string),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

async function contentAt(page: Page, path: string): Promise<string> {
  const found = await page.request.get(`/api/v1/files?search=${encodeURIComponent(path)}`);
  const { items } = (await found.json()) as { items: { fileId: string; path: string }[] };
  const file = items.find((item) => item.path === path);
  return (await page.request.get(`/api/v1/files/${file?.fileId}/content`)).text();
}

test.beforeEach(async ({ page }) => {
  const tree = (await (await page.request.get('/api/v1/files/tree')).json()) as { folders: { path: string }[] };
  const top = (await (await page.request.get('/api/v1/files?limit=100')).json()) as { items: { fileId: string }[] };
  const items = [
    ...tree.folders.filter(({ path }) => path !== '').map(({ path }) => ({ folder: path })),
    ...top.items.map(({ fileId }) => ({ fileId })),
  ];
  if (items.length > 0) await page.request.post('/api/v1/files/delete', { data: { items } });
});

test('an earlier revision is listed, and restored as a new one', async ({ page }) => {
  await put(page, 'plan.md', 'first');
  await put(page, 'plan.md', 'second');
  await page.goto('/files');
  await row(page, 'plan.md')
    .getByRole('button', { name: /plan\.md/ })
    .click();
  await expect(details(page)).toContainText('Revision 2');
  await details(page).getByText('Earlier revisions').click();
  const first = details(page).locator('[data-revision="1"]');
  await expect(first.getByRole('link', { name: 'Download revision 1' })).toHaveAttribute('href', /revision=1/);
  await first.getByRole('button', { name: 'Restore revision 1' }).click();
  await expect(details(page)).toContainText('Revision 3');
  expect(await contentAt(page, 'plan.md')).toBe('first');
  await expect(details(page).locator('[data-revision="2"]')).toBeVisible();
});

test('upload, open a folder, edit a text, rename it and delete it', async ({ page }) => {
  await put(page, 'reports/2026/june.md', '# June');
  await page.goto('/files');
  await expect(folder(page, 'reports')).toContainText('1 file');
  await folder(page, 'reports')
    .getByRole('button', { name: /reports/ })
    .click();
  await folder(page, 'reports/2026').getByRole('button', { name: /2026/ }).click();
  await expect(page).toHaveURL(/folder=reports%2F2026/);
  await page.goBack();
  await expect(folder(page, 'reports/2026')).toBeVisible();
  await expect(page).toHaveURL(/folder=reports$/);
  await page.goForward();
  await expect(row(page, 'reports/2026/june.md')).toBeVisible();
  await page.locator('[data-picker="files"]').setInputFiles([
    { name: '七月.md', mimeType: 'text/markdown', buffer: Buffer.from('# July 七月') },
    { name: 'june.md', mimeType: 'text/markdown', buffer: Buffer.from('another') },
  ]);
  await expect(row(page, 'reports/2026/七月.md')).toBeVisible();
  // A taken name gets a number.
  await expect(row(page, 'reports/2026/june (2).md')).toBeVisible();
  await row(page, 'reports/2026/七月.md').getByRole('button').click();
  const text = details(page).getByRole('textbox', { name: 'Text of 七月.md' });
  await expect(text).toHaveValue('# July 七月');
  await text.fill('# July\n\nTea for two.');
  await details(page).getByRole('button', { name: 'Save' }).click();
  await expect(details(page)).toContainText('Revision 2');
  expect(await contentAt(page, 'reports/2026/七月.md')).toBe('# July\n\nTea for two.');
  await details(page).getByRole('button', { name: 'Move or rename' }).click();
  await page.getByRole('dialog').getByLabel('Path').fill('reports/july.md');
  await page.getByRole('dialog').getByRole('button', { name: 'Move or rename' }).click();
  await expect(details(page).getByRole('heading')).toHaveText('july.md');
  await expect(row(page, 'reports/2026/七月.md')).toHaveCount(0);
  await details(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(details(page)).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Folder' }).getByRole('button', { name: 'reports' }).click();
  await expect(folder(page, 'reports/2026')).toContainText('2 files');
  await expect(row(page, 'reports/july.md')).toHaveCount(0);
});

test('a folder is uploaded with its folders, and more than a page of files is shown on demand', async ({ page }) => {
  const chosen = mkdtempSync(join(tmpdir(), 'guide-'));
  mkdirSync(join(chosen, 'en'));
  writeFileSync(join(chosen, 'en', 'tea.md'), '# Tea');
  writeFileSync(join(chosen, '茶.md'), '# 茶');
  writeFileSync(join(chosen, '.DS_Store'), 'x');
  await page.goto('/files?folder=inbox');
  // Until the page is interactive, a choice is lost.
  await expect(page.locator('[inert]')).toHaveCount(0);
  await page.locator('[data-picker="folder"]').setInputFiles(chosen);
  const name = basename(chosen);
  await expect(folder(page, `inbox/${name}`)).toContainText('2 files');
  expect(await contentAt(page, `inbox/${name}/en/tea.md`)).toBe('# Tea');
  rmSync(chosen, { recursive: true });

  // A form has at most a hundred files.
  for (const [from, to] of [
    [0, 60],
    [60, 101],
  ] as const) {
    const form = new FormData();
    for (let index = from; index < to; index++) form.append('file', new Blob(['x']), `${String(index).padStart(3, '0')}.txt`);
    const answer = await page.request.post('/api/v1/files?path=many', { multipart: form });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  await page.goto('/files?folder=many');
  await expect(page.getByText('100 of 101 files are shown.')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(row(page, 'many/100.txt')).toBeVisible();
  await expect(page.getByText('files are shown.')).toHaveCount(0);
});

test('files that are dropped onto the page are uploaded into its folder', async ({ page }) => {
  await page.goto('/files?folder=inbox');
  const empty = page.locator('[data-part="empty-state"]');
  await expect(empty.getByRole('heading', { name: 'No files yet' })).toBeVisible();
  await expect(empty.getByRole('link', { name: 'Try an example' })).toHaveAttribute('href', '/?template=files-to-summary');
  const picker = page.waitForEvent('filechooser');
  await empty.getByRole('button', { name: 'Choose files' }).click();
  await (await picker).setFiles([]);
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['one'], 'one.txt', { type: 'text/plain' }));
    return data;
  });
  const zone = page.getByRole('region', { name: 'Files of this folder' });
  await zone.dispatchEvent('dragover', { dataTransfer: transfer });
  await expect(page.getByText('Drop to upload')).toBeVisible();
  await zone.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(row(page, 'inbox/one.txt')).toBeVisible();
});

test('a run waits for a file that is still uploaded, and a reset drops that file', async ({ page }) => {
  const reading = {
    name: 'Reading',
    nodes: [
      node('start', 'start', { inputs: [{ name: 'paper', type: 'file', required: true }] }),
      node('end', 'end', { outputs: { name: '{{start.paper.name}}' } }),
    ],
    edges: [edge('start', 'end')],
  };
  await openEditor(page, await saveWorkflow(page, reading));
  const dock = page.locator('section[data-run-status]');
  const paper = { name: 'paper.bin', mimeType: 'x/y', buffer: Buffer.alloc(1_100_000) };
  const isHeld = Promise.withResolvers<void>();
  await page.route('**/api/v1/files?*', async (route) => {
    await isHeld.promise;
    await route.continue();
  });
  await dock.locator('input[type="file"]').setInputFiles(paper);
  await dock.getByRole('button', { name: /^Run/ }).first().click();
  await expect(dock.getByText('The file is still being uploaded. Run again once it is there.')).toBeVisible();
  const dropped = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/v1/files?'));
  await dock.getByRole('button', { name: 'Reset' }).click();
  await dropped;
  isHeld.resolve();
  await expect(dock.getByRole('progressbar')).toHaveCount(0);
  await expect(dock.getByText('The file is still being uploaded.')).toHaveCount(0);
  await expect(dock.getByText('No file chosen')).toBeVisible();
  // The same file again.
  await dock.locator('input[type="file"]').setInputFiles(paper);
  await expect(dock.getByText('paper.bin')).toBeVisible();
  await expect(dock.getByRole('progressbar')).toHaveCount(0);
  await dock.getByRole('button', { name: /^Run/ }).first().click();
  await expect(dock).toHaveAttribute('data-run-status', 'succeeded');
});

test('an input of several files takes files one after another, drops one, and runs with the rest', async ({ page }) => {
  const reading = {
    name: 'Photos',
    nodes: [
      node('start', 'start', { inputs: [{ name: 'photos', type: 'files', required: true }] }),
      node('end', 'end', { outputs: { names: '{{= start.photos.map(file, file.name) }}' } }),
    ],
    edges: [edge('start', 'end')],
  };
  await openEditor(page, await saveWorkflow(page, reading));
  const dock = page.locator('section[data-run-status]');
  const picker = dock.locator('input[type="file"]');
  const chosen = dock.getByRole('list', { name: 'Chosen files' });
  await dock.getByRole('button', { name: /^Run/ }).first().click();
  await expect(picker).toBeFocused();
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  await picker.setInputFiles([text('a.txt'), text('b.txt')]);
  await picker.setInputFiles([{ ...text('large.bin'), buffer: Buffer.alloc(1_100_000) }]);
  await expect(chosen.getByRole('listitem')).toHaveText([/a\.txt/, /b\.txt/, /large\.bin.*1\.1 MB/]);
  await chosen.getByRole('button', { name: 'Remove a.txt' }).click();
  await expect(picker).toBeFocused();
  await expectAccessible(page, 'two chosen files');
  await dock.getByRole('button', { name: /^Run/ }).first().click();
  await expect(dock).toHaveAttribute('data-run-status', 'succeeded');
  await expect(dock).toContainText('b.txt');
  await expect(dock).toContainText('large.bin');
  await expect(dock.getByText('a.txt')).toHaveCount(0);
});

test('several are moved at once; a refused move says why and changes nothing', async ({ page, watch }) => {
  watch.expectProblem(/409/);
  for (const name of ['a.txt', 'b.txt']) await put(page, name, name);
  await put(page, 'old/b.txt', 'taken');
  await page.goto('/files');
  for (const name of ['a.txt', 'b.txt']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await page.getByRole('button', { name: 'Move or rename' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Folder').fill('old');
  await dialog.getByRole('button', { name: 'Move or rename' }).click();
  await expect(dialog).toContainText('There is a file "old/b.txt" already');
  await dialog.getByLabel('Folder').fill('new');
  await dialog.getByRole('button', { name: 'Move or rename' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(folder(page, 'new')).toContainText('2 files');
});

test('an image is shown, a PDF is framed, a sound can be played, a link works', async ({ page, context }) => {
  await put(page, 'dot.png', readFileSync('tests/fixtures/documents/dot.png'));
  await put(page, 'report.pdf', readFileSync('tests/fixtures/documents/report.pdf'));
  await put(page, 'note.mp3', 'no sound');
  await put(page, 'evil.html', '<script>document.title = "evil"</script>');
  await page.goto('/files');
  await row(page, 'dot.png').getByRole('button').click();
  const image = details(page).getByRole('img', { name: 'Preview of dot.png' });
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(32);
  await row(page, 'report.pdf').getByRole('button').click();
  const source = await details(page).locator('iframe').getAttribute('src');
  const framed = await page.request.get(source ?? '');
  expect(framed.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': "frame-ancestors 'self'",
    'x-content-type-options': 'nosniff',
  });
  await row(page, 'note.mp3').getByRole('button').click();
  await expect(details(page).locator('audio')).toBeVisible();
  await row(page, 'evil.html').getByRole('button').click();
  await expect(details(page).getByRole('textbox', { name: 'Text of evil.html' })).toHaveValue(/<script>/);
  await details(page).getByRole('button', { name: 'Create link' }).click();
  const link = await details(page).getByRole('textbox', { name: 'Link' }).inputValue();
  const answer = await context.request.get(link);
  expect(answer.headers()['content-disposition']).toContain('attachment');
  expect(await answer.text()).toContain('<script>');
});

for (const { theme, language } of looks) {
  test(`accessible, and fits a phone, with files and details, ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme, language });
    for (const path of ['reports/june.md', 'a-file-with-a-rather-long-name-that-does-not-fit-on-a-phone-at-all.txt', '图片.svg'])
      await put(page, path, '# Tea');
    await page.goto('/files');
    await expect(row(page, '图片.svg')).toBeVisible();
    await expectAccessible(page, 'a list');
    await row(page, 'a-file-with-a-rather-long-name-that-does-not-fit-on-a-phone-at-all.txt').getByRole('button').click();
    await expect(details(page).getByRole('textbox')).toBeVisible();
    await expectAccessible(page, 'the details');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflowOf(page)).toBe(0);
    await page.goto('/files');
    await expect(row(page, '图片.svg')).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
  });
}

test('uploads on a slow line say how much is sent and how long they take, one and all', async ({ page }) => {
  await page.goto('/files');
  // Until the page is interactive, a choice is lost.
  await expect(page.locator('[inert]')).toHaveCount(0);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 250_000,
  });
  const fileOf = (name: string) => ({ name, mimeType: 'x/y', buffer: Buffer.alloc(1_000_000) });
  await page.locator('[data-picker="files"]').setInputFiles([fileOf('one.bin'), fileOf('two.bin')]);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  const bar = uploads.getByRole('progressbar', { name: 'Progress of one.bin' });
  await expect(bar).toHaveAttribute('aria-valuetext', /^0\.[1-9] of 1\.0 MB, (about \d+ s|a few seconds) left$/);
  const all = uploads.getByRole('progressbar', { name: 'Uploads' });
  await expect(all).toHaveAttribute('aria-valuetext', /^[01] of 2 files, \d\.\d of 2\.0 MB, (about \d+ s|a few seconds) left$/);
  await expect(uploads.getByText('Waiting · 1.0 MB')).toBeVisible();
  await expectAccessible(page, 'files, while two are uploaded');
  await line.detach();
  await expect(row(page, 'two.bin')).toBeVisible({ timeout: 30_000 });
  await expect(uploads.getByRole('progressbar')).toHaveCount(0);
});
