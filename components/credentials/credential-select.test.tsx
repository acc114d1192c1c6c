import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { McpServerForm } from '#components/pages/mcp/mcp-server-form.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import { hostsOfUrl } from '#lib/credentials/hosts-of-url.ts';
import { until } from '#tests/support/eventually.ts';
import { openPage } from '#tests/support/mounted-part.tsx';

const now = '2026-11-26T10:00:00.000Z';
const credential = (name: string, type: string): CredentialResource => ({
  id: `id-${name}`,
  name,
  type: type as CredentialResource['type'],
  hosts: ['api.example.com'],
  createdAt: now,
  changedAt: now,
  lastUsedAt: null,
  connection: null,
  usedBy: [],
});
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  const items = [credential('crm', 'header'), credential('mail', 'smtp'), credential('shop', 'postgres')];
  response.end(JSON.stringify({ items, nextCursor: null }));
});
const page = openPage(server);
const field = (within: Element | null, name: string) => within?.querySelector<HTMLSelectElement>(`[id$="-${name}"]`) ?? null;
const optionsOf = (select: HTMLSelectElement | null) => [...(select?.options ?? [])].map(({ text }) => text);

test('a form offers the credentials that fit, and to make one without leaving it', async () => {
  const form = <McpServerForm commands={[]} taken={[]} onSaved={async () => {}} onCancel={() => {}} />;
  const main = await page.mount(form, 'en');
  page.type(field(main, 'name'), 'orders');
  page.type(field(main, 'url'), 'https://mcp.example.com/v1');
  expect(field(main, 'name')?.value).toBe('orders');
  const select = field(main, 'credentialId');
  await until(() => optionsOf(select).length > 2);
  // Those of databases and mail servers cannot be sent with a request.
  expect(optionsOf(select)).toEqual(['None', 'crm · Header · api.example.com', 'Make a credential…']);
  // The dialog is over the form: what was typed and chosen stays.
  page.type(select, 'id-crm');
  page.type(select, '/make');
  expect(field(main, 'credentialId')?.value).toBe('id-crm');
  expect(field(main, 'name')?.value).toBe('orders');
  expect(field(main, 'url')?.value).toBe('https://mcp.example.com/v1');
});

test('a new credential begins with the host of the address', () => {
  expect(hostsOfUrl('https://mcp.example.com/v1')).toEqual(['mcp.example.com']);
  expect(hostsOfUrl('http://127.0.0.1:8931/mcp')).toEqual(['127.0.0.1:8931']);
  expect(hostsOfUrl('not an address')).toEqual([]);
});
