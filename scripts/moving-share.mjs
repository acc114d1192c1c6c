// The share of long work that is measured in steps, and moves between them too.

/** Between two measurements the share moves this much faster at first than the whole work is expected to. */
const HASTE = 1.6;
/** How much the expected time counts against what was seen, as a share of the work. */
const PRIOR = 0.15;

/**
 * The share that a measurement stands for, by points `[measured, share]` in rising order. Linear between two points.
 * @param {readonly (readonly [number, number])[]} points
 */
export function interpolate(points, measured) {
  const after = points.findIndex(([at]) => at >= measured);
  if (after === -1) return points.at(-1)?.[1] ?? 0;
  const [x1, y1] = points[after];
  if (after === 0) return y1;
  const [x0, y0] = points[after - 1];
  return y0 + ((measured - x0) / (x1 - x0)) * (y1 - y0);
}

/** Rises with each call, never falls, and reaches 1 only when that is measured. */
export class MovingShare {
  #expectedSeconds;
  #share = 0;
  #seconds = 0;
  /** When the share was last measured to be more, what it was then, and in how much time the rest was expected. */
  #since = { seconds: 0, share: 0, totalSeconds: 0 };

  /** @param {number} expectedSeconds of the whole work, on a usual machine */
  constructor(expectedSeconds) {
    this.#expectedSeconds = expectedSeconds;
    this.#since.totalSeconds = expectedSeconds;
  }

  /**
   * @param {number} seconds since the start
   * @param {{ measured: number, limit: number }} step the share that is certainly done, and the one that the next
   * measurement will be, which is approached and not reached
   * @returns {{ share: number, leftSeconds: number }}
   */
  at(seconds, { measured, limit }) {
    this.#seconds = Math.max(this.#seconds, seconds);
    if (measured > this.#share) {
      this.#share = measured;
      this.#since = { seconds, share: measured, totalSeconds: this.#totalSeconds() };
    }
    this.#share = Math.max(this.#share, this.#moved(limit));
    return { share: this.#share, leftSeconds: Math.max(0, this.#totalSeconds() * (1 - this.#share)) };
  }

  /** Slower and slower, as the time since the last measurement passes, but always by what can be seen. */
  #moved(limit) {
    const { seconds, share, totalSeconds } = this.#since;
    const room = limit - share;
    if (room <= 0) return share;
    const usual = (room * totalSeconds) / HASTE;
    const passed = this.#seconds - seconds;
    return share + (room * passed) / (passed + usual);
  }

  #totalSeconds() {
    return (this.#expectedSeconds * PRIOR + this.#seconds) / (PRIOR + this.#share);
  }
}

const STEP_SECONDS = 5;

/** `45.3 %, about 55 s left`. */
export function describeShare({ share, leftSeconds }) {
  const percent = `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
  if (leftSeconds <= STEP_SECONDS) return `${percent}, a few seconds left`;
  const seconds = Math.ceil(leftSeconds / STEP_SECONDS) * STEP_SECONDS;
  return `${percent}, about ${seconds < 100 ? `${seconds} s` : `${Math.ceil(leftSeconds / 60)} min`} left`;
}
