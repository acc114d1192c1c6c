import { ticksOf } from '#components/run-view/axis-ticks.ts';

/** A stretch of the run's axis, in milliseconds since the run began. */
export type TimeWindow = { readonly fromMs: number; readonly toMs: number };

const ZOOM_STEP = 2;
const LENGTH_MIN_MS = 10;

/** Half or twice as much of the axis, around a moment that stays where it is; undefined once all of the axis fits. */
export function zoomWindow(
  { fromMs, toMs }: TimeWindow,
  { aroundMs, isCloser, axisMs }: { aroundMs: number; isCloser: boolean; axisMs: number },
): TimeWindow | undefined {
  const lengthMs = toMs - fromMs;
  const wantedMs = isCloser ? Math.max(lengthMs / ZOOM_STEP, Math.min(LENGTH_MIN_MS, axisMs)) : lengthMs * ZOOM_STEP;
  if (wantedMs >= axisMs) return undefined;
  const center = Math.min(Math.max(aroundMs, fromMs), toMs);
  return moveInto({ fromMs: center - ((center - fromMs) / lengthMs) * wantedMs, lengthMs: wantedMs }, axisMs);
}

/** The same length of the axis, further left or right by a share of it, never beyond its ends. */
export function panWindow({ fromMs, toMs }: TimeWindow, { share, axisMs }: { share: number; axisMs: number }): TimeWindow {
  const lengthMs = toMs - fromMs;
  return moveInto({ fromMs: fromMs + lengthMs * share, lengthMs }, axisMs);
}

/** The position of the followed present in the view. */
const PRESENT_AT = 0.7;

/** The window moved so that a moment is in it; the same window when it is there already. */
export function revealMoment(window: TimeWindow, { momentMs, axisMs }: { momentMs: number; axisMs: number }): TimeWindow {
  if (momentMs >= window.fromMs && momentMs <= window.toMs) return window;
  const lengthMs = window.toMs - window.fromMs;
  return moveInto({ fromMs: momentMs - lengthMs * PRESENT_AT, lengthMs }, axisMs);
}

/** A moment within the window, as a share of it; below 0 or above 1 outside. */
export function shareIn({ fromMs, toMs }: TimeWindow, momentMs: number): number {
  return (momentMs - fromMs) / Math.max(toMs - fromMs, Number.EPSILON);
}

/** Round moments in the window, and the distance between them. */
export function ticksIn({ fromMs, toMs }: TimeWindow): { readonly ticksMs: readonly number[]; readonly stepMs: number } {
  const stepMs = ticksOf(toMs - fromMs)[1] ?? toMs - fromMs;
  const first = Math.ceil(fromMs / stepMs);
  const count = Math.max(Math.floor(toMs / stepMs) - first + 1, 0);
  return { ticksMs: Array.from({ length: count }, (_, index) => (first + index) * stepMs), stepMs };
}

function moveInto({ fromMs, lengthMs }: { fromMs: number; lengthMs: number }, axisMs: number): TimeWindow {
  const from = Math.min(Math.max(fromMs, 0), Math.max(axisMs - lengthMs, 0));
  return { fromMs: from, toMs: from + lengthMs };
}
