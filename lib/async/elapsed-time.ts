type TimeSource = { now(): number; elapsed?(): number };

/**
 * Reads how much time has passed since this call, in milliseconds: for durations, limits and caches. It never goes
 * back. Where the clock has no `elapsed`, a step back counts as nothing.
 */
export function elapsedTime(clock: TimeSource): () => number {
  if (clock.elapsed) {
    const elapsed = clock.elapsed.bind(clock);
    const sinceMs = elapsed();
    return () => elapsed() - sinceMs;
  }
  let lastMs = clock.now();
  let passedMs = 0;
  return () => {
    const nowMs = clock.now();
    passedMs += Math.max(0, nowMs - lastMs);
    lastMs = nowMs;
    return passedMs;
  };
}
