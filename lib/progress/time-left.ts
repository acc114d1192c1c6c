export type Observation = {
  /** Units that are done, of `total`: bytes, documents, pages. */
  readonly done: number;
  /** Undefined while it is unknown how many there are. */
  readonly total: number | undefined;
  /** Milliseconds since 1970. */
  readonly atMs: number;
};

export type Estimate = Observation & {
  readonly startedAtMs: number;
  readonly advancedAtMs: number;
  readonly advances: number;
  /** Weighted rate; undefined before the first advance. */
  readonly unitsPerMs: number | undefined;
  /** Undefined while it is unknown. */
  readonly leftMs: number | undefined;
};

/** No estimate before this time: the first bytes only fill buffers, and short work needs none. */
export const QUIET_MS = 2000;
const MIN_ADVANCES = 2;
/** Time constant of the weights of the rate; later in long work a third of the time since the start. */
const RATE_MS = 4000;
/** The displayed time approaches the computed one with this time constant. */
const SMOOTH_MS = 4000;
/** Without an advance for this long, and for three times the usual gap, the time left is unknown. */
const STALL_MS = 10_000;
const STALL_GAPS = 3;
/** A time left of less than this rises by a second each second at most, a longer one in proportion. */
const RISE_MS = 10_000;

export function startEstimate({ done, total, atMs }: Observation): Estimate {
  const timing = { startedAtMs: atMs, advancedAtMs: atMs, advances: 0 };
  return { done, total, atMs, ...timing, unitsPerMs: undefined, leftMs: undefined };
}

/**
 * The estimate after one more observation. Returns the same object when no time has passed since the last one, and
 * starts again when less is done than before.
 */
export function nextEstimate(last: Estimate, now: Observation): Estimate {
  if (now.done < last.done) return startEstimate(now);
  if (now.atMs <= last.atMs) return last;
  const moved = advance(last, now);
  return { ...moved, ...now, leftMs: smooth(last, now, computeLeftMs(moved, now)) };
}

function advance(last: Estimate, { done, atMs }: Observation): Estimate {
  if (done === last.done) return last;
  const gapMs = atMs - last.advancedAtMs;
  const rate = (done - last.done) / gapMs;
  const constantMs = Math.max(RATE_MS, (atMs - last.startedAtMs) / 3);
  const weight = 1 - Math.exp(-gapMs / constantMs);
  const unitsPerMs = last.unitsPerMs === undefined ? rate : last.unitsPerMs + (rate - last.unitsPerMs) * weight;
  return { ...last, advancedAtMs: atMs, advances: last.advances + 1, unitsPerMs };
}

function computeLeftMs(estimate: Estimate, { done, total, atMs }: Observation): number | undefined {
  const { startedAtMs, advancedAtMs, advances, unitsPerMs } = estimate;
  if (total === undefined || unitsPerMs === undefined || advances < MIN_ADVANCES) return undefined;
  if (atMs - startedAtMs < QUIET_MS) return undefined;
  const idleMs = atMs - advancedAtMs;
  const usualGapMs = (advancedAtMs - startedAtMs) / advances;
  if (idleMs > Math.max(STALL_MS, STALL_GAPS * usualGapMs)) return undefined;
  return Math.max(0, (total - done) / unitsPerMs - idleMs);
}

function smooth(last: Estimate, { atMs }: Observation, leftMs: number | undefined): number | undefined {
  if (leftMs === undefined || last.leftMs === undefined) return leftMs;
  const passedMs = atMs - last.atMs;
  const expectedMs = Math.max(0, last.leftMs - passedMs);
  const smoothedMs = expectedMs + (leftMs - expectedMs) * (1 - Math.exp(-passedMs / SMOOTH_MS));
  return Math.min(smoothedMs, last.leftMs + passedMs * Math.max(1, last.leftMs / RISE_MS));
}

/** A time left as people say it. */
export type RoundedTime = { readonly unit: 'soon' | 'seconds' | 'minutes' | 'hours'; readonly count: number };

const SECONDS_STEP = 5;

/** Rounds up: below five seconds `soon`, then steps of five seconds, minutes, hours. */
export function roundTimeLeft(leftMs: number): RoundedTime {
  const seconds = Math.ceil(leftMs / 1000 / SECONDS_STEP) * SECONDS_STEP;
  if (seconds <= SECONDS_STEP) return { unit: 'soon', count: seconds };
  if (seconds < 60) return { unit: 'seconds', count: seconds };
  const minutes = Math.ceil(leftMs / 60_000);
  return minutes < 60 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.round(minutes / 60) };
}
