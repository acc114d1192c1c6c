type TimeLimit = {
  readonly timeoutMs: number;
  /** Aborts it earlier. */
  readonly signal: AbortSignal;
  /** What it is given up with. */
  readonly onTimeout: () => Error;
};

type Limit = Omit<TimeLimit, 'signal'>;

/**
 * The result of `run`. At the time limit, or when the signal aborts, `run` gets an abort and is no
 * longer awaited.
 * @throws the signal's reason, or the error of `onTimeout`
 */
export function withTimeLimit<T>({ signal, ...limit }: TimeLimit, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withLaterLimit(signal, (either, start) => {
    start(limit);
    return run(either);
  });
}

/**
 * As `withTimeLimit`, with a limit that begins when `run` calls `start`, and anew when it calls it again.
 * @throws the signal's reason, or the error of `onTimeout`
 */
export async function withLaterLimit<T>(
  signal: AbortSignal,
  run: (signal: AbortSignal, start: (limit: Limit) => void) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const settled = new AbortController();
  // Not AbortSignal.timeout: it would keep its listeners in memory until the time limit, long after
  // the answer.
  let timer: NodeJS.Timeout | undefined;
  const start = ({ timeoutMs, onTimeout }: Limit) => {
    clearTimeout(timer);
    if (!settled.signal.aborted) timer = setTimeout(() => limit.abort(onTimeout()), timeoutMs);
  };
  const either = AbortSignal.any([signal, limit.signal]);
  const givenUp = new Promise<never>((_, reject) => {
    if (either.aborted) reject(either.reason);
    either.addEventListener('abort', () => reject(either.reason), { signal: settled.signal });
  });
  try {
    // Does not start work that would be abandoned at once.
    return await (either.aborted ? givenUp : Promise.race([givenUp, run(either, start)]));
  } catch (error) {
    throw either.aborted ? either.reason : error;
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}
