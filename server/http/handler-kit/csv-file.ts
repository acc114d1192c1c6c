import { createHash } from 'node:crypto';
import type { FileAnswer } from './define-handler.ts';

type Cell = string | number | null;

/** A file to download: CSV in UTF-8 by RFC 4180. Texts are quoted, the names of the columns are not. */
export function csvFile(name: string, head: readonly string[], rows: readonly (readonly Cell[])[]): FileAnswer {
  const lines = [head.join(','), ...rows.map((row) => row.map(toField).join(','))];
  const content = Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
  return {
    file: {
      name,
      mediaType: 'text/csv',
      sizeBytes: content.length,
      etag: createHash('sha256').update(content).digest('base64url'),
      isInline: false,
      async *read({ start, end }) {
        yield content.subarray(start, end);
      },
    },
  };
}

/** A sheet would calculate a text that begins like a formula. */
function toField(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
