import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { AppServer } from '#tests/support/mcp/app-server.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { type MailServer, startSmtpServer } from '../support/smtp-server.ts';
import { CountedActions } from './counted-actions.ts';
import { readStored, waitForEditor, waitForSave } from './editor-page.ts';
import { field, inspector } from './inspector-page.ts';
import { clearWorkspace, letter, publishWorkflow, saveWorkflow } from './studio-page.ts';
import { test } from './watched-test.ts';

const AGENT_MAX = 25;
const WEBHOOK_MAX = 20;
const RUN_MS = 30_000;
const MAIL_MS = 60_000;
const ACCOUNT = { user: 'robot@example.com', password: 'pw-walk-4' };

let hand: CountedActions;
test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
  for (const path of ['credentials', 'mcp-servers', 'tool-services']) await deleteAll(page, path);
  await page.request.delete('/api/v1/agents/shop-help');
  hand = new CountedActions(page);
});
test.afterEach(() => hand.end());

async function deleteAll(page: Page, path: string) {
  const { items } = (await (await page.request.get(`/api/v1/${path}`)).json()) as { items: { id: string }[] };
  for (const { id } of items) await page.request.delete(`/api/v1/${path}/${id}`);
}

const allow = async (page: Page, host: string) =>
  expect((await page.request.put(`/api/v1/settings/http/allowed-hosts/${host}`)).ok()).toBe(true);

const panel = (page: Page) => page.locator('[data-publish-panel]');

async function publish(page: Page) {
  await hand.click(page.getByRole('banner').getByRole('button', { name: 'Publish' }));
  await hand.click(panel(page).getByRole('button', { name: 'Publish', exact: true }));
  await expect(panel(page).locator('[data-published="1"]')).toBeVisible();
}

test.describe('with an MCP server and the document of a service', () => {
  let weather: AppServer;
  let shop: Server;
  const authorizations: (string | undefined)[] = [];
  const shopHost = () => `127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const operation = (operationId: string, summary: string) => ({
    operationId,
    summary,
    responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } },
  });
  test.beforeAll(async () => {
    weather = await new AppServer().listen();
    shop = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url !== '/openapi.json') {
        authorizations.push(request.headers.authorization);
        return response.end('{"open":3}');
      }
      const paths = {
        '/orders': { get: operation('listOrders', 'List the open orders') },
        '/stock': { get: operation('readStock', 'Read the stock') },
      };
      const servers = [{ url: `http://${shopHost()}` }];
      response.end(JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, servers, paths }));
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  });
  test.afterAll(async () => {
    shop.close();
    await weather.close();
  });

  test('an agent gets the tools of a server, a service with a credential, and a workflow, on two pages', async ({ page }) => {
    test.slow();
    await allow(page, weather.host);
    await allow(page, shopHost());
    const workflowId = await saveWorkflow(page, letter('Write a letter'));
    await publishWorkflow(page, workflowId, 'write-letter');
    await page.goto('/tools');
    await expect(page.locator('[inert]')).toHaveCount(0);
    const tool = page.locator('#tool');

    await hand.click(page.getByRole('button', { name: 'Add a service' }));
    await hand.click(tool.getByRole('radio', { name: 'MCP server' }));
    await hand.type(weather.url, tool.getByRole('textbox', { name: 'Address' }));
    await hand.press('Enter');
    await hand.click(tool.getByRole('button', { name: /^Accept/ }));
    await hand.click(tool.getByRole('radio', { name: 'Address of a document' }));
    await hand.type(`http://${shopHost()}/openapi.json`, tool.getByRole('textbox'));
    await hand.press('Enter');
    await hand.choose(tool.getByLabel('Credential'), /Make a credential/);
    await hand.type('tok-walk-2', page.getByRole('dialog').getByLabel('Token'));
    await hand.press('Enter');
    await hand.click(tool.getByRole('button', { name: 'Add 2 tools' }));
    await expect(tool.getByRole('heading', { name: /^Shop/ })).toBeVisible();

    await hand.click(page.locator('[data-rail]').getByRole('link', { name: 'Agents' }));
    const agent = page.locator('#agent');
    await hand.click(page.getByRole('button', { name: 'New agent' }));
    await hand.type('Shop help', agent.getByLabel(/^Name/));
    await hand.click(agent.getByLabel(/^Description/));
    await hand.type('Answers questions on orders', agent.getByLabel(/^Description/));
    await hand.click(agent.getByLabel(/^Tools/));
    const picker = page.getByRole('dialog');
    await hand.click(picker.getByRole('option', { name: /^All \d tools of shop/ }));
    await hand.click(picker.getByRole('option', { name: /^All \d tools of .*MCP/ }));
    await hand.click(picker.getByRole('option', { name: /write-letter/ }));
    await hand.press('Escape');
    await hand.click(agent.getByRole('button', { name: 'Create' }));
    await expect(page.locator('button[data-agent="shop-help"]')).toContainText('shop-help@1');
    await hand.type('List the open orders', agent.getByRole('textbox', { name: 'Message' }));
    await hand.press('Enter');
    await expect(agent.locator('[data-answer-status="succeeded"]')).toBeVisible({ timeout: RUN_MS });
    hand.expectAtMost(AGENT_MAX, 'agent with tools');

    expect(authorizations).toContain('Bearer tok-walk-2');
    const { spec } = (await (await page.request.get('/api/v1/agents/shop-help')).json()) as { spec: { tools: string[] } };
    expect(spec.tools).toContain('workflow@write-letter');
    expect(spec.tools.filter((id) => id.startsWith('shop@'))).toHaveLength(2);
    expect(spec.tools.some((id) => id.endsWith('@show_weather'))).toBe(true);
  });
});

test.describe('with a database and a mail server', () => {
  let cluster: Cluster | undefined;
  let mail: MailServer;
  let database: pg.Client;
  let databaseUrl: URL;
  const name = `walk_${crypto.randomUUID().slice(0, 8)}`;
  test.beforeAll(async () => {
    const given = process.env.DATABASE_URL_TEST;
    cluster = given ? undefined : await startCluster();
    databaseUrl = new URL(given ?? cluster?.url ?? '');
    const admin = new pg.Client({ connectionString: databaseUrl.href });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    await admin.end();
    databaseUrl.pathname = `/${name}`;
    database = new pg.Client({ connectionString: databaseUrl.href });
    await database.connect();
    await database.query('CREATE TABLE orders (id text PRIMARY KEY, total numeric)');
    mail = await startSmtpServer(ACCOUNT);
  });
  test.afterAll(async () => {
    await database?.end();
    await cluster?.stop();
    await mail?.stop();
  });

  test('a webhook writes into a table, and a failed run sends a mail', async ({ page }) => {
    test.slow();
    await allow(page, databaseUrl.host);
    await allow(page, `127.0.0.1:${mail.port}`);
    const shopUrl = new URL(databaseUrl);
    shopUrl.password = 'unused';
    shopUrl.searchParams.set('sslmode', 'disable');
    await page.goto('/');
    await expect(page.locator('[inert]')).toHaveCount(0);
    const dialog = page.getByRole('dialog');
    const credential = field(page, 'credential').getByRole('combobox');

    await hand.click(page.getByRole('button', { name: 'Empty workflow' }));
    await waitForEditor(page);
    await hand.click(page.locator('[data-part=triggers]').getByRole('button', { name: /^Triggers?$/ }));
    await hand.click(page.locator('[data-add-trigger="webhook"]'));
    await hand.click(page.locator('[data-node-type="database"]'));
    await hand.choose(credential, /Make a credential/);
    await hand.paste(shopUrl.href, dialog.getByRole('textbox', { name: /^Name/ }));
    await hand.press('Enter');
    const statement = field(page, 'query').getByRole('textbox', { name: 'Statement' });
    await hand.type('INSERT INTO orders (id, total) VALUES ({{start.body.id}}, {{start.body.total}})', statement);
    await hand.click(page.locator('[data-node-type="end"]'));
    await expect(inspector(page).locator('[data-inspected="end"]')).toBeVisible();
    await publish(page);
    const ordersId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const live = panel(page).locator('[data-live="webhook"]');
    await hand.click(live.getByRole('button', { name: 'Make a secret' }));
    const secret = (await live.locator('[data-new-secret]').textContent()) ?? '';
    const address = (await live.locator('[data-address]').textContent()) ?? '';

    await hand.click(panel(page).getByRole('button', { name: 'Send a mail' }));
    await page.waitForURL((url) => url.pathname.includes('/workflows/') && !url.pathname.endsWith(ordersId));
    await waitForEditor(page);
    await hand.choose(credential, /Make a credential/);
    const mailUrl = `smtp://robot%40example.com:${ACCOUNT.password}@127.0.0.1:${mail.port}?ignoreTLS=true`;
    await hand.paste(mailUrl, dialog.getByRole('textbox', { name: /^Name/ }));
    await hand.press('Enter');
    await hand.type('ops@example.com', field(page, 'to').getByRole('textbox'));
    await publish(page);
    hand.expectAtMost(WEBHOOK_MAX, 'webhook to a table');

    await waitForSave(page, 'saved');
    const { document } = await readStored(page, ordersId);
    expect(document.nodes.find(({ id }) => id === 'database')?.config).toMatchObject({
      query: 'INSERT INTO orders (id, total) VALUES ($1, $2)',
      parameters: ['{{start.body.id}}', '{{start.body.total}}'],
      readOnly: false,
    });
    const order = () =>
      page.request.post(new URL(address).pathname, {
        data: { id: 'A-7', total: 12.5 },
        headers: { authorization: `Bearer ${secret}` },
      });
    expect((await order()).status()).toBe(202);
    const stored = async () => (await database.query('SELECT id, total::float AS total FROM orders')).rows as object[];
    await expect.poll(stored, { timeout: RUN_MS }).toEqual([{ id: 'A-7', total: 12.5 }]);
    expect(mail.received).toEqual([]);
    // The same order again breaks the key of the table.
    await order();
    await expect.poll(() => mail.received.length, { timeout: MAIL_MS }).toBe(1);
    expect(mail.received[0]?.recipients).toEqual(['ops@example.com']);
    expect(mail.received[0]?.subject).toContain('a run failed');
  });
});
