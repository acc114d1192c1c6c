import type { ReactNode } from 'react';

export type FactColumn = {
  readonly key: string;
  readonly title: string;
  readonly isNumber?: boolean;
  /** Takes the remaining width. */
  readonly isWide?: boolean;
  /** At least; of all columns but a wide one, the table then has exactly these. */
  readonly widthPx?: number;
  /** The cells say it themselves: the title is for screen readers. */
  readonly isTitleHidden?: boolean;
  /** Without space at its sides. */
  readonly isFlush?: boolean;
};
type FactTableProps = {
  label: string;
  columns: readonly FactColumn[];
  rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
};

/** A table with right-aligned numbers that scrolls horizontally. */
export function FactTable({ label, columns, rows }: FactTableProps) {
  const look = (index: number) => (columns[index]?.isNumber ? 'text-right tabular-nums whitespace-nowrap' : 'text-left');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable elements must be reachable by keyboard
    <section tabIndex={0} aria-label={label} className="relative overflow-x-auto">
      <table
        className={`w-full border-collapse ${columns.some(({ widthPx }) => widthPx) ? 'table-fixed' : ''}`}
        style={{ minWidth: minWidthOf(columns) }}
      >
        {columns.some(({ widthPx }) => widthPx) ? (
          <colgroup>
            {columns.map(({ key, widthPx }) => (
              <col key={key} style={{ width: widthPx }} />
            ))}
          </colgroup>
        ) : null}
        <thead>
          <tr className="border-b border-line-2 text-meta text-ink-3">
            {columns.map(({ key, title, isWide, isFlush, isTitleHidden }, index) => (
              <th
                key={key}
                scope="col"
                className={`h-6 break-keep ${isFlush ? '' : 'px-2'} font-text first:pl-0 last:pr-0 ${look(index)} ${isWide ? 'w-full' : ''}`}
              >
                {isTitleHidden ? <span className="sr-only">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id} data-row={id} className="border-b border-line-1 hover:bg-hover">
              {columns.map(({ key, isFlush }, index) => (
                <td key={key} className={`h-7 ${isFlush ? '' : 'px-2'} first:pl-0 last:pr-0 ${look(index)}`}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const WIDE_PX = 360;

/** Of a table with fixed columns, which scrolls where it has less. */
function minWidthOf(columns: readonly FactColumn[]): number | undefined {
  const fixed = columns.filter(({ widthPx }) => widthPx);
  if (fixed.length === 0) return undefined;
  return fixed.reduce((sum, { widthPx = 0 }) => sum + widthPx, columns.some(({ isWide }) => isWide) ? WIDE_PX : 0);
}
