import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';

/** A list's page: `nextCursor` is null on the last one. */
export type Page<Item> = { readonly items: Item[]; readonly nextCursor: string | null };

const MAX_PAGE = 100;
const DEFAULT_PAGE = 50;

/** Where a page ended: rows are ordered by time, newest first, then by id. */
export type PageEnd = { readonly at: Date; readonly rowId: string };
/** What a Date can hold, and from where on PostgreSQL can too; nor does PostgreSQL take a NUL. */
const cursorSchema = z.tuple([z.int().min(0).max(8.64e15), z.string().regex(/^[^\0]*$/)]);

/** Clamps a requested page size. */
export function pageSize(limit: number = DEFAULT_PAGE): number {
  return Math.min(Math.max(Math.trunc(limit) || 1, 1), MAX_PAGE);
}

/** Opaque to callers, and no secret: the repository filters by workspace whatever it says. */
function writeCursor({ at, rowId }: PageEnd): string {
  return Buffer.from(JSON.stringify([at.getTime(), rowId])).toString('base64url');
}

/** @throws {AppError} `body-invalid` when it is not a cursor of ours */
export function readCursor(cursor: string): PageEnd {
  try {
    const [atMs, rowId] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { at: new Date(atMs), rowId };
  } catch (cause) {
    throw new AppError('body-invalid', 'cursor is not one that a list has answered with. Leave it out for the first page.', {
      cause,
    });
  }
}

/** Drops the extra row that was read to see whether there is a next page. */
export function makePage<Row, Item>(
  rows: readonly Row[],
  { size, end, item }: { size: number; end: (row: Row) => PageEnd; item: (row: Row) => Item },
): Page<Item> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { items: shown.map(item), nextCursor: rows.length > size && last ? writeCursor(end(last)) : null };
}
