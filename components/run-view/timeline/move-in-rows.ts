import type { TimelineRow } from '#components/run-view/timeline/list-rows.ts';

/** What a key does to the rows: makes another one active, folds or unfolds one, or nothing. */
export type RowMove = { readonly to: number } | { readonly fold: TimelineRow } | undefined;

/** The keys of a tree grid by the ARIA practices. @see https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/ */
export function moveInRows(
  key: string,
  { rows, at, pageRows }: { rows: readonly TimelineRow[]; at: number; pageRows: number },
): RowMove {
  const row = rows[at];
  const last = rows.length - 1;
  const to = (wanted: number): RowMove => ({ to: Math.min(Math.max(wanted, 0), last) });
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'PageDown':
      return to(at + pageRows);
    case 'PageUp':
      return to(at - pageRows);
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    case 'ArrowLeft':
      if (row?.isOpen) return { fold: row };
      return row && row.depth > 0 ? to(rows.findLastIndex(({ depth }, index) => index < at && depth < row.depth)) : undefined;
    case 'ArrowRight':
      if (row?.isOpen === false) return { fold: row };
      return row?.isOpen ? to(at + 1) : undefined;
    default:
      return undefined;
  }
}
