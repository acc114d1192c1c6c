import { APICallError } from 'ai';
import { describe, expect, test } from 'vitest';
import { failedAttempt } from './model-failure.ts';

const now = Date.UTC(2026, 0, 1);
const who = { name: 'main', provider: 'openai', modelId: 'gpt-x', timeoutMs: 1000 };
const refusal = (statusCode: number, responseHeaders: Record<string, string> = {}, message = 'no') =>
  new APICallError({ message, statusCode, responseHeaders, url: 'http://localhost/', requestBodyValues: { prompt: 'private' } });

describe('how long the server asks to wait', () => {
  test.each([
    ['in seconds', { 'retry-after': '2.5' }, 2500],
    ['as a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    ['as a date that is over', { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    ['in milliseconds', { 'retry-after-ms': '120', 'retry-after': '9' }, 120],
    ['in words nobody knows', { 'retry-after': 'soon' }, undefined],
    ['not at all', {}, undefined],
  ])('%s', (_, headers, waitMs) => {
    expect(failedAttempt(refusal(429, headers), who, now).retryAfterMs).toBe(waitMs);
  });
});

test.each([
  [400, 'model-failed', false],
  [401, 'model-auth-failed', false],
  [403, 'model-auth-failed', false],
  [404, 'model-failed', false],
  [408, 'model-failed', true],
  [429, 'model-rate-limited', true],
  [500, 'model-failed', true],
  [529, 'model-failed', true],
])('status %i is %s, tried again: %s', (status, code, mayRetry) => {
  const attempt = failedAttempt(refusal(status), who, now);
  expect([attempt.failure.code, attempt.mayRetry, attempt.failure.isRetryable]).toEqual([code, mayRetry, mayRetry]);
});

test.each([
  "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
  'prompt is too long: 210000 tokens > 200000 maximum',
  'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  'the request exceeds the available context size, try increasing it',
  'Your input exceeds the context window of this model.',
])('%s: no other attempt helps, and the failure says what does', (message) => {
  const { failure, mayRetry } = failedAttempt(refusal(400, {}, message), who, now);
  expect([failure.code, mayRetry, failure.hint]).toEqual(['model-context-exceeded', false, expect.stringContaining('Shorten')]);
  expect(failedAttempt(refusal(500, {}, message), who, now).failure.code).toBe('model-failed');
});

test('a line that broke is found wherever the SDK has put it', () => {
  const broken = new TypeError('terminated', { cause: new Error('aborted') });
  const wrapped = new APICallError({
    message: 'Failed to process successful response',
    statusCode: 200,
    cause: broken,
    url: 'http://localhost/',
    requestBodyValues: {},
  });
  for (const error of [broken, wrapped]) {
    const { failure, mayRetry } = failedAttempt(error, who, now);
    expect([failure.message, mayRetry]).toEqual([
      "Model 'main' (openai, gpt-x) failed: the connection broke in the middle of the answer",
      true,
    ]);
  }
});

test('a long message is cut, and the request is not kept', () => {
  const { failure } = failedAttempt(refusal(400, {}, 'x'.repeat(5000)), who, now);
  expect(failure.message.length).toBeLessThan(400);
  expect(failure.cause).toBeUndefined();
});

test.each([
  ['a text', 'overloaded', 'overloaded'],
  ['an object', { message: 'overloaded' }, 'overloaded'],
  ['anything else', { a: 1 }, '{"a":1}'],
])('%s as error is shown', (_, error, shown) => {
  expect(failedAttempt(error, who, now).failure.message).toBe(`Model 'main' (openai, gpt-x) failed: ${shown}`);
});
