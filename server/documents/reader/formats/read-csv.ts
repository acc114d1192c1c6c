import { CsvError, parse } from 'csv-parse/sync';
import { decodeBytes } from '../decode-bytes.ts';
import { markdownTable, plainTable } from '../markdown-table.ts';
import { ReadingError } from '../reading-error.ts';
import type { Warnings } from '../warnings.ts';
import { likelyDelimiter } from './delimiter.ts';
import type { DocumentInput, ReadFormat } from './document-input.ts';

/** The first line with which programs tell Excel the delimiter. */
const SEPARATOR_LINE = /^\ufeff?"?sep=([^"\r\n])"?(?:\r?\n|\r)/i;
const OPTIONS = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  // Files that several programs wrote have several.
  record_delimiter: ['\r\n', '\n', '\r'] as string[],
} as const;
/** How a quote is written in a quoted cell, where not as two. */
const BACKSLASH = { escape: '\\' } as const;
/** Quotes after a blank, as `a, "b, c"`, enclose a cell for the program that wrote them. */
const AFTER_BLANK = { ltrim: true } as const;

export const readCsv: ReadFormat = (input) => readDelimited(input, undefined);
export const readTsv: ReadFormat = (input) => readDelimited(input, '\t');

async function readDelimited({ bytes, format, budget, warnings }: DocumentInput, given: string | undefined) {
  const decoded = await decodeBytes(bytes, { warnings });
  if (decoded === undefined) throw new ReadingError('document-refused', 'its name says csv and its content is no text');
  const [line = '', stated] = SEPARATOR_LINE.exec(decoded.text) ?? [];
  const text = decoded.text.slice(line.length);
  const rows = parseRows(text, given ?? stated ?? likelyDelimiter(text), warnings).map((row) => budget.row(row));
  const uneven = countUneven(rows);
  if (uneven > 0) warnings.add('rows-uneven', { count: uneven });
  const written = format === 'markdown' ? markdownTable(rows) : plainTable(rows);
  const metadata = { rows: rows.length, ...decoded.guess };
  return { text: written, pages: [], tables: [{ page: null, title: '', rows }], metadata };
}

/**
 * The rows of the dialect under which they are the most even: quotes as RFC 4180 has them, escaped by backslashes, or
 * after blanks.
 */
function parseRows(text: string, delimiter: string, warnings: Warnings): string[][] {
  const plain = parseDialect(text, { delimiter });
  const isBlankQuoted = plain.rows.some((row) => row.some((cell) => /^\s+"/.test(cell)));
  const others = [...(text.includes('\\"') ? [BACKSLASH] : []), ...(isBlankQuoted ? [AFTER_BLANK] : [])];
  const best = others
    .map((dialect) => parseDialect(text, { ...dialect, delimiter }))
    .reduce((first, other) => (isBetter(other, first, isBlankQuoted) ? other : first), plain);
  // Everything after the quote would be one cell.
  if (best.openQuoteAt !== undefined) warnings.add('quote-not-closed', { place: `row ${best.openQuoteAt}` });
  return best.rows;
}

type Dialect = { readonly delimiter: string; readonly escape?: string; readonly ltrim?: boolean };
type Parsed = {
  readonly rows: string[][];
  /** Number of the row whose quote is not closed. */
  readonly openQuoteAt?: number;
};

/** As even as before is better only where quotes were taken for text. */
function isBetter(one: Parsed, other: Parsed, tookQuotesForText: boolean): boolean {
  if (one.openQuoteAt !== undefined) return false;
  if (other.openQuoteAt !== undefined) return true;
  const [ofOne, ofOther] = [countUneven(one.rows), countUneven(other.rows)];
  return ofOne < ofOther || (ofOne === ofOther && tookQuotesForText);
}

function countUneven(rows: readonly (readonly string[])[]): number {
  return rows.filter((row) => row.length !== rows[0]?.length).length;
}

function parseDialect(text: string, dialect: Dialect): Parsed {
  const rows: string[][] = [];
  let endBytes = 0;
  try {
    parse(text, {
      ...OPTIONS,
      ...dialect,
      onRecord: (row, { bytes }) => {
        rows.push(row);
        endBytes = bytes;
        return null;
      },
    });
    return { rows };
  } catch (cause) {
    if (!(cause instanceof CsvError) || cause.code !== 'CSV_QUOTE_NOT_CLOSED')
      throw new ReadingError('document-unreadable', (cause as Error).message, { cause });
    const rest = Buffer.from(text).subarray(endBytes).toString('utf8');
    return { rows: [...rows, ...parse(rest, { ...OPTIONS, ...dialect, quote: false })], openQuoteAt: rows.length + 1 };
  }
}
