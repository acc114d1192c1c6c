import { CsvError, parse } from 'csv-parse/sync';
import { decodeBytes } from '../decode-bytes.ts';
import { markdownTable, plainTable } from '../markdown-table.ts';
import { ReadingError } from '../reading-error.ts';
import type { Warnings } from '../warnings.ts';
import { likelyDelimiter } from './delimiter.ts';
import type { DocumentInput, ReadFormat } from './document-input.ts';

/** The first line with which programs tell Excel the delimiter. */
const SEPARATOR_LINE = /^\ufeff?sep=(.)\r?\n/i;
const OPTIONS = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true } as const;

export const readCsv: ReadFormat = (input) => readDelimited(input, undefined);
export const readTsv: ReadFormat = (input) => readDelimited(input, '\t');

async function readDelimited({ bytes, format, budget, warnings }: DocumentInput, given: string | undefined) {
  const decoded = await decodeBytes(bytes, { warnings });
  if (decoded === undefined) throw new ReadingError('document-refused', 'its name says csv and its content is no text');
  const [line = '', stated] = SEPARATOR_LINE.exec(decoded.text) ?? [];
  const text = decoded.text.slice(line.length);
  const rows = parseRows(text, given ?? stated ?? likelyDelimiter(text), warnings).map((row) => budget.row(row));
  const uneven = rows.filter((row) => row.length !== rows[0]?.length).length;
  if (uneven > 0) warnings.add('rows-uneven', { count: uneven });
  const written = format === 'markdown' ? markdownTable(rows) : plainTable(rows);
  const metadata = { rows: rows.length, ...decoded.guess };
  return { text: written, pages: [], tables: [{ page: null, title: '', rows }], metadata };
}

function parseRows(text: string, delimiter: string, warnings: Warnings): string[][] {
  const rows: string[][] = [];
  let endBytes = 0;
  try {
    parse(text, {
      ...OPTIONS,
      delimiter,
      onRecord: (row, { bytes }) => {
        rows.push(row);
        endBytes = bytes;
        return null;
      },
    });
    return rows;
  } catch (cause) {
    if (!(cause instanceof CsvError) || cause.code !== 'CSV_QUOTE_NOT_CLOSED')
      throw new ReadingError('document-unreadable', (cause as Error).message, { cause });
    // Everything after the quote would be one cell.
    warnings.add('quote-not-closed', { place: `row ${rows.length + 1}` });
    const rest = Buffer.from(text).subarray(endBytes).toString('utf8');
    return [...rows, ...parse(rest, { ...OPTIONS, delimiter, quote: false })];
  }
}
