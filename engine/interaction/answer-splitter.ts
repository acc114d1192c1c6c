/** A piece of what a model wrote: its answer, what it thought, or a tool call in the text. */
export type AnswerPiece = {
  readonly type: 'text' | 'thinking' | 'call';
  readonly text: string;
  /** Of a call: the answer ended before its closing tag. */
  readonly isCut?: true;
};

export type SplitPieces = {
  readonly pieces: readonly AnswerPiece[];
  /** All text before these pieces was thinking, whose opening tag the prompt of the server has written. */
  readonly wasThinking: boolean;
};

type Tag = { readonly open: string; readonly close: string };

const THINK: Tag = { open: '<think>', close: '</think>' };
/**
 * How servers write reasoning into the text where nothing parses it for them: DeepSeek, Qwen and most
 * others; Magistral, Seed, Kimi, EXAONE. Only at the start of an answer, where authors ask for no such tags.
 */
const OPENING: readonly Tag[] = [
  THINK,
  { open: '<thinking>', close: '</thinking>' },
  { open: '<thought>', close: '</thought>' },
  { open: '<seed:think>', close: '</seed:think>' },
  { open: '[THINK]', close: '[/THINK]' },
  { open: '◁think▷', close: '◁/think▷' },
];
/** Hermes and Qwen, and their relatives. */
const CALL: Tag = { open: '<tool_call>', close: '</tool_call>' };
const STRAY = ['</think>', '</seed:think>', '◁/think▷'];
const QUOTES = new Set(['"', "'", '`', '“', '‘', '«', '„', '「', '«']);
const FENCE_LENGTH = 3;

type Mode =
  /** Only blanks so far, or since a thought. */
  | { readonly kind: 'start' }
  | { readonly kind: 'text' }
  /** A call is of use only as a whole. */
  | { readonly kind: 'inside'; readonly tag: Tag; readonly type: 'thinking' | 'call'; held: string }
  /** A tag in the middle of the text: thinking once it is closed, else text. */
  | { readonly kind: 'perhaps'; held: string };

/**
 * Splits a streamed answer, whose pieces may be cut anywhere. Tags in code are text, and so is every
 * other character: the pieces together are the answer without its tags.
 */
export class AnswerSplitter {
  readonly #withCalls: boolean;
  #mode: Mode = { kind: 'start' };
  /** Not yet decided: it may be the beginning of a tag or of a fence. */
  #rest = '';
  #pieces: AnswerPiece[] = [];
  #wasThinking = false;
  #hasThought = false;
  #hasText = false;
  #fence = '';
  #ticks = '';
  #isLineBlank = true;
  #last = '';

  constructor({ withCalls }: { withCalls: boolean }) {
    this.#withCalls = withCalls;
  }

  push(delta: string): SplitPieces {
    this.#rest += delta;
    this.#read(false);
    return this.#take();
  }

  end(): SplitPieces {
    this.#read(true);
    if (this.#mode.kind === 'inside') this.#add(this.#mode.type, this.#mode.held, { isCut: this.#mode.type === 'call' });
    if (this.#mode.kind === 'perhaps') {
      const { held } = this.#mode;
      this.#mode = { kind: 'text' };
      this.#add('text', THINK.open + held);
    }
    return this.#take();
  }

  #take(): SplitPieces {
    const taken = { pieces: this.#pieces, wasThinking: this.#wasThinking };
    this.#pieces = [];
    this.#wasThinking = false;
    return taken;
  }

  #add(type: AnswerPiece['type'], text: string, { isCut = false } = {}): void {
    if (text === '') return;
    if (type === 'text') this.#hasText = true;
    this.#pieces.push({ type, text, ...(isCut && { isCut }) });
  }

  #read(isEnd: boolean): void {
    let before: string | undefined;
    let mode: Mode | undefined;
    while (this.#rest !== '' && (before !== this.#rest || mode !== this.#mode)) {
      before = this.#rest;
      mode = this.#mode;
      if (mode.kind === 'start') this.#readStart(isEnd);
      else if (mode.kind === 'text') this.#readText(isEnd);
      else if (mode.kind === 'inside') this.#readInside(mode, isEnd);
      else this.#readPerhaps(mode, isEnd);
    }
  }

  #readStart(isEnd: boolean): void {
    const blanks = /^\s*/.exec(this.#rest)?.[0] ?? '';
    const rest = this.#rest.slice(blanks.length);
    if (rest === '' && !isEnd) return;
    const stray = STRAY.find((tag) => startsWith(rest, tag));
    if (stray !== undefined) {
      this.#hasThought = true;
      this.#rest = rest.slice(stray.length);
      return;
    }
    const tag = OPENING.find(({ open }) => startsWith(rest, open));
    if (tag) {
      this.#mode = { kind: 'inside', tag, type: 'thinking', held: '' };
      this.#rest = rest.slice(tag.open.length);
      return;
    }
    if (!isEnd && [...OPENING.map(({ open }) => open), ...STRAY].some((open) => startsWith(open, rest))) return;
    // The blank lines behind a thought are no part of the answer.
    if (this.#hasThought && !this.#hasText) this.#rest = rest;
    this.#mode = { kind: 'text' };
  }

  #readInside(mode: Extract<Mode, { kind: 'inside' }>, isEnd: boolean): void {
    const { tag, type } = mode;
    const at = indexOf(this.#rest, tag.close);
    if (at !== -1) {
      this.#add(type, mode.held + this.#rest.slice(0, at));
      this.#leave(type, this.#rest.slice(at + tag.close.length));
      return;
    }
    const end = this.#rest.length - (isEnd ? 0 : heldBack(this.#rest, [tag.close]));
    const inside = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end);
    if (type === 'call') mode.held += inside;
    else this.#add(type, inside);
  }

  #readPerhaps(mode: Extract<Mode, { kind: 'perhaps' }>, isEnd: boolean): void {
    const at = indexOf(this.#rest, THINK.close);
    if (at !== -1) {
      this.#add('thinking', mode.held + this.#rest.slice(0, at));
      this.#leave('thinking', this.#rest.slice(at + THINK.close.length));
      return;
    }
    const kept = isEnd ? 0 : heldBack(this.#rest, [THINK.close]);
    mode.held += this.#rest.slice(0, this.#rest.length - kept);
    this.#rest = this.#rest.slice(this.#rest.length - kept);
  }

  #leave(type: 'thinking' | 'call', rest: string): void {
    if (type === 'thinking') this.#hasThought = true;
    this.#mode = this.#hasText ? { kind: 'text' } : { kind: 'start' };
    this.#rest = rest;
  }

  #readText(isEnd: boolean): void {
    const { open: call } = CALL;
    const tags = [THINK.open, ...(this.#withCalls ? [call] : []), ...(this.#hasThought ? [] : STRAY)];
    let shown = 0;
    for (const { at, mark, isWhole } of marksIn(this.#rest, tags)) {
      if (!isWhole && !isEnd) {
        this.#show(this.#rest.slice(shown, at));
        this.#rest = this.#rest.slice(at);
        return;
      }
      this.#show(this.#rest.slice(shown, at));
      shown = at;
      const isTag = tags.some((tag) => tag.toLowerCase() === mark.toLowerCase());
      if (!isTag) {
        this.#mark(mark);
        shown = at + mark.length;
        this.#add('text', mark);
        continue;
      }
      if (this.#fence !== '' || this.#ticks !== '' || QUOTES.has(this.#last)) continue;
      this.#rest = this.#rest.slice(at + mark.length);
      if (mark.toLowerCase() === THINK.open) this.#mode = { kind: 'perhaps', held: '' };
      else if (mark.toLowerCase() === call) this.#mode = { kind: 'inside', tag: CALL, type: 'call', held: '' };
      else this.#turnIntoThoughts();
      return;
    }
    this.#show(this.#rest.slice(shown));
    this.#rest = '';
  }

  /** The tag that closes what was never opened: all before it was thinking. */
  #turnIntoThoughts(): void {
    this.#pieces = this.#pieces.map((piece) => (piece.type === 'text' ? { ...piece, type: 'thinking' } : piece));
    this.#wasThinking = true;
    this.#hasThought = true;
    this.#hasText = false;
    this.#mode = { kind: 'start' };
  }

  #show(text: string): void {
    if (text === '') return;
    const line = text.lastIndexOf('\n');
    if (line !== -1) this.#ticks = '';
    const tail = text.slice(line + 1);
    this.#isLineBlank = (line !== -1 || this.#isLineBlank) && tail.trim() === '';
    this.#last = text.at(-1) ?? this.#last;
    this.#add('text', text);
  }

  /** Backticks and tildes open and close code. */
  #mark(mark: string): void {
    const isFence = this.#isLineBlank && mark.length >= FENCE_LENGTH;
    if (this.#fence !== '') {
      if (isFence && mark.startsWith(this.#fence)) this.#fence = '';
    } else if (isFence) this.#fence = mark;
    else if (mark.startsWith('`')) {
      if (this.#ticks === '') this.#ticks = mark;
      else if (this.#ticks === mark) this.#ticks = '';
    }
    this.#isLineBlank = false;
    this.#last = '';
  }
}

/** A whole answer in the same way. */
export function splitAnswer(text: string, options: { withCalls: boolean }): { text: string; thinking: string; calls: string[] } {
  const splitter = new AnswerSplitter(options);
  const parts = [splitter.push(text), splitter.end()];
  const split = { text: '', thinking: '', calls: [] as string[] };
  for (const { pieces, wasThinking } of parts) {
    if (wasThinking) {
      split.thinking += split.text;
      split.text = '';
    }
    for (const piece of pieces) {
      if (piece.type === 'call') split.calls.push(piece.text);
      else split[piece.type] += piece.text;
    }
  }
  return split;
}

type Mark = { readonly at: number; readonly mark: string; readonly isWhole: boolean };

/** Tags and marks of code, in order; the last one may be a beginning. */
function* marksIn(text: string, tags: readonly string[]): Generator<Mark> {
  for (const found of text.matchAll(/`+|~{3,}|[<◁]/g)) {
    const { index: at } = found;
    const [sign] = found;
    if (sign.startsWith('`') || sign.startsWith('~')) {
      yield { at, mark: sign, isWhole: at + sign.length < text.length };
      continue;
    }
    const rest = text.slice(at, at + 16);
    const tag = tags.find((one) => startsWith(rest, one));
    if (tag !== undefined) yield { at, mark: text.slice(at, at + tag.length), isWhole: true };
    else if (tags.some((one) => startsWith(one, rest))) yield { at, mark: rest, isWhole: false };
  }
}

function startsWith(text: string, beginning: string): boolean {
  return text.slice(0, beginning.length).toLowerCase() === beginning.toLowerCase();
}

function indexOf(text: string, tag: string): number {
  const at = text.indexOf(tag);
  return at !== -1 ? at : text.toLowerCase().indexOf(tag.toLowerCase());
}

/** How many characters at the end may be the beginning of one of the tags. */
function heldBack(text: string, tags: readonly string[]): number {
  const longest = Math.max(...tags.map(({ length }) => length)) - 1;
  for (let count = Math.min(longest, text.length); count > 0; count--)
    if (tags.some((tag) => startsWith(tag, text.slice(-count)))) return count;
  return 0;
}
