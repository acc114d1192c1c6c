import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

test('as many run at once as there are permits, first in, first out, and failed work releases its permit', async () => {
  const semaphore = new Semaphore(2);
  const begun: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const runs = gates.map(({ promise }, index) =>
    semaphore.run(async () => {
      begun.push(index);
      await promise;
    }),
  );
  expect([begun, semaphore.free, semaphore.waiting]).toEqual([[0, 1], 0, 2]);
  gates[1]?.reject(new Error('broke'));
  await expect(runs[1]).rejects.toThrow('broke');
  expect(begun).toEqual([0, 1, 2]);
  gates[0]?.resolve();
  await runs[0];
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const gate of gates) gate.resolve();
  await Promise.all([runs[2], runs[3]]);
  expect(semaphore.free).toBe(2);
});

test('permits are acquired in FIFO order, and a caller that timed out does not use one', async () => {
  const semaphore = new Semaphore(1);
  const release = await semaphore.acquire({ timeoutMs: 0 });
  const [impatient, patient] = [semaphore.acquire({ timeoutMs: 1 }), semaphore.acquire({ timeoutMs: 60_000 })];
  expect(await impatient).toBeUndefined();
  release?.();
  const releaseLast = await patient;
  expect(semaphore.free).toBe(0);
  releaseLast?.();
  expect(semaphore.free).toBe(1);
});

test('a caller whose signal aborts while it waits leaves the queue', async () => {
  const semaphore = new Semaphore(1);
  const release = await semaphore.acquire({ timeoutMs: 0 });
  const stop = new AbortController();
  const stopped = semaphore.run(async () => 'ran', { signal: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  expect(semaphore.waiting).toBe(0);
  release?.();
  expect(await semaphore.run(async () => 'ran')).toBe('ran');
});

test('when too many callers wait, a further one is rejected with the given error', async () => {
  const waitingLimit = { max: 1, error: () => new Error('queue full') };
  const semaphore = new Semaphore(1, { waitingLimit });
  const release = await semaphore.acquire({ timeoutMs: 0 });
  const first = semaphore.run(async () => 'ran');
  await expect(semaphore.run(async () => 'ran')).rejects.toThrow('queue full');
  await expect(semaphore.acquire({ timeoutMs: 60_000 })).rejects.toThrow('queue full');
  release?.();
  expect(await first).toBe('ran');
  expect(await semaphore.run(async () => 'ran')).toBe('ran');
});
