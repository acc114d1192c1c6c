/** @see Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion", SIGIR 2009: 60 is theirs. */
const K = 60;

/**
 * Reciprocal rank fusion of lists that are best first. The score is 1 for what is first in each
 * list.
 * @returns all ids with their score, best first; ids of one score in the order of the first list
 */
export function fuseRanks(lists: readonly (readonly string[])[]): { readonly id: string; readonly score: number }[] {
  const scores = new Map<string, number>();
  const best = lists.length / (K + 1);
  for (const list of lists)
    for (const [rank, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (K + rank + 1) / best);
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
}
