import type { SandboxLanguage, SandboxOutput, SandboxResult } from '#lib/ports/sandbox.ts';
import { makeTestSandbox } from './test-sandbox.ts';

type Sandbox = ReturnType<typeof makeTestSandbox>;
type Limits = { readonly timeoutMs?: number; readonly memoryMb?: number; readonly inputs?: Record<string, unknown> };

export type Trial = { readonly result: SandboxResult; readonly printed: SandboxOutput[]; readonly ms: number };

/** One sandbox for the tests of a file, called like the engine does. */
export class SandboxTrial {
  readonly sandbox: Sandbox = makeTestSandbox();
  readonly language: SandboxLanguage;

  constructor(language: SandboxLanguage) {
    this.language = language;
  }

  async run(code: string, { timeoutMs = 20_000, memoryMb = 64, inputs = {} }: Limits = {}, signal?: AbortSignal): Promise<Trial> {
    const printed: SandboxOutput[] = [];
    const start = performance.now();
    const result = await this.sandbox.run(
      { language: this.language, code, inputs, timeoutMs, memoryMb },
      { signal: signal ?? new AbortController().signal, onOutput: (output) => void printed.push(output) },
    );
    return { result, printed, ms: performance.now() - start };
  }
}

/** What was printed to one of the streams. */
export function textOf({ printed }: Trial, wanted: SandboxOutput['stream']): string {
  return printed
    .filter(({ stream }) => stream === wanted)
    .map(({ text }) => text)
    .join('');
}
