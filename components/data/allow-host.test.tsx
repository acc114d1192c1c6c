import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { AllowHost } from '#components/data/allow-host.tsx';
import { ErrorCard } from '#components/run-view/error-card.tsx';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';
import { until } from '#tests/support/eventually.ts';
import { openPage } from '#tests/support/mounted-part.tsx';

const requests: string[] = [];
const none = { source: 'default', key: 'a' };
const settings: ChangeableSettings = {
  allowedHosts: { value: ['127.0.0.1:8931'], source: 'studio', key: 'http.allowed_private_hosts' },
  search: { value: null, ...none } as never,
  embeddings: [],
  tools: [],
  retentionDays: { value: null, ...none } as never,
  runsOfWorkflow: { value: null, ...none } as never,
};
let answer = { status: 200, body: JSON.stringify(settings) };
const server = createServer((request, response) => {
  requests.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});
const page = openPage(server);
const named = (main: HTMLElement, name: string) =>
  [...main.querySelectorAll('button')].find(({ textContent }) => textContent === name) ?? null;

test('asks what will be allowed before anything is sent, then tries again', async () => {
  requests.length = 0;
  let tries = 0;
  const main = await page.mount(<AllowHost host="127.0.0.1:8931" onAllowed={() => tries++} />, 'en');
  await page.click(named(main, 'Allow 127.0.0.1:8931'));
  expect(main.textContent).toContain('Every workflow, tool, MCP server and knowledge base');
  expect(requests).toEqual([]);
  await page.click(named(main, 'Allow and try again'));
  await until(() => tries === 1);
  expect(requests).toEqual(['PUT /api/v1/settings/http/allowed-hosts/127.0.0.1:8931']);
});

test('a list that the config file locks says so, and nothing is tried again', async () => {
  const body = { error: { code: 'setting-locked', message: 'The config file sets it', requestId: 'r' } };
  answer = { status: 409, body: JSON.stringify(body) };
  let tries = 0;
  const main = await page.mount(<AllowHost host="10.0.0.5:80" onAllowed={() => tries++} />, 'en');
  await page.click(named(main, 'Allow 10.0.0.5:80'));
  await page.click(named(main, 'Allow and try again'));
  await until(() => main.querySelector('[role=alert]')?.textContent === 'The config file sets it');
  expect(tries).toBe(0);
});

test('draws nothing without a refused host', async () => {
  const main = await page.mount(<AllowHost host={null} />, 'zh-CN');
  expect(main.textContent).toBe('');
});

test('the card of a failed node offers it, also beside what else mends the failure', async () => {
  const error = { code: 'url-refused', message: 'No', privateHost: '127.0.0.1:8931' };
  const main = await page.mount(<ErrorCard error={error} actions={<button type="button">Repair</button>} />, 'en');
  expect([...main.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Allow 127.0.0.1:8931', 'Repair']);
});
