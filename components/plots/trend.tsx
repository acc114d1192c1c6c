'use client';
import { line } from 'd3-shape';

type TrendProps = { values: readonly (number | null)[]; before: readonly (number | null)[] };

const WIDTH = 100;
const HEIGHT = 20;

/** A small line without axes, over that of the time before. The numbers next to it say the same. */
export function Trend({ values, before }: TrendProps) {
  const all = [...values, ...before].filter((value) => value !== null);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const y = (value: number) => HEIGHT - 3 - ((value - least) / (most - least || 1)) * (HEIGHT - 6);
  const draw = (list: TrendProps['values']) =>
    line<number | null>(
      (_, index) => (index * WIDTH) / Math.max(1, list.length - 1),
      (value) => y(value ?? 0),
    ).defined((value) => value !== null)([...list]) ?? '';
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-0.75 h-5 w-full overflow-visible"
      aria-hidden="true"
    >
      <path
        d={draw(before)}
        fill="none"
        stroke="var(--plot-before)"
        strokeOpacity={0.75}
        strokeWidth={1.25}
        strokeDasharray="2 2.5"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={draw(values)}
        fill="none"
        stroke="var(--ink-1)"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
