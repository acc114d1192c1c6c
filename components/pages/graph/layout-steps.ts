import type { GraphOutline } from '#lib/workflow/graph-outline.ts';

/** Size of a step and the distances between steps, in pixels. */
export const STEP = { width: 176, height: 44 } as const;
const GAP = { x: 28, y: 40 } as const;

export type StepBox = { readonly name: string; readonly x: number; readonly y: number };
export type StepLayout = {
  readonly boxes: ReadonlyMap<string, StepBox>;
  readonly width: number;
  readonly height: number;
};

/**
 * Steps in rows: each below all steps it depends on, each row centered. `x` and `y` are the upper left
 * corner, in pixels. Steps come sources first, so each edge leads to a later row.
 */
export function layoutSteps({ steps, edges }: Pick<GraphOutline, 'steps' | 'edges'>): StepLayout {
  const rows = new Map<string, number>([['__start__', 0]]);
  const sourcesOf = Map.groupBy(edges, ({ target }) => target);
  const rowAfterSources = (name: string) =>
    1 + Math.max(0, ...(sourcesOf.get(name) ?? []).map(({ source }) => rows.get(source) ?? 0));
  for (const { name } of steps) rows.set(name, rowAfterSources(name));
  rows.set('__end__', 1 + Math.max(0, ...rows.values()));
  const byRow = Map.groupBy(rows, ([, row]) => row);
  const widest = Math.max(...[...byRow.values()].map((row) => row.length));
  const width = widest * (STEP.width + GAP.x) - GAP.x;
  const boxes = new Map<string, StepBox>();
  for (const [row, entries] of byRow) {
    const rowWidth = entries.length * (STEP.width + GAP.x) - GAP.x;
    entries.forEach(([name], index) => {
      const x = (width - rowWidth) / 2 + index * (STEP.width + GAP.x);
      boxes.set(name, { name, x, y: row * (STEP.height + GAP.y) });
    });
  }
  return { boxes, width, height: byRow.size * (STEP.height + GAP.y) - GAP.y };
}
