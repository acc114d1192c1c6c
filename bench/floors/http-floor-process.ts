import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type FloorProcess = { readonly url: string; readonly pid: number; stop(): void };

/**
 * The baseline server in a separate process. `model` is used by `/llm` and `/stream`; requests of
 * `/stream` name a model.
 */
export async function startFloor(model?: { url: string; modelId?: string }): Promise<FloorProcess> {
  const program = fileURLToPath(new URL('./http-floor.ts', import.meta.url));
  const child = spawn(process.execPath, [program, ...(model ? [model.url, model.modelId ?? ''] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/\S+/.exec(line) ?? [];
    if (url) return { url, pid: child.pid as number, stop: () => void child.kill() };
  }
  throw new Error('The floor server ended before it said where it listens');
}
