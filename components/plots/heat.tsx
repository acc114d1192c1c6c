'use client';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useWidth } from '#components/plots/use-width.ts';

export type HeatCell = { readonly row: number; readonly column: number };
type HeatProps = {
  label: string;
  rows: readonly string[];
  /** Below each column; an empty text where none is. */
  columns: readonly string[];
  /** By row and column; null has no cell. */
  values: readonly (readonly (number | null)[])[];
  heightPx: number;
  /** A cell in words. */
  words: (cell: HeatCell) => string;
  onOpen: (cell: HeatCell) => void;
};

const LEFT_PX = 32;
const BOTTOM_PX = 20;
const TOP_PX = 4;
const STEPS = 5;

/** The step of heat of a value: 0 for none, then five up to the largest. */
export function heatStep(value: number, most: number): number {
  return value === 0 ? 0 : Math.max(1, Math.ceil((value / (most || 1)) * STEPS));
}

/** The cell with the largest value; undefined if all are zero. */
export function hottest(values: HeatProps['values']): (HeatCell & { readonly value: number }) | undefined {
  const cells = values.flatMap((line, row) => line.map((value, column) => ({ row, column, value: value ?? 0 })));
  const [best] = cells.toSorted((a, b) => b.value - a.value);
  return best && best.value > 0 ? best : undefined;
}

/** A table as colours: arrow keys walk over its cells, the frame is round the hottest or the one walked to. */
export function Heat({ label, rows, columns, values, heightPx, words, onOpen }: HeatProps) {
  const { ref, widthPx } = useWidth<HTMLDivElement>();
  const [walked, setWalked] = useState<HeatCell>();
  const best = hottest(values);
  const marked = walked ?? best;
  const width = (widthPx - LEFT_PX) / columns.length;
  const height = (heightPx - TOP_PX - BOTTOM_PX) / rows.length;
  const cellUnder = (event: MouseEvent<HTMLElement>): HeatCell | undefined => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const row = Math.floor((event.clientY - top - TOP_PX) / height);
    const column = Math.floor((event.clientX - left - LEFT_PX) / width);
    return (values[row]?.[column] ?? null) === null ? undefined : { row, column };
  };
  function onKey(event: KeyboardEvent) {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
    };
    const move = moves[event.key];
    const { row, column } = marked ?? { row: 0, column: 0 };
    if (move) {
      const next = { row: row + move[0], column: column + move[1] };
      if (values[next.row]?.[next.column] !== undefined) setWalked(next);
    } else if (event.key === 'Enter') onOpen({ row, column });
    else return;
    event.preventDefault();
  }
  const said = marked ?? { row: 0, column: 0 };
  return (
    <div
      ref={ref}
      className="min-w-0 cursor-pointer"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={rows.length * columns.length - 1}
      aria-valuenow={said.row * columns.length + said.column}
      aria-valuetext={words(said)}
      onKeyDown={onKey}
      onPointerMove={(event) => setWalked(cellUnder(event))}
      onPointerLeave={() => setWalked(undefined)}
      onClick={(event) => {
        const cell = cellUnder(event);
        if (cell) onOpen(cell);
      }}
    >
      <svg
        aria-hidden="true"
        width={widthPx}
        height={heightPx}
        viewBox={`0 0 ${widthPx} ${heightPx}`}
        className="plot block max-w-full overflow-visible"
      >
        <g>
          {rows.map((name, row) => (
            <text key={name} x={LEFT_PX - 6} y={TOP_PX + height * (row + 0.5) + 4} textAnchor="end">
              {name}
            </text>
          ))}
          {values.map((line, row) =>
            line.map((value, column) =>
              value === null ? null : (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                  key={`${row} ${column}`}
                  x={LEFT_PX + width * column}
                  y={TOP_PX + height * row}
                  width={Math.max(1, width - 1)}
                  height={Math.max(1, height - 1)}
                  fill={`var(--heat-${heatStep(value, best?.value ?? 0)})`}
                />
              ),
            ),
          )}
          {columns.map((name, column) =>
            name === '' ? null : (
              <text key={name} x={LEFT_PX + width * column} y={heightPx - 6}>
                {name}
              </text>
            ),
          )}
          {marked ? (
            <rect
              x={LEFT_PX + width * marked.column - 1}
              y={TOP_PX + height * marked.row - 1}
              width={width + 1}
              height={height + 1}
              fill="none"
              stroke="var(--ink-1)"
              strokeWidth={1.5}
            />
          ) : null}
        </g>
      </svg>
    </div>
  );
}
