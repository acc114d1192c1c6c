import type { MeteredRequest, ModelMeter } from '#lib/ports/model-meter.ts';

/** Admits every request and charges nobody. */
export const freeMeter: ModelMeter = { begin: async () => () => {} };

/** A request that nobody pays for, within a time. */
export function freeRequest(timeoutMs = 10_000): MeteredRequest {
  return { signal: AbortSignal.timeout(timeoutMs), meter: freeMeter };
}
