import type { SourcedCall } from '#lib/ports/tool-source.ts';

const MIN_INTERVAL_MS = 500;
/** Of one call. A server that reports endlessly fills no log. */
const MAX_REPORTS = 100;
const MAX_MESSAGE_CHARS = 500;

/**
 * Passes on the first report, then one per half second, a hundred in all.
 * @param now milliseconds since any moment; never goes back
 */
export function throttleProgress(report: SourcedCall['onProgress'], now: () => number): SourcedCall['onProgress'] {
  let reports = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  return ({ message, share }) => {
    if (reports >= MAX_REPORTS || now() - lastMs < MIN_INTERVAL_MS) return;
    reports++;
    lastMs = now();
    report({ message: message.slice(0, MAX_MESSAGE_CHARS).toWellFormed(), ...(share !== undefined && { share }) });
  };
}
