import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import { isReadingMethod, isRepeatableMethod } from '#lib/tools/http-methods.ts';
import http from '#nodes/http/http.node.ts';
import { keepAnswer } from '../code/keep-answer.ts';
import { readFileValue } from '../code/read-file-value.ts';
import { defineExecutor, type Effect, type ExecutorContext } from '../contract/define-executor.ts';
import { withTimeLimit } from '../contract/time-limit.ts';
import { buildBody } from '../http/build-body.ts';
import { statusFailure } from '../http/read-response.ts';
import { addressOf, nameOf, sendRequest } from '../http/send-request.ts';

type HttpConfig = ConfigOf<typeof http>;

export default defineExecutor(http, async ({ config, context }) => {
  const { method, isRepeatable = isRepeatableMethod(method) } = config;
  const url = addressOf(config, 'config.');
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

async function call(url: URL, config: HttpConfig, context: ExecutorContext, idempotencyKey?: string) {
  const { fetch, signal } = context;
  const { method, timeoutMs, failOnStatus, answer, auth } = config;
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
    throw statusFailure(response, { method, url, path: 'config.url', hint });
  }
  return { status: response.status, headers: response.headers, body: await keepAnswer(response, answer, context) };
}

async function bodyOf({ method, body, bodyType }: HttpConfig, context: ExecutorContext) {
  if (body === undefined || isReadingMethod(method)) return undefined;
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
