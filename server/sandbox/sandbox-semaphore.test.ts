import { expect, test } from 'vitest';
import { createSandboxSemaphore } from './sandbox-semaphore.ts';

test('a full queue refuses work with a retryable error', async () => {
  const semaphore = createSandboxSemaphore(0);
  for (let i = 0; i < 1000; i++) void semaphore.run(async () => {});
  await expect(semaphore.run(async () => {})).rejects.toMatchObject({ code: 'sandbox-busy', isRetryable: true });
});
