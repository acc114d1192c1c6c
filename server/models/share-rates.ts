import type { Logger } from '#lib/ports/logger.ts';
import type { RateStore } from '#server/db/stores/rate-store.ts';
import type { MakeRateWindow } from './model-registry.ts';

/** Limits of models that count the calls of all processes. */
export async function shareRates(store: RateStore, log: Logger): Promise<MakeRateWindow> {
  const { SharedRateWindow } = await import('./shared-rate-window.ts');
  const onError = (error: unknown) => log.warn('rate limits of models count within this process only', { error });
  return (name, limits) => new SharedRateWindow({ name: `model:${name}`, limits, store, onError });
}
