import type { Readable } from 'node:stream';
import { maskText } from '../secrets/mask-text.ts';

const MAX_KEPT_CHARS = 4000;
const MAX_SHOWN_CHARS = 400;
/** Where the process was, which is not why it ended. */
const OF_STACK = /^\s+at |^Node\.js v|^\s*$/;

/** The end of what a process writes to its error output, where most say why they end. */
export class ErrorOutput {
  readonly #secrets: readonly string[];
  #kept = '';

  constructor(stream: Readable | null, env: Readonly<Record<string, string>>) {
    this.#secrets = Object.values(env);
    stream?.setEncoding('utf8').on('data', (text: string) => {
      this.#kept = (this.#kept + text).slice(-MAX_KEPT_CHARS);
    });
  }

  /** The error with what the process wrote, where it wrote something. */
  explain(error: unknown): unknown {
    const lines = maskText(this.#kept, this.#secrets).split('\n');
    const said = lines
      .filter((line) => !OF_STACK.test(line))
      .join(' ')
      .slice(-MAX_SHOWN_CHARS)
      .toWellFormed();
    if (said === '') return error;
    const { message } = error instanceof Error ? error : new Error(String(error));
    return new Error(`${message}. Its process wrote: ${said}`);
  }
}
