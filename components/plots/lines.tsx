'use client';
import { line } from 'd3-shape';
import type { PlotFrame, PlotStep } from '#components/plots/plot-frame.ts';

/** Values by step; null where there is none, which leaves a gap. */
export type LineSeries = {
  readonly key: string;
  readonly name: string;
  /** A token such as `--plot-1`. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
};

type LinesProps = { frame: PlotFrame; steps: readonly PlotStep[]; series: readonly LineSeries[]; at: number | undefined };
type Point = { readonly index: number; readonly value: number | null };

const NAME_GAP_PX = 13;

/** Lines that are dashed in the time before, with their names at their ends. */
export function Lines({ frame, steps, series, at }: LinesProps) {
  const { x, y, widthPx, insets } = frame;
  const before = steps.filter(({ isBefore }) => isBefore).length;
  const draw = line<Point>(
    ({ index }) => x(index),
    ({ value }) => y(value ?? 0),
  ).defined(({ value }) => value !== null);
  const ends = endsOf(series, frame);
  return (
    <g>
      {series.map(({ key, name, colour, values }) => {
        const points = values.map((value, index) => ({ index, value }));
        const marked = at === undefined ? null : (values[at] ?? null);
        const last = points.findLast(({ value }) => value !== null);
        return (
          <g key={key} data-series={key} fill="none" stroke={`var(${colour})`}>
            {before > 0 ? <path d={draw(points.slice(0, before + 1)) ?? ''} strokeWidth={1.5} strokeDasharray="3 3" /> : null}
            <path d={draw(points.slice(before)) ?? ''} strokeWidth={2} strokeLinejoin="round" />
            {points
              .slice(before)
              .map(({ index, value }) =>
                value !== null && isAlone(values, index) ? (
                  <circle key={index} cx={x(index)} cy={y(value)} r={2} fill={`var(${colour})`} />
                ) : null,
              )}
            {last?.value === undefined || last.value === null ? null : (
              <>
                <circle cx={x(last.index)} cy={y(last.value)} r={2.5} fill={`var(${colour})`} stroke="none" />
                <text x={widthPx - insets.right + 4} y={(ends.get(key) ?? 0) + 4} className="plot-name" stroke="none">
                  {name}
                </text>
              </>
            )}
            {marked === null || at === undefined ? null : (
              <circle cx={x(at)} cy={y(marked)} r={3.5} fill="var(--bg-panel)" strokeWidth={2} />
            )}
          </g>
        );
      })}
    </g>
  );
}

/** A value between two gaps would be a line without length. */
function isAlone(values: LineSeries['values'], index: number): boolean {
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
}

/** Where the names are, apart from each other. */
function endsOf(series: readonly LineSeries[], { y }: PlotFrame): Map<string, number> {
  const ends = series
    .flatMap(({ key, values }) => {
      const value = values.findLast((one) => one !== null);
      return value === undefined || value === null ? [] : [{ key, at: y(value) }];
    })
    .sort((a, b) => a.at - b.at);
  let next = Number.NEGATIVE_INFINITY;
  return new Map(
    ends.map(({ key, at }) => {
      const place = Math.max(at, next);
      next = place + NAME_GAP_PX;
      return [key, place];
    }),
  );
}
