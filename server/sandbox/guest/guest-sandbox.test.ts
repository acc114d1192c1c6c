import { expect, test } from 'vitest';
import type { SandboxProgram, SandboxRunOptions } from '#lib/ports/sandbox.ts';
import type { GuestProcess } from './guest-process.ts';
import { GuestSandbox } from './guest-sandbox.ts';

const program = { code: '1', timeoutMs: 1000, memoryMb: 64 } as unknown as SandboxProgram;
const optionsOf = (signal: AbortSignal) => ({ signal, onOutput: () => {} }) as unknown as SandboxRunOptions;

test('a process that starts after its run was stopped serves the next one', async () => {
  const started = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  let starts = 0;
  const child = {
    gone: gone.promise,
    ready: Promise.resolve([]),
    run: async () => ({ type: 'value', value: '1' }),
    hold: () => {},
    kill: gone.resolve,
  };
  const sandbox = new GuestSandbox<unknown>({
    name: 'Test',
    async start() {
      starts++;
      await started.promise;
      return child as unknown as GuestProcess<unknown>;
    },
    toRequest: () => ({}),
    isReusable: true,
    graceMs: 0,
  });
  const stop = new AbortController();
  const stopped = sandbox.run(program, optionsOf(stop.signal));
  await expect.poll(() => starts).toBe(1);
  stop.abort(new Error('the run was stopped'));
  await expect(stopped).rejects.toThrow('the run was stopped');
  started.resolve();
  await new Promise(setImmediate);
  await sandbox.run(program, optionsOf(new AbortController().signal));
  expect(starts).toBe(1);
  await sandbox.close();
});
