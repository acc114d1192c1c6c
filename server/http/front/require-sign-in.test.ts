import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { rawExchange, statusesOf } from '#tests/support/raw-exchange.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { Front } from './front.ts';
import { requireSignIn } from './require-sign-in.ts';

/** Pages that show their request, for those who send the cookie `in`. */
async function openPages({ isSignedIn = async ({ headers }: IncomingMessage) => headers.cookie === 'in' } = {}) {
  const pages = requireSignIn(
    (request, response) =>
      void response.end(JSON.stringify({ url: request.url, view: request.headers['x-threadloom-sign-in-view'] })),
    { isSignedIn, onError: () => {} },
  );
  const server = createServer(pages);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const { status, headers: answered, text } = await rawRequest(`${url}${path}`, { headers, method });
    return { status, location: answered.location, text };
  };
}

test('every page leads to the sign-in, which leads back; parts of pages and other methods are refused', async () => {
  const ask = await openPages();
  expect(await ask('/')).toMatchObject({ status: 303, location: '/sign-in' });
  expect(await ask('/runs?status=failed')).toMatchObject({ status: 303, location: '/sign-in?next=%2Fruns%3Fstatus%3Dfailed' });
  expect(await ask('//evil.example/x')).toMatchObject({ status: 303, location: '/sign-in' });
  expect(await ask('/runs', { 'sec-fetch-mode': 'cors', rsc: '1' })).toMatchObject({ status: 401 });
  expect(await ask('/runs', { 'sec-fetch-mode': 'no-cors' })).toMatchObject({ status: 401 });
  expect(await ask('/runs', {}, 'POST')).toMatchObject({ status: 401 });
  expect(await ask('/runs', { cookie: 'in' })).toMatchObject({ status: 200 });
});

test('the sign-in page and what it loads are shown to everybody, and nothing else', async () => {
  const ask = await openPages();
  for (const path of [
    '/_next/static/chunk.js',
    '/icon.svg',
    '/favicon.ico',
    '/fonts/inter.woff2',
    '/widget.js',
    '/schema/workflow.schema.json',
    '/chat/support',
    '/form/support/contact',
    // Wrong addresses of visitors, who have no sign-in.
    '/chat',
    '/chat/Support/x',
    '/form/support',
  ])
    expect((await ask(path)).status, path).toBe(200);
  for (const path of [
    '/_next/image?url=x',
    '/schema/workflow.json',
    '/sign-in/x',
    '/SIGN-IN',
    '/sign-in.txt',
    '/chats',
    '/forms/support',
    '/CHAT/support',
    '/widget.js.map',
    '/schema/other.json',
  ])
    expect((await ask(path)).status, path).toBe(303);
  expect(JSON.parse((await ask('/sign-in?next=%2Fruns')).text)).toEqual({ url: '/sign-in?next=%2Fruns', view: '1' });
});

/** Spellings of pages behind the sign-in, below and beside what is public. */
const spellings = [
  ...[
    '/settings',
    '/./settings',
    '//settings',
    '///settings',
    '/SETTINGS',
    '/settings/',
    '/settings;x',
    '/settings%00',
    '/%73ettings',
  ],
  ...['/_next/static/chunks/../../../settings', '/_next/static/../../settings', '/_next/static/./../../settings'],
  ...['/_next/static//../../settings', '/_next/static/..//../settings', '/_next/static/..;/..;/settings', '/_next/static/..'],
  ...['/_next/static/..%2f..%2fsettings', '/_next/static/..%2F..%2Fsettings', '/_next/static/%2e%2e/%2e%2e/settings'],
  ...['/_next/static/.%2e/%2E./settings', '/_next/static/%2e%2e%2f%2e%2e%2fsettings', '/_next/static/..%5c..%5csettings'],
  ...['/_next/static/..\\..\\settings', '/_next\\static\\..\\..\\settings', '/_next/static/%252e%252e/%252e%252e/settings'],
  ...['/_next/static/..%252f..%252fsettings', '/_next/static/%00/../../../settings', '/_next/static/x%00/settings'],
  ...['/_NEXT/static/../../settings', '/_next/static/%2e%2e/server/app-paths-manifest.json', '/_next/static/%0d%0a/x'],
  ...[
    '/fonts/../settings',
    '/fonts/..%2fsettings',
    '/fonts/%2e%2e/settings',
    '/fonts/..;/settings',
    '/fonts/../.data/secret.key',
  ],
  ...[
    '/icon.svg/../settings',
    '/widget.js/../settings',
    '/favicon.ico/..%2fsettings',
    '/sign-in/../settings',
    '/sign-in/..%2fsettings',
  ],
  ...[
    '/chat/support/../../settings',
    '/chat/..%2fsettings',
    '/chat/%2e%2e/settings',
    '/chat//support',
    '/chat/support;/settings',
  ],
  ...['/form/support/../../settings', '/form/support/%2e%2e/%2e%2e/settings', '/form/..%2f..%2fsettings/x'],
  ...['/api/../settings', '/api/v1/%2e%2e/../settings', '/v1/../settings', '/health/../settings', '/metrics/..%2fsettings'],
];

test('no spelling of a path leads past the sign-in', async () => {
  const front = new Front('127.0.0.1', { isProtected: true });
  await front.listen(0);
  onTestFinished(() => void front.server.close().closeAllConnections());
  const served: string[] = [];
  const show = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    served.push(url);
    response.end('a page');
  };
  const pages = requireSignIn(show, { isSignedIn: async () => false, onError: () => {} });
  front.open({ api: (_request, response) => void response.writeHead(404).end(), pages });
  const authority = front.url.slice('http://'.length);
  const targets = spellings.flatMap((path) => [path, `http://${authority}${path}`, `${path}?x=/../_next/static/x.js`]);
  const ask = async (target: string) => {
    const answer = await rawExchange(front.url, `GET ${target} HTTP/1.1\r\nHost: ${authority}\r\nConnection: close\r\n\r\n`);
    return { target, statuses: statusesOf(answer) };
  };
  const answers = await Promise.all(targets.map(ask));
  expect(answers.filter(({ statuses: [status = 0] }) => ![303, 400, 401, 404].includes(status))).toEqual([]);
  expect(served).toEqual([]);
  expect((await ask('/_next/static/chunks/./x.js')).statuses).toEqual([200]);
  expect(served).toEqual(['/_next/static/chunks/x.js']);
});

test('a client cannot claim to be on the sign-in page, and who is signed in leaves it, for pages of this server only', async () => {
  const ask = await openPages();
  expect(JSON.parse((await ask('/runs', { cookie: 'in', 'x-threadloom-sign-in-view': '1' })).text)).toEqual({ url: '/runs' });
  const leave = async (next: string) => (await ask(`/sign-in?next=${encodeURIComponent(next)}`, { cookie: 'in' })).location;
  expect(await leave('/runs?a=1')).toBe('/runs?a=1');
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])
    expect(await leave(next)).toBe('/');
});

test('a failed look-up opens nothing', async () => {
  const ask = await openPages({ isSignedIn: () => Promise.reject(new Error('The database is away')) });
  expect(await ask('/runs', { cookie: 'in' })).toMatchObject({ status: 503 });
});
