import { expect, test } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { makeLazyClient } from '#lib/api/lazy-client.ts';
import { wordClientError } from './word-client-error.ts';

const pageIn = (language: string, fetch: () => Promise<Response>) =>
  makeLazyClient({ baseUrl: '', fetch, reword: (error) => wordClientError(error, language) });
const stop = { params: { id: 'run_1' } };

test.each([
  ['en', 'No answer from /api/v1/runs/run_1/stop'],
  ['zh-CN', '/api/v1/runs/run_1/stop 没有响应，请检查服务器与网络后重试'],
])('a lost connection is worded in %s', async (language, message) => {
  const page = pageIn(language, async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(page.stopRun(stop)).rejects.toMatchObject({ name: 'ApiError', code: 'connection-failed', message });
});

test.each([
  [502, 'Bad gateway', '服务器返回 502，且没有说明原因'],
  [200, '{"status":"perhaps"}', 'stopRun 的响应不符合约定，请重新加载页面'],
])('an answer %i that is no answer of the API is worded in Chinese', async (status, body, message) => {
  const page = pageIn('zh-CN', async () => new Response(body, { status }));
  await expect(page.stopRun(stop)).rejects.toMatchObject({ code: 'response-invalid', status, message });
});

test('a stream that ends with an error is worded, too', async () => {
  const page = pageIn('zh-CN', async () => new Response(null, { status: 200 }));
  const stream = page.streamEvents('run_1', { maxAttempts: 1 });
  await expect(stream.next()).rejects.toMatchObject({ code: 'response-invalid', message: '事件流没有内容' });
});

test('what the server said keeps its words', async () => {
  const error = { code: 'run-not-found', number: 2001, message: '没有这个运行', requestId: 'r' };
  const page = pageIn('zh-CN', async () => Response.json({ error }, { status: 404 }));
  await expect(page.stopRun(stop)).rejects.toMatchObject({ code: 'run-not-found', message: '没有这个运行' });
  expect(wordClientError(new ApiError({ status: 404, code: 'not-found' }, 'No such run'), 'zh-CN')).toMatchObject({
    message: 'No such run',
  });
});
