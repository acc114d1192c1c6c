import { describe, expect, test } from 'vitest';
import { errorBodySchema } from '#lib/api/error-body.ts';
import { MAX_BODY_BYTES } from '#server/http/protocol/read-json-body.ts';
import { startApi } from '#tests/support/api-server.ts';
import { withDatabase } from '#tests/support/databases.ts';
import { rawExchange, statusesOf } from '#tests/support/raw-exchange.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const greet = workflowOf({ start: ['start', { inputs: [] }] }, []);

withDatabase('what the API refuses', (database) => {
  describe('errors', () => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const big = Buffer.alloc(1024 * 1024, 'x');
    const cases: [
      string,
      string,
      Parameters<typeof rawRequest>[1],
      { status: number; code: string; message: string | RegExp },
    ][] = [
      [
        'an unknown path',
        '/api/v1/nowhere',
        {},
        { status: 404, code: 'not-found', message: 'There is nothing at /api/v1/nowhere.' },
      ],
      ['another method', '/api/v1/runs', { method: 'DELETE' }, { status: 405, code: 'method-not-allowed', message: /GET, POST/ }],
      [
        'half a JSON',
        '/api/v1/runs',
        { ...post, body: ['{"docu'] },
        { status: 400, code: 'body-invalid', message: /The body is no JSON/ },
      ],
      [
        'an input that is not under inputs',
        '/api/v1/workflows/wf_1/runs',
        { ...post, body: ['{"question":"Why?"}'] },
        { status: 400, code: 'body-invalid', message: /^body.question: .*inputs of the workflow belong under inputs/ },
      ],
      ['no body', '/api/v1/runs', post, { status: 400, code: 'body-invalid', message: /empty/ }],
      [
        'a form',
        '/api/v1/runs',
        { method: 'POST', headers: { 'content-type': 'text/plain' }, body: ['{}'] },
        { status: 415, code: 'content-type-unsupported', message: /text\/plain/ },
      ],
      [
        'JSON that is too deep',
        '/api/v1/workflows/validate',
        { ...post, body: ['['.repeat(5000), ']'.repeat(5000)] },
        { status: 400, code: 'body-invalid', message: /200 levels/ },
      ],
      [
        'a body that says it is too large',
        '/api/v1/runs',
        { method: 'POST', headers: { ...post.headers, 'content-length': String(MAX_BODY_BYTES + 1) }, body: [] },
        { status: 413, code: 'body-too-large', message: /5,242,880/ },
      ],
      [
        'a body that turns out too large',
        '/api/v1/runs',
        { ...post, body: Array.from({ length: 6 }, () => big) },
        { status: 413, code: 'body-too-large', message: /5,242,880/ },
      ],
      [
        'a query that does not fit',
        '/api/v1/runs?limit=many',
        {},
        { status: 400, code: 'body-invalid', message: /^query.limit: / },
      ],
      [
        'a parameter that the operation does not have',
        '/api/v1/files?path=notes',
        {},
        { status: 400, code: 'body-invalid', message: /^query.path: There is no such parameter here. There are: / },
      ],
      [
        'a parameter that is misspelt',
        '/api/v1/runs?statuses=failed',
        {},
        { status: 400, code: 'body-invalid', message: /Did you mean status\?/ },
      ],
      [
        'a parameter of an operation without any',
        '/api/v1/runs/run_none?full=true',
        {},
        { status: 400, code: 'body-invalid', message: /^query.full: This operation has no parameters/ },
      ],
      ['a cursor of somebody else', '/api/v1/runs?cursor=abc', {}, { status: 400, code: 'body-invalid', message: /cursor/ }],
      [
        'a cursor of a time that no database knows',
        `/api/v1/workflows?cursor=${Buffer.from('[-8640000000000000,"a"]').toString('base64url')}`,
        {},
        { status: 400, code: 'body-invalid', message: /cursor/ },
      ],
      [
        'a cursor with a NUL',
        `/api/v1/runs?cursor=${Buffer.from('[1,"\\u0000"]').toString('base64url')}`,
        {},
        { status: 400, code: 'body-invalid', message: /cursor/ },
      ],
      ['an id with a NUL', '/api/v1/runs/%00', {}, { status: 400, code: 'body-invalid', message: /^params.id: .*NUL/ }],
      [
        'a search for a NUL',
        '/api/v1/workflows?search=a%00',
        {},
        { status: 400, code: 'body-invalid', message: /^query.search: .*NUL/ },
      ],
      [
        'a Last-Event-ID that is none',
        '/api/v1/runs/x/events',
        { headers: { 'last-event-id': '-1' } },
        { status: 400, code: 'body-invalid', message: /^headers.last-event-id/ },
      ],
      [
        'a run that does not exist',
        '/api/v1/runs/run_none/events',
        {},
        { status: 404, code: 'run-not-found', message: /run_none/ },
      ],
      ['a path that cannot be decoded', '/api/v1/runs/%ff', {}, { status: 404, code: 'run-not-found', message: /%ff/ }],
    ];

    test.each(cases)('%s is answered in the one shape', async (_, path, request, expected) => {
      const { url } = await startApi(database());
      const answer = await rawRequest(url + path, request);
      const { error } = errorBodySchema.parse(JSON.parse(answer.text));
      expect({ status: answer.status, code: error.code }).toEqual({ status: expected.status, code: expected.code });
      expect(error.message).toMatch(expected.message);
      expect(answer.headers['x-request-id']).toBe(error.requestId);
      if (expected.status === 405) expect(answer.headers.allow).toMatch(/^[A-Z]+(?:, [A-Z]+)*$/);
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': expect.any(String),
      });
    });

    test('every field that does not fit is named with its value, shortened when long', async () => {
      const { url } = await startApi(database());
      const body = JSON.stringify({ document: greet, inputs: 7, mode: 'x'.repeat(500) });
      const { error } = errorBodySchema.parse(
        JSON.parse((await rawRequest(`${url}/api/v1/runs`, { ...post, body: [body] })).text),
      );
      expect(error.details?.problems).toEqual([
        { path: 'body.inputs', message: expect.any(String), value: 7 },
        { path: 'body.mode', message: expect.any(String), value: `"${'x'.repeat(199)}…` },
      ]);
    });

    test('a name with a NUL is saved, and listed with a replacement character', async () => {
      const { url } = await startApi(database());
      const saved = await rawRequest(`${url}/api/v1/workflows`, { ...post, body: [JSON.stringify({ ...greet, name: 'A\0B' })] });
      expect(saved.status).toBe(201);
      const { items } = JSON.parse((await rawRequest(`${url}/api/v1/workflows?search=${encodeURIComponent('A\ufffdB')}`)).text);
      expect(items).toMatchObject([{ name: 'A\ufffdB' }]);
      const { id } = JSON.parse(saved.text);
      expect(JSON.parse((await rawRequest(`${url}/api/v1/workflows/${id}`)).text)).toMatchObject({ document: { name: 'A\0B' } });
    });

    test('events after a number beyond the log are an empty page', async () => {
      const { url } = await startApi(database());
      const run = await rawRequest(`${url}/api/v1/runs`, { ...post, body: [JSON.stringify({ document: greet })] });
      const { runId } = JSON.parse(run.text);
      const page = await rawRequest(`${url}/api/v1/runs/${runId}/events?after=99999999999`, {
        headers: { accept: 'application/json' },
      });
      expect(JSON.parse(page.text)).toMatchObject({ items: [], isComplete: true });
    });

    test('numbers of the public list are there where they have one', async () => {
      const { url } = await startApi(database());
      const answer = await rawRequest(`${url}/api/v1/runs/run_none`);
      expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'run-not-found', number: 2001 } });
    });

    test('a body that is too large is read to its end, so that the client receives the answer and may retry', async () => {
      const { url, port } = await startApi(database());
      const start = (length: string) =>
        `POST /api/v1/runs HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
      const next = `GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
      const large = Buffer.alloc(12 * 1024 * 1024, 'x');
      const declared = await rawExchange(url, start(`Content-Length: ${large.length}`), large, next);
      expect(statusesOf(declared)).toEqual([413, 200]);
      const chunk = [`${large.length.toString(16)}\r\n`, large, '\r\n0\r\n\r\n'];
      expect(statusesOf(await rawExchange(url, start('Transfer-Encoding: chunked'), ...chunk, next))).toEqual([413, 200]);
    });

    test('HEAD is answered as GET without its body, and the connection stays open', async () => {
      const { url, port } = await startApi(database());
      const ask = (method: string, path: string, more = '') =>
        `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}\r\n`;
      const answers = await rawExchange(
        url,
        ask('HEAD', '/api/v1/health'),
        ask('HEAD', '/api/v1/runs'),
        ask('GET', '/api/v1/health', 'Connection: close\r\n'),
      );
      expect(statusesOf(answers)).toEqual([200, 200, 200]);
      expect(answers.match(/^content-type: application\/json/gim)).toHaveLength(3);
    });

    test('a body with a Content-Length that is far too large is refused before it is sent', async () => {
      const { url, port } = await startApi(database());
      const answer = await rawExchange(
        url,
        `POST /api/v1/runs HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n`,
      );
      expect(statusesOf(answer)).toEqual([413]);
    });

    test('an internal error is logged and not sent to the caller', async () => {
      const fail = () => {
        throw new TypeError('connect postgres://admin:hunter2@db');
      };
      const { url, log } = await startApi(database(), { models: { list: fail } });
      const answer = await rawRequest(`${url}/api/v1/models`);
      expect(answer.status).toBe(500);
      expect(answer.text).not.toMatch(/hunter2|TypeError|postgres/);
      const { error } = errorBodySchema.parse(JSON.parse(answer.text));
      expect(error.code).toBe('internal');
      expect(log).toContainEqual({
        level: 'error',
        message: 'a request failed',
        fields: {
          requestId: error.requestId,
          method: 'GET',
          path: '/api/v1/models',
          error: expect.objectContaining({ message: expect.stringContaining('hunter2') }),
        },
      });
    });
  });

  describe('local mode', () => {
    const start = async () => {
      const { url, port } = await startApi(database());
      const ask = async (headers: Record<string, string>, method = 'POST') => {
        const answer = await rawRequest(`${url}/api/v1/workflows${method === 'POST' ? '/validate' : ''}`, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          body: method === 'POST' ? ['{}'] : [],
        });
        return answer.status === 200 ? 'answered' : errorBodySchema.parse(JSON.parse(answer.text)).error.code;
      };
      return { port, ask };
    };

    test('answers only for loopback names with its own port, and for configured hosts', async () => {
      const { port, ask } = await start();
      for (const host of [
        `127.0.0.1:${port}`,
        `localhost:${port}`,
        `LocalHost:${port}`,
        `[::1]:${port}`,
        'studio.example:8443',
      ]) {
        expect([host, await ask({ host }, 'GET')]).toEqual([host, 'answered']);
      }
      for (const host of [
        `evil.example:${port}`,
        'localhost',
        `localhost:${port + 1}`,
        `localhost.evil.example:${port}`,
        `127.0.0.1.evil:${port}`,
        `localhost.:${port}`,
        `user@localhost:${port}`,
      ]) {
        expect([host, await ask({ host }, 'GET')]).toEqual([host, 'host-refused']);
      }
    });

    test('a page of another site cannot change anything, and cannot read across sites either', async () => {
      const { port, ask } = await start();
      const own = `http://127.0.0.1:${port}`;
      expect(await ask({})).toBe('answered');
      expect(await ask({ origin: own })).toBe('answered');
      expect(await ask({ origin: own, 'sec-fetch-site': 'same-origin' })).toBe('answered');
      for (const origin of [
        'https://evil.example',
        'null',
        `http://127.0.0.1:${port + 1}`,
        `http://localhost:${port}`,
        'http://127.0.0.1',
      ]) {
        expect([origin, await ask({ origin })]).toEqual([origin, 'origin-refused']);
      }
      expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe('origin-refused');
      expect(await ask({ 'sec-fetch-site': 'same-site' })).toBe('origin-refused');
    });

    test('a page of another site cannot make this server read anything either', async () => {
      const { port, ask } = await start();
      const read = (headers: Record<string, string>) => ask(headers, 'GET');
      expect(await read({})).toBe('answered');
      expect(await read({ 'sec-fetch-site': 'same-origin' })).toBe('answered');
      expect(await read({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBe(
        'answered',
      );
      for (const site of ['cross-site', 'same-site']) {
        expect(await read({ 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })).toBe(
          'origin-refused',
        );
        expect(await read({ 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBe(
          'origin-refused',
        );
      }
      expect(await read({ origin: 'https://evil.example' })).toBe('origin-refused');
      expect(await read({ origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'cross-site' })).toBe('origin-refused');
    });

    test('no answer lets another site read it', async () => {
      const { url } = await startApi(database());
      const answer = await rawRequest(`${url}/api/v1/workflows`, { headers: { origin: 'https://evil.example' } });
      expect(answer.status).toBe(403);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
    });
  });
});
