'use client';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import {
  type PlotFrame,
  type PlotInsets,
  type PlotStep,
  plotFrame,
  stepUnder,
  textWidthPx,
  tickEvery,
} from '#components/plots/plot-frame.ts';
import { usePlotLine } from '#components/plots/plot-line.tsx';
import { useWidth } from '#components/plots/use-width.ts';

const TICK_GAP_PX = 10;

export type TimePlotProps = {
  /** What is shown, for those who do not see it. */
  label: string;
  steps: readonly PlotStep[];
  /** The index in the line of all plots of the first step. @defaultValue 0 */
  offset?: number;
  /** The largest value. */
  most: number;
  heightPx: number;
  /** By the width, where it depends on it. */
  insets?: Partial<PlotInsets> | ((widthPx: number) => Partial<PlotInsets>);
  tickText: (value: number) => string;
  /** The values of a step, in words. */
  words: (step: number) => string;
  beforeText?: string;
  /** A click or Enter on a step; undefined where it leads nowhere. */
  onOpen?: ((step: number) => void) | undefined;
  children: (frame: PlotFrame, at: number | undefined) => ReactNode;
};

/** A plot over steps of time: grid, axes, the time before, and the line that arrow keys and the pointer move. */
export function TimePlot(props: TimePlotProps) {
  const { label, steps, offset = 0, most, heightPx, insets, words, onOpen, children } = props;
  const { ref, widthPx } = useWidth<HTMLDivElement>();
  const line = usePlotLine();
  const own = typeof insets === 'function' ? insets(widthPx) : insets;
  const frame = plotFrame({ widthPx, heightPx, insets: { ...INSETS, ...own }, steps: steps.length, most });
  const at = line.at === undefined || steps[line.at - offset] === undefined ? undefined : line.at - offset;
  const last = steps.length - 1;
  const move = (step: number) => line.move(Math.max(0, Math.min(last, step)) + offset);
  function onPointer(event: PointerEvent<HTMLElement>) {
    const { left } = event.currentTarget.getBoundingClientRect();
    move(stepUnder(frame, event.clientX - left, steps.length));
  }
  function onKey(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const from = at ?? last + 1;
    const to: Record<string, number> = { ArrowLeft: from - 1, ArrowRight: (at ?? -1) + 1, Home: 0, End: last };
    const next = to[event.key];
    if (next !== undefined) move(next);
    else if (event.key === 'Enter' && at !== undefined) onOpen?.(at);
    else if (event.key === 'Escape') line.move(undefined);
    else return;
    event.preventDefault();
  }
  const said = at ?? last;
  return (
    <div
      ref={ref}
      className={`min-w-0 touch-pan-y ${onOpen ? 'cursor-pointer' : ''}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, said)}
      aria-valuetext={words(said)}
      onPointerMove={onPointer}
      onPointerLeave={() => line.move(undefined)}
      onKeyDown={onKey}
      onClick={(event) => {
        const { left } = event.currentTarget.getBoundingClientRect();
        onOpen?.(stepUnder(frame, event.clientX - left, steps.length));
      }}
    >
      <svg
        aria-hidden="true"
        width={widthPx}
        height={heightPx}
        viewBox={`0 0 ${widthPx} ${heightPx}`}
        className="plot block max-w-full overflow-visible"
      >
        <Ground {...props} frame={frame} at={at} />
        {children(frame, at)}
        {at === undefined ? null : <Line frame={frame} x={frame.x(at)} label={steps[at]?.label ?? ''} />}
      </svg>
    </div>
  );
}

const INSETS: PlotInsets = { left: 38, right: 6, top: 8, bottom: 20 };

function Ground({ frame, steps, at, tickText, beforeText }: TimePlotProps & { frame: PlotFrame; at: number | undefined }) {
  const { widthPx, heightPx, insets, stepPx, x, y, ticks } = frame;
  const before = steps.filter(({ isBefore }) => isBefore).length;
  const longestPx = Math.max(1, ...steps.map(({ tick }) => textWidthPx(tick)));
  const every = tickEvery(stepPx, longestPx + TICK_GAP_PX);
  const end = insets.left + stepPx * before;
  // Counted from the last, which is the one that people look for.
  const hasTick = (index: number) => (steps.length - 1 - index) % every === 0;
  return (
    <g>
      {before > 0 && before < steps.length ? (
        <>
          <rect
            x={insets.left}
            y={insets.top}
            width={stepPx * before}
            height={heightPx - insets.top - insets.bottom}
            className="plot-ground"
          />
          <text x={insets.left + 6} y={insets.top + 12}>
            {beforeText}
          </text>
          <line x1={end} x2={end} y1={insets.top} y2={heightPx - insets.bottom} className="plot-flag" />
        </>
      ) : null}
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={insets.left}
            x2={widthPx - insets.right}
            y1={Math.round(y(tick)) + 0.5}
            y2={Math.round(y(tick)) + 0.5}
            className={tick === 0 ? 'plot-axis' : 'plot-grid'}
          />
          <text x={insets.left - 6} y={y(tick) + 4} textAnchor="end">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {steps.map(({ tick, label }, index) =>
        hasTick(index) ? (
          <text key={label} x={x(index)} y={heightPx - 6} textAnchor="middle" className={index === at ? 'plot-strong' : ''}>
            {tick}
          </text>
        ) : null,
      )}
    </g>
  );
}

/** With the step on top, as the playhead of a run has its time. */
function Line({ frame: { heightPx, widthPx, insets }, x, label }: { frame: PlotFrame; x: number; label: string }) {
  const width = textWidthPx(label) + 8;
  const middle = Math.max(width / 2, Math.min(widthPx - width / 2, x));
  return (
    <g data-line={label}>
      <line x1={x} x2={x} y1={insets.top} y2={heightPx - insets.bottom} className="plot-line" />
      <rect x={middle - width / 2} y={insets.top - 8} width={width} height={16} rx={2} className="plot-pin" />
      <text x={middle} y={insets.top + 4} textAnchor="middle" className="plot-pin-text">
        {label}
      </text>
    </g>
  );
}
