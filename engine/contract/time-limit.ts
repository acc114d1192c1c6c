type TimeLimit = {
  readonly timeoutMs: number;
  /** Aborts it earlier. */
  readonly signal: AbortSignal;
  /** What it is given up with. */
  readonly onTimeout: () => Error;
};

/**
 * What `run` gives, unless its time is over or the signal aborts first: then it is told to stop, and left behind should it not obey.
 * @throws the signal's reason, or what `onTimeout` gives
 */
export async function withTimeLimit<T>(
  { timeoutMs, signal, onTimeout }: TimeLimit,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const settled = new AbortController();
  // Not AbortSignal.timeout: that keeps itself and whoever listened to it until its time is over, long after the answer.
  const timer = setTimeout(() => limit.abort(onTimeout()), timeoutMs);
  const either = AbortSignal.any([signal, limit.signal]);
  const givenUp = new Promise<never>((_, reject) => {
    if (either.aborted) reject(either.reason);
    either.addEventListener('abort', () => reject(either.reason), { signal: settled.signal });
  });
  try {
    // Nothing is begun that would be left behind at once.
    return await (either.aborted ? givenUp : Promise.race([givenUp, run(either)]));
  } catch (error) {
    throw either.aborted ? either.reason : error;
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}
