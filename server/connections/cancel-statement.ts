/** How long a server has to take the request to end a statement, before its connection is closed all the same. */
const CANCEL_LIMIT_MS = 2_000;

/**
 * Sends the request to end a statement, and waits for it at most two seconds. Never fails: the connection is closed
 * next, and the server's own time limit of the statement holds in any case.
 */
export async function cancelInTime(cancel: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const over = AbortSignal.timeout(CANCEL_LIMIT_MS);
  const ended = new Promise<void>((resolve) => over.addEventListener('abort', () => resolve(), { once: true }));
  await Promise.race([cancel(over).catch(() => {}), ended]);
}

/** After our own limit, so that the node fails with its own error. */
const SERVER_GRACE_MS = 1_000;
const MOST_MS = 2 ** 31 - 1;

/** The time limit that the server applies: it holds for a statement whose client died, too. */
export function serverLimitMs(timeoutMs: number): number {
  return Math.min(timeoutMs + SERVER_GRACE_MS, MOST_MS);
}
