import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { SearchProviderId } from '#lib/search/search-provider.ts';
import { startLoopbackServer } from '#tests/support/loopback-server.ts';
import { searchConfigSchema } from '../config/config-schema.ts';
import { makeWebSearch } from './make-web-search.ts';

const signal = new AbortController().signal;
const answering = (status: number, body: unknown) =>
  startLoopbackServer((_, response: ServerResponse) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body)),
  );
const engineAt = (base_url: string, provider: SearchProviderId = 'tavily', api_key?: string) =>
  makeWebSearch(searchConfigSchema.parse({ provider, base_url, ...(api_key && { api_key }) }));

const results = [
  { title: 'Tea', url: 'https://tea.example/', content: 'How  to\nmake tea', score: 0.9 },
  { title: null, url: 'https://cup.example/' },
  { title: 'Evil', url: 'javascript:alert(1)', content: '' },
  { title: 'Third', url: 'http://third.example/', content: 'x'.repeat(5000) },
];

test('a Tavily-compatible server receives its request format', async () => {
  const server = await answering(200, { results });
  const hits = await engineAt(`${server.origin}/api/`, 'tavily', 'tvly-1').search('how to make tea', { limit: 2, signal });
  expect(hits).toEqual([
    { title: 'Tea', url: 'https://tea.example/', snippet: 'How to make tea' },
    { title: 'https://cup.example/', url: 'https://cup.example/', snippet: '' },
  ]);
  expect(server.hits[0]).toMatchObject({ method: 'POST', url: '/api/search', headers: { authorization: 'Bearer tvly-1' } });
  expect(JSON.parse(server.hits[0]?.body ?? '')).toEqual({ query: 'how to make tea', max_results: 2 });
});

test('a SearXNG-compatible server receives its request format; only http and https results are returned', async () => {
  const server = await answering(200, { results });
  const hits = await engineAt(server.origin, 'searxng').search('tea & cake', { limit: 10, signal });
  expect(hits.map(({ url }) => url)).toEqual(['https://tea.example/', 'https://cup.example/', 'http://third.example/']);
  expect(hits[2]?.snippet).toHaveLength(1000);
  expect(server.hits[0]).toMatchObject({ method: 'GET', url: '/search?q=tea+%26+cake&format=json' });
  expect(server.hits[0]?.headers.authorization).toBeUndefined();
});

const pages = [
  { url: 'https://tea.example/', title: 'Tea', text: 'How to make tea' },
  { url: 'https://cup.example/', title: 'Cup', text: '' },
];
const found = pages.map(({ url, title, text }) => ({ url, title, snippet: text }));

test('Brave receives its request format, and marks of words are not part of an extract', async () => {
  const results = pages.map(({ url, title, text }) => ({ url, title, description: text.replace('tea', '<strong>tea</strong>') }));
  const server = await answering(200, { type: 'search', web: { results } });
  expect(await engineAt(`${server.origin}/res/v1/web`, 'brave', 'BSA-1').search('tea & cake', { limit: 50, signal })).toEqual(
    found,
  );
  expect(server.hits[0]).toMatchObject({ method: 'GET', url: '/res/v1/web/search?q=tea+%26+cake&count=20' });
  expect(server.hits[0]?.headers).toMatchObject({ 'x-subscription-token': 'BSA-1' });
});

test('Serper receives its request format', async () => {
  const organic = pages.map(({ url, title, text }) => ({ link: url, title, snippet: text, position: 1 }));
  const server = await answering(200, { searchParameters: { q: 'tea' }, organic });
  expect(await engineAt(server.origin, 'serper', 'key-1').search('tea', { limit: 2, signal })).toEqual(found);
  expect(server.hits[0]).toMatchObject({ method: 'POST', url: '/search', headers: { 'x-api-key': 'key-1' } });
  expect(JSON.parse(server.hits[0]?.body ?? '')).toEqual({ q: 'tea', num: 2 });
});

test.each([
  ['brave', { type: 'search', query: {} }],
  ['serper', { searchParameters: {} }],
] as const)('a search of %s that finds no page is not a failure, and another answer is one', async (provider, answer) => {
  const nothing = await answering(200, answer);
  expect(await engineAt(nothing.origin, provider, 'key').search('tea', { limit: 5, signal })).toEqual([]);
  const other = await answering(200, { message: 'hello' });
  await expect(engineAt(other.origin, provider, 'key').search('tea', { limit: 5, signal })).rejects.toMatchObject({
    code: 'search-failed',
  });
});

test('a name and password in the address are sent to the server, and appear nowhere else', async () => {
  const server = await answering(200, { results });
  const address = server.origin.replace('://', '://anna:p%40ss@');
  expect(await engineAt(address, 'searxng').search('tea', { limit: 1, signal })).toHaveLength(1);
  expect(server.hits[0]?.headers.authorization).toBe(`Basic ${btoa('anna:p@ss')}`);
});

test('a password that cannot be sent is not shown', async () => {
  const failure = await engineAt('http://anna:s3cret%zz@127.0.0.1:1', 'searxng')
    .search('tea', { limit: 1, signal })
    .catch((error) => error);
  expect(failure).toMatchObject({ code: 'search-failed', hint: expect.stringContaining('search.base_url') });
  expect(failure.message).not.toContain('s3cret');
});

describe('a server that does not help', () => {
  test.each([
    [401, '', 'tavily answered 401', false, 'Check search.api_key in the config file'],
    [429, '', 'tavily answered 429', true, undefined],
    [503, '', 'tavily answered 503', true, undefined],
    [200, '<html>', 'tavily did not answer with a list of results', false, undefined],
    [200, { items: [] }, 'tavily did not answer with a list of results', false, undefined],
    [200, `{"results":[],"x":"${'x'.repeat(2_100_000)}"}`, 'tavily answered more than 2000000 characters', false, undefined],
  ])('%j %j', async (status, body, message, isRetryable, hint) => {
    const server = await answering(status, body);
    const failure = await engineAt(server.origin, 'tavily', 's3cret')
      .search('tea', { limit: 5, signal })
      .catch((error) => error);
    expect(failure).toMatchObject({ name: 'NodeFailure', code: 'search-failed', isRetryable, hint });
    expect(failure.message).toContain(message);
    expect(failure.message).not.toContain('s3cret');
  });

  test('a SearXNG without JSON output is an error with the setting to change', async () => {
    const server = await answering(403, '');
    await expect(engineAt(server.origin, 'searxng').search('tea', { limit: 5, signal })).rejects.toMatchObject({
      hint: 'Add json to search.formats in the settings of SearXNG',
    });
  });

  test('a server that hangs up is worth another attempt', async () => {
    const server = await startLoopbackServer((request) => request.socket.destroy());
    await expect(engineAt(server.origin).search('tea', { limit: 5, signal })).rejects.toMatchObject({ isRetryable: true });
  });

  test('a stop ends the search with its reason', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    const server = await startLoopbackServer(() => stop.abort(reason));
    await expect(engineAt(server.origin).search('tea', { limit: 5, signal: stop.signal })).rejects.toBe(reason);
  });
});

test('a stored credential replaces the key, where the request leaves; what refuses it is the error', async () => {
  const server = await answering(200, { results });
  const config = searchConfigSchema.parse({ provider: 'tavily', base_url: server.origin, credential: 'cred_1' });
  const search = makeWebSearch(config, {
    authorize: async (id, { url, init }) => {
      if (!url.startsWith(server.origin)) throw new GuardedFetchError('credential-refused', 'It may not be sent there');
      return { url, init: { ...init, headers: { ...init.headers, authorization: `Bearer value of ${id}` } } };
    },
  });
  await search.search('tea', { limit: 1, signal });
  expect(server.hits[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer value of cred_1' } });
  expect(JSON.parse(server.hits[0]?.body ?? '')).toMatchObject({ query: 'tea' });
  const elsewhere = makeWebSearch(
    { ...config, base_url: 'http://127.0.0.1:9/' },
    {
      authorize: () => Promise.reject(new GuardedFetchError('credential-refused', 'It may not be sent there')),
    },
  );
  await expect(elsewhere.search('tea', { limit: 1, signal })).rejects.toMatchObject({
    code: 'search-failed',
    message: 'It may not be sent there',
  });
  const both = searchConfigSchema.safeParse({ provider: 'tavily', credential: 'cred_1', api_key: 'tvly-1' });
  expect(both.error?.issues[0]?.path).toEqual(['credential']);
});
