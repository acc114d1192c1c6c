/** Signals that come this close together are one wish: one Ctrl-C may come from the terminal and from npm. */
const SAME_SIGNAL_MS = 500;
/** Timeout of each shutdown step, in milliseconds. */
const STOP_LIMIT_MS = 14_000;

/**
 * Closes and ends the process at SIGINT or SIGTERM; a later second signal ends it at once, and so
 * does a stop that takes too long.
 */
export function closeOnSignal(
  close: () => Promise<void>,
  onFailure: (error: unknown) => never,
  { limitMs = STOP_LIMIT_MS }: { readonly limitMs?: number } = {},
): void {
  let closingSinceMs: number | undefined;
  const onSignal = () => {
    if (closingSinceMs !== undefined) {
      if (performance.now() - closingSinceMs > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    closingSinceMs = performance.now();
    setTimeout(() => endNow(limitMs), limitMs).unref();
    close().then(() => process.exit(0), onFailure);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
}

/** `process.exit` waits for threads of the pool, one of which may hang. Acknowledged data is stored. */
function endNow(limitMs: number): void {
  process.stderr.write(`threadloom: the stop did not end within ${limitMs / 1000} s and is given up\n`);
  process.kill(process.pid, 'SIGKILL');
}
