const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

const PARTS_MAX = 6;
/** Round distances in units of time; below and above them 1, 2 or 5 times a power of ten. */
const roundSteps = [
  ...[10, 20, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 6, 12].map((hours) => hours * HOUR_MS),
];
/** Of the widest label, as `200 ms`, and of the narrowest axis that shows more than its first one. */
export const LABEL_PX = 44;
const NARROWEST_AXIS_PX = 168;

/** Milliseconds at round distances that cut the axis into at most six parts. */
export function ticksOf(axisMs: number): number[] {
  const stepMs = stepOf(Math.max(axisMs, 1) / PARTS_MAX);
  return Array.from({ length: Math.floor(axisMs / stepMs) + 1 }, (_, index) => index * stepMs);
}

/** A tick in the unit of the distance between ticks: `200 ms`, `20 s`, `90 m`, `36 h`, `2 d`. */
export function tickLabel(tickMs: number, stepMs: number): string {
  if (tickMs === 0) return '0 s';
  if (stepMs >= DAY_MS) return `${tickMs / DAY_MS} d`;
  if (stepMs >= HOUR_MS) return `${tickMs / HOUR_MS} h`;
  if (stepMs >= MINUTE_MS) return `${tickMs / MINUTE_MS} m`;
  return tickMs >= SECOND_MS ? `${tickMs / SECOND_MS} s` : `${tickMs} ms`;
}

/** Whether the label of a tick at this share of the axis fits before its end. */
export function hasRoomForLabel(position: number): boolean {
  return (1 - position) * NARROWEST_AXIS_PX >= LABEL_PX;
}

/** Of ticks this far apart, every how many can have a label that does not reach the next one. */
export function labelEvery(gapPx: number): number {
  return Math.max(Math.ceil(LABEL_PX / Math.max(gapPx, 1)), 1);
}

function stepOf(roughMs: number): number {
  if (roughMs <= SECOND_MS * 5) return Math.max(decimalStep(roughMs), 1);
  return roundSteps.find((stepMs) => stepMs >= roughMs) ?? decimalStep(roughMs / DAY_MS) * DAY_MS;
}

function decimalStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  return ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
}
