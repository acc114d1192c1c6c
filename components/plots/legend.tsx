'use client';
import type { ReactNode } from 'react';

/** The legend of a plot, which is its readout: values of the step below the line, or of the whole range. */
export type LegendItem = {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly colour?: string;
  readonly shape?: 'box' | 'line' | 'hatched';
};

export function Legend({ items, note }: { items: readonly LegendItem[]; note?: ReactNode }) {
  return (
    <p className="ml-auto flex min-w-0 flex-wrap justify-end gap-x-3 text-meta text-ink-2 tabular-nums">
      {items.map(({ key, name, value, colour, shape = 'box' }) => (
        <span key={key} data-legend={key} className="inline-flex items-center gap-1.25 whitespace-nowrap">
          {colour === undefined ? null : <Swatch colour={colour} shape={shape} />}
          {name} <b className="font-strong text-ink-1">{value}</b>
        </span>
      ))}
      {note === undefined || note === '' ? null : <span className="text-ink-3">{note}</span>}
    </p>
  );
}

function Swatch({ colour, shape }: { colour: string; shape: 'box' | 'line' | 'hatched' }) {
  const fill = `var(${colour})`;
  return (
    <svg width={shape === 'line' ? 12 : 9} height={9} aria-hidden="true">
      {shape === 'line' ? <path d="M0 4.5H12" stroke={fill} strokeWidth={2} /> : null}
      {shape === 'box' ? <rect width={9} height={9} rx={1} fill={fill} /> : null}
      {shape === 'hatched' ? (
        <>
          <rect width={9} height={9} fill={fill} opacity={0.35} />
          <path d="M0 5L5 0M0 9L9 0M4 9L9 4" stroke={fill} />
        </>
      ) : null}
    </svg>
  );
}
