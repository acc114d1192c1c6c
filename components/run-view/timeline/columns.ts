import type { CSSProperties } from 'react';

/** Widths of the columns before the track. A column that is not shown has none. */
export type Columns = { readonly treePx: number; readonly timePx: number; readonly tokensPx: number; readonly costPx: number };

const WIDE_MIN_PX = 720;
const ROOMY_MIN_PX = 600;
const MIDDLE_MIN_PX = 480;

/** The columns for which a timeline of this width has room. Without known prices none is given to cost. */
export function columnsFor(widthPx: number, { hasCost }: { hasCost: boolean }): Columns {
  if (widthPx >= WIDE_MIN_PX) return { treePx: 236, timePx: 60, tokensPx: 60, costPx: hasCost ? 64 : 0 };
  if (widthPx >= ROOMY_MIN_PX) return { treePx: 196, timePx: 56, tokensPx: 56, costPx: hasCost ? 60 : 0 };
  if (widthPx >= MIDDLE_MIN_PX) return { treePx: 196, timePx: 60, tokensPx: 0, costPx: 0 };
  return { treePx: 156, timePx: 56, tokensPx: 0, costPx: 0 };
}

/** Where the track begins. */
export function trackStartPx({ treePx, timePx, tokensPx, costPx }: Columns): number {
  return treePx + timePx + tokensPx + costPx;
}

/** The columns as a grid: name, time, tokens, cost, track. */
export function gridOf(columns: Columns): CSSProperties {
  const { treePx, timePx, tokensPx, costPx } = columns;
  const widths = [treePx, timePx, tokensPx, costPx].filter((widthPx) => widthPx > 0).map((widthPx) => `${widthPx}px`);
  return { gridTemplateColumns: `${widths.join(' ')} minmax(0, 1fr)` };
}
