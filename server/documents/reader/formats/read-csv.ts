import { parse } from 'csv-parse/sync';
import { decodeBytes } from '../decode-bytes.ts';
import { markdownTable, plainTable } from '../markdown-table.ts';
import { ReadingError } from '../reading-error.ts';
import type { DocumentInput, ReadFormat } from './document-input.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const HEAD_CHARS = 10_000;

export const readCsv: ReadFormat = (input) => readDelimited(input, undefined);
export const readTsv: ReadFormat = (input) => readDelimited(input, '\t');

/** The delimiter is the one that the first lines have most of, as spreadsheets of many countries use `;`. */
function readDelimited({ bytes, format, budget }: DocumentInput, given: string | undefined) {
  const text = decodeBytes(bytes);
  if (text === undefined) throw new ReadingError('document-refused', 'its name says csv and its content is no text');
  const delimiter = given ?? likelyDelimiter(text.slice(0, HEAD_CHARS));
  const rows = parseRows(text, delimiter).map((row) => budget.row(row));
  const written = format === 'markdown' ? markdownTable(rows) : plainTable(rows);
  return { text: written, pages: [], tables: [{ page: null, title: '', rows }], metadata: { rows: rows.length } };
}

function parseRows(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as string[][];
  } catch (cause) {
    throw new ReadingError('document-unreadable', (cause as Error).message, { cause });
  }
}

function likelyDelimiter(head: string): string {
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: head.split(delimiter).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}
