type TimeLimit = {
  readonly timeoutMs: number;
  /** Aborts it earlier. */
  readonly signal: AbortSignal;
  /** What it is given up with. */
  readonly onTimeout: () => Error;
};

/**
 * The result of `run`. At the time limit, or when the signal aborts, `run` gets an abort and is no
 * longer awaited.
 * @throws the signal's reason, or the error of `onTimeout`
 */
export async function withTimeLimit<T>(
  { timeoutMs, signal, onTimeout }: TimeLimit,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const settled = new AbortController();
  // Not AbortSignal.timeout: it would keep its listeners in memory until the time limit, long after
  // the answer.
  const timer = setTimeout(() => limit.abort(onTimeout()), timeoutMs);
  const either = AbortSignal.any([signal, limit.signal]);
  const givenUp = new Promise<never>((_, reject) => {
    if (either.aborted) reject(either.reason);
    either.addEventListener('abort', () => reject(either.reason), { signal: settled.signal });
  });
  try {
    // Does not start work that would be abandoned at once.
    return await (either.aborted ? givenUp : Promise.race([givenUp, run(either)]));
  } catch (error) {
    throw either.aborted ? either.reason : error;
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}
