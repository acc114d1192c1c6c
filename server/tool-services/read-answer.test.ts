import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.ts';

const answer = (status: number, headers: Record<string, string>) =>
  readAnswer({ status, headers, body: new TextEncoder().encode('slower'), url: 'https://api.example/a' } as never, {
    failure: null,
    keepFile: () => Promise.reject(new Error('This answer is no file')),
  });

test('a service that asks for patience gets it in a retry', async () => {
  const type = { 'content-type': 'text/plain' };
  await expect(answer(429, { ...type, 'retry-after': '3' })).rejects.toMatchObject({ isRetryable: true, retryAfterMs: 3000 });
  await expect(answer(503, type)).rejects.toMatchObject({ isRetryable: true, retryAfterMs: undefined });
  await expect(answer(403, type)).rejects.toMatchObject({ isRetryable: false });
});
