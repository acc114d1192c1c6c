/** Calls back at once and then at each interval, but never while the page is hidden. @returns how to stop */
export function pollWhileVisible(call: (signal: AbortSignal) => Promise<void>, intervalMs: number): () => void {
  const stopping = new AbortController();
  const tick = () => {
    if (document.visibilityState === 'visible') void call(stopping.signal);
  };
  tick();
  const timer = setInterval(tick, intervalMs);
  return () => {
    stopping.abort();
    clearInterval(timer);
  };
}
