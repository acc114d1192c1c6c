/** npm and the terminal may both hand on one Ctrl-C: a signal this soon after another is the same wish. */
const REPEAT_MS = 500;

/**
 * Listens for Ctrl-C (and for being told to end): `onFirst` may end things in order, `onSecond` has to end them now.
 * @returns how to stop listening
 */
export function watchInterrupts({ onFirst, onSecond }: { onFirst: () => void; onSecond: () => void }): () => void {
  let lastAt: number | undefined;
  const onSignal = () => {
    const now = performance.now();
    const before = lastAt;
    lastAt = now;
    if (before === undefined) onFirst();
    else if (now - before > REPEAT_MS) onSecond();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
  };
}
