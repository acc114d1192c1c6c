/** What a place in the tree of turns needs of a turn. */
type Placed = { readonly runId: string; readonly afterRunId: string | null };

/** The turns from the first one to `headRunId`, oldest first. A turn before that is no longer stored ends it. */
export function branchOf<Turn extends Placed>(turns: readonly Turn[], headRunId: string | null): Turn[] {
  const byId = new Map(turns.map((turn) => [turn.runId, turn]));
  const branch: Turn[] = [];
  const seen = new Set<string>();
  for (let at = headRunId; at !== null && !seen.has(at); ) {
    seen.add(at);
    const turn = byId.get(at);
    if (!turn) break;
    branch.push(turn);
    at = turn.afterRunId;
  }
  return branch.reverse();
}

/** The turns that follow the same turn as this one, itself among them, oldest first. */
export function branchesAt<Turn extends Placed>(turns: readonly Turn[], { afterRunId }: Placed): Turn[] {
  return turns.filter((turn) => turn.afterRunId === afterRunId);
}

/** The last turn of the branch that continues from a turn, by its latest followers. */
export function headAfter<Turn extends Placed>(turns: readonly Turn[], runId: string): string {
  const latest = new Map<string, string>();
  for (const turn of turns) if (turn.afterRunId !== null) latest.set(turn.afterRunId, turn.runId);
  let head = runId;
  for (let steps = 0; steps <= turns.length; steps++) {
    const next = latest.get(head);
    if (next === undefined) break;
    head = next;
  }
  return head;
}
