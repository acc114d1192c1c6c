/**
 * Calls back at once, and again an interval after each call has ended, but not while `isVisible` is false: by default
 * while the page is hidden. A call must catch its own errors. @returns a function that stops it
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
