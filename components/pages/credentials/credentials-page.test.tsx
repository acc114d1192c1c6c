import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { CredentialsPage } from '#components/pages/credentials/credentials-page.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import { until } from '#tests/support/eventually.ts';
import { openPage } from '#tests/support/mounted-part.tsx';

const now = '2026-11-26T10:00:00.000Z';
const credential = (name: string): CredentialResource => ({
  id: `id-${name}`,
  name,
  type: 'bearer',
  hosts: ['api.example.com'],
  createdAt: now,
  changedAt: now,
  lastUsedAt: null,
  connection: null,
  usedBy: [],
});

let isListed = true;
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.method === 'POST') return response.writeHead(201).end(JSON.stringify(credential('shop')));
  if (!isListed) return response.destroy();
  response.end(JSON.stringify({ items: [credential('shop'), credential('crm')], nextCursor: null }));
});
const page = openPage(server);

const formNamed = (label: string) => document.querySelector<HTMLFormElement>(`form[aria-label="${label}"]`);
const field = (form: Element | null, name: string) => form?.querySelector(`[id$="-${name}"]`) ?? null;

async function addCredential(): Promise<void> {
  await page.click(document.getElementById('add-credential'));
  const form = formNamed('New credential');
  page.type(field(form, 'name'), 'shop');
  page.type(field(form, 'hosts'), 'api.example.com');
  page.type(field(form, 'fields.token'), 'tok-1');
  page.submit(form);
  await until(() => formNamed('New credential') === null);
}

test('what was stored is never called unsaved: a list that cannot be loaded says so and is loaded by Retry', async () => {
  isListed = false;
  const main = await page.mount(<CredentialsPage first={[credential('crm')]} loadedAtMs={0} />, 'en');
  await addCredential();
  expect(main.textContent).not.toContain('Not saved');
  expect(main.querySelector('[data-credential="shop"]')).not.toBeNull();
  const problem = main.querySelector('[data-part="load-problem"]');
  expect(problem?.textContent).toContain('Not up to date');
  isListed = true;
  problem?.querySelector('button')?.focus();
  await page.click(problem?.querySelector('button'));
  await until(() => !main.querySelector('[data-part="load-problem"]'));
  expect(main.querySelectorAll('[data-credential="shop"]')).toHaveLength(1);
  expect(document.activeElement?.id).toBe('main');
});

test('a new credential leaves an open form as it is, and gives the focus back to its button', async () => {
  isListed = true;
  const main = await page.mount(<CredentialsPage first={[credential('crm')]} loadedAtMs={0} />, 'en');
  await page.click(main.querySelector('[aria-label="Test crm"][type="button"]'));
  const url = () => formNamed('Test crm')?.querySelector('input') ?? null;
  page.type(url(), 'https://api.example.com/half');
  await addCredential();
  expect(url()?.value).toBe('https://api.example.com/half');
  expect(document.activeElement?.id).toBe('add-credential');
  expect(main.querySelector('[data-credential="shop"]')).not.toBeNull();
});

test('a form that is cancelled gives the focus back to the button that opened it', async () => {
  await page.mount(<CredentialsPage first={[]} loadedAtMs={0} />, 'en');
  await page.click(document.getElementById('add-credential'));
  const cancel = [...(formNamed('New credential')?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent === 'Cancel',
  );
  await page.click(cancel);
  expect(document.activeElement?.id).toBe('add-credential');
});
