import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { ToolHandlerRegistry } from '#engine/contract/define-tool-handler.ts';
import { SuspendedError } from '#engine/contract/suspended-error.ts';
import executeToolCall from '#engine/executors/tool-call.executor.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { handlerRegistry } from '#engine/tool-handlers/registry.gen.ts';
import { runToolCalls } from '#engine/tools/run-tool-calls.ts';
import { wordCall } from '#lib/i18n/word-call.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { WebSearch } from '#lib/ports/web-search.ts';
import { toolGroups } from '#lib/tools/define-tool.ts';
import { toolJsonSchema } from '#lib/tools/tool-catalogue.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import toolCall from '#nodes/tool-call/tool-call.node.ts';
import { makeCommands } from '#server/commands/make-commands.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { makeWorkspaceFiles } from '#server/storage/workspace-files.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { makeExecutorContext } from '../support/executor-context.ts';
import { BLOCK_LIMIT_MS, longestBlockMs } from '../support/longest-block.ts';
import { type LoopbackServer, startLoopbackServer } from '../support/loopback-server.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { makeTestSandbox } from '../support/test-sandbox.ts';

const definitions = Object.values(toolRegistry);
const handlers: ToolHandlerRegistry = handlerRegistry;

describe.each(definitions.map((definition) => [definition.id, definition] as const))('%s', (id, definition) => {
  test('can be offered to every model: its id, its words, and arguments that are described', () => {
    expect(Object.keys(toolRegistry)).toContain(id);
    expect(id).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/);
    expect(toolGroups).toContain(definition.group);
    for (const text of [definition.title, definition.description]) expect(text.trim().length).toBeGreaterThan(5);
    expect(definition.aliases?.['zh-CN']).toMatch(/\p{Script=Han}/u);
    const schema = toolJsonSchema(definition.input, 'input') as {
      properties: Record<string, JsonSchema>;
      additionalProperties: unknown;
    };
    expect(schema.additionalProperties).toBe(false);
    expect(JSON.stringify(schema)).not.toContain('$ref');
    for (const [name, field] of Object.entries(schema.properties))
      if (name !== 'method') expect([name, field.description]).not.toContain(undefined);
  });

  test('has a handler that loads', async () => {
    expect((await handlers[id]?.())?.default).toBeTypeOf('function');
  });
});

test('no two tools share a name', () => {
  const names = definitions.flatMap(({ id, aliases }) => [id, ...Object.values(aliases ?? {})]);
  expect(new Set(names).size).toBe(names.length);
});

const sandbox = makeTestSandbox();
afterAll(() => sandbox.close());

/** The built-in tools with real files and a guarded fetch that allows only these servers. */
async function setUp({
  servers = [],
  search,
  settings,
}: {
  servers?: LoopbackServer[];
  search?: WebSearch;
  settings?: Parameters<typeof makeToolKit>[0]['settings'];
} = {}) {
  const root = await mkdtemp(join(tmpdir(), 'threadloom-tools-'));
  const fetch = makeSafeFetch({ allowedPrivateHosts: servers.map(({ host }) => host) });
  onTestFinished(async () => {
    await fetch.close();
    await rm(root, { recursive: true, force: true });
  });
  const files = makeWorkspaceFiles({ root, denyGlobs: ['*.key'], maxFileBytes: 100_000 });
  const documents = makeDocumentReader();
  const tools = makeToolKit({ payloads: makeMemoryPayloads(), files, search, sandbox, documents, ...(settings && { settings }) });
  const executor = makeExecutorContext({ tools, fetch, isRemembered: () => true });
  let calls = 0;
  const call = async (name: keyof typeof toolRegistry, input: object): Promise<ToolResult> => {
    const step = `step-${++calls}`;
    const [result] = await runToolCalls([{ id: 'c1', name, input }], executor.context, { step, largeData: 'whole' });
    if (result?.status === 'success') z.parse(toolRegistry[name].output, result.data);
    return result as ToolResult;
  };
  return { ...executor, call, root };
}

const answering = (status: number, headers: Record<string, string>, body: string | Buffer) =>
  startLoopbackServer((_, response: ServerResponse) => response.writeHead(status, headers).end(body));
const html = { 'content-type': 'text/html; charset=utf-8' };

describe('time-now', () => {
  test.each([
    [undefined, '2026-01-01T00:00:00.000Z', 'Thursday', 'UTC'],
    ['Asia/Shanghai', '2026-01-01T08:00:00.000+08:00', 'Thursday', 'Asia/Shanghai'],
    ['America/St_Johns', '2025-12-31T20:30:00.000-03:30', 'Wednesday', 'America/St_Johns'],
  ])('in %s', async (timezone, iso, weekday, named) => {
    const { call } = await setUp();
    expect(await call('time-now', { ...(timezone && { timezone }) })).toMatchObject({
      data: { iso, unixMs: Date.UTC(2026, 0, 1), timezone: named, weekday },
    });
    expect(Date.parse(iso)).toBe(Date.UTC(2026, 0, 1));
  });

  test('rejects an unknown time zone', async () => {
    const { call } = await setUp();
    expect(await call('time-now', { timezone: 'Mars/Olympus' })).toMatchObject({
      status: 'error',
      error: expect.stringContaining(`There is no time zone 'Mars/Olympus'. Give an IANA name`),
      failure: { path: 'timezone' },
    });
  });
});

describe('read_url', () => {
  const page = '<title>Tea</title><nav>menu</nav><main><h1>How to</h1><p>Boil <a href="/water">water</a>.</main>';

  test.each([
    ['markdown', /^# How to\n\nBoil \[water\]\(http:\/\/127\.0\.0\.1:\d+\/water\)\.$/],
    ['text', /^How to\n\nBoil water\.$/],
    ['html', /^<title>Tea<\/title><nav>/],
  ])('gives a page as %s', async (format, expected) => {
    const server = await answering(200, html, page);
    const { call } = await setUp({ servers: [server] });
    const { data } = await call('read_url', { url: server.origin, format });
    expect(data).toMatchObject({ title: 'Tea', text: expect.stringMatching(expected), isCut: false, url: `${server.origin}/` });
  });

  test('gives JSON and text as they are, cut where they get too long', async () => {
    const server = await answering(200, { 'content-type': 'application/json' }, `{"a":"${'x'.repeat(500)}"}`);
    const { call } = await setUp({ servers: [server] });
    const { data, summary } = await call('read_url', { url: server.origin, maxChars: 100 });
    expect(data).toMatchObject({ text: `{"a":"${'x'.repeat(94)}`, totalChars: 508, isCut: true });
    expect(summary).toContain('100 characters of 508');
  });

  test('reads the letters a page is written in', async () => {
    const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3]);
    const server = await answering(
      200,
      { 'content-type': 'text/html' },
      Buffer.concat([Buffer.from('<meta charset="gbk"><p>'), gbk]),
    );
    const { call } = await setUp({ servers: [server] });
    expect(await call('read_url', { url: server.origin })).toMatchObject({ data: { text: '你好' } });
  });

  test.each([
    ['a picture', 200, { 'content-type': 'image/png' }, 'png', 'is image/png of 3 bytes, which is no text. HTML, plain text'],
    ['a PDF', 200, { 'content-type': 'application/pdf' }, '%PDF', 'is application/pdf'],
    ['bytes of no type', 200, {}, Buffer.from([1, 0, 2]), 'is bytes of an unknown type'],
    ['a page that is not there', 404, html, '<p>gone</p>', 'answered 404: <p>gone</p>'],
  ] as const)('refuses %s with the reason', async (_, status, headers, body, expected) => {
    const server = await answering(status, headers, body as string);
    const { call } = await setUp({ servers: [server] });
    const result = await call('read_url', { url: `${server.origin}/doc?key=s3cret` });
    expect(result).toMatchObject({ status: 'error', failure: { path: 'url' } });
    expect(result.error).toContain(expected);
    expect(result.error).not.toContain('s3cret');
  });

  test('refuses a page of ten megabytes', async () => {
    const server = await answering(200, html, Buffer.alloc(10 * 1024 * 1024, 'x'));
    const { call } = await setUp({ servers: [server] });
    expect(await call('read_url', { url: server.origin })).toMatchObject({
      status: 'error',
      error: expect.stringContaining('more than 5242880 bytes'),
    });
  });

  test('follows a redirect, and gives the address it ended at', async () => {
    const answer = (request: IncomingMessage, response: ServerResponse) =>
      request.url === '/old' ? response.writeHead(302, { location: '/new' }).end() : response.writeHead(200, html).end('<p>here');
    const server = await startLoopbackServer(answer);
    const { call } = await setUp({ servers: [server] });
    expect(await call('read_url', { url: `${server.origin}/old` })).toMatchObject({
      data: { url: `${server.origin}/new`, text: 'here' },
    });
  });
});

describe('addresses that are not allowed', () => {
  test.each(['read_url', 'http_request'] as const)('%s reaches no private address, not even by a redirect', async (name) => {
    const hidden = await answering(200, html, 'secret');
    const open = await startLoopbackServer((_, response) => response.writeHead(302, { location: hidden.origin }).end());
    const { call } = await setUp({ servers: [open] });
    for (const url of [
      hidden.origin,
      open.origin,
      'http://169.254.169.254/latest/meta-data',
      'http://[::1]:1/',
      'http://localhost:1/',
      'file:///etc/passwd',
    ]) {
      const result = await call(name, { url });
      expect(result).toMatchObject({ status: 'error', failure: { path: 'url', isRetryable: false } });
      expect(result.error).toMatch(/is not allowed/);
    }
    expect(hidden.hits).toEqual([]);
  });
});

describe('http_request', () => {
  test('sends the given request, and a write with a stable idempotency key', async () => {
    const server = await answering(201, { 'content-type': 'application/json' }, '{"id":7}');
    const { call } = await setUp({ servers: [server] });
    const result = await call('http_request', {
      method: 'POST',
      url: server.origin,
      query: { q: 1 },
      headers: { 'X-A': 'b' },
      body: { name: 'tea' },
    });
    expect(result).toMatchObject({ status: 'success', data: { status: 201, body: { id: 7 } } });
    expect(server.hits[0]).toMatchObject({
      method: 'POST',
      url: '/?q=1',
      body: '{"name":"tea"}',
      headers: { 'x-a': 'b', 'idempotency-key': 'idem_tool:step-1:c1' },
    });
    await call('http_request', { method: 'PUT', url: server.origin, headers: { 'Idempotency-Key': 'mine' } });
    await call('http_request', { url: server.origin });
    expect(server.hits.slice(1).map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', undefined]);
  });

  test.each([
    [404, 'text/plain', 'none', 'none'],
    [200, 'application/json', '{"broken', '{"broken'],
    [200, 'image/png', 'png', null],
    [204, 'image/png', '', ''],
  ])('gives any answer: %s %s %j', async (status, type, body, expected) => {
    const server = await answering(status, { 'content-type': type }, body);
    const { call } = await setUp({ servers: [server] });
    expect(await call('http_request', { url: server.origin })).toMatchObject({
      status: 'success',
      data: { status, body: expected },
    });
  });

  test('asks a person before it writes, not before it reads', async () => {
    const server = await answering(200, {}, '');
    const { context, asked } = await setUp({ servers: [server], settings: { http_request: { approval: 'default' } } });
    const nobody = { ...context, isRemembered: () => false };
    const send = (method: string) =>
      runToolCalls([{ id: 'c', name: 'http_request', input: { method, url: server.origin } }], nobody, { step: method });
    await send('GET');
    await expect(send('DELETE')).rejects.toSatisfy(SuspendedError.is);
    expect(asked.map(({ description }) => description)).toEqual([`DELETE ${server.origin}/`]);
    expect(server.hits.map(({ method }) => method)).toEqual(['GET']);
  });

  test('shows the real target of a request in its approval, whatever its address looks like', () => {
    const { describe: say } = toolRegistry.http_request;
    const told = (url: string) => say?.({ method: 'POST', url });
    expect(told('https://good.example\\@evil.example/\u202e\n(approved)')).toBe(
      'POST https://good.example/@evil.example/%E2%80%AE(approved)',
    );
    expect(told('https://gооd.example/')).toBe('POST https://xn--gd-fmca.example/');
  });

  test('needs an approval for a request with a method override, too', async () => {
    const server = await answering(200, {}, '');
    const { context } = await setUp({ servers: [server], settings: { http_request: { approval: 'default' } } });
    const nobody = { ...context, isRemembered: () => false };
    const input = { url: server.origin, headers: { 'X-HTTP-Method-Override': 'DELETE' } };
    const sent = runToolCalls([{ id: 'c', name: 'http_request', input }], nobody, { step: 'override' });
    await expect(sent).rejects.toSatisfy(SuspendedError.is);
    expect(server.hits).toEqual([]);
  });

  test.each([
    [{ url: 'example.com' }, 'error', `'example.com' is not a URL. Begin with https://`],
    [{ url: 'http://x/', method: 'TRACE' }, 'invalid', 'method is "TRACE"'],
    [{ url: 'http://x/', headers: { 'x-a': 'b\r\nc: d' } }, 'error', 'holds a line break'],
    [{ url: 'http://x/', headers: ['a'] }, 'invalid', 'headers is ["a"]'],
    [{ url: 'http://x/', body: 7, method: 'POST' }, 'invalid', 'body is 7'],
  ])('%j is returned as an error', async (input, status, error) => {
    const { call } = await setUp();
    expect(await call('http_request', input)).toMatchObject({ status, error: expect.stringContaining(error) });
  });
});

describe('read_document', () => {
  const set = async () => {
    const made = await setUp();
    await made.call('write_file', { path: 'notes/a.md', content: `# Tea\n\n${'Steep it. '.repeat(50)}` });
    return made;
  };

  test('reads a document in parts, and an unreadable file is named as such', async () => {
    const { call } = await set();
    const first = await call('read_document', { file: 'notes/a.md', maxChars: 100 });
    expect(first).toMatchObject({
      data: {
        name: 'a.md',
        kind: 'md',
        page: null,
        offset: 0,
        nextOffset: 100,
        text: expect.stringMatching(/^# Tea\n\nSteep it\./),
      },
    });
    const { chars } = first.data as { chars: number };
    expect(first.summary).toBe(`Read 100 of ${chars} characters of a.md`);
    const rest = await call('read_document', { file: 'notes/a.md', offset: 100 });
    expect(rest.data).toMatchObject({ nextOffset: null, chars });
    expect((first.data as { text: string }).text + (rest.data as { text: string }).text).toHaveLength(chars);
    expect(await call('read_document', { file: 'notes/a.md', page: 3 })).toMatchObject({
      status: 'error',
      failure: { path: 'page' },
      error: expect.stringContaining('a.md has no page 3'),
    });
    await call('write_file', { path: 'b.pdf', content: 'no PDF' });
    expect(await call('read_document', { file: 'b.pdf' })).toMatchObject({ status: 'error', failure: { path: 'file' } });
    expect(await call('read_document', { file: '../etc/passwd' })).toMatchObject({ status: 'error', failure: { path: 'file' } });
  });
});

describe('files', () => {
  test('are written and read back by lines', async () => {
    const { call } = await setUp();
    expect(await call('write_file', { path: 'notes/a.md', content: 'one\ntwo\nthree\n' })).toMatchObject({
      data: { path: 'notes/a.md', sizeBytes: 14, isNew: true },
      summary: 'Wrote notes/a.md (14 bytes)',
    });
    expect(await call('read_file', { path: 'notes/a.md' })).toMatchObject({
      data: { content: 'one\ntwo\nthree', totalLines: 3, lastLine: 3 },
    });
    expect(await call('read_file', { path: 'notes/a.md', offset: 2, limit: 1 })).toMatchObject({
      data: { content: 'two', firstLine: 2, lastLine: 2, totalLines: 3 },
      summary: 'Read lines 2 to 2 of 3 of notes/a.md',
    });
    expect(await call('read_file', { path: 'notes/a.md', offset: 9 })).toMatchObject({
      data: { content: '', firstLine: 9, lastLine: 8 },
    });
  });

  test.each([
    ['../a', 'leads out of the folder'],
    ['/etc/passwd', 'is absolute'],
    ['a.key', 'the administrator keeps *.key from tools'],
    ['gone.md', 'There is no file "gone.md"'],
  ])('%s is refused, and the model gets the reason', async (path, expected) => {
    const { call } = await setUp();
    expect(await call('read_file', { path })).toMatchObject({
      status: 'error',
      error: expect.stringContaining(expected),
      failure: { path: 'path' },
    });
  });
});

describe('files', () => {
  const withFiles = async (texts: Record<string, string>) => {
    const set = await setUp();
    for (const [path, content] of Object.entries(texts)) await set.call('write_file', { path, content });
    return set;
  };
  const read = async (call: Awaited<ReturnType<typeof setUp>>['call'], path: string) =>
    ((await call('read_file', { path })).data as { content: string }).content;

  test('an edit replaces passages in order, all or none', async () => {
    const { call } = await withFiles({ 'plan.md': 'one\ntwo\nthree\n' });
    const edits = [
      { old_text: 'one', new_text: '1' },
      { old_text: '1\ntwo', new_text: '1\n2' },
    ];
    expect(await call('edit_file', { path: 'plan.md', edits })).toMatchObject({
      data: { edits: 2 },
      summary: 'Changed 2 passages of plan.md',
    });
    expect(await read(call, 'plan.md')).toBe('1\n2\nthree');
    const failing = [
      { old_text: 'three', new_text: '3' },
      { old_text: 'gone', new_text: '' },
    ];
    expect(await call('edit_file', { path: 'plan.md', edits: failing })).toMatchObject({
      status: 'error',
      error: expect.stringContaining('Edit 2: the file does not contain "gone". Read the file'),
      failure: { path: 'edits.1.old_text' },
    });
    expect(await read(call, 'plan.md')).toBe('1\n2\nthree');
  });

  test('a passage that occurs twice is refused as ambiguous', async () => {
    const { call } = await withFiles({ 'a.md': 'x x' });
    expect(await call('edit_file', { path: 'a.md', edits: [{ old_text: 'x', new_text: 'y' }] })).toMatchObject({
      status: 'error',
      error: expect.stringContaining('more than once'),
    });
  });

  test('a text is replaced in all files of a pattern, literally', async () => {
    const { call } = await withFiles({ 'a/1.md': 'a.b a.b', 'a/2.md': 'axb', 'b.md': 'a.b' });
    expect(await call('replace_text', { glob: 'a/*.md', find: 'a.b', replace_with: '$&' })).toMatchObject({
      data: { files: [{ path: 'a/1.md', replaced: 2 }], replaced: 2 },
    });
    expect(await read(call, 'a/1.md')).toBe('$& $&');
    expect(await read(call, 'b.md')).toBe('a.b');
    expect(await call('replace_text', { glob: 'gone.md', find: 'a', replace_with: '' })).toMatchObject({ status: 'error' });
  });

  test('files are listed and searched, with path and line', async () => {
    const { call } = await withFiles({ 'notes/a.md': 'Tea\nwater tea\n', 'b.txt': 'no' });
    expect(await call('list_files', { glob: 'notes/**' })).toMatchObject({
      data: { files: [{ path: 'notes/a.md', sizeBytes: 14 }], isCut: false },
      summary: '1 file',
    });
    expect(await call('search_content', { query: 'tea' })).toMatchObject({
      data: { matches: [{ path: 'notes/a.md', line: 2, text: 'water tea' }], filesSearched: 2, isCut: false },
    });
    expect(await call('search_content', { query: '^t.a$', is_pattern: true, ignore_case: true })).toMatchObject({
      data: { matches: [{ path: 'notes/a.md', line: 1, text: 'Tea' }] },
    });
    expect(await call('search_content', { query: 'tea', ignore_case: true, limit: 1 })).toMatchObject({
      data: { matches: [{ line: 1 }], isCut: true },
    });
    expect(await call('search_content', { query: '(', is_pattern: true })).toMatchObject({
      status: 'error',
      error: expect.stringContaining('The pattern cannot be used'),
      failure: { path: 'query' },
    });
  });

  test('neither a long line nor a pattern that backtracks elsewhere blocks the process', async () => {
    const { call } = await withFiles({ 'long.txt': `${'a'.repeat(90_000)}b` });
    const search = async () =>
      expect(await call('search_content', { query: '(a+)+$', is_pattern: true })).toMatchObject({ status: 'success' });
    expect(await longestBlockMs(search)).toBeLessThan(BLOCK_LIMIT_MS);
  });
});

describe('execute_command', () => {
  test('is off until the administrator lists programs', async () => {
    const { call } = await setUp();
    expect(await call('execute_command', { command: 'node' })).toMatchObject({
      status: 'invalid',
      error: expect.stringContaining('No command is allowed: list the programs in commands.allow_commands'),
    });
  });

  test('runs a listed program once a person approved that very call', async () => {
    const { context, asked, decisions, root } = await setUp();
    const variables = { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin` };
    const commands = makeCommands({ root, allowCommands: ['node'], variables });
    const tools = makeToolKit({ payloads: makeMemoryPayloads(), commands });
    const input = { command: 'node', args: ['-p', '6 * 7'] };
    const run = () => runToolCalls([{ id: 'c1', name: 'execute_command', input }], { ...context, tools }, { step: '1' });
    await expect(run()).rejects.toSatisfy(SuspendedError.is);
    expect(asked).toMatchObject([{ tool: 'execute_command', description: 'Run "node" "-p" "6 * 7"' }]);
    for (const { key } of asked) decisions.set(key, { status: 'confirmed' });
    expect(await run()).toMatchObject([{ status: 'success', data: { exitCode: 0, stdout: '42\n' } }]);
  });
});

describe('code_execute', () => {
  test('runs Python, and returns its output and value', async () => {
    const { call } = await setUp();
    const code = 'import sys\nprint("adding")\nprint("hm", file=sys.stderr)\nreturn sum(inputs["rows"])';
    expect(await call('code_execute', { code, inputs: { rows: [1, 2, 3] } })).toMatchObject({
      status: 'success',
      data: { stdout: 'adding\n', stderr: 'hm\n', returnValue: 6, exitCode: 0 },
    });
  });

  test.each([
    ['javascript', 'console.log("a");\nnull.x', 1, "TypeError: cannot read property 'x' of null (line 2: null.x)\n"],
    ['javascript', 'for (;;) {}', 124, 'The code did not finish within 500 ms\n'],
    ['javascript', 'const a = []; for (;;) a.push(new Array(1e6).fill(1))', 137, /more than 256 MB/],
    ['python', 'import sys\nsys.exit(3)', 3, 'The code ended itself with exit code 3 (line 2: sys.exit(3))\n'],
    ['python', 'import sys\nsys.exit()', 0, ''],
  ])('%s that fails is an answer with an exit code: %j', async (language, code, exitCode, stderr) => {
    const { call } = await setUp();
    const timeout_s = exitCode === 124 ? 0.5 : 30;
    const result = await call('code_execute', { language, code, timeout_s });
    const expected = typeof stderr === 'string' ? stderr : expect.stringMatching(stderr);
    expect(result).toMatchObject({ status: 'success', data: { exitCode, stderr: expected, returnValue: null } });
  });

  test('asks a person before it runs anything', async () => {
    const { context, asked } = await setUp();
    const nobody = { ...context, isRemembered: () => false };
    const input = { language: 'javascript', code: 'return 1\n' };
    await expect(runToolCalls([{ id: 'c', name: 'code_execute', input }], nobody, { step: 's' })).rejects.toSatisfy(
      SuspendedError.is,
    );
    expect(asked.map(({ description }) => description)).toEqual(['Run 2 lines of JavaScript']);
  });
});

describe('web_search', () => {
  test('gives what the provider finds', async () => {
    const asked: [string, number][] = [];
    const hit = { title: 'Tea', url: 'https://tea.example/', snippet: 'How to' };
    const search: WebSearch = {
      async search(query, { limit }) {
        asked.push([query, limit]);
        return [hit];
      },
    };
    const { call } = await setUp({ search });
    expect(await call('web_search', { query: 'tea' })).toMatchObject({ data: { results: [hit] }, summary: '1 page for "tea"' });
    expect(asked).toEqual([['tea', 5]]);
  });

  test('is not enabled without a provider, with a hint', async () => {
    const { call } = await setUp();
    expect(await call('web_search', { query: 'tea' })).toMatchObject({
      status: 'invalid',
      error: expect.stringContaining('set search.provider in the config file'),
    });
  });
});

describe('read_result', () => {
  test('reads a large result piece by piece, of this workspace alone', async () => {
    const { call, context } = await setUp();
    const text = JSON.stringify('é😀'.repeat(5000));
    const ref = 'r'.repeat(43);
    await context.tools.payloads.savePayload(context.workspaceId, ref, text);
    let read = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const { data } = await call('read_result', { ref, offset, length: 4000 });
      const piece = toolRegistry.read_result.output.parse(data);
      read += piece.text;
      offset = piece.nextOffset;
    }
    expect(read).toBe(text);
    const elsewhere = { ...context, workspaceId: 'ws_other' as typeof context.workspaceId };
    expect(await runToolCalls([{ id: 'c', name: 'read_result', input: { ref } }], elsewhere, { step: 'x' })).toMatchObject([
      { status: 'error' },
    ]);
  });

  test('never becomes a reference again', async () => {
    const { context } = await setUp();
    await context.tools.payloads.savePayload(context.workspaceId, 'r'.repeat(43), JSON.stringify('"'.repeat(30_000)));
    const input = { ref: 'r'.repeat(43), length: 20_000 };
    const [result] = await runToolCalls([{ id: 'c', name: 'read_result', input }], context, { step: 'x' });
    expect(result?.data).toMatchObject({ text: expect.stringMatching(/^"\\"/), nextOffset: 20_000 });
  });
});

describe('the node tool-call', () => {
  const config = (given: z.input<typeof toolCall.config>) => toolCall.config.parse(given);

  test('returns all of the data of the tool', async () => {
    const server = await answering(200, html, `<p>${'x'.repeat(20_000)}`);
    const { context } = await setUp({ servers: [server] });
    expect(
      await executeToolCall({ config: config({ toolName: 'read_url', parameters: { url: server.origin } }), context }),
    ).toMatchObject({
      out: { status: 'success', data: { text: 'x'.repeat(20_000) }, summary: expect.stringContaining('20000 characters') },
    });
  });

  test.each([
    [{ toolName: 'read_urll' }, 'tool-unknown', 'config.toolName', false],
    [{ toolName: 'web_search', parameters: { query: 'x' } }, 'tool-not-enabled', 'config.toolName', false],
    [{ toolName: 'read_url', parameters: { url: 7 } }, 'tool-arguments-invalid', 'config.parameters.url', false],
    [{ toolName: 'read_url', parameters: { uri: 'x' } }, 'tool-arguments-invalid', 'config.parameters.url', false],
    [{ toolName: 'read_url', parameters: { url: 'http://127.0.0.1:1/' } }, 'tool-failed', 'config.parameters.url', false],
  ])('fails with %j', async (given, code, path, isRetryable) => {
    const { context } = await setUp();
    await expect(executeToolCall({ config: config(given), context })).rejects.toMatchObject({
      name: 'NodeFailure',
      code,
      path,
      isRetryable,
    });
  });

  test('makes the call again at another attempt, after a time limit too', async () => {
    let isUp = false;
    const server = await startLoopbackServer((_, response) => {
      if (isUp) response.writeHead(200, html).end('<p>here');
    });
    const { context } = await setUp({ servers: [server] });
    const run = (timeoutMs: number) =>
      executeToolCall({ config: config({ toolName: 'read_url', parameters: { url: server.origin }, timeoutMs }), context });
    await expect(run(100)).rejects.toMatchObject({ code: 'tool-timed-out', isRetryable: true });
    isUp = true;
    expect(await run(20_000)).toMatchObject({ out: { status: 'success', data: { text: 'here' } } });
  });

  test('a server that hangs up is worth a retry', async () => {
    const server = await startLoopbackServer((request) => request.socket.destroy());
    const { context } = await setUp({ servers: [server] });
    const node = executeToolCall({ config: config({ toolName: 'http_request', parameters: { url: server.origin } }), context });
    await expect(node).rejects.toMatchObject({ code: 'tool-failed', isRetryable: true });
  });

  test('continues as cancelled after a rejection', async () => {
    const { context, asked, decisions } = await setUp();
    const nobody = { ...context, isRemembered: () => false };
    const node = config({ toolName: '写入文件', parameters: { path: 'a.md', content: 'x' } });
    await expect(executeToolCall({ config: node, context: nobody })).rejects.toSatisfy(SuspendedError.is);
    decisions.set(asked[0]?.key ?? '', { status: 'rejected', comment: 'No' });
    expect(await executeToolCall({ config: node, context: nobody })).toEqual({
      out: { status: 'cancelled', data: null, summary: 'A person refused this call of write_file: No', warnings: [] },
    });
  });
});

test('settings of a tool that does not exist are an error that names the key', () => {
  expect(() => makeToolKit({ payloads: makeMemoryPayloads(), settings: { read_ulr: {} } })).toThrow(
    'tools.read_ulr: there is no such tool. Did you mean tools.read_url?',
  );
});

/** Arguments of a call of each tool that describes its calls, in all forms of its sentence. */
const describedCalls: Readonly<Record<string, readonly object[]>> = {
  code_execute: [
    { language: 'python', code: 'a\nb', args: [] },
    { language: 'javascript', script_path: 'a.js', args: ['x'] },
  ],
  create_artifact: [
    { name: 'a.md', content: 'text' },
    { name: 'a.md', content: 'text', artifactId: 'art_1' },
  ],
  create_doc: [{ name: 'Report', format: 'docx' }],
  create_slides: [{ name: 'Deck', slides: [] }],
  edit_file: [
    { path: 'a.md', edits: [{}] },
    { path: 'a.md', edits: [{}, {}] },
  ],
  execute_command: [
    { command: 'ls', args: ['-l'] },
    { shell: 'ls', workdir: 'reports' },
  ],
  http_request: [{ method: 'POST', url: 'https://a.example/orders', credential: 'crm' }],
  list_files: [{ glob: '*.md' }],
  ptc: [{ language: 'python', code: 'a' }],
  read_document: [{ file: 'a.pdf' }],
  read_file: [{ path: 'a.md' }],
  read_url: [{ url: 'https://a.example/' }],
  replace_text: [{ glob: '*.md', find: 'a', replace_with: 'b' }],
  revise_slide: [{ artifactId: 'art_1', pageIndex: 0, slide: { title: 'Rides' } }],
  run_skill_script: [{ skill: 'ppt', script: 'make.py', args: [] }],
  search_content: [{ query: 'orders' }],
  web_search: [{ query: 'orders' }],
  workflow_create: [{ document: { name: 'Letters' } }],
  workflow_update: [{ id: 'wf_1', document: { name: 'Letters' } }],
  write_file: [{ path: 'a.md', content: 'text' }],
};

test('what a call does is said in Chinese, too, wherever a person is asked', () => {
  const describing = definitions.filter((definition) => definition.describe !== undefined);
  expect(describing.map(({ id }) => id).sort()).toEqual(Object.keys(describedCalls).sort());
  for (const { id, describe } of describing)
    for (const input of describedCalls[id] ?? [])
      expect(wordCall(describe?.(input as never) ?? '', 'zh-CN'), id).toMatch(/\p{Script=Han}/u);
});
