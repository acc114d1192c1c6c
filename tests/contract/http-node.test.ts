import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import type { Effect, ExecutorContext } from '#engine/contract/define-executor.ts';
import execute from '#engine/executors/http.executor.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { compileCel } from '#lib/expression/condition.ts';
import { compileValue } from '#lib/expression/template.ts';
import { effectsOf, type Port } from '#lib/node-kit/define-node.ts';
import { expressionModes } from '#lib/node-kit/field-expressions.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import { portsOf } from '#lib/workflow/node-ports.ts';
import httpGuide from '#nodes/http/http.guide.ts';
import http from '#nodes/http/http.node.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { makeWorkspaceFiles } from '#server/storage/workspace-files.ts';
import { makeExecutorContext } from '../support/executor-context.ts';
import { type LoopbackServer, startLoopbackServer } from '../support/loopback-server.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';

type Config = z.input<typeof http.config>;
const portOf = (config: object) => portsOf(http, config)?.out as Port;

/** Runs the node against a real server, with a guarded fetch that allows only that server. */
async function request(
  server: LoopbackServer,
  config: Omit<Config, 'url'> & { url?: string },
  signal?: AbortSignal,
  tools?: ExecutorContext['tools'],
) {
  const fetch = makeSafeFetch({ allowedPrivateHosts: [server.host] });
  onTestFinished(() => fetch.close());
  const evaluate: ExecutorContext['evaluate'] = (source, more = {}) => compileCel(source).evaluate(more);
  const { context } = makeExecutorContext({ fetch, evaluate, ...(signal && { signal }), ...(tools && { tools }) });
  return execute({ config: http.config.parse({ url: server.origin, ...config }), context });
}

const answering = (status: number, headers: Record<string, string>, body: string | Buffer) =>
  startLoopbackServer((_, response: ServerResponse) => response.writeHead(status, headers).end(body));
const json = { 'content-type': 'application/json; charset=utf-8' };

test.each(httpGuide.examples)('the example "$title" is sent as described', async ({ config, scope = {} }) => {
  const server = await answering(200, json, '{"items":[1,2]}');
  const resolved = compileValue(config, expressionModes(http)).evaluate(scope) as Config;
  const url = new URL(resolved.url);
  const fired = await request(server, { ...resolved, url: `${server.origin}${url.pathname}` });
  expect(fired).toMatchObject({ out: { status: 200, body: config.next === undefined ? { items: [1, 2] } : [1, 2] } });
  expect(checkJsonSchema(fired.out, portOf(config).schema)).toEqual([]);
  expect(server.hits[0]?.method).toBe(resolved.method ?? 'GET');
});

describe('the request', () => {
  test('an address keeps its escapes as the author wrote them when parameters are added', async () => {
    const server = await answering(200, {}, '');
    await request(server, { url: `${server.origin}/echo?q=%C4%E3&s=a%20b`, query: { page: 1 } });
    expect(server.hits[0]?.url).toBe('/echo?q=%C4%E3&s=a%20b&page=1');
  });

  test('query values are escaped and added to those of the URL; headers are sent', async () => {
    const server = await answering(200, {}, '');
    await request(server, {
      url: `${server.origin}/a?x=1`,
      query: { q: 'tea & cake', page: 2, isNew: true },
      headers: { 'X-Count': 3 },
    });
    expect(server.hits[0]).toMatchObject({
      method: 'GET',
      url: '/a?x=1&q=tea+%26+cake&page=2&isNew=true',
      headers: { 'x-count': '3' },
      body: '',
    });
  });

  test.each(['GET', 'POST'] as const)('a body is sent with %s', async (method) => {
    const server = await answering(200, {}, '');
    await request(server, { method, body: { query: { match_all: {} } } });
    expect(server.hits[0]).toMatchObject({
      method,
      headers: { 'content-type': 'application/json', 'content-length': '26' },
      body: '{"query":{"match_all":{}}}',
    });
  });

  test('a list in the query repeats its parameter', async () => {
    const server = await answering(200, {}, '');
    await request(server, { query: { id: [1, 'b c'], page: 2 } });
    expect(server.hits[0]?.url).toBe('/?id=1&id=b+c&page=2');
  });

  test('a value is sent as JSON, and a text as JSON that it is already', async () => {
    const server = await answering(200, {}, '');
    await request(server, { method: 'POST', body: { id: 7, tags: ['a'] } });
    await request(server, { method: 'PUT', body: '{"a":1}' });
    await request(server, { method: 'PATCH', body: [1], headers: { 'Content-Type': 'application/merge-patch+json' } });
    expect(server.hits.map(({ method, body, headers }) => [method, body, headers['content-type']])).toEqual([
      ['POST', '{"id":7,"tags":["a"]}', 'application/json'],
      ['PUT', '{"a":1}', 'application/json'],
      ['PATCH', '[1]', 'application/merge-patch+json'],
    ]);
  });

  test('as text, a text goes out unchanged, and anything else as JSON', async () => {
    const server = await answering(200, {}, '');
    await request(server, { method: 'PUT', bodyType: 'text', body: 'plain', headers: { 'Content-Type': 'text/csv' } });
    await request(server, { method: 'PUT', bodyType: 'text', body: { a: 1 } });
    expect(server.hits.map(({ body, headers }) => [body, headers['content-type']])).toEqual([
      ['plain', 'text/csv'],
      ['{"a":1}', 'application/json'],
    ]);
  });

  test('as a form, fields are encoded; a list repeats its field and null omits it', async () => {
    const server = await answering(200, {}, '');
    await request(server, { method: 'POST', bodyType: 'form', body: { q: 'tea & cake', id: [1, 2], none: null, o: { a: 1 } } });
    expect(server.hits[0]).toMatchObject({
      body: 'q=tea+%26+cake&id=1&id=2&o=%7B%22a%22%3A1%7D',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  });

  test('as multipart, files and lists of files go out with name and type', async () => {
    const server = await answering(200, {}, '');
    const file = { name: 'a.csv', mediaType: 'text/csv', text: 'a,b' };
    const photos = [file, { ...file, name: 'b.csv', text: 'c,d' }];
    await request(server, { method: 'POST', bodyType: 'multipart', body: { title: 'Report', file, photos } });
    const { headers, body = '' } = server.hits[0] ?? {};
    const form = await new Response(body, { headers: { 'content-type': String(headers?.['content-type']) } }).formData();
    expect(form.get('title')).toBe('Report');
    const sent = form.get('file') as File;
    expect([sent.name, sent.type, await sent.text()]).toEqual(['a.csv', 'text/csv', 'a,b']);
    // Each file of a list is a part of its own, as an input of several files.
    expect((form.getAll('photos') as File[]).map(({ name }) => name)).toEqual(['a.csv', 'b.csv']);
  });

  test('as a file, its bytes go out with its type', async () => {
    const server = await answering(200, {}, '');
    const body = { mediaType: 'image/png', base64: Buffer.from('bytes').toString('base64') };
    await request(server, { method: 'PUT', bodyType: 'file', body });
    expect(server.hits[0]).toMatchObject({ body: 'bytes', headers: { 'content-type': 'image/png' } });
  });

  test.each([
    ['form', 'a text', 'The body has no fields'],
    ['multipart', [1], 'The body has no fields'],
    ['file', { title: 'x' }, 'The body is no file'],
  ] as const)('as %s, %j is refused before anything is sent', async (bodyType, body, message) => {
    const server = await answering(200, {}, '');
    await expect(request(server, { method: 'POST', bodyType, body: body as never })).rejects.toMatchObject({
      code: 'http-request-invalid',
      path: 'config.body',
      message,
    });
    expect(server.hits).toEqual([]);
  });

  test('reading methods have the effect read, others write', () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    expect(methods.map((method) => effectsOf(http, http.config.parse({ url: 'x', method })))).toEqual([
      'read',
      'read',
      'write',
      'write',
      'write',
      'write',
    ]);
    expect(effectsOf(http, { url: '{{start.url}}' })).toBe('read');
  });
});

describe('the ledger', () => {
  const send = async (server: LoopbackServer, config: Omit<Config, 'url'>, overrides: Partial<ExecutorContext> = {}) => {
    const fetch = makeSafeFetch({ allowedPrivateHosts: [server.host] });
    onTestFinished(() => fetch.close());
    const executor = makeExecutorContext({ fetch, ...overrides });
    const run = () =>
      execute({ config: http.config.parse({ url: `${server.origin}/orders?key=s3cret`, ...config }), context: executor.context });
    return { ...executor, run };
  };

  test('an answered write is not sent again; a read is', async () => {
    const server = await answering(201, json, '{"id":7}');
    const writing = await send(server, { method: 'POST', body: {} });
    const first = await writing.run();
    expect(await writing.run()).toEqual(first);
    expect(server.hits).toHaveLength(1);
    const reading = await send(server, {});
    await reading.run();
    await reading.run();
    expect(server.hits).toHaveLength(3);
    expect(reading.effects.size).toBe(0);
  });

  test('a request that failed is sent again, with the same key', async () => {
    const server = await startLoopbackServer((_, response) => response.writeHead(server.hits.length === 1 ? 503 : 200).end());
    const { run } = await send(server, { method: 'POST' });
    await expect(run()).rejects.toMatchObject({ code: 'http-status', isRetryable: true });
    expect(await run()).toMatchObject({ out: { status: 200 } });
    expect(server.hits.map(({ headers }) => headers['idempotency-key'])).toEqual(['idem_request', 'idem_request']);
  });

  test('declares which requests may be repeated after a crash, by the method unless the node sets it', async () => {
    const server = await answering(200, {}, '');
    const asked: Effect[] = [];
    const effect: ExecutorContext['effect'] = (one, perform) => {
      asked.push(one);
      return perform({ idempotencyKey: 'key' });
    };
    for (const config of [{ method: 'POST' }, { method: 'PATCH' }, { method: 'PUT' }, { method: 'DELETE' }] as const)
      await (await send(server, config, { effect })).run();
    await (await send(server, { method: 'POST', isRepeatable: true, headers: { 'Idempotency-Key': 'mine' } }, { effect })).run();
    expect(asked.map(({ name, isRepeatable }) => [name.replace(server.origin, ''), isRepeatable])).toEqual([
      ['POST /orders', false],
      ['PATCH /orders', false],
      ['PUT /orders', true],
      ['DELETE /orders', true],
      ['POST /orders', true],
    ]);
    expect(server.hits.at(-1)?.headers['idempotency-key']).toBe('mine');
  });
});

/** Text in a charset that nothing names. */
const undeclared = 'Сумма договора составляет сорок два рубля.';

describe('the answer', () => {
  test.each([
    { type: 'application/json', body: '{"a":1}', value: { a: 1 } },
    { type: 'application/problem+json; charset=utf-8', body: '[1]', value: [1] },
    { type: 'application/json', body: '', value: null },
    { type: 'text/plain', body: '{"a":1}', value: '{"a":1}' },
    { type: 'text/html; profile=application/json', body: '<p>', value: '<p>' },
    { type: 'text/plain; charset=iso-8859-1', body: Buffer.from([0x63, 0x61, 0x66, 0xe9]), value: 'café' },
    { type: 'text/plain; charset=klingon', body: 'café', value: 'café' },
    { type: "text/plain; charset='gb2312'", body: iconv.encode('你好', 'gbk'), value: '你好' },
    { type: 'text/plain', body: iconv.encode('\ufeff你好', 'utf-16le'), value: '你好' },
    {
      type: 'text/html',
      body: iconv.encode('<meta charset=gb2312><p>你好', 'gbk'),
      value: '<meta charset=gb2312><p>你好',
    },
    {
      type: 'application/xml',
      body: iconv.encode('<?xml version="1.0" encoding="ISO-8859-1"?><n>Café</n>', 'latin1'),
      value: '<?xml version="1.0" encoding="ISO-8859-1"?><n>Café</n>',
    },
    { type: 'text/plain', body: iconv.encode(undeclared, 'win1251'), value: undeclared },
  ])('$type $body is read as $value', async ({ type, body, value }) => {
    const server = await answering(200, { 'content-type': type, 'X-Total': '2' }, body);
    expect(await request(server, {})).toMatchObject({ out: { status: 200, body: value, headers: { 'x-total': '2' } } });
  });

  test('a guessed charset is named, and another one may be chosen', async () => {
    const russian = await answering(200, { 'content-type': 'text/plain' }, iconv.encode(undeclared, 'win1251'));
    expect(await request(russian, {})).toMatchObject({ out: { body: undeclared, guessedCharset: 'windows-1251' } });
    expect(await request(russian, { charset: 'koi8-r' })).toEqual({ out: expect.not.objectContaining({ body: undeclared }) });
    const wrong = await answering(200, { 'content-type': 'text/plain; charset=utf-8' }, iconv.encode('你好', 'gbk'));
    expect((await request(wrong, { charset: 'gb18030' })).out).toMatchObject({ body: '你好' });
    expect((await request(wrong, { charset: 'gb18030' })).out).not.toHaveProperty('guessedCharset');
    expect(http.config.safeParse({ url: 'https://a.test', charset: 'klingon' }).error?.issues[0]?.message).toMatch(/gb18030/);
  });

  test('numbers that a number does not hold are texts, and their fields are named', async () => {
    const server = await answering(200, json, '{"id":1234567890123456789,"n":12,"items":[{"p":0.1234567890123456789},{"p":1}]}');
    const fired = await request(server, {});
    expect(fired).toMatchObject({
      out: {
        body: { id: '1234567890123456789', n: 12, items: [{ p: '0.1234567890123456789' }, { p: 1 }] },
        numbersAsText: ['body.id', 'body.items[].p'],
      },
    });
    expect(checkJsonSchema(fired.out, portOf({}).schema)).toEqual([]);
    const pages = await request(server, { next: 'page.index < 1 ? {"query": {"page": 2}} : null', items: 'page.body.items' });
    expect(pages).toMatchObject({ out: { body: { length: 4 }, numbersAsText: ['body.id', 'body.items[].p'] } });
  });

  const packers = {
    gzip: gzipSync,
    deflate: deflateSync,
    'raw deflate': deflateRawSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  };
  const long =
    'What a server sends, from its beginning to its end. '.repeat(100) + Array.from({ length: 2000 }, (_, at) => at * at);

  test.each(Object.entries(packers))('packed with %s it is unpacked, and a failure when it was cut off', async (name, pack) => {
    const packed = pack(long);
    const headers = { 'content-type': 'text/plain', 'content-encoding': name.replace('raw ', '') };
    expect(await request(await answering(200, headers, packed), {})).toMatchObject({ out: { body: long } });
    for (const length of [1, packed.length >> 1, packed.length - 1]) {
      const failure = await request(await answering(200, headers, packed.subarray(0, length)), {}).catch((error) => error);
      expect(failure).toMatchObject({ code: 'connection-failed', isRetryable: true, message: /cut off/ });
    }
  });

  test('packed twice it is unpacked twice; an unknown encoding stays, and answers without a body have nothing to unpack', async () => {
    const type = { 'content-type': 'text/plain' };
    const twice = await answering(200, { ...type, 'content-encoding': 'deflate, GZIP' }, gzipSync(deflateSync(long)));
    expect(await request(twice, {})).toMatchObject({ out: { body: long } });
    const many = await answering(200, { ...type, 'content-encoding': Array(6).fill('gzip').join() }, gzipSync(long));
    await expect(request(many, {})).rejects.toMatchObject({ code: 'connection-failed', message: /6 content encodings/ });
    const unknown = await answering(200, { ...type, 'content-encoding': 'aws-chunked' }, 'as it is');
    expect(await request(unknown, {})).toMatchObject({ out: { body: 'as it is' } });
    for (const [status, method] of [
      [200, 'GET'],
      [204, 'GET'],
      [200, 'HEAD'],
    ] as const) {
      const empty = await answering(status, { ...type, 'content-encoding': 'gzip' }, '');
      expect(await request(empty, { method })).toMatchObject({ out: { status, body: '' } });
    }
  });

  test('an answer that is shorter than its length, or whose last chunk is missing, is a failure', async () => {
    const short = await startLoopbackServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const unended = await startLoopbackServer((_, response) => {
      response.write('half', () => response.destroy());
    });
    for (const server of [short, unended])
      await expect(request(server, {})).rejects.toMatchObject({ code: 'connection-failed', isRetryable: true });
  });

  test('headers in UTF-8 are read as that, and an address in one is followed', async () => {
    const utf8 = (text: string) => Buffer.from(text).toString('latin1');
    const server = await startLoopbackServer(({ url }, response) => {
      if (url === '/') response.writeHead(302, { location: utf8('/résumé/你') }).end();
      else response.writeHead(200, { 'x-name': utf8('résumé 你'), 'x-old': 'caf\xe9', 'content-type': 'text/plain' }).end(url);
    });
    const { out } = await request(server, {});
    expect(out).toMatchObject({ body: encodeURI('/résumé/你'), headers: { 'x-name': 'résumé 你', 'x-old': 'café' } });
  });

  const png = Buffer.from('89504e470d0a1a0a00ff', 'hex');

  test('bytes that are not text become a file of the workspace, named by the server or the address', async () => {
    const root = await mkdtemp(join(tmpdir(), 'threadloom-answers-'));
    onTestFinished(() => rm(root, { recursive: true }));
    const files = makeWorkspaceFiles({ root, denyGlobs: [], maxFileBytes: 1000 });
    const tools = makeToolKit({ payloads: makeMemoryPayloads(), files });
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="../my photo.png"' };
    const named = await request(await answering(200, headers, png), {}, undefined, tools);
    const path = 'runs/run_test/node/my_photo.png';
    expect(named).toMatchObject({ out: { body: { name: 'my_photo.png', path, sizeBytes: 10, mediaType: 'image/png' } } });
    expect(await files.readBytes(workspaceId('ws_test'), path)).toEqual(png);
    const server = await answering(200, { 'content-type': 'application/pdf' }, png);
    const unnamed = await request(server, { url: `${server.origin}/reports/2026.pdf?x=1` }, undefined, tools);
    expect(unnamed).toMatchObject({ out: { body: { name: '2026.pdf', mediaType: 'application/pdf' } } });
  });

  test('without a folder for files the value has the content', async () => {
    const server = await answering(200, { 'content-type': 'image/png' }, png);
    expect(await request(server, {})).toMatchObject({
      out: { body: { name: 'answer', mediaType: 'image/png', sizeBytes: 10, base64: png.toString('base64') } },
    });
  });

  test.each([
    ['json', 'text/plain', '{"a":1}', { a: 1 }],
    ['text', 'application/json', '{"a":1}', '{"a":1}'],
    ['file', 'text/csv', 'a,b', { mediaType: 'text/csv', base64: Buffer.from('a,b').toString('base64') }],
  ] as const)('is %s where the config says so', async (answer, type, body, value) => {
    expect(await request(await answering(200, { 'content-type': type }, body), { answer })).toMatchObject({
      out: { body: value },
    });
  });

  test('an error status with bytes has none of them in its message', async () => {
    const server = await answering(500, { 'content-type': 'image/png' }, png);
    const { message } = (await request(server, {}).catch((error) => error)) as Error;
    expect(message).toBe(`GET ${server.origin}/ answered 500`);
  });

  test('invalid JSON fails with a clear error', async () => {
    const server = await answering(200, json, '<html>');
    await expect(request(server, {})).rejects.toMatchObject({ code: 'http-body-invalid', isRetryable: false });
  });

  test.each([
    { status: 404, isRetryable: false },
    { status: 429, isRetryable: true },
    { status: 503, isRetryable: true },
  ])('$status is a failure, worth a retry: $isRetryable', async ({ status, isRetryable }) => {
    const server = await answering(status, { 'content-type': 'text/plain' }, `  sorry,\n  ${'x'.repeat(1000)}`);
    const failure = await request(server, { url: `${server.origin}/items?key=s3cret` }).catch((error) => error);
    expect(failure).toMatchObject({ name: 'NodeFailure', code: 'http-status', isRetryable });
    expect(failure.message).toContain(`GET ${server.origin}/items answered ${status}: sorry, xxx`);
    expect(failure.message).not.toContain('s3cret');
    expect(failure.message.length).toBeLessThan(500);
  });

  test.each([
    ['3', 3000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['soon', undefined],
  ])('a failure knows the wait of Retry-After: %s', async (wait, retryAfterMs) => {
    const server = await answering(503, { 'retry-after': wait, date: 'Thu, 01 Jan 2026 00:00:00 GMT' }, '');
    expect(await request(server, {}).catch((error) => error)).toMatchObject({ code: 'http-status', retryAfterMs });
  });

  test('with failOnStatus off it is an answer like any other', async () => {
    const server = await answering(404, json, '{"error":"none"}');
    expect(await request(server, { failOnStatus: false })).toMatchObject({ out: { status: 404, body: { error: 'none' } } });
  });
});

describe('what goes wrong', () => {
  test('an address that is not allowed is refused for good, at the field', async () => {
    const allowed = await answering(200, {}, '');
    const other = await answering(200, {}, '');
    await expect(request(allowed, { url: other.origin })).rejects.toMatchObject({
      name: 'NodeFailure',
      code: 'url-refused',
      isRetryable: false,
      path: 'config.url',
      hint: expect.stringContaining('http.allowed_private_hosts'),
    });
    expect(other.hits).toEqual([]);
  });

  test('an invalid URL is named', async () => {
    const server = await answering(200, {}, '');
    await expect(request(server, { url: 'example.com/items' })).rejects.toMatchObject({
      code: 'url-invalid',
      path: 'config.url',
    });
  });

  test('a header with a line break is refused, at its field', async () => {
    const server = await answering(200, {}, '');
    await expect(request(server, { headers: { 'x-note': 'a\r\nb: c' } })).rejects.toMatchObject({
      code: 'request-invalid',
      path: 'config.headers',
    });
  });

  test('a server that hangs up is worth a retry', async () => {
    const server = await startLoopbackServer((received) => received.socket.destroy());
    await expect(request(server, {})).rejects.toMatchObject({ code: 'connection-failed', isRetryable: true });
  });

  test('a server that does not answer in time is worth a retry', async () => {
    const server = await startLoopbackServer(() => {});
    await expect(request(server, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'http-timed-out',
      isRetryable: true,
      path: 'config.timeoutMs',
    });
  });

  test('a stop reaches the server and passes on its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped');
    const closed = Promise.withResolvers<void>();
    const server = await startLoopbackServer((_, response) => {
      response.on('close', () => closed.resolve());
      controller.abort(reason);
    });
    await expect(request(server, {}, controller.signal)).rejects.toBe(reason);
    await closed.promise;
  });
});

test('JSON that is nested too deep is a failure', async () => {
  const deep = (levels: number) => answering(200, json, '['.repeat(levels) + ']'.repeat(levels));
  await expect(request(await deep(100), {})).resolves.toMatchObject({ out: { status: 200 } });
  await expect(request(await deep(2500), {})).rejects.toMatchObject({ code: 'http-body-invalid', message: /200 levels/ });
});

test.each([
  ['a number that a double cannot hold', '{"rows":[{"price":1e400}]}', /number beyond what a double holds .* at rows\[0\].price/],
  ['a million values', `[${'1,'.repeat(1_000_000)}1]`, /more than 250000 values/],
])('JSON with %s is a failure of the node itself', async (_, body, message) => {
  const server = await answering(200, json, body);
  await expect(request(server, {})).rejects.toMatchObject({ code: 'http-body-invalid', message });
});
