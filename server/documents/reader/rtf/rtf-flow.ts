type Style = { readonly isBold: boolean; readonly isItalic: boolean };

const PLAIN: Style = { isBold: false, isItalic: false };
const MAX_HEADING = 6;

/** Writes the paragraphs and tables of one part of an RTF file as HTML. */
export class RtfFlow {
  readonly #html: string[] = [];
  /** Of the current paragraph or cell. */
  #pieces: string[] = [];
  #open: Style = PLAIN;
  /** Cells of the current row. */
  #cells: string[] = [];
  #isInTable = false;

  text(text: string, style: Style): void {
    if (text === '') return;
    this.#mark(style);
    this.#pieces.push(escaped(text));
  }

  lineBreak(): void {
    this.#pieces.push('<br>');
  }

  /** @param outlineLevel from 0; undefined for text that is not a heading */
  endParagraph({ isInCell, outlineLevel }: { isInCell: boolean; outlineLevel: number | undefined }): void {
    if (isInCell) {
      this.lineBreak();
      return;
    }
    const content = this.#take();
    this.#endTable();
    const tag = outlineLevel === undefined ? 'p' : `h${Math.min(outlineLevel + 1, MAX_HEADING)}`;
    if (content !== '') this.#html.push(`<${tag}>${content}</${tag}>\n`);
  }

  endCell(): void {
    this.#cells.push(this.#take());
  }

  endRow(): void {
    const rest = this.#take();
    if (rest.trim() !== '') this.#cells.push(rest);
    if (this.#cells.length === 0) return;
    if (!this.#isInTable) this.#html.push('<table>');
    this.#isInTable = true;
    this.#html.push(`<tr>${this.#cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`);
    this.#cells = [];
  }

  finish(): string {
    if (this.#cells.length > 0) this.endRow();
    this.endParagraph({ isInCell: false, outlineLevel: undefined });
    return this.#html.join('');
  }

  #endTable(): void {
    if (this.#isInTable) this.#html.push('</table>\n');
    this.#isInTable = false;
  }

  #take(): string {
    this.#mark(PLAIN);
    const content = this.#pieces.join('');
    this.#pieces = [];
    return content;
  }

  #mark(style: Style): void {
    if (style.isBold === this.#open.isBold && style.isItalic === this.#open.isItalic) return;
    if (this.#open.isItalic) this.#pieces.push('</i>');
    if (this.#open.isBold) this.#pieces.push('</b>');
    if (style.isBold) this.#pieces.push('<b>');
    if (style.isItalic) this.#pieces.push('<i>');
    this.#open = { isBold: style.isBold, isItalic: style.isItalic };
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
