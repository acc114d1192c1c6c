import { CellCount } from '../budget.ts';
import type { XmlReader } from '../read-xml.ts';
import type { CellFormats } from './cell-formats.ts';
import { RichText, withoutEscapes } from './shared-strings.ts';

/** What the sheets of a workbook share. */
export type Workbook = {
  readonly strings: readonly string[];
  readonly formats: CellFormats;
  /** Days are counted from 1904, as Macintosh computers did. */
  readonly is1904: boolean;
};

type Cell = { readonly attributes: Readonly<Record<string, string>>; value: string | undefined; hasFormula: boolean };

/** The limits of Excel. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;
/** Of rows without text between others; more of them are not kept. */
const MAX_EMPTY_ROWS = 1000;
const REFERENCE = /^\$?([A-Za-z]{1,3})\$?(\d+)?$/;
/** Headers and footers of printed pages: codes of fonts, sizes, colours, places and page numbers. */
const PRINT_CODES = /&("[^"]*"|K[0-9A-Fa-f]{6}|\d{1,3}|[A-Za-z&])/g;
/** As in `Page 1 of 3`. */
const MAX_NUMBER_WORDS = 2;
const ONLY_SIGNS = /^[\s\p{P}]*$/u;

/** Reads the cells of one sheet, in any order, with or without references. */
export class SheetReader implements XmlReader {
  /** Formulas whose result the program that wrote the file did not keep. */
  withoutResult = 0;
  /** Texts of printed headers and footers. */
  readonly printed: string[] = [];
  readonly #workbook: Workbook;
  readonly #rows = new Map<number, string[]>();
  readonly #inline = new RichText();
  #row = -1;
  #column = -1;
  #cell: Cell | undefined;
  #isValue = false;
  #isPrinted = false;
  #isInline = false;
  readonly #filled = new CellCount();

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'row') this.#beginRow(attributes.r);
    else if (name === 'c') this.#beginCell(attributes);
    else if (name === 'v') this.#isValue = this.#cell !== undefined;
    else if (name === 'f' && this.#cell) this.#cell.hasFormula = true;
    else if (name === 'is') {
      this.#isInline = true;
      this.#inline.begin();
    } else if (this.#isInline) this.#inline.open(name);
    else if (/^(odd|even|first)(Header|Footer)$/.test(name)) {
      this.#isPrinted = true;
      this.printed.push('');
    }
  };

  text = (text: string): void => {
    if (this.#isInline) this.#inline.add(text);
    else if (this.#isValue && this.#cell) this.#cell.value = (this.#cell.value ?? '') + text;
    else if (this.#isPrinted) this.printed.push((this.printed.pop() ?? '') + text);
  };

  close = (name: string): void => {
    if (name === 'c') this.#endCell();
    else if (name === 'v') this.#isValue = false;
    else if (name === 'is') {
      this.#isInline = false;
      if (this.#cell) this.#cell.value = this.#inline.end();
    } else if (this.#isInline) this.#inline.close(name);
    else if (this.#isPrinted) {
      this.#isPrinted = false;
      const text = printedText(this.printed.pop() ?? '');
      if (text !== '' && !this.printed.includes(text)) this.printed.push(text);
    }
  };

  /** From the first row and column to the last ones with text; all rows have the same number of cells. */
  get rows(): string[][] {
    const indexes = [...this.#rows.keys()].sort((one, other) => one - other);
    const width = indexes.reduce((most, index) => Math.max(most, this.#rows.get(index)?.length ?? 0), 0);
    const rows: string[][] = [];
    const count = new CellCount();
    let before = -1;
    for (const index of indexes) {
      const empty = Math.min(index - before - 1, MAX_EMPTY_ROWS);
      count.add((empty + 1) * width);
      for (let row = 0; row < empty; row++) rows.push(Array.from({ length: width }, () => ''));
      const cells = this.#rows.get(index) ?? [];
      rows.push(Array.from({ length: width }, (_, column) => cells[column] ?? ''));
      before = index;
    }
    return rows;
  }

  #beginRow(reference: string | undefined): void {
    const index = Number(reference) - 1;
    this.#row = Number.isInteger(index) && index >= 0 && index < MAX_ROWS ? index : this.#row + 1;
    this.#column = -1;
  }

  #beginCell(attributes: Readonly<Record<string, string>>): void {
    const place = placeOf(attributes.r);
    this.#column = place?.column ?? this.#column + 1;
    if (place?.row !== undefined) this.#row = place.row;
    this.#cell = { attributes, value: undefined, hasFormula: false };
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (!cell || this.#column >= MAX_COLUMNS) return;
    if (cell.hasFormula && (cell.value ?? '') === '' && cell.attributes.t !== 'str') this.withoutResult++;
    const text = this.#textOf(cell);
    if (text === '') return;
    const row = this.#rows.get(this.#row) ?? [];
    this.#filled.add(Math.max(0, this.#column + 1 - row.length));
    while (row.length < this.#column) row.push('');
    row[this.#column] = text;
    this.#rows.set(this.#row, row);
  }

  #textOf({ attributes, value = '' }: Cell): string {
    const { strings, formats, is1904 } = this.#workbook;
    const format = formats.of(attributes.s);
    switch (attributes.t) {
      case 's':
        return format.text(strings[Number(value)] ?? '');
      case 'str':
        return format.text(withoutEscapes(value));
      case 'inlineStr':
        return format.text(value);
      case 'b':
        return value === '' ? '' : String(value.trim() === '1' || value.trim() === 'true');
      case 'e':
        return value;
      case 'd':
        return isoDate(value);
      default:
        return format.number(value, { is1904 });
    }
  }
}

/** Of a cell, as `B12` or `B`, from 0. */
function placeOf(reference: string | undefined): { column: number; row: number | undefined } | undefined {
  const [, letters, digits] = REFERENCE.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + (letter.codePointAt(0) ?? 0) - 64;
  const row = digits === undefined ? undefined : Number(digits) - 1;
  return { column: column - 1, row: row !== undefined && row >= 0 && row < MAX_ROWS ? row : undefined };
}

/** Dates that are written as ISO 8601 in the file, like those that are counted. */
function isoDate(value: string): string {
  const text = value.trim();
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return text;
  const date = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) ? text : date.toISOString().replace(/T00:00:00\.000Z$/, '');
}

/** The parts at the left, in the middle and at the right; those of page numbers say nothing. */
function printedText(codes: string): string {
  const texts = codes.split(/&[LCR]/).map((part) => {
    const text = part
      .replaceAll(PRINT_CODES, (code) => (code === '&&' ? '&' : ' '))
      .replaceAll(/\s+/g, ' ')
      .trim();
    const isNumber = /&[PN]/.test(part) && text.split(' ').length <= MAX_NUMBER_WORDS;
    return isNumber || ONLY_SIGNS.test(text) ? '' : text;
  });
  return texts.filter((text) => text !== '').join(' ');
}
