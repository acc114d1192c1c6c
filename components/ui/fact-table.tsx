import type { ReactNode } from 'react';

export type FactColumn = {
  readonly key: string;
  readonly title: string;
  readonly isNumber?: boolean;
  /** Takes the remaining width. */
  readonly isWide?: boolean;
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
    <section tabIndex={0} aria-label={label} className="overflow-x-auto">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line-2 text-meta text-ink-3">
            {columns.map(({ key, title, isWide }, index) => (
              <th
                key={key}
                scope="col"
                className={`h-6 px-2 font-text first:pl-0 last:pr-0 ${look(index)} ${isWide ? 'w-full' : ''}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id} data-row={id} className="border-b border-line-1 hover:bg-hover">
              {columns.map(({ key }, index) => (
                <td key={key} className={`h-7 px-2 first:pl-0 last:pr-0 ${look(index)}`}>
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
