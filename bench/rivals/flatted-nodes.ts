/**
 * Counts the nodes with data in an execution of n8n, which is stored as a list whose objects refer
 * to each other by index. @see https://github.com/WebReflection/flatted#flatted
 */
export function countFlattedNodes(text: string): number {
  const list = JSON.parse(text) as readonly unknown[];
  const at = (index: unknown): unknown => list[Number(index)];
  const field = (value: unknown, name: string): unknown => at((value as Record<string, unknown> | undefined)?.[name]);
  const runs = field(field(list[0], 'resultData'), 'runData');
  return Object.values((runs as Record<string, unknown> | undefined) ?? {}).filter((index) => {
    const tasks = at(index) as readonly unknown[] | undefined;
    const last = at(tasks?.at(-1)) as Record<string, unknown> | undefined;
    return last?.data !== undefined && at(last.executionStatus) === 'success';
  }).length;
}
