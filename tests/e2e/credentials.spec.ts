import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorization-server.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { expectAccessible, looks } from './accessibility.ts';
import { openEditor, waitForSave } from './editor-page.ts';
import { field, select, storedNode } from './inspector-page.ts';
import { edge, node, outsideOf, overflowOf, set } from './run-page.ts';
import { clearWorkspace, documentOf } from './studio-page.ts';
import { test } from './watched-test.ts';

/** A service that shows who it thinks the caller is. */
const seen: IncomingHttpHeaders[] = [];
let service: Server;
const host = () => `127.0.0.1:${(service.address() as AddressInfo).port}`;
test.beforeAll(async () => {
  service = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(request.headers.authorization === undefined ? 401 : 200).end('hello');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => {
  service.closeAllConnections();
  service.close();
});

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
  const listed = await page.request.get('/api/v1/credentials?limit=100');
  for (const { id } of ((await listed.json()) as { items: { id: string }[] }).items)
    await page.request.delete(`/api/v1/credentials/${id}`);
  await allow(page, host());
});

const allow = async (page: Page, privateHost: string) =>
  expect((await page.request.put(`/api/v1/settings/http/allowed-hosts/${privateHost}`)).ok()).toBe(true);

const row = (page: Page, name: string) => page.locator(`tr[data-credential="${name}"]`);

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function create(page: Page, name: string, token: string) {
  const data = { type: 'bearer', name, hosts: [host()], fields: { token } };
  const answer = await page.request.post('/api/v1/credentials', { data });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** A workflow with a node that calls the service; @returns its id */
async function saveCaller(page: Page, settings: object = {}, auth?: string): Promise<string> {
  const graph = {
    name: 'Caller',
    nodes: [
      node('start', 'start', { inputs: [] }),
      node('call', 'http', { url: `http://${host()}/me`, ...(auth !== undefined && { auth }) }),
      node('end', 'end', { outputs: { status: '{{call.status}}' } }),
    ],
    edges: [edge('start', 'call'), edge('call', 'end')],
  };
  const nodes = graph.nodes.map((one, index) => ({ ...one, position: { x: index * 320, y: 0 } }));
  const data = { ...documentOf(graph), nodes, settings };
  const answer = await page.request.post('/api/v1/workflows', { data });
  return ((await answer.json()) as { id: string }).id;
}

test('a credential is created, tested, given a new value and deleted, and its value is never on the page', async ({
  page,
  watch,
}) => {
  // The name with a space.
  watch.expectProblem(/status of 400 .*\/credentials$/);
  await page.goto('/credentials');
  await page.locator('main').getByRole('button', { name: 'New credential' }).click();
  const form = page.getByRole('form', { name: 'New credential' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('Has Spaces');
  await form.getByLabel('Hosts').fill(host());
  await form.getByLabel('Token').fill('tok-page-1');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('A name begins with a lowercase letter')).toBeVisible();
  await form.getByLabel('Name').fill('crm');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'crm')).toContainText('never');

  await page.getByRole('button', { name: 'Test crm' }).click();
  const trial = page.getByRole('form', { name: 'Test crm' });
  await expect(trial.getByLabel('URL')).toHaveValue(`http://${host()}/`);
  await trial.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('[data-test="ok"]')).toContainText('200');
  expect(seen.at(-1)?.authorization).toBe('Bearer tok-page-1');
  await expect(row(page, 'crm')).not.toContainText('never');

  await choose(page, 'crm', 'Replace value');
  const values = page.getByRole('form', { name: 'Replace the value' });
  await values.getByLabel('Token').fill('tok-page-2');
  await values.getByRole('button', { name: 'Save' }).click();
  await expect(values).toHaveCount(0);
  await page.getByRole('button', { name: 'Test crm' }).click();
  await trial.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('[data-test="ok"]')).toBeVisible();
  expect(seen.at(-1)?.authorization).toBe('Bearer tok-page-2');
  expect(await page.content()).not.toContain('tok-page');

  await choose(page, 'crm', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No credentials yet' })).toBeVisible();
});

test('the connection of a mail server is tested from its row', async ({ page }) => {
  const mail = await startSmtpServer({ user: 'robot', password: 'pw-page-3' });
  await allow(page, `127.0.0.1:${mail.port}`);
  await page.goto('/credentials');
  await page.locator('main').getByRole('button', { name: 'New credential' }).click();
  const form = page.getByRole('form', { name: 'New credential' });
  await form.getByRole('radio', { name: 'SMTP' }).click();
  const fill = (label: string, value: string) => form.getByRole('textbox', { name: new RegExp(`^${label}( |$)`) }).fill(value);
  await fill('Name', 'post');
  await fill('Host', '127.0.0.1');
  await fill('Port', String(mail.port));
  await fill('User', 'robot');
  await form.getByLabel('Password').fill('pw-page-3');
  await fill('Sender', 'robot@example.com');
  await form.getByLabel('Encryption').selectOption({ label: 'none' });
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Test post' }).click();
  const trial = page.getByRole('form', { name: 'Test post' });
  await trial.getByRole('button', { name: 'Connect' }).click();
  await expect(page.locator('[data-test="ok"]')).toContainText('Connected');
  await mail.stop();
  await trial.getByRole('button', { name: 'Connect' }).click();
  await expect(page.locator('[data-test="failed"]')).toContainText('cannot be reached');
  expect(mail.received).toEqual([]);
});

test('an OAuth 2 credential is connected by signing in', async ({ page, baseURL }) => {
  const redirectUri = `${baseURL}/credentials/callback`;
  const grants = ['authorization_code', 'refresh_token'];
  const client = { client_id: 'studio', client_secret: 'studio-secret-9', redirect_uris: [redirectUri], grant_types: grants };
  const auth: AuthorizationServer = await startAuthorizationServer({ clients: [client] });
  await allow(page, auth.host);
  await page.goto('/credentials');
  await page.locator('main').getByRole('button', { name: 'New credential' }).click();
  const form = page.getByRole('form', { name: 'New credential' });
  await form.getByRole('radio', { name: 'OAuth 2' }).click();
  await expect(form.getByText(redirectUri)).toBeVisible();
  await form.getByLabel('Name').fill('mail');
  await form.getByLabel('Hosts').fill(host());
  await form.getByLabel('Authorization URL').fill(auth.authorizationUrl);
  await form.getByLabel('Token URL').fill(auth.tokenUrl);
  await form.getByLabel('Client ID').fill('studio');
  await form.getByLabel('Client secret').fill('studio-secret-9');
  await form.getByLabel('Scopes').fill('openid offline_access');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Connect mail' }).click();
  await expect(page.getByText('mail is connected.')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('link', { name: 'All credentials' }).click();
  await expect(row(page, 'mail')).toContainText('connected');
  await page.getByRole('button', { name: 'Test mail' }).click();
  await page.getByRole('form', { name: 'Test mail' }).getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('[data-test="ok"]')).toBeVisible();
  expect(await auth.isValid(seen.at(-1)?.authorization?.replace('Bearer ', '') ?? '')).toBe(true);
  await auth.close();
});

test('a node gets a credential in one step, also one that is created there', async ({ page }) => {
  await create(page, 'crm', 'tok-inspector');
  const id = await saveCaller(page);
  await openEditor(page, id);
  await select(page, 'call');
  const control = field(page, 'auth').getByRole('combobox');
  await control.selectOption({ label: `crm · ${host()}` });
  await expect.poll(async () => (await storedNode(page, id, 'call')).config.auth).toBe('crm');
  const slots = async () =>
    ((await (await page.request.get(`/api/v1/workflows/${id}/credentials`)).json()) as { items: object[] }).items;
  // A slot is filled once the draft that declares it is stored.
  await expect.poll(slots).toMatchObject([{ slot: 'crm', type: 'bearer', hosts: [host()], credentialId: expect.any(String) }]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitForSave(page, 'saved');
  await expect.poll(slots).toEqual([]);

  await select(page, 'call');
  await control.selectOption({ label: 'Make a credential…' });
  const dialog = page.getByRole('dialog', { name: 'New credential' });
  await expect(dialog.getByLabel('Hosts')).toHaveValue(host());
  await dialog.getByLabel('Name').fill('made-here');
  await dialog.getByLabel('Token').fill('tok-made-here');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await storedNode(page, id, 'call')).config.auth).toBe('made-here');
  await expect.poll(slots).toMatchObject([{ slot: 'made-here', credentialId: expect.any(String) }]);
  const answer = await page.request.post(`/api/v1/workflows/${id}/runs`, { data: { inputs: {}, mode: 'sync' } });
  expect(await answer.json()).toMatchObject({ status: 'succeeded' });
  expect(seen.at(-1)?.authorization).toBe('Bearer tok-made-here');
});

test('a slot that nothing fills is named at its field, and filled there', async ({ page }) => {
  await create(page, 'crm', 'tok-fills');
  const id = await saveCaller(page, { credentials: { api: { type: 'bearer', hosts: [host()] } } }, 'api');
  await openEditor(page, id);
  await page.locator('[data-part="unfilled-slots"]').getByRole('button', { name: 'Choose a credential for api' }).click();
  await expect(field(page, 'auth').locator('[data-slot="warning"]')).toContainText('No credential fills the slot api');
  await field(page, 'auth')
    .getByRole('combobox')
    .selectOption({ label: `crm · ${host()}` });
  await expect(field(page, 'auth').locator('[data-slot="warning"]')).toHaveCount(0);
  const answer = await page.request.post(`/api/v1/workflows/${id}/runs`, { data: { inputs: {}, mode: 'sync' } });
  expect(await answer.json()).toMatchObject({ status: 'succeeded' });
  expect(seen.at(-1)?.authorization).toBe('Bearer tok-fills');
});

test('an import asks which credential stands for each slot', async ({ page }) => {
  await create(page, 'mine', 'tok-import');
  const id = await saveCaller(page, { credentials: { theirs: { type: 'bearer', hosts: [host()] } } }, 'theirs');
  const { document } = (await (await page.request.get(`/api/v1/workflows/${id}`)).json()) as { document: object };
  await page.goto('/');
  const buffer = Buffer.from(JSON.stringify({ ...document, name: 'Imported' }));
  // A test can select before the page has hydrated; a person cannot.
  await expect(page.locator('[inert]')).toHaveCount(0);
  await page.getByLabel('Workflow file').setInputFiles({ name: 'theirs.json', mimeType: 'application/json', buffer });
  const slots = page.locator('[data-part="import-slots"]');
  await slots.getByLabel('theirs').selectOption({ label: `mine · ${host()}` });
  await page.getByRole('button', { name: 'Save as a new workflow' }).click();
  await page.waitForURL(/\/workflows\//);
  const imported = new URL(page.url()).pathname.split('/').at(-1);
  expect(imported).not.toBe(id);
  const answer = await page.request.post(`/api/v1/workflows/${imported}/runs`, { data: { inputs: {}, mode: 'sync' } });
  expect(await answer.json()).toMatchObject({ status: 'succeeded' });
  expect(seen.at(-1)?.authorization).toBe('Bearer tok-import');
});

for (const { theme, language } of looks) {
  test(`the page is accessible and fits on every screen: ${theme}, ${language}`, async ({ page, context, baseURL }) => {
    await set(context, baseURL, { theme, language });
    await create(page, 'crm', 'tok-a11y');
    const listed = (await (await page.request.get('/api/v1/credentials')).json()) as { items: { id: string }[] };
    for (let workflow = 0; workflow < 2; workflow++) {
      const id = await saveCaller(page, { credentials: { api: { type: 'bearer', hosts: [host()] } } }, 'api');
      await page.request.put(`/api/v1/workflows/${id}/credentials/api`, { data: { credentialId: listed.items[0]?.id } });
    }
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/credentials');
      await expect(row(page, 'crm').locator('a', { hasText: 'Caller' })).toHaveCount(2);
      await page.locator('#add-credential').click();
      await page.locator('form button[role="radio"]').last().click();
      expect(await overflowOf(page)).toBe(0);
      expect(await outsideOf(page)).toEqual([]);
      await expectAccessible(page, `credentials at ${width}`);
    }
  });
}
