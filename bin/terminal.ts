import { createInterface } from 'node:readline';
import { stripVTControlCharacters, styleText } from 'node:util';

type Paint = 'green' | 'red' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** Output streams and environment of a command. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes to standard output. What a program reads goes here and nothing else. */
  out(text: string): void;
  /** Writes to standard error: problems, notes, progress. */
  err(text: string): void;
  /** The text in a colour, if the output is a terminal with colours. */
  paint(paint: Paint, text: string): string;
  readStdin(): Promise<string>;
  /**
   * The answer, in one line; undefined at the end of input or when the signal aborts. Missing
   * without an interactive terminal.
   */
  readonly ask: ((question: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
};

export type TerminalStreams = {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
};

export function makeTerminal({ stdin, stdout, stderr }: TerminalStreams, env: Terminal['env']): Terminal {
  const hasColours = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  return {
    env,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    paint: (paint, text) => (hasColours ? styleText(paint, text, { validateStream: false }) : text),
    async readStdin() {
      const parts: Buffer[] = [];
      for await (const part of stdin) parts.push(part);
      return Buffer.concat(parts).toString('utf8');
    },
    ask: stdin.isTTY
      ? (question, signal) => {
          stderr.write(question);
          return readLine(stdin, signal);
        }
      : undefined,
  };
}

/** Without readline's own line editing, which would keep Ctrl-C to itself. */
function readLine(stdin: NodeJS.ReadStream, signal: AbortSignal): Promise<string | undefined> {
  const lines = createInterface({ input: stdin, terminal: false, signal });
  return new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(undefined));
  }).finally(() => lines.close());
}

/**
 * Makes text of a model, page or document safe to print: without codes that move the cursor or
 * change the window.
 */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removes these characters
  return stripVTControlCharacters(text).replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '');
}
