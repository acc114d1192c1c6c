import { ticksOf } from '#components/run-view/axis-ticks.ts';

/** The visible range of the run's time axis, in milliseconds since the run's start. */
export type TimeWindow = { readonly fromMs: number; readonly toMs: number };

const ZOOM_STEP = 2;
const LENGTH_MIN_MS = 10;

/** Zooms by a factor of 2 around a fixed moment. @returns undefined if the whole axis would be visible */
export function zoomWindow(
  { fromMs, toMs }: TimeWindow,
  { aroundMs, isZoomIn, axisMs }: { aroundMs: number; isZoomIn: boolean; axisMs: number },
): TimeWindow | undefined {
  const lengthMs = toMs - fromMs;
  const newLengthMs = isZoomIn ? Math.max(lengthMs / ZOOM_STEP, Math.min(LENGTH_MIN_MS, axisMs)) : lengthMs * ZOOM_STEP;
  if (newLengthMs >= axisMs) return undefined;
  const anchorMs = Math.min(Math.max(aroundMs, fromMs), toMs);
  return clampWindow({ fromMs: anchorMs - ((anchorMs - fromMs) / lengthMs) * newLengthMs, lengthMs: newLengthMs }, axisMs);
}

/** Pans by a fraction of the window's length, within the axis. */
export function panWindow({ fromMs, toMs }: TimeWindow, { share, axisMs }: { share: number; axisMs: number }): TimeWindow {
  const lengthMs = toMs - fromMs;
  return clampWindow({ fromMs: fromMs + lengthMs * share, lengthMs }, axisMs);
}

/** Where in the window a revealed moment is shown, as a fraction of its length. */
const REVEAL_AT = 0.7;

/** Moves the window so that it contains a moment; returns the same window if it already does. */
export function revealMoment(window: TimeWindow, { momentMs, axisMs }: { momentMs: number; axisMs: number }): TimeWindow {
  if (momentMs >= window.fromMs && momentMs <= window.toMs) return window;
  const lengthMs = window.toMs - window.fromMs;
  return clampWindow({ fromMs: momentMs - lengthMs * REVEAL_AT, lengthMs }, axisMs);
}

/** The position of a moment as a fraction of the window; outside it, below 0 or above 1. */
export function shareIn({ fromMs, toMs }: TimeWindow, momentMs: number): number {
  return (momentMs - fromMs) / Math.max(toMs - fromMs, Number.EPSILON);
}

/** Tick marks at round times within the window, and their distance. */
export function ticksIn({ fromMs, toMs }: TimeWindow): { readonly ticksMs: readonly number[]; readonly stepMs: number } {
  const stepMs = ticksOf(toMs - fromMs)[1] ?? toMs - fromMs;
  const first = Math.ceil(fromMs / stepMs);
  const count = Math.max(Math.floor(toMs / stepMs) - first + 1, 0);
  return { ticksMs: Array.from({ length: count }, (_, index) => (first + index) * stepMs), stepMs };
}

function clampWindow({ fromMs, lengthMs }: { fromMs: number; lengthMs: number }, axisMs: number): TimeWindow {
  const from = Math.min(Math.max(fromMs, 0), Math.max(axisMs - lengthMs, 0));
  return { fromMs: from, toMs: from + lengthMs };
}
