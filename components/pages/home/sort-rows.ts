import type { WorkflowRow } from '#components/pages/home/home-data.ts';

export const rowSorts = ['saved', 'name', 'nodes'] as const;
export type RowSort = (typeof rowSorts)[number];

/** Sorts rows: last saved first, by name in the order of the language, or largest first. */
export function sortRows(rows: readonly WorkflowRow[], sort: RowSort, language: string): WorkflowRow[] {
  switch (sort) {
    case 'saved':
      return rows.toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
    case 'name':
      return rows.toSorted((a, b) => a.name.localeCompare(b.name, language, { numeric: true }));
    case 'nodes':
      return rows.toSorted((a, b) => (b.content?.nodeCount ?? 0) - (a.content?.nodeCount ?? 0));
    default:
      return sort satisfies never;
  }
}
