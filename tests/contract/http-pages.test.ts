import { describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import type { ExecutorContext } from '#engine/contract/define-executor.ts';
import execute from '#engine/executors/http.executor.ts';
import { compileCel } from '#lib/expression/condition.ts';
import type { Port } from '#lib/node-kit/define-node.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import { portsOf } from '#lib/workflow/node-ports.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import http from '#nodes/http/http.node.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { makeExecutorContext } from '../support/executor-context.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { workflowOf } from '../support/test-engine.ts';

type Config = z.input<typeof http.config>;
const orders = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }));
const evaluate: ExecutorContext['evaluate'] = (source, more = {}) => compileCel(source).evaluate(more);

/** A list of orders by pages of three, as servers cut it; `breaks` is answered with 503 once. */
async function startShop({ breaks }: { breaks?: number } = {}) {
  let isBroken = breaks !== undefined;
  const server = await startLoopbackServer(({ url = '', method }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://shop.example');
    const posted = method === 'POST' ? (JSON.parse(server.hits.at(-1)?.body ?? '{}') as { cursor?: string }) : {};
    const start = Number(posted.cursor ?? searchParams.get('cursor') ?? (Number(searchParams.get('page') ?? 1) - 1) * 3);
    if (isBroken && start === breaks) {
      isBroken = false;
      response.writeHead(503).end();
      return;
    }
    const items = orders.slice(start, start + 3);
    const after = start + 3 < orders.length ? String(start + 3) : null;
    const link = after === null ? {} : { link: `<${pathname}?cursor=${after}>; rel="next"` };
    response.writeHead(200, { 'content-type': 'application/json', ...link });
    const next = after === null ? null : `${pathname}?cursor=${after}`;
    response.end(JSON.stringify({ items, cursor: after, has_more: after !== null, next }));
  });
  const fetch = makeSafeFetch({ allowedPrivateHosts: [server.host] });
  onTestFinished(() => fetch.close());
  const { context, effects } = makeExecutorContext({ fetch, evaluate });
  const read = (config: Partial<Config>) =>
    execute({ config: http.config.parse({ url: `${server.origin}/orders`, items: 'page.body.items', ...config }), context });
  return { server, read, effects };
}

describe('all pages of a list', () => {
  test.each<[string, Partial<Config>, string[]]>([
    ['a Link header', { next: 'page.next' }, ['/orders', '/orders?cursor=3', '/orders?cursor=6']],
    ['the next address', { next: 'page.body.next' }, ['/orders', '/orders?cursor=3', '/orders?cursor=6']],
    [
      'a cursor',
      { next: 'page.body.has_more ? {"query": {"cursor": page.body.cursor}} : null', query: { size: 3 } },
      ['/orders?size=3', '/orders?size=3&cursor=3', '/orders?size=3&cursor=6'],
    ],
    [
      'numbers of pages',
      { next: 'page.count == 3 ? {"query": {"page": page.index + 2}} : null', query: { page: 1 } },
      ['/orders?page=1', '/orders?page=2', '/orders?page=3'],
    ],
  ])('by %s', async (_, config, urls) => {
    const { server, read } = await startShop();
    const { out } = await read(config);
    expect(out).toMatchObject({ status: 200, body: orders, pages: 3, isCut: false });
    expect(server.hits.map(({ url }) => url)).toEqual(urls);
    const port = portsOf(http, { url: 'x', ...config, items: 'page.body.items' })?.out as Port;
    expect(checkJsonSchema(out, port.schema)).toEqual([]);
  });

  test('a cursor in the body of the request replaces its field', async () => {
    const { server, read } = await startShop();
    const next = 'page.body.cursor == null ? null : {"body": {"cursor": page.body.cursor}}';
    const { out } = await read({ method: 'POST', body: { size: 3 }, next });
    expect(out).toMatchObject({ body: orders, pages: 3 });
    expect(server.hits.map(({ body }) => JSON.parse(body))).toEqual([
      { size: 3 },
      { size: 3, cursor: '3' },
      { size: 3, cursor: '6' },
    ]);
  });

  test('without items the body is the list of all bodies', async () => {
    const { read } = await startShop();
    const { out } = await read({ next: 'page.next', items: '' });
    expect((out as { body: { items: object[] }[] }).body.map(({ items }) => items.length)).toEqual([3, 3, 1]);
  });

  test.each([
    [{ maxPages: 2 }, orders.slice(0, 6), 2],
    [{ maxItems: 4 }, orders.slice(0, 4), 2],
    [{ maxPageBytes: 10 }, orders.slice(0, 3), 1],
    [{ maxItems: 7 }, orders, 3],
  ])('%j cuts it, and the result says so', async (limits, body, pages) => {
    const { read } = await startShop();
    expect((await read({ next: 'page.next', ...limits })).out).toMatchObject({ body, pages, isCut: body.length < orders.length });
  });

  test('a page that was answered is not requested again', async () => {
    const { server, read, effects } = await startShop({ breaks: 3 });
    await expect(read({ next: 'page.next' })).rejects.toMatchObject({ code: 'http-status', isRetryable: true });
    expect((await read({ next: 'page.next' })).out).toMatchObject({ body: orders });
    expect(server.hits.map(({ url }) => url)).toEqual(['/orders', '/orders?cursor=3', '/orders?cursor=3', '/orders?cursor=6']);
    expect([...effects.keys()]).toEqual(['page:0', 'page:1', 'page:2']);
  });
});

test.each([
  ['"http://other.example/"', 'another server'],
  ['page.url', 'same request'],
  ['7', 'neither an address nor an object'],
  ['{"page": 2}', "an object with 'page'"],
  ['{"query": 2}', 'query is an object'],
])('the next page %s is refused, at its field', async (next, message) => {
  const { read } = await startShop();
  await expect(read({ next })).rejects.toMatchObject({
    code: 'http-page-invalid',
    path: 'config.next',
    message: expect.stringContaining(message),
  });
});

test('items that are no list are named', async () => {
  const { read } = await startShop();
  await expect(read({ next: 'page.next', items: 'page.body.cursor' })).rejects.toMatchObject({ path: 'config.items' });
});

test('page is known where it is read, and nowhere else', () => {
  const problemsOf = (config: Record<string, unknown>) => {
    const workflow = workflowOf({ start: ['start'], fetch: ['http', config], end: ['end', {}] }, [
      'start -> fetch',
      'fetch -> end',
    ]);
    const { errors } = validateWorkflow(
      { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, version: node.type === 'http' ? 2 : 1 })) },
      nodeRegistry,
    );
    return errors.map(({ code, path }) => `${code} ${path}`);
  };
  expect(problemsOf({ url: 'https://a.example', next: 'page.next', items: 'page.body.items' })).toEqual([]);
  expect(problemsOf({ url: 'https://a.example/{{page.next}}', next: 'page.nxt' })).toEqual([
    'unknown-reference config.url',
    'unknown-reference config.next',
  ]);
});
