const Z = 1.959964;

/** A value with its 95 % interval. */
export type Estimate = { readonly low: number; readonly value: number; readonly high: number };

/**
 * A share with its interval by Wilson's score, which is right for small counts and for shares near 0 and 1.
 * @returns null without trials
 * @see Wilson, JASA 22 (1927); Brown, Cai, DasGupta, Statistical Science 16 (2001)
 */
export function shareInterval(hits: number, of: number): Estimate | null {
  if (of === 0) return null;
  const value = hits / of;
  const middle = (value + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const half = (Z / (1 + Z ** 2 / of)) * Math.sqrt((value * (1 - value)) / of + Z ** 2 / (4 * of ** 2));
  return { low: Math.max(0, middle - half), value, high: Math.min(1, middle + half) };
}

/** Sums of values that have a mean. */
export type Moments = { readonly count: number; readonly sum: number; readonly sumOfSquares: number };

/** A mean with its interval by the normal approximation; null for fewer than thirty values. */
export function meanInterval({ count, sum, sumOfSquares }: Moments): Estimate | null {
  if (count < 30) return null;
  const value = sum / count;
  const variance = Math.max(0, (sumOfSquares - count * value ** 2) / (count - 1));
  const half = Z * Math.sqrt(variance / count);
  return { low: value - half, value, high: value + half };
}

/**
 * `other - base` with its interval, from the intervals of both: MOVER. For two Wilson intervals that is Newcombe's
 * hybrid score, method 10.
 * @see Newcombe, Statistics in Medicine 17 (1998) 873; Donner and Zou, Stat. Methods in Medical Research 21 (2012)
 */
export function differenceOf(other: Estimate | null, base: Estimate | null): Estimate | null {
  if (!other || !base) return null;
  const value = other.value - base.value;
  return {
    low: value - Math.hypot(other.value - other.low, base.high - base.value),
    value,
    high: value + Math.hypot(other.high - other.value, base.value - base.low),
  };
}

export type Verdict = 'better' | 'worse' | 'none';

/** `none` while the interval contains zero, or there is none: no evidence yet. */
export function verdictOf(difference: Estimate | null, { isMoreBetter }: { isMoreBetter: boolean }): Verdict {
  if (!difference || (difference.low <= 0 && difference.high >= 0)) return 'none';
  return difference.value > 0 === isMoreBetter ? 'better' : 'worse';
}

/**
 * How many more trials of `other` decide a difference of two shares, if it stays as it is; null if it is decided,
 * or the shares are equal.
 */
export function trialsToDecide(other: { hits: number; of: number }, base: { hits: number; of: number }): number | null {
  if (other.of === 0 || base.of === 0) return null;
  const [p, q] = [other.hits / other.of, base.hits / base.of];
  const rest = (p - q) ** 2 / Z ** 2 - (q * (1 - q)) / base.of;
  if (rest <= 0) return null;
  const more = Math.ceil((p * (1 - p)) / rest) - other.of;
  return more > 0 ? more : null;
}
