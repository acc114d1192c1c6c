import { type ScaleLinear, scaleLinear } from 'd3-scale';

/** A point of time of a plot. */
export type PlotStep = {
  /** Below the axis. */
  readonly tick: string;
  /** On the line. */
  readonly label: string;
  /** Of the time before, which is paler and dashed. */
  readonly isBefore: boolean;
  /** It is not over. */
  readonly isSoFar: boolean;
};

export type PlotInsets = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** The place of steps and values in a plot, in pixels. */
export type PlotFrame = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly insets: PlotInsets;
  readonly stepPx: number;
  /** The middle of a step. */
  readonly x: (step: number) => number;
  readonly y: ScaleLinear<number, number>;
  readonly ticks: readonly number[];
};

const TICKS = 4;

export function plotFrame(size: {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly insets: PlotInsets;
  readonly steps: number;
  /** The largest value; 0 without any. */
  readonly most: number;
}): PlotFrame {
  const { widthPx, heightPx, insets, steps, most } = size;
  const stepPx = (widthPx - insets.left - insets.right) / Math.max(1, steps);
  const y = scaleLinear([0, most || 1], [heightPx - insets.bottom, insets.top]).nice(TICKS);
  const [, top = 1] = y.domain();
  const ticks = y.ticks(TICKS).filter((tick) => tick <= top);
  return { widthPx, heightPx, insets, stepPx, x: (step) => insets.left + stepPx * (step + 0.5), y, ticks };
}

/** The step below a pointer. */
export function stepUnder({ insets, stepPx }: Pick<PlotFrame, 'insets' | 'stepPx'>, xPx: number, steps: number): number {
  return Math.max(0, Math.min(steps - 1, Math.floor((xPx - insets.left) / stepPx)));
}

/** About the width of a narrow character of a plot, in pixels. */
const CHARACTER_PX = 6.4;
/** Chinese, Japanese and Korean characters, and their punctuation. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/g;

/** About the width of a text of a plot: wide characters count twice. */
export function textWidthPx(text: string): number {
  return (text.length + (text.match(WIDE)?.length ?? 0)) * CHARACTER_PX;
}

/** Every how many steps a tick has room. */
export function tickEvery(stepPx: number, tickPx: number): number {
  return Math.max(1, Math.ceil(tickPx / stepPx));
}

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** A round duration, as on an axis: `0`, `500 ms`, `20 s`, `1.5 min`. */
export function durationTick(durationMs: number): string {
  if (durationMs === 0) return '0';
  if (durationMs < SECOND_MS) return `${Number(durationMs.toPrecision(3))} ms`;
  if (durationMs < 10 * MINUTE_MS) return `${Number((durationMs / SECOND_MS).toPrecision(3))} s`;
  return `${Number((durationMs / MINUTE_MS).toPrecision(3))} min`;
}

/** A round sum of USD, as on an axis: `$0`, `$0.05`, `$4`. */
export function usdTick(usd: number): string {
  return `$${Number(usd.toPrecision(3))}`;
}
