import { AppError } from '#lib/errors/app-error.ts';

/** The place of the next page in a list that has an order of its own. */
export function nextCursor(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}

/** @throws {AppError} `body-invalid` for a cursor that no list answered */
export function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const text = Buffer.from(cursor, 'base64url').toString();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new AppError('body-invalid', 'cursor is not one that a list has answered with. Leave it out for the first page.');
}

type PageAfter<Row, Item> = { readonly limit: number; readonly offset: number; readonly item: (row: Row) => Item };

/** A page of rows that were read with one more than `limit`, which tells whether there is a next page. */
export function pageAfter<Row, Item>(rows: readonly Row[], { limit, offset, item }: PageAfter<Row, Item>) {
  return { items: rows.slice(0, limit).map(item), nextCursor: rows.length > limit ? nextCursor(offset + limit) : null };
}
