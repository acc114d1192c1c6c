import type { SandboxOutput } from '#lib/ports/sandbox.ts';

/** How long what code prints is gathered: a loop that prints is a few events instead of a thousand. */
const BEAT_MS = 50;

/** Joins what is printed within a flush interval, in order, per stream. */
export class OutputBatcher {
  #gathered: { stream: SandboxOutput['stream']; text: string }[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #write: (output: SandboxOutput) => void;

  constructor(write: (output: SandboxOutput) => void) {
    this.#write = write;
  }

  add({ stream, text }: SandboxOutput): void {
    const last = this.#gathered.at(-1);
    if (last?.stream === stream) last.text += text;
    else this.#gathered.push({ stream, text });
    this.#timer ??= setTimeout(() => this.flush(), BEAT_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const gathered = this.#gathered;
    this.#gathered = [];
    for (const output of gathered) this.#write(output);
  }
}
