import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { JsonValue } from '#lib/json/json-value.ts';
import type { DatabaseResult } from '#lib/ports/database-client.ts';
import { formatCount } from '#lib/text/format-count.ts';

const MAX_RESULT_CHARS = 10_000_000;

/** Rows as they arrive, as JSON, up to a limit of rows and of characters. */
export class RowCollector {
  readonly rows: DatabaseResult['rows'][number][] = [];
  readonly #maxRows: number;
  #chars = 0;

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  /** @throws {NodeFailure} `database-result-too-large` */
  add(row: Readonly<Record<string, unknown>>): void {
    if (this.rows.length >= this.#maxRows) throw tooLarge(`more than ${formatCount(this.#maxRows)} rows`);
    const json = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toJson(value)]));
    this.#chars += JSON.stringify(json).length;
    if (this.#chars > MAX_RESULT_CHARS) throw tooLarge(`more than ${formatCount(MAX_RESULT_CHARS)} characters as JSON`);
    this.rows.push(json);
  }
}

function tooLarge(what: string): NodeFailure {
  return new NodeFailure('database-result-too-large', `The result has ${what}`, {
    path: 'config.query',
    hint: 'Select fewer rows or columns, for example with LIMIT',
  });
}

/** Times as texts in ISO form, bytes as Base64, whole numbers that are exact as numbers. */
function toJson(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return JSON.parse(JSON.stringify(value));
}

/** An exact decimal number as a number, where that says the same. */
export function exactNumber(text: string): number | string {
  const number = Number(text);
  return text.length <= 15 && Number.isFinite(number) ? number : text;
}
