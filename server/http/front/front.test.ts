import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { defaultLanguageConfig, type LanguageConfig } from '#lib/i18n/language.ts';
import { rawExchange, statusesOf } from '#tests/support/raw-exchange.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { Front } from './front.ts';
import { servePages } from './serve-pages.ts';

/** Tells what it was asked, in place of API and pages. */
const echo = (name: string) => async (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url, headers } = request;
  const body = Buffer.concat(chunks).toString();
  const policy = headers['content-security-policy'];
  const language = headers['x-language'];
  const languages = headers['x-threadloom-languages'];
  const hosted = headers['x-threadloom-hosted-view'];
  response.end(JSON.stringify({ name, method, url, host: headers.host, body, policy, language, languages, hosted }));
};

async function openFront(languages: LanguageConfig = defaultLanguageConfig) {
  const front = new Front('127.0.0.1', { isProtected: false });
  await front.listen(0);
  onTestFinished(() => void front.server.close().closeAllConnections());
  const guard = { port: () => front.port, allowedHosts: ['studio.example:8443'] };
  const framersOf = async (slug: string) => {
    if (slug === 'away') throw new Error('The database is away');
    return slug === 'support' ? ['https://shop.example'] : [];
  };
  const isSpokenTo = async (slug: string) => slug === 'support';
  const pages = servePages(echo('pages'), { guard, languages, framersOf, isSpokenTo, isDevelopment: false });
  front.open({ api: echo('api'), pages });
  return { front, guard, url: front.url, host: `127.0.0.1:${front.port}` };
}

const head = (target: string, host: string, ...more: string[]) =>
  `${[`GET ${target} HTTP/1.1`, `Host: ${host}`, ...more, 'Connection: close'].join('\r\n')}\r\n\r\n`;
const answerOf = (exchange: string) => JSON.parse(/\{.*\}/.exec(exchange)?.[0] ?? 'null');

test.each([
  ['the cookie before the header', { cookie: 'a=1; threadloom_language=zh-CN', 'x-language': 'en' }, {}, 'zh-CN'],
  ['the default of the config', {}, { defaultLanguage: 'zh-CN' }, 'zh-CN'],
  ['no language that the config does not have', { cookie: 'threadloom_language=zh-CN' }, { supportedLanguages: ['en'] }, 'en'],
  ['an alias of the config', { 'accept-language': 'yue' }, { aliases: { yue: 'zh-CN' } }, 'zh-CN'],
] as const)('pages are shown in a language by %s', async (_, headers, config, language) => {
  const { url } = await openFront({ ...defaultLanguageConfig, ...config });
  const { text } = await rawRequest(`${url}/runs`, { headers });
  const languages = ('supportedLanguages' in config ? config.supportedLanguages : ['en', 'zh-CN']).join(' ');
  expect(JSON.parse(text)).toMatchObject({ name: 'pages', language, languages });
});

const upgrade = (start: string, host: string, ...more: string[]) =>
  `${[start, `Host: ${host}`, 'Connection: Upgrade, HTTP2-Settings, close', ...more].join('\r\n')}\r\n\r\n`;

test('an upgrade that is not wanted is ignored, and the request is answered', async () => {
  const { url, host } = await openFront();
  const h2c = ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'];
  const read = await rawExchange(url, upgrade('GET /api/v1/health HTTP/1.1', host, ...h2c));
  expect(answerOf(read)).toMatchObject({ name: 'api', method: 'GET', url: '/api/v1/health' });
  const start = upgrade('POST /api/v1/runs HTTP/1.1', host, ...h2c, 'Content-Length: 5');
  expect(answerOf(await rawExchange(url, start, 'he', 'llo'))).toMatchObject({ method: 'POST', body: 'hello' });
});

test('an unknown WebSocket upgrade is answered like a plain request', async () => {
  const { url, host, front, guard } = await openFront();
  const socket = (path: string, origin: string) => {
    const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
    return rawExchange(url, upgrade(`GET ${path} HTTP/1.1`, host, `Origin: ${origin}`, 'Upgrade: websocket', ...key));
  };
  expect(answerOf(await socket('/nowhere', front.url))).toMatchObject({ name: 'pages', url: '/nowhere' });
  front.openReloads((_request, stream) => void stream.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'), guard);
  expect(statusesOf(await socket('/_next/hmr?id=1', front.url))).toEqual([101]);
  expect(statusesOf(await socket('/nowhere', front.url))).toEqual([200]);
  expect(statusesOf(await socket('/_next/hmr?id=1', 'http://evil.example'))).toEqual([403]);
});

test.each([
  ['/health?x', 'api', '/api/v1/health?x'],
  ['/ready?probe=1', 'api', '/api/v1/ready?probe=1'],
  ['/metrics?x=1', 'api', '/metrics?x=1'],
  ['/api', 'api', '/api'],
  ['/api?x', 'api', '/api?x'],
  ['/v1/models?x', 'api', '/v1/models?x'],
  ['/v12', 'pages', '/v12'],
  ['/healthy', 'pages', '/healthy'],
  ['/?next=/health', 'pages', '/?next=/health'],
])('%s is answered by the %s', async (target, name, url) => {
  const front = await openFront();
  expect(answerOf(await rawExchange(front.url, head(target, front.host)))).toMatchObject({ name, url });
});

test('a target with scheme and host is answered as its path, and the host is the one in the target', async () => {
  const { url, host } = await openFront();
  const ask = async (target: string, sentHost = host) => answerOf(await rawExchange(url, head(target, sentHost)));
  expect(await ask(`http://${host}/api/v1/runs?limit=1`)).toMatchObject({ name: 'api', url: '/api/v1/runs?limit=1', host });
  expect(await ask(`HTTP://${host}/health`)).toMatchObject({ name: 'api', url: '/api/v1/health' });
  expect(await ask(`http://${host}`)).toMatchObject({ name: 'pages', url: '/' });
  expect(await ask(`http://${host}?x`)).toMatchObject({ name: 'pages', url: '/?x' });
  expect(await ask('https://studio.example:8443/runs', 'evil.example')).toMatchObject({
    name: 'pages',
    host: 'studio.example:8443',
  });
  expect(statusesOf(await rawExchange(url, head('http://evil.example/runs', host)))).toEqual([403]);
});

test.each([
  '*',
  'http:///runs',
  'http://user@127.0.0.1/runs',
  'http://127.0.0.1\\@evil.example/runs',
  'ftp://127.0.0.1/runs',
  '/runs#part',
])('the target %s is refused', async (target) => {
  const { url, host } = await openFront();
  const answer = await rawExchange(url, head(target, host));
  expect(statusesOf(answer)).toEqual([400]);
});

test('a target of more parameters than any operation has is refused', async () => {
  const { url, host } = await openFront();
  const target = (count: number) => `/api/v1/runs?${Array.from({ length: count }, () => '%ff').join('&')}`;
  expect(statusesOf(await rawExchange(url, head(target(500), host)))).toEqual([200]);
  expect(statusesOf(await rawExchange(url, head(target(501), host)))).toEqual([400]);
});

test.each([
  ['/_next/static/chunks/../../../settings', '/settings'],
  ['/_next/static/./x.js', '/_next/static/x.js'],
  ['/fonts/%2e%2e/settings?a=/../b', '/settings?a=/../b'],
  ['/fonts/.%2E/settings', '/settings'],
  ['/fonts\\..\\settings', '/settings'],
  ['/../../settings/.', '/settings/'],
  ['/.well-knowns/x', '/.well-knowns/x'],
  ['/a..b/...', '/a..b/...'],
  ['/fonts/..%2fsettings', '/fonts/..%2fsettings'],
])('the path of %s is read as %s', async (target, url) => {
  const front = await openFront();
  const own = { name: 'pages', url };
  expect(answerOf(await rawExchange(front.url, head(target, front.host)))).toMatchObject(own);
  expect(answerOf(await rawExchange(front.url, head(`http://${front.host}${target}`, front.host)))).toMatchObject(own);
});

test('a path leads to the API only where it ends there', async () => {
  const front = await openFront();
  const ask = async (target: string) => answerOf(await rawExchange(front.url, head(target, front.host)));
  expect(await ask('/fonts/../api/v1/runs')).toMatchObject({ name: 'api', url: '/api/v1/runs' });
  expect(await ask('/api/v1/../../settings')).toMatchObject({ name: 'pages', url: '/settings' });
});

test('a request with two hosts is refused', async () => {
  const { url, host } = await openFront();
  expect(statusesOf(await rawExchange(url, head('/runs', host, 'Host: evil.example')))).toEqual([400]);
});

test('each page has its own nonce, which a client cannot choose', async () => {
  const { url } = await openFront();
  const nonces = new Set<string>();
  for (const _ of [1, 2, 3]) {
    const { headers, text } = await rawRequest(`${url}/runs`, {
      headers: { 'content-security-policy': "script-src 'nonce-mine'" },
    });
    const policy = String(headers['content-security-policy']);
    expect(JSON.parse(text).policy).toBe(policy);
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/]{22}=='; style-src/);
    nonces.add(policy);
  }
  expect(nonces.size).toBe(3);
});

test('a file of the build has the policy of pages without a nonce', async () => {
  const { url } = await openFront();
  const { headers } = await rawRequest(`${url}/_next/static/chunks/a.js`);
  expect(headers['content-security-policy']).toMatch(/script-src 'self'; .*frame-ancestors 'none'/);
});

test('any site may link to a page, and none may load one in another way', async () => {
  const { url } = await openFront();
  const from = async (headers: Record<string, string>, method = 'GET') =>
    (await rawRequest(`${url}/runs`, { method, headers })).status;
  const crossSite = (mode: string, dest: string, site = 'cross-site') => ({
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  });
  expect(await from({})).toBe(200);
  expect(await from(crossSite('navigate', 'document'))).toBe(200);
  expect(await from(crossSite('navigate', 'document', 'same-site'))).toBe(200);
  expect(await from(crossSite('cors', 'empty', 'same-origin'))).toBe(200);
  expect(await from(crossSite('navigate', 'document', 'none'))).toBe(200);
  for (const [mode, dest] of [
    ['navigate', 'iframe'],
    ['navigate', 'object'],
    ['no-cors', 'image'],
    ['no-cors', 'script'],
    ['cors', 'empty'],
    ['websocket', 'websocket'],
  ] as const) {
    expect(await from(crossSite(mode, dest))).toBe(403);
    expect(await from(crossSite(mode, dest, 'same-site'))).toBe(403);
  }
  expect(await from({ origin: 'http://evil.example' })).toBe(403);
  expect(await from(crossSite('navigate', 'document'), 'POST')).toBe(403);
});

test('a refused page has the headers of a page', async () => {
  const { url } = await openFront();
  const { status, headers } = await rawRequest(`${url}/`, { headers: { host: 'evil.example' } });
  expect(status).toBe(403);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
});

test.each(['/runs/%', '/workflows/%E0%A4%A'])('the page path %s cannot be read', async (path) => {
  const { url, host } = await openFront();
  expect(statusesOf(await rawExchange(url, head(path, host)))).toEqual([400]);
});

const asFrame = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };

test('a chat page is shown in frames of the origins of its endpoint only, and other pages in none', async () => {
  const { url } = await openFront();
  const ask = async (path: string) => {
    const { status, headers } = await rawRequest(`${url}${path}`, { headers: asFrame });
    return { status, framers: /frame-ancestors (.*)/.exec(String(headers['content-security-policy']))?.[1] };
  };
  expect(await ask('/chat/support?frame=1')).toEqual({ status: 200, framers: 'https://shop.example' });
  expect(await ask('/chat/other')).toEqual({ status: 200, framers: "'none'" });
  expect(await ask('/chat/away')).toEqual({ status: 200, framers: "'none'" });
  for (const path of ['/', '/chat', '/chat/support/x', '/sessions'])
    expect(await ask(path), path).toEqual({ status: 403, framers: "'none'" });
});

test('the microphone is for pages with a chat that transcribes messages, and for the studio', async () => {
  const { url } = await openFront();
  const microphoneOf = async (path: string) => {
    const { headers } = await rawRequest(`${url}${path}`, {});
    return /microphone=\(\w*\)/.exec(String(headers['permissions-policy']))?.[0];
  };
  expect(await microphoneOf('/chat/support?frame=1')).toBe('microphone=(self)');
  expect(await microphoneOf('/sessions')).toBe('microphone=(self)');
  for (const path of ['/chat/other', '/chat/away', '/form/support/intake', '/chat/support/shared/0123456789abcdef0123'])
    expect(await microphoneOf(path), path).toBe('microphone=()');
});

test('the address of a chat page says its theme and language, which no client may claim for another page', async () => {
  const { url } = await openFront();
  const ask = async (path: string) =>
    JSON.parse((await rawRequest(`${url}${path}`, { headers: { 'x-threadloom-hosted-view': 'dark' } })).text);
  expect(await ask('/chat/support?theme=dark&lang=zh-CN')).toMatchObject({ hosted: 'dark', language: 'zh-CN' });
  expect(await ask('/chat/support?theme=pink')).toMatchObject({ hosted: 'system', language: 'en' });
  expect(await ask('/chat/support')).toMatchObject({ hosted: 'own' });
  const chosen = { cookie: 'a=b; threadloom_hosted_theme=light' };
  const askAgain = async (path: string) => JSON.parse((await rawRequest(`${url}${path}`, { headers: chosen })).text);
  expect(await askAgain('/chat/support?theme=dark')).toMatchObject({ hosted: 'light' });
  expect(await askAgain('/chat/support')).toMatchObject({ hosted: 'light' });
  expect(await askAgain('/chat/support?theme=dark&frame=1')).toMatchObject({ hosted: 'dark' });
  expect(await ask('/runs')).not.toHaveProperty('hosted');
});

test('the script of the widget is loaded by other sites, and no other file', async () => {
  const { url } = await openFront();
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
  const widget = await rawRequest(`${url}/widget.js`, { headers });
  expect(widget.status).toBe(200);
  expect(widget.headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect((await rawRequest(`${url}/favicon.ico`, { headers })).status).toBe(403);
});

test('what programs look for at the root of a host is answered by the API', async () => {
  const { url } = await openFront();
  for (const path of ['/.well-known/agent-card.json', '/.well-known/oauth-protected-resource', '/register'])
    expect(JSON.parse((await rawRequest(`${url}${path}`)).text)).toMatchObject({ name: 'api', url: path });
  expect(JSON.parse((await rawRequest(`${url}/registered`)).text)).toMatchObject({ name: 'pages' });
});

test.each([
  ['en', 'Threadloom is starting'],
  ['zh-CN', 'Threadloom 正在启动'],
])(
  'while the server starts, a browser gets a page in %s that reloads by itself, and a program a line',
  async (language, title) => {
    const front = new Front('127.0.0.1', { isProtected: false });
    await front.listen(0);
    onTestFinished(() => void front.server.close().closeAllConnections());
    const page = await rawRequest(`${front.url}/runs`, { headers: { accept: 'text/html,*/*', 'accept-language': language } });
    expect(page.status).toBe(503);
    expect(page.text).toContain(`<h1>${title}</h1>`);
    expect(page.text).toContain('<meta http-equiv="refresh" content="1">');
    expect(page.text).not.toContain('<script');
    expect((await rawRequest(`${front.url}/api/v1/health`)).text).toBe('Threadloom is starting');
  },
);
