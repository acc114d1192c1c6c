import type { ForkedRunResource } from '#lib/api/forks.contract.ts';

/** A run in the tree of forks, one line. */
export type ForkRow = { readonly fork: ForkedRunResource; readonly depth: number };

/** The tree in depth-first order, forks by creation time. A run whose origin was deleted is a root. */
export function listForks(forks: readonly ForkedRunResource[]): ForkRow[] {
  const known = new Set(forks.map(({ runId }) => runId));
  const originOf = ({ forkOf }: ForkedRunResource) => (forkOf && known.has(forkOf.runId) ? forkOf.runId : undefined);
  const within = Map.groupBy(forks, originOf);
  const rows: ForkRow[] = [];
  const waiting = (within.get(undefined) ?? []).map((fork) => ({ fork, depth: 0 })).reverse();
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    rows.push(row);
    const inner = (within.get(row.fork.runId) ?? []).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    for (const fork of inner.reverse()) waiting.push({ fork, depth: row.depth + 1 });
  }
  return rows;
}
