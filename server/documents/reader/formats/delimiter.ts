import { parse } from 'csv-parse/sync';

export type Delimiter = ',' | ';' | '\t' | '|';

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
const SAMPLE_CHARS = 100_000;
const SAMPLE_ROWS = 200;
/** As of a list with one column, of which no delimiter makes sense. */
const ONE_COLUMN = 0.001;
/** Numbers with any separators, dates and times, addresses, and words as names have them. */
const KNOWN_CELLS: readonly RegExp[] = [
  /^[+-]?[\d.,'\u00a0 ]{1,40}(?:e[+-]?\d{1,3})?\s?[%€$£¥]?$/i,
  /^\d{1,4}[-/.:]\d{1,2}[-/.:]\d{1,4}(?:[T ]\d{1,2}:\d{2}.{0,20})?$/,
  /^(?:https?:\/\/|mailto:)\S{1,500}$|^[\w.+-]{1,64}@[\w.-]{1,200}$/i,
  /^[\p{L}\p{M}\p{N} .!?'’&()/_:+#-]{0,200}$/u,
];

/**
 * The delimiter under which the rows look most like a table: rows of equally many cells, and cells that
 * are numbers, dates or words. Counting delimiters would take the commas of numbers and sentences for it.
 * @see https://doi.org/10.1007/s10618-019-00646-y (van den Burg, Nazábal and Sutton: Wrangling messy CSV files by
 * detecting row and type patterns)
 */
export function likelyDelimiter(text: string): Delimiter {
  const sample = text.slice(0, SAMPLE_CHARS);
  const scores = DELIMITERS.map((delimiter) => ({
    delimiter,
    score: sample.includes(delimiter) ? scoreOf(sample, delimiter) : 0,
  }));
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

function scoreOf(sample: string, delimiter: Delimiter): number {
  const rows = sampleRows(sample, delimiter);
  const lengths = new Map<number, number>();
  for (const row of rows) lengths.set(row.length, (lengths.get(row.length) ?? 0) + 1);
  const pattern = Array.from(lengths, ([length, count]) => count * Math.max(ONE_COLUMN, (length - 1) / length));
  const cells = rows.flat();
  const known = cells.filter(({ value, isQuoted }) => isQuoted || KNOWN_CELLS.some((form) => form.test(value))).length;
  return cells.length === 0 ? 0 : (pattern.reduce((sum, one) => sum + one, 0) / lengths.size) * (known / cells.length);
}

type Cell = { readonly value: string; readonly isQuoted: boolean };

/** What was read before the end of the sample, which may be inside a cell. */
function sampleRows(sample: string, delimiter: Delimiter): Cell[][] {
  const rows: Cell[][] = [];
  try {
    parse(sample, {
      delimiter,
      bom: true,
      to: SAMPLE_ROWS,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      cast: (value, { quoting }) => ({ value: value.trim(), isQuoted: quoting }) as unknown as string,
      onRecord: (row) => {
        rows.push(row as unknown as Cell[]);
        return null;
      },
    });
  } catch {
    // Of a cell that is cut off.
  }
  return rows;
}
