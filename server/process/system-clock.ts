import type { Clock } from '#lib/ports/runtime.ts';

/** Node cannot wait longer than this in one timer; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const endAt = performance.now() + ms;
      let timer: NodeJS.Timeout;
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const wait = () => {
        const leftMs = Math.max(0, endAt - performance.now());
        if (leftMs > MAX_TIMER_MS) timer = setTimeout(wait, MAX_TIMER_MS);
        else
          timer = setTimeout(() => {
            signal.removeEventListener('abort', onAbort);
            resolve();
          }, leftMs);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      wait();
    });
  },
};
