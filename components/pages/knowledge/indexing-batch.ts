/** Documents that are indexed together: those that were pending at first, and what was added since. */
export type IndexingBatch = { readonly total: number; readonly pending: number };

/** The batch after the number of pending documents was read again; undefined once there are none. */
export function nextBatch(last: IndexingBatch | undefined, pending: number): IndexingBatch | undefined {
  if (pending === 0) return undefined;
  if (last?.pending === pending) return last;
  const before = last ?? { total: 0, pending: 0 };
  return { total: before.total + Math.max(0, pending - before.pending), pending };
}
