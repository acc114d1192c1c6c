import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import { removeParameters } from '#lib/text/url-query.ts';
import { isReadingMethod, isRepeatableMethod } from '#lib/tools/http-methods.ts';
import http from '#nodes/http/http.node.ts';
import { keepAnswer } from '../code/keep-answer.ts';
import { readFileValue } from '../code/read-file-value.ts';
import { defineExecutor, type Effect, type ExecutorContext } from '../contract/define-executor.ts';
import { withTimeLimit } from '../contract/time-limit.ts';
import { buildBody } from '../http/build-body.ts';
import { type Page, type PageRequest, readPages } from '../http/read-pages.ts';
import { statusFailure } from '../http/read-response.ts';
import { addressOf, nameOf, sendRequest } from '../http/send-request.ts';
import { evaluateIn } from './routing.ts';

type HttpConfig = ConfigOf<typeof http>;

export default defineExecutor(http, async ({ config, context }) => {
  const { method, isRepeatable = isRepeatableMethod(method) } = config;
  const url = addressOf(config, 'config.');
  if (config.next !== undefined && config.next.trim() !== '') return { out: await callPages(config, context) };
  if (isReadingMethod(method)) return { out: await call(url, config, context) };
  const effect: Effect = {
    key: 'request',
    kind: 'http',
    name: `${method} ${nameOf(url)}`,
    effects: 'write',
    isRepeatable,
    fromPerson: (body) => ({ status: 200, headers: {}, body }),
  };
  return { out: await context.effect(effect, ({ idempotencyKey }) => call(url, config, context, idempotencyKey)) };
});

/** Each page is an effect: pages that were answered are not requested again by a resumed or retried node. */
async function callPages(config: HttpConfig, context: ExecutorContext) {
  const { method, isRepeatable = isRepeatableMethod(method) } = config;
  const isReading = isReadingMethod(method);
  const first = { url: config.url, query: config.query ?? {}, ...(config.body !== undefined && { body: config.body }) };
  const items = config.items?.trim() ? config.items : undefined;
  return readPages(
    { ...config, items },
    {
      first,
      send(index, request) {
        const paged = { ...config, ...requestOf(request) };
        const url = addressOf(paged, 'config.');
        const effect: Effect = {
          key: `page:${index}`,
          kind: 'http',
          name: `${method} ${nameOf(url)} (${index + 1})`,
          effects: isReading ? 'read' : 'write',
          ...(!isReading && { isRepeatable }),
          fromPerson: (body): Page => ({ status: 200, headers: {}, body, url: url.href, bytes: 0 }),
        };
        return context.effect(effect, async ({ idempotencyKey }): Promise<Page> => {
          const { response, read } = await fetchOne(url, paged, context, isReading ? undefined : idempotencyKey);
          const { status, headers, url: from } = response;
          return { status, headers, ...read, url: from, bytes: response.body.byteLength };
        });
      },
      evaluate: (field, page) => evaluateIn(`config.${field}`, config[field] ?? '', context, { page }),
    },
  );
}

/** A parameter of the next page replaces that of its address. */
function requestOf({ url, query = {}, body }: PageRequest): Pick<HttpConfig, 'url' | 'query' | 'body'> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address) removeParameters(address, Object.keys(query));
  return { url: address?.href ?? url, query: query as HttpConfig['query'], body: body as HttpConfig['body'] };
}

async function call(url: URL, config: HttpConfig, context: ExecutorContext, idempotencyKey?: string) {
  const { response, read } = await fetchOne(url, config, context, idempotencyKey);
  return { status: response.status, headers: response.headers, ...read };
}

async function fetchOne(url: URL, config: HttpConfig, context: ExecutorContext, idempotencyKey?: string) {
  const { fetch, signal } = context;
  const { method, timeoutMs, failOnStatus, answer, charset, auth } = config;
  const credential = auth === undefined ? undefined : context.credentialOf(auth, 'config.auth');
  const request = { ...config, body: await bodyOf(config, context) };
  const response = await withTimeLimit({ timeoutMs, signal, onTimeout: () => timedOut(url, timeoutMs) }, (limited) =>
    sendRequest(request, {
      fetch,
      signal: limited,
      fieldPrefix: 'config.',
      credential,
      ...(idempotencyKey && { idempotencyKey }),
    }),
  );
  if (failOnStatus && response.status >= 400) {
    const hint = 'Turn off failOnStatus to continue with such an answer';
    throw await statusFailure(response, { method, url, path: 'config.url', hint });
  }
  return { response, read: await keepAnswer(response, { answer, charset }, context) };
}

async function bodyOf({ body, bodyType }: HttpConfig, context: ExecutorContext) {
  if (body === undefined) return undefined;
  return buildBody(body, { bodyType, readFile: (value, path) => readFile(value, path, context) });
}

async function readFile(value: unknown, path: string, context: ExecutorContext) {
  try {
    return await readFileValue(value, context);
  } catch (error) {
    throw NodeFailure.is(error) ? error.inField(path) : error;
  }
}

function timedOut(url: URL, timeoutMs: number): NodeFailure {
  return new NodeFailure('http-timed-out', `${nameOf(url)} did not answer within ${timeoutMs} ms`, {
    isRetryable: true,
    path: 'config.timeoutMs',
  });
}
