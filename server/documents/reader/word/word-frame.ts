import type { HtmlReader } from '#lib/html/read-html.ts';
import { type Block, BlockWriter, type Marks } from './block-writer.ts';
import type { Recording } from './recording.ts';
import type { Field } from './word-fields.ts';

/** A paragraph before its first text: what it is, and the number that Word prints before it. */
export type ParagraphStart = { readonly block: Block; readonly label: string };

const PLAIN: ParagraphStart = { block: { kind: 'paragraph' }, label: '' };
/** Word allows 63 columns. */
const MAX_SPAN = 1000;

/** A text of its own inside a part of a document: the body, a text box, a note. */
export class WordFrame {
  readonly sink: HtmlReader;
  readonly fields: Field[] = [];
  /** Text boxes and drawings: they follow the paragraph that holds them. */
  readonly boxes: Recording[] = [];
  /** Comments follow the paragraph or the outermost table. */
  readonly comments: Recording[] = [];
  marks: Marks = { isBold: false, isItalic: false, isStruck: false };
  /** Set once the properties of the paragraph are known. */
  start: ParagraphStart = PLAIN;
  /** The mark of the last paragraph was deleted: the next one continues it. */
  isJoined = false;
  readonly #writer: BlockWriter;
  #prefix: string;
  #isInParagraph = false;
  /** Of the paragraph so far. */
  #text: string | undefined;
  readonly #rows: { span: number; after: number }[] = [];

  /** @param prefix what its first paragraph begins with */
  constructor(sink: HtmlReader, prefix = '') {
    this.sink = sink;
    this.#writer = new BlockWriter(sink);
    this.#prefix = prefix;
  }

  /** Whether the paragraph has text, so that its properties came too late. */
  get isBegun(): boolean {
    return this.#text !== undefined;
  }

  beginParagraph(): void {
    if (!this.isJoined) {
      this.endParagraph();
      this.start = PLAIN;
    }
    this.isJoined = false;
    this.#isInParagraph = true;
  }

  /** @returns its text when it was a heading */
  endParagraph(): string | undefined {
    const heading = this.start.block.kind === 'heading' ? this.#text : undefined;
    if (this.isBegun) this.#writer.end();
    this.#text = undefined;
    this.isJoined = false;
    this.#isInParagraph = false;
    this.#play(this.boxes);
    if (this.#rows.length === 0) this.#play(this.comments);
    return heading;
  }

  say(text: string): void {
    if (this.#text === undefined && text.trim() === '') return;
    this.#begin();
    this.#text += text;
    this.#writer.text(text, this.marks);
  }

  lineBreak(): void {
    if (this.isBegun) this.#writer.lineBreak();
  }

  beginLink(url: string): void {
    this.#begin();
    this.#writer.beginLink(url);
  }

  endLink(): void {
    if (this.isBegun) this.#writer.endLink();
  }

  beginTable(): void {
    this.endParagraph();
    this.#writer.beginTable();
    this.#rows.push({ span: 1, after: 0 });
  }

  endTable(): void {
    this.#rows.pop();
    this.#writer.endTable();
    if (this.#rows.length === 0) this.#play(this.comments);
  }

  beginRow(): void {
    this.#writer.beginRow();
  }

  /** Cells that a row lacks at its sides are empty, so that all are in their columns. */
  setRow({ before, after }: { readonly before: number; readonly after: number }): void {
    this.#emptyCells(before);
    const row = this.#rows.at(-1);
    if (row) row.after = after;
  }

  endRow(): void {
    const row = this.#rows.at(-1);
    if (row) {
      this.#emptyCells(row.after);
      row.after = 0;
    }
    this.#writer.endRow();
  }

  beginCell(): void {
    this.#writer.beginCell();
    const row = this.#rows.at(-1);
    if (row) row.span = 1;
  }

  /** A merged cell has its text in the first of its columns; the others are empty. */
  setSpan(span: number): void {
    const row = this.#rows.at(-1);
    if (row) row.span = span;
  }

  endCell(): void {
    this.endParagraph();
    this.#writer.endCell();
    this.#emptyCells((this.#rows.at(-1)?.span ?? 1) - 1);
  }

  end(): void {
    this.endParagraph();
    this.#writer.endLists();
  }

  #begin(): void {
    if (this.isBegun) return;
    if (!this.#isInParagraph) this.start = PLAIN;
    this.#writer.begin(this.start.block);
    this.#text = '';
    const first = `${this.#prefix}${this.start.label}`;
    this.#prefix = '';
    if (first !== '') this.#writer.text(`${first} `);
  }

  #play(recordings: Recording[]): void {
    for (const recording of recordings.splice(0)) recording.playTo(this.sink);
  }

  #emptyCells(count: number): void {
    for (let cell = 0; cell < Math.min(count, MAX_SPAN); cell++) {
      this.#writer.beginCell();
      this.#writer.endCell();
    }
  }
}
