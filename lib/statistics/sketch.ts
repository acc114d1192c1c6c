/**
 * Ratio of two bucket limits. A quantile is at most 2 % off: DDSketch with alpha 0.02,
 * gamma = (1 + alpha) / (1 - alpha). @see Masson, Rim, Lee: DDSketch, VLDB 2019, section 2
 */
const GAMMA = 1.02 / 0.98;
const LOG_GAMMA = Math.log(GAMMA);
/** Durations below and above are in the first and last bucket. */
const MIN_MS = 0.01;
const MAX_MS = 3e11;
const FIRST_BUCKET = Math.ceil(Math.log(MIN_MS) / LOG_GAMMA);
const BUCKETS = Math.ceil(Math.log(MAX_MS) / LOG_GAMMA) - FIRST_BUCKET + 1;

/** Counts by logarithmic bucket: it can be merged, and knows every quantile to 2 %. */
export type Sketch = Uint32Array;

export function emptySketch(): Sketch {
  return new Uint32Array(BUCKETS);
}

export function addToSketch(sketch: Sketch, durationMs: number): void {
  const bucket = Math.ceil(Math.log(Math.min(Math.max(durationMs, MIN_MS), MAX_MS)) / LOG_GAMMA) - FIRST_BUCKET;
  sketch[bucket] = (sketch[bucket] ?? 0) + 1;
}

/**
 * Counts of the buckets in order, as text: `12 -3 5` is 12, three empty buckets, and 5. It is a third of a JSON list of
 * buckets, and dashboards read thousands of them.
 */
export function storedSketch(sketch: Sketch): string {
  const parts: number[] = [];
  let empty = 0;
  for (const count of sketch) {
    if (count === 0) empty++;
    else {
      if (empty > 0) parts.push(-empty);
      parts.push(count);
      empty = 0;
    }
  }
  return parts.join(' ');
}

const SPACE = 32;
const MINUS = 45;
const ZERO = 48;

/** Adds a stored sketch. Read by hand, since splitting the text takes three times as long. */
export function mergeIntoSketch(sketch: Sketch, stored: string): void {
  let bucket = 0;
  let number = 0;
  let isSkip = false;
  for (let at = 0; at <= stored.length; at++) {
    const code = at === stored.length ? SPACE : stored.charCodeAt(at);
    if (code === MINUS) isSkip = true;
    else if (code !== SPACE) number = number * 10 + code - ZERO;
    else if (isSkip) bucket += number;
    else if (number > 0) {
      sketch[bucket] = (sketch[bucket] ?? 0) + number;
      bucket++;
    }
    if (code !== SPACE) continue;
    number = 0;
    isSkip = false;
  }
}

function sketchCount(sketch: Sketch): number {
  let sum = 0;
  for (const count of sketch) sum += count;
  return sum;
}

/** Adds another sketch. */
export function addSketch(sketch: Sketch, more: Sketch): void {
  for (let bucket = 0; bucket < BUCKETS; bucket++) sketch[bucket] = (sketch[bucket] ?? 0) + (more[bucket] ?? 0);
}

/** The value in the middle of a bucket, relative to its limits. */
function middleOf(index: number): number {
  return (2 * GAMMA ** (index + FIRST_BUCKET)) / (GAMMA + 1);
}

/** The values of those ranks, from 0; ranks in rising order, limited to those that exist. Empty for an empty sketch. */
function valuesAtRanks(sketch: Sketch, ranks: readonly number[]): number[] {
  const last = sketch.findLastIndex((count) => count > 0);
  if (last < 0) return [];
  const values: number[] = [];
  let seen = 0;
  let at = 0;
  for (const rank of ranks) {
    while (at < last && seen + (sketch[at] ?? 0) <= rank) seen += sketch[at++] ?? 0;
    values.push(middleOf(at));
  }
  return values;
}

/** Quantile by nearest rank, in milliseconds; null for an empty sketch. */
export function quantile(sketch: Sketch, share: number): number | null {
  const rank = Math.max(0, Math.ceil(share * sketchCount(sketch)) - 1);
  return valuesAtRanks(sketch, [rank])[0] ?? null;
}

/** Below it the normal approximation of the ranks says nothing. */
const MIN_TAIL = 5;
const Z = 1.959964;

/**
 * The 95 % interval of a quantile by order statistics: the ranks n q ± z √(n q (1 - q)). No distribution is assumed.
 * @returns null if fewer than five values are on either side of the quantile
 * @see Conover: Practical Nonparametric Statistics, 3rd edition, section 3.2
 */
export function quantileInterval(sketch: Sketch, share: number): { low: number; value: number; high: number } | null {
  const count = sketchCount(sketch);
  if (count * Math.min(share, 1 - share) < MIN_TAIL) return null;
  const spread = Z * Math.sqrt(count * share * (1 - share));
  const middle = Math.ceil(share * count) - 1;
  const ranks = [Math.floor(count * share - spread) - 1, middle, Math.ceil(count * share + spread)];
  const [low, value, high] = valuesAtRanks(
    sketch,
    ranks.map((rank) => Math.min(Math.max(rank, 0), count - 1)),
  );
  return low === undefined || value === undefined || high === undefined ? null : { low, value, high };
}
