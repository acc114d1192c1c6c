/**
 * Calls back at once, and again an interval after each call has ended, but never while the page is hidden. What a call
 * throws is its own to catch. @returns how to stop
 */
export function pollWhileVisible(
  call: (signal: AbortSignal) => Promise<void>,
  intervalMs: number,
  isVisible = () => document.visibilityState === 'visible',
): () => void {
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = async () => {
    try {
      if (isVisible()) await call(stopping.signal);
    } finally {
      if (!stopping.signal.aborted) timer = setTimeout(tick, intervalMs);
    }
  };
  void tick();
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
}
