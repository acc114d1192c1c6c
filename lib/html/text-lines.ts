/** Prefix of the lines of a quote or list item; the first line has its own. */
type Prefix = { readonly first: string; readonly rest: string; isBegun: boolean };
type List = { readonly isOrdered: boolean; next: number };
/** `isInline`: written as text of the cell around it, because a row of Markdown is one line. */
type Table = { cells: number; hasHead: boolean; rows: number; isInCell: boolean; readonly isInline: boolean };

/** Deeper quotes and lists have no prefix, because each line repeats all prefixes. */
const MAX_PREFIXES = 10;

/**
 * Builds lines of Markdown or plain text from the elements of a page. Each `begin…` returns the
 * function that ends the element.
 */
export class TextLines {
  readonly #isPlain: boolean;
  readonly #lines: string[] = [];
  /** Parts of the current line. Marks are inserted when their content is not empty. */
  #pieces: string[] = [];
  #hasSpace = false;
  /** True if the current line has more than borders of cells. */
  #hasText = false;
  #wantsBlank = false;
  /** Number of characters written, to detect empty elements. */
  #written = 0;
  /** `#written` at the start of the line. */
  #lineStart = 0;
  /** Incremented per line, to detect marks that span several lines. */
  #lineNumber = 0;
  readonly #prefixes: Prefix[] = [];
  readonly #lists: List[] = [];
  readonly #tables: Table[] = [];
  #verbatim: string[] | undefined;

  constructor({ isPlain }: { isPlain: boolean }) {
    this.#isPlain = isPlain;
  }

  finish(): string {
    this.#newLine();
    return this.#lines.join('\n').trim();
  }

  text(text: string, { isVerbatim }: { isVerbatim: boolean }): void {
    if (isVerbatim && this.#verbatim) {
      this.#verbatim.push(text);
      return;
    }
    const words = text.replace(/[ \t\n\r\f\u00a0]+/g, ' ');
    if (words.startsWith(' ')) this.#hasSpace = true;
    const inner = words.trim();
    if (inner === '') return;
    this.#space();
    this.#pieces.push(this.#isInCell && !this.#isPlain ? inner.replaceAll('|', '\\|') : inner);
    this.#written += inner.length;
    this.#hasText = true;
    this.#hasSpace = words.endsWith(' ');
  }

  lineBreak(): void {
    if (this.#verbatim) this.#verbatim.push('\n');
    else if (this.#isInCell) this.#hasSpace = true;
    else this.#newLine();
  }

  rule(): void {
    this.#paragraph();
    if (this.#isInCell || this.#isPlain) return;
    this.#put('---');
    this.#paragraph();
  }

  image(alternative: string, url: string | undefined): void {
    if (alternative === '' || this.#verbatim) return;
    if (this.#isPlain || url === undefined) this.text(alternative, { isVerbatim: false });
    else {
      this.#put(`![${alternative.replace(/[\s[\]]+/g, ' ')}](${url})`);
      this.#hasText = true;
    }
  }

  beginMark(mark: string): () => void {
    return this.#wrap(() => (this.#isPlain ? undefined : { before: mark, after: mark }));
  }

  beginLink(url: string | undefined): () => void {
    return this.#wrap(() => (this.#isPlain || url === undefined ? undefined : { before: '[', after: `](${url})` }));
  }

  beginLine(): () => void {
    this.#endLine();
    return () => this.#endLine();
  }

  beginParagraph(): () => void {
    this.#paragraph();
    return () => this.#paragraph();
  }

  beginHeading(level: number): () => void {
    this.#paragraph();
    const end = this.#wrap(() => (this.#isPlain || this.#isInCell ? undefined : { before: `${'#'.repeat(level)} `, after: '' }));
    return () => {
      end();
      this.#paragraph();
    };
  }

  beginList({ isOrdered, isNested, start }: { isOrdered: boolean; isNested: boolean; start: number }): () => void {
    const edge = () => (isNested ? this.#endLine() : this.#paragraph());
    edge();
    this.#lists.push({ isOrdered, next: start });
    return () => {
      edge();
      this.#lists.pop();
    };
  }

  /** @param value its number, which those after it count on from */
  beginItem(value?: number): () => void {
    this.#endLine();
    const list = this.#lists.at(-1);
    if (list && value !== undefined) list.next = value;
    const first = list?.isOrdered ? `${list.next++}. ` : '- ';
    return this.#beginPrefixed({ first, rest: ' '.repeat(first.length) });
  }

  beginQuote(): () => void {
    this.#paragraph();
    const end = this.#beginPrefixed(this.#isPlain ? { first: '', rest: '' } : { first: '> ', rest: '> ' });
    return () => {
      end();
      this.#paragraph();
    };
  }

  beginPre(): () => void {
    this.#paragraph();
    if (this.#verbatim || this.#isInCell) return () => this.#paragraph();
    this.#verbatim = [];
    return () => {
      const text = (this.#verbatim ?? [])
        .join('')
        .replace(/^\r?\n/, '')
        .trimEnd();
      this.#verbatim = undefined;
      this.#writeBlock(text);
      this.#paragraph();
    };
  }

  beginTable(): () => void {
    this.#paragraph();
    // Tables around a table alone are layout, and are not written.
    const isInline = this.#isInCell && (this.#tables.at(-1)?.isInline === true || this.#hasText);
    this.#tables.push({ cells: 0, hasHead: false, rows: 0, isInCell: isInline, isInline });
    return () => {
      this.#tables.pop();
      this.#paragraph();
    };
  }

  beginRow(): () => void {
    const table = this.#tables.at(-1);
    this.#endLine();
    if (!table || table.isInline) return () => this.#endLine();
    table.cells = 0;
    table.hasHead = false;
    return () => {
      table.isInCell = false;
      const isHead = table.hasHead && table.rows === 0 && !this.#isPlain;
      if (table.cells > 0) this.#put(this.#isPlain ? '' : '|');
      this.#newLine();
      if (isHead) this.#putLine(`|${' --- |'.repeat(table.cells)}`);
      table.rows++;
    };
  }

  beginCell({ isHead }: { isHead: boolean }): () => void {
    const table = this.#tables.at(-1);
    if (!table || table.isInline) return this.beginLine();
    table.hasHead ||= isHead;
    table.isInCell = true;
    this.#hasSpace = this.#pieces.length > 0;
    if (!this.#isPlain) this.#put('|');
    this.#hasSpace = true;
    table.cells++;
    return () => {
      table.isInCell = false;
      this.#hasSpace = true;
    };
  }

  get #isInCell(): boolean {
    return this.#tables.at(-1)?.isInCell ?? false;
  }

  /** Wraps the content up to its end, unless it is empty or spans several lines. */
  #wrap(around: () => { before: string; after: string } | undefined): () => void {
    this.#space();
    const index = this.#pieces.push('') - 1;
    const before = this.#written;
    const lineNumber = this.#lineNumber;
    return () => {
      const marks = around();
      if (!marks || this.#written === before || this.#lineNumber !== lineNumber) return;
      this.#pieces[index] = marks.before;
      this.#pieces.push(marks.after);
    };
  }

  #beginPrefixed({ first, rest }: Omit<Prefix, 'isBegun'>): () => void {
    const isMarked = this.#prefixes.length < MAX_PREFIXES;
    if (isMarked) this.#prefixes.push({ first, rest, isBegun: false });
    return () => {
      this.#endLine();
      if (isMarked) this.#prefixes.pop();
    };
  }

  #writeBlock(text: string): void {
    if (text.trim() === '') return;
    let longest = 2;
    for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
    const fence = this.#isPlain ? [] : ['`'.repeat(longest + 1)];
    for (const line of [...fence, ...text.split(/\r?\n/), ...fence]) this.#putLine(line);
  }

  #put(piece: string): void {
    if (piece === '') return;
    this.#space();
    this.#pieces.push(piece);
    this.#written += piece.length;
    this.#hasSpace = false;
  }

  #space(): void {
    if (this.#hasSpace && this.#written > this.#lineStart) this.#pieces.push(' ');
    this.#hasSpace = false;
  }

  #paragraph(): void {
    if (this.#isInCell) {
      this.#hasSpace = true;
      return;
    }
    this.#newLine();
    this.#wantsBlank = true;
  }

  #endLine(): void {
    if (this.#isInCell) this.#hasSpace = true;
    else this.#newLine();
  }

  #newLine(): void {
    const line = this.#pieces.join('').trim();
    this.#pieces = [];
    this.#hasSpace = false;
    this.#hasText = false;
    // A row whose cells only contain other tables is layout.
    if (!/^[| ]*$/.test(line)) this.#putLine(line);
    this.#lineStart = this.#written;
    this.#lineNumber++;
  }

  #blankLine(): string {
    const begun = this.#prefixes.filter(({ isBegun }) => isBegun);
    return begun
      .map(({ rest }) => rest)
      .join('')
      .trimEnd();
  }

  #putLine(line: string): void {
    if (this.#wantsBlank && this.#lines.length > 0) this.#lines.push(this.#blankLine());
    this.#wantsBlank = false;
    const prefix = this.#prefixes.map((one) => {
      const text = one.isBegun ? one.rest : one.first;
      one.isBegun = true;
      return text;
    });
    this.#lines.push(`${prefix.join('')}${line}`.trimEnd());
  }
}
