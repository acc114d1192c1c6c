'use client';
import { useState } from 'react';

/** The names of an object, in its order and in that of their rows. */
export type RowOrder = { readonly names: readonly string[]; readonly rows: readonly string[] };

/** Objects list such names first, wherever they were added. */
const WHOLE_NUMBER = /^\d+$/;

/**
 * The rows after a change of the names. A row stays where it is while its name is typed, also where the object lists
 * the name first; other names are in the order of the object.
 */
export function nextRows(before: RowOrder, names: readonly string[]): RowOrder {
  if (isSameList(before.names, names)) return before;
  if (!names.some((name) => WHOLE_NUMBER.test(name))) return { names, rows: names };
  const now = new Set(names);
  const known = new Set(before.names);
  const gone = before.rows.filter((name) => !now.has(name));
  const added = names.filter((name) => !known.has(name));
  // Nothing but the order was changed.
  if (gone.length === 0 && added.length === 0) return { names, rows: names };
  const [renamed] = gone;
  const [to] = added;
  if (gone.length === 1 && added.length === 1 && to !== undefined)
    return { names, rows: before.rows.map((name) => (name === renamed ? to : name)) };
  return { names, rows: [...before.rows.filter((name) => now.has(name)), ...added] };
}

/** Names in the order of their rows. */
export function useRowOrder(names: readonly string[]): readonly string[] {
  const [before, setBefore] = useState<RowOrder>({ names, rows: names });
  const order = nextRows(before, names);
  if (order !== before) setBefore(order);
  return order.rows;
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index]);
}
