import type { MeteredRequest, OutsideMeter } from '#lib/ports/model-meter.ts';

/** Admits every request without charge. */
export const freeMeter: OutsideMeter = { begin: async () => () => {} };

/** A request without charge and with a time limit. */
export function freeRequest(timeoutMs = 10_000): MeteredRequest {
  return { signal: AbortSignal.timeout(timeoutMs), meter: freeMeter };
}
