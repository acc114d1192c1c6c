type Turn = { readonly runId: string; readonly afterRunId: string | null };

/**
 * The same turns in the same order, except that each comes after the one that it follows. Of turns that come at
 * once, one that was sent earlier may be stored later, and then it follows the other.
 */
export function parentsFirst<T extends Turn>(turns: readonly T[]): T[] {
  const left = new Map(turns.map((turn) => [turn.runId, turn]));
  return turns.flatMap(({ runId }) => {
    const line: T[] = [];
    for (let next = left.get(runId); next; next = left.get(next.afterRunId ?? '')) {
      left.delete(next.runId);
      line.push(next);
    }
    return line.reverse();
  });
}
