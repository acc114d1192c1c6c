import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type FakeModelProcess = { readonly url: string; readonly pid: number; stop(): Promise<void> };

/** The fake model server in a separate process, so that its CPU is not measured. */
export async function startFakeModelProcess(): Promise<FakeModelProcess> {
  const program = fileURLToPath(import.meta.resolve('#tests/support/fake-model/main.ts'));
  const child = spawn(process.execPath, [program, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/\S+/.exec(line) ?? [];
    if (!url) continue;
    child.stdout.resume();
    return {
      url,
      pid: child.pid as number,
      async stop() {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error('The fake model server ended before it said where it listens');
}
