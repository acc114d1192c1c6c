import type { Readable } from 'node:stream';
import { maskText } from '../secrets/mask-text.ts';
import type { McpCommand } from './mcp-session.ts';
import { readableText } from './readable-text.ts';
import { secretsInArgs } from './secrets-in-args.ts';

const MAX_KEPT_CHARS = 4000;
/** Beyond this the text is masked and cut. */
const MAX_READ_CHARS = 4 * MAX_KEPT_CHARS;
const MAX_SHOWN_CHARS = 400;
/** Where the process was, which is not why it ended. */
const OF_STACK = /^\s+at |^Node\.js v|^\s*$/;

/** The end of what a process writes to its error output, where most say why they end. */
export class ErrorOutput {
  readonly #secrets: readonly string[];
  #kept = '';

  constructor(stream: Readable | null, { env, args }: Pick<McpCommand, 'env' | 'args'>) {
    this.#secrets = [...Object.values(env), ...secretsInArgs(args)].map(readableText);
    stream?.setEncoding('utf8').on('data', (text: string) => {
      this.#kept += text;
      // Masked first: nothing recognises what a cut leaves of a secret.
      if (this.#kept.length > MAX_READ_CHARS) this.#kept = this.#masked().slice(-MAX_KEPT_CHARS);
    });
  }

  #masked(): string {
    return maskText(readableText(this.#kept), this.#secrets);
  }

  /** The error with what the process wrote, where it wrote something. */
  explain(error: unknown): unknown {
    const said = this.#masked()
      .split('\n')
      .filter((line) => !OF_STACK.test(line))
      .join(' ')
      .slice(-MAX_SHOWN_CHARS)
      .toWellFormed();
    if (said === '') return error;
    const { message } = error instanceof Error ? error : new Error(String(error));
    return new Error(`${message}. Its process wrote: ${said}`);
  }
}
