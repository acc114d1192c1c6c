import { formatCount } from '#lib/text/format-count.ts';
import { ReadingError } from './reading-error.ts';

/** Of all texts of one document together, in characters. */
const MAX_TEXT_CHARS = 20_000_000;
/** Of all tables together. */
const MAX_CELLS = 2_000_000;

/** Counts what is read of a document, so that a small file cannot become an endless result. */
export class Budget {
  #chars = 0;
  #cells = 0;

  text(text: string): string {
    this.#chars += text.length;
    if (this.#chars > MAX_TEXT_CHARS)
      throw new ReadingError('document-too-large', `it holds more than ${formatCount(MAX_TEXT_CHARS)} characters`);
    return text;
  }

  row(cells: readonly string[]): readonly string[] {
    this.#cells += cells.length;
    if (this.#cells > MAX_CELLS) throw tooManyCells();
    for (const cell of cells) this.text(cell);
    return cells;
  }
}

/** Counts the cells of tables while they grow: those that merged cells cover cost a file no bytes. */
export class CellCount {
  #cells = 0;

  add(count: number): void {
    this.#cells += count;
    if (this.#cells > MAX_CELLS) throw tooManyCells();
  }
}

function tooManyCells(): ReadingError {
  return new ReadingError('document-too-large', `its tables hold more than ${formatCount(MAX_CELLS)} cells`);
}
