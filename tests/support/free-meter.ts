import type { MeteredRequest, ModelMeter } from '#lib/ports/model-meter.ts';

/** Admits every request without charge. */
export const freeMeter: ModelMeter = { begin: async () => () => {} };

/** A request without charge and with a time limit. */
export function freeRequest(timeoutMs = 10_000): MeteredRequest {
  return { signal: AbortSignal.timeout(timeoutMs), meter: freeMeter };
}
