import { readCalls, readUnnamedCalls, type WrittenCall } from './written-call.ts';

type Fence = { readonly mark: string; readonly language: string; readonly rest: string };
type Block =
  /** An ordinary block of code: text like any other. */
  | { readonly kind: 'code'; readonly mark: string }
  /** Says that it is a call: never shown. */
  | { readonly kind: 'call'; readonly mark: string; body: string; triesLeft: number }
  /** JSON that may be a tool call, buffered until it is complete. */
  | { readonly kind: 'open'; readonly mark: string; readonly head: string; body: string; hasBegun: boolean };

/**
 * How often a block is read again whose last line ends with a fence that is not on a line of its
 * own: each time all of it.
 */
const MAX_TRIES = 20;

/**
 * Finds tool calls in a streamed answer. Text that is no call passes through as it came, whatever
 * the chunks; the possible start of a block is buffered until it is clear.
 */
export class CallReader {
  readonly #toolNames: ReadonlySet<string>;
  readonly #calls: WrittenCall[] = [];
  #block: Block | undefined;
  /** The current line, as long as it may still become a fence. */
  #line = '';
  /** The beginning of this line has been shown, so it is no fence. */
  #isShown = false;
  /** The line begins with a fence: it is read only once it is complete. */
  #isFence = false;

  constructor(toolNames: Iterable<string>) {
    this.#toolNames = new Set(toolNames);
  }

  /** @returns what may be shown now */
  push(delta: string): string {
    let shown = '';
    const lines = delta.split('\n');
    for (const [index, piece] of lines.entries()) {
      const isWhole = index < lines.length - 1;
      this.#line += isWhole ? `${piece}\n` : piece;
      shown += isWhole ? this.#takeLine() : this.#takeBeginning();
    }
    return shown;
  }

  /** Ends the answer. @returns the rest of its text, and all its calls */
  end(): { text: string; calls: WrittenCall[] } {
    let text = this.#line === '' ? '' : this.#takeLine();
    const block = this.#block;
    if (block?.kind === 'call') this.#calls.push(...readCalls(block.body));
    if (block?.kind === 'open') text += this.#close(block, '');
    this.#block = undefined;
    return { text, calls: this.#calls };
  }

  /** The line continues. It is emitted once it cannot become a fence. */
  #takeBeginning(): string {
    if (this.#block?.kind === 'call' || this.#block?.kind === 'open') return '';
    if (this.#isFence) return '';
    if (!this.#isShown) {
      this.#isFence = /^[ \t]*(`{3}|~{3})/.test(this.#line);
      if (this.#isFence || /^[ \t]*(`{0,2}|~{0,2})$/.test(this.#line)) return '';
    }
    return this.#showLine();
  }

  #showLine(): string {
    const line = this.#line;
    this.#line = '';
    this.#isFence = false;
    this.#isShown = line !== '' && !line.endsWith('\n');
    return line;
  }

  #takeLine(): string {
    if (this.#isShown) return this.#showLine();
    const line = this.#showLine();
    this.#isShown = false;
    return this.#block ? this.#takeBlockLine(this.#block, line) : this.#takeTextLine(line);
  }

  #takeTextLine(line: string): string {
    const fence = readFence(line);
    if (!fence) return line;
    const { mark, language, rest } = fence;
    if (/^tool[_-]?calls?$/i.test(language)) {
      this.#block = { kind: 'call', mark, body: '', triesLeft: MAX_TRIES };
      return rest.trim() === '' ? '' : this.#takeBlockLine(this.#block, rest);
    }
    const mayBeCall = (language === '' || /^json$/i.test(language)) && rest.trim() === '';
    this.#block = mayBeCall ? { kind: 'open', mark, head: line, body: '', hasBegun: false } : { kind: 'code', mark };
    return mayBeCall ? '' : line;
  }

  #takeBlockLine(block: Block, line: string): string {
    const isEnd = isClosing(line, block.mark);
    if (block.kind === 'code') {
      if (isEnd) this.#block = undefined;
      return line;
    }
    if (isEnd) {
      this.#block = undefined;
      if (block.kind === 'open') return this.#close(block, line);
      this.#calls.push(...readCalls(block.body));
      return '';
    }
    block.body += line;
    return block.kind === 'call' ? this.#endInLine(block, line) : this.#readOpenBlock(block, line);
  }

  /** Models forget the line break before the fence that closes a call. */
  #endInLine(block: Extract<Block, { kind: 'call' }>, line: string): string {
    if (!line.trimEnd().endsWith(block.mark) || block.triesLeft-- <= 0) return '';
    const calls = readCalls(block.body.trimEnd().slice(0, -block.mark.length));
    if (calls.some(({ problem }) => problem !== undefined)) return '';
    this.#block = undefined;
    this.#calls.push(...calls);
    return '';
  }

  /** A block that does not begin like JSON is code, and is shown from here on. */
  #readOpenBlock(block: Extract<Block, { kind: 'open' }>, line: string): string {
    const beginning = line.trimStart();
    if (block.hasBegun || beginning === '') return '';
    block.hasBegun = /^[{[]/.test(beginning);
    if (block.hasBegun) return '';
    this.#block = { kind: 'code', mark: block.mark };
    return block.head + block.body;
  }

  #close({ head, body }: Extract<Block, { kind: 'open' }>, lastLine: string): string {
    const calls = body.trim() === '' ? undefined : readUnnamedCalls(body, this.#toolNames);
    if (!calls) return head + body + lastLine;
    this.#calls.push(...calls);
    return '';
  }
}

/** As in CommonMark, but however far the line is indented. */
function readFence(line: string): Fence | undefined {
  const [begin = '', mark = ''] = /^[ \t]*(`{3,}|~{3,})/.exec(line) ?? [];
  if (mark === '') return undefined;
  const info = line.slice(begin.length);
  const [named = '', language = ''] = /^[ \t]*([^\s{[`]*)/.exec(info) ?? [];
  const rest = info.slice(named.length);
  const isCall = /^tool[_-]?calls?$/i.test(language);
  // code between backticks within a line of text
  if (!isCall && mark.startsWith('`') && info.includes('`')) return undefined;
  return { mark, language, rest };
}

function isClosing(line: string, mark: string): boolean {
  const closing = line.trim();
  return closing.length >= mark.length && closing === mark.charAt(0).repeat(closing.length);
}
