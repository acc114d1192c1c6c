/** npm and the terminal may both hand on one Ctrl-C: a signal this soon after the first is the same wish. */
const REPEAT_MS = 500;

/**
 * Listens for Ctrl-C and SIGTERM: `onFirst` may stop in order, `onSecond` has to exit at once.
 * @returns how to stop listening
 */
export function watchInterrupts({ onFirst, onSecond }: { onFirst: () => void; onSecond: () => void }): () => void {
  let firstAt: number | undefined;
  const onSignal = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      onFirst();
    } else if (performance.now() - firstAt > REPEAT_MS) onSecond();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
  };
}
