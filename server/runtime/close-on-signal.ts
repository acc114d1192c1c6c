/** Signals that come this close together are one wish: one Ctrl-C may come from the terminal and from npm. */
const SAME_SIGNAL_MS = 500;

/** Closes and ends the process at SIGINT or SIGTERM; a later second signal ends it at once. */
export function closeOnSignal(close: () => Promise<void>, onFailure: (error: unknown) => never): void {
  let closingSinceMs: number | undefined;
  const onSignal = () => {
    if (closingSinceMs !== undefined) {
      if (performance.now() - closingSinceMs > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    closingSinceMs = performance.now();
    close().then(() => process.exit(0), onFailure);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
}
