/** n8n's recovery after a crash gives this item to a node whose output was not stored. */
const PLACEHOLDER = 'isArtificialRecoveredEventItem';

/**
 * Counts the nodes with their own data in an execution of n8n, which is stored as a list whose
 * objects refer to each other by index. @see https://github.com/WebReflection/flatted#flatted
 */
export function countFlattedNodes(text: string): number {
  const list = JSON.parse(text) as readonly unknown[];
  const at = (index: unknown): unknown => list[Number(index)];
  const field = (value: unknown, name: string): unknown => at((value as Record<string, unknown> | undefined)?.[name]);
  const runs = field(field(list[0], 'resultData'), 'runData');
  return Object.values((runs as Record<string, unknown> | undefined) ?? {}).filter((index) => {
    const tasks = at(index) as readonly unknown[] | undefined;
    const last = at(tasks?.at(-1)) as Record<string, unknown> | undefined;
    return last?.data !== undefined && at(last.executionStatus) === 'success' && !leadsTo(list, at(last.data), PLACEHOLDER);
  }).length;
}

/** True if the value, or one that it refers to, has a field of that name. */
function leadsTo(list: readonly unknown[], value: unknown, name: string, visited = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null || visited.has(value)) return false;
  visited.add(value);
  if (name in value) return true;
  // A text is an index; other values are stored in place.
  return Object.values(value).some((item) => typeof item === 'string' && leadsTo(list, list[Number(item)], name, visited));
}
