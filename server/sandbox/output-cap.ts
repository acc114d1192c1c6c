import type { SandboxOutput } from '#lib/ports/sandbox.ts';
import { MAX_OUTPUT_CHARS, MAX_OUTPUT_LINES } from './sandbox-limits.ts';

/** Forwards a run's output up to a limit, then notes once that the rest is omitted. */
export class OutputCap {
  #chars = 0;
  #lines = 0;
  #isFull = false;
  readonly #onOutput: (output: SandboxOutput) => void;

  constructor(onOutput: (output: SandboxOutput) => void) {
    this.#onOutput = onOutput;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  write(stream: SandboxOutput['stream'], text: string): void {
    if (this.#isFull || text === '') return;
    const kept = this.#fitting(text);
    this.#chars += kept.length;
    this.#lines += countLines(kept);
    if (kept !== '') this.#onOutput({ stream, text: kept });
    if (kept.length === text.length) return;
    this.#isFull = true;
    const note = `… more than ${MAX_OUTPUT_LINES} lines or ${MAX_OUTPUT_CHARS} characters: the rest is omitted\n`;
    this.#onOutput({ stream: 'stderr', text: kept.endsWith('\n') || kept === '' ? note : `\n${note}` });
  }

  #fitting(text: string): string {
    let kept = text.slice(0, MAX_OUTPUT_CHARS - this.#chars);
    const linesLeft = MAX_OUTPUT_LINES - this.#lines;
    if (countLines(kept) > linesLeft) kept = kept.split('\n', linesLeft).join('\n') + (linesLeft > 0 ? '\n' : '');
    return kept;
  }
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
