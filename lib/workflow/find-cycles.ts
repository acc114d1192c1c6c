/** Strongly connected groups of ids, including single ids with an edge to themselves; in the order given. */
export function findCycles(ids: readonly string[], targetsOf: (id: string) => readonly string[]): readonly (readonly string[])[] {
  const left = new Set(ids);
  const sources = new Map<string, string[]>();
  for (const id of ids) for (const target of targetsOf(id)) sources.set(target, [...(sources.get(target) ?? []), id]);
  const cycles: string[][] = [];
  for (const id of ids) {
    if (!left.has(id)) continue;
    const after = reach(id, left, targetsOf);
    const before = reach(id, left, (one) => sources.get(one) ?? []);
    const group = ids.filter((one) => after.has(one) && before.has(one));
    if (group.length > 0) cycles.push(group);
    left.delete(id);
    for (const one of group) left.delete(one);
  }
  return cycles;
}

/** Ids reachable in at least one step within `among`. */
function reach(from: string, among: ReadonlySet<string>, next: (id: string) => readonly string[]): Set<string> {
  const reached = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const one of next(id)) {
      if (!among.has(one) || reached.has(one)) continue;
      reached.add(one);
      open.push(one);
    }
  }
  return reached;
}
