'use client';
import type { PlotFrame, PlotStep } from '#components/plots/plot-frame.ts';

/** One layer of stacked bars, from the axis up. */
export type BarSeries = {
  readonly key: string;
  readonly name: string;
  /** A token such as `--plot-1`. */
  readonly colour: string;
  /** Hatched: it is not over. */
  readonly isHatched?: boolean;
  readonly values: readonly number[];
};

const SO_FAR_GAP_PX = 6;
const SO_FAR_HEIGHT_PX = 10;
const MAX_BAR_PX = 28;
const BAR_SHARE = 0.62;
const MIN_PX = 1.5;

type BarsProps = {
  frame: PlotFrame;
  steps: readonly PlotStep[];
  series: readonly BarSeries[];
  /** The colour of the edge on top of a bar. */
  cap?: string;
  /** On a bar that is not over. */
  soFarText?: string;
};

/** Stacked bars: the first series begins at the axis, so that it can be compared. */
export function Bars({ frame, steps, series, cap, soFarText }: BarsProps) {
  const { x, y, stepPx } = frame;
  const width = Math.max(1, Math.min(MAX_BAR_PX, stepPx * BAR_SHARE));
  return (
    <g>
      {steps.map((step, index) => {
        const total = series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
        if (total === 0) return null;
        const left = Math.round(x(index) - width / 2);
        return (
          <g key={step.label} opacity={step.isBefore ? 0.6 : 1}>
            <Stack frame={frame} series={series} index={index} left={left} width={width} />
            {cap ? <rect x={left} y={y(total) - 0.75} width={width} height={1.5} fill={`var(${cap})`} /> : null}
            {step.isSoFar && soFarText !== undefined ? (
              <SoFar {...placeOfSoFar(frame, { middle: x(index), left, top: y(total) })}>{soFarText}</SoFar>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

function SoFar({ children, ...place }: { x: number; y: number; textAnchor: 'middle' | 'end'; children: string }) {
  return <text {...place}>{children}</text>;
}

/** Above the bar; next to its top where that is the top of the plot, which has the legend above it. */
function placeOfSoFar({ insets }: PlotFrame, bar: { middle: number; left: number; top: number }) {
  if (bar.top - SO_FAR_GAP_PX >= insets.top + SO_FAR_HEIGHT_PX)
    return { x: bar.middle, y: bar.top - SO_FAR_GAP_PX, textAnchor: 'middle' as const };
  return { x: bar.left - SO_FAR_GAP_PX, y: bar.top + SO_FAR_HEIGHT_PX, textAnchor: 'end' as const };
}

type StackProps = Pick<BarsProps, 'frame' | 'series'> & { index: number; left: number; width: number };

function Stack({ frame: { y }, series, index, left, width }: StackProps) {
  let below = 0;
  return series.map(({ key, colour, isHatched, values }) => {
    const value = values[index] ?? 0;
    if (value === 0) return null;
    const [bottom, top] = [y(below), y(below + value)];
    below += value;
    const height = Math.max(MIN_PX, bottom - top - (bottom - top > 3 ? 1 : 0));
    return (
      <g key={key} data-series={key}>
        <rect x={left} y={top} width={width} height={height} fill={`var(${colour})`} opacity={isHatched ? 0.35 : 1} />
        {isHatched ? <Hatch left={left} top={top} width={width} height={height} colour={colour} /> : null}
      </g>
    );
  });
}

type HatchProps = { left: number; top: number; width: number; height: number; colour: string };

/** Strokes instead of a pattern, whose id would have to be unique in the page and in each picture. */
function Hatch({ left, top, width, height, colour }: HatchProps) {
  const strokes = Array.from({ length: Math.ceil((width + height) / 4) }, (_, index) => {
    const from = index * 4;
    const [x1, y1] = from <= height ? [0, height - from] : [from - height, 0];
    const [x2, y2] = from <= width ? [from, height] : [width, height - (from - width)];
    return `M${left + x1} ${top + y1}L${left + x2} ${top + Math.max(0, y2)}`;
  });
  return <path d={strokes.join('')} stroke={`var(${colour})`} strokeWidth={1} fill="none" />;
}
