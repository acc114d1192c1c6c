import type { HtmlReader } from '#lib/html/read-html.ts';

export type Marks = { readonly isBold: boolean; readonly isItalic: boolean; readonly isStruck: boolean };

/** A paragraph by what it is. */
export type Block =
  | { readonly kind: 'paragraph' }
  | { readonly kind: 'heading'; readonly level: number }
  | { readonly kind: 'item'; readonly level: number; readonly listId: string; readonly value: number | undefined };

type List = { readonly level: number; readonly listId: string; readonly tag: 'ol' | 'ul' };

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const NO_MARKS: Marks = { isBold: false, isItalic: false, isStruck: false };
const MARK_TAGS: readonly { readonly tag: string; readonly has: (marks: Marks) => boolean }[] = [
  { tag: 'strong', has: ({ isBold }) => isBold },
  { tag: 'em', has: ({ isItalic }) => isItalic },
  { tag: 's', has: ({ isStruck }) => isStruck },
];

/** Writes paragraphs, lists and tables of one text as elements of HTML. */
export class BlockWriter {
  readonly #sink: HtmlReader;
  readonly #lists: List[] = [];
  #block: Block | undefined;
  #marks: readonly string[] = [];
  /** Rows so far of each open table. */
  readonly #rows: number[] = [];

  constructor(sink: HtmlReader) {
    this.#sink = sink;
  }

  get isInTable(): boolean {
    return this.#rows.length > 0;
  }

  begin(block: Block): void {
    this.end();
    this.#block = block;
    if (block.kind !== 'item') this.endLists();
    if (block.kind === 'item') this.#beginItem(block);
    else this.#open(block.kind === 'heading' ? `h${block.level}` : 'p');
  }

  end(): void {
    if (!this.#block) return;
    this.#setMarks([]);
    if (this.#block.kind !== 'item') this.#sink.close(this.#block.kind === 'heading' ? `h${this.#block.level}` : 'p');
    this.#block = undefined;
  }

  text(text: string, marks: Marks = NO_MARKS): void {
    const isHeading = this.#block?.kind === 'heading';
    this.#setMarks(isHeading ? [] : MARK_TAGS.filter(({ has }) => has(marks)).map(({ tag }) => tag));
    this.#sink.text(text);
  }

  lineBreak(): void {
    this.#setMarks([]);
    this.#open('br');
  }

  beginLink(url: string): void {
    this.#setMarks([]);
    this.#open('a', { href: url });
  }

  endLink(): void {
    this.#setMarks([]);
    this.#sink.close('a');
  }

  beginQuote(): void {
    this.end();
    this.#open('blockquote');
  }

  endQuote(): void {
    this.end();
    this.endLists();
    this.#sink.close('blockquote');
  }

  beginTable(): void {
    this.end();
    this.endLists();
    this.#rows.push(0);
    this.#open('table');
  }

  endTable(): void {
    this.#rows.pop();
    this.#sink.close('table');
  }

  beginRow(): void {
    this.#open('tr');
  }

  endRow(): void {
    this.#sink.close('tr');
    const rows = this.#rows.pop();
    if (rows !== undefined) this.#rows.push(rows + 1);
  }

  /** Tables of Markdown have a head: it is the first row. */
  beginCell(): void {
    this.#open(this.#cellTag);
  }

  endCell(): void {
    this.end();
    this.endLists();
    this.#sink.close(this.#cellTag);
  }

  endLists(): void {
    while (this.#lists.length > 0) this.#endList();
  }

  get #cellTag(): string {
    return this.#rows.at(-1) === 0 ? 'th' : 'td';
  }

  #beginItem({ level, listId, value }: Extract<Block, { kind: 'item' }>): void {
    const tag = value === undefined ? 'ul' : 'ol';
    while ((this.#lists.at(-1)?.level ?? -1) > level) this.#endList();
    const open = this.#lists.at(-1);
    if (open?.level === level && (open.listId !== listId || open.tag !== tag)) this.#endList();
    if (this.#lists.at(-1)?.level === level) this.#sink.close('li');
    else {
      this.#lists.push({ level, listId, tag });
      this.#open(tag);
    }
    this.#open('li', value === undefined ? undefined : { value: String(value) });
  }

  #endList(): void {
    const list = this.#lists.pop();
    if (!list) return;
    this.#sink.close('li');
    this.#sink.close(list.tag);
  }

  #setMarks(marks: readonly string[]): void {
    if (marks.length === this.#marks.length && marks.every((tag, index) => tag === this.#marks[index])) return;
    for (const tag of this.#marks.toReversed()) this.#sink.close(tag);
    for (const tag of marks) this.#open(tag);
    this.#marks = marks;
  }

  #open(tag: string, attributes?: Readonly<Record<string, string>>): void {
    this.#sink.open(tag, attributes ? new Map(Object.entries(attributes)) : NO_ATTRIBUTES);
  }
}
