import type { RateReservation, RateWindow } from '#lib/ports/model-registry.ts';
import type { ModelLimits, RateStore } from '../db/stores/rate-store.ts';
import { SlidingRateWindow } from './rate-window.ts';

type Options = {
  /** The same in all processes. */
  readonly name: string;
  readonly limits: ModelLimits;
  readonly store: Pick<RateStore, 'reserve' | 'setTokens' | 'cancel'>;
  /** The database does not answer: limits count within this process meanwhile. */
  readonly onError: (error: unknown) => void;
};

/** As `SlidingRateWindow`, for all processes on one database. */
export class SharedRateWindow implements RateWindow {
  readonly countsTokens: boolean;
  readonly #options: Options;
  readonly #own: SlidingRateWindow;

  constructor(options: Options) {
    this.#options = options;
    this.#own = new SlidingRateWindow(options.limits);
    this.countsTokens = this.#own.countsTokens;
  }

  async reserve(tokens: number): Promise<RateReservation> {
    const { name, limits, store, onError } = this.#options;
    try {
      const { id, waitMs } = await store.reserve(name, tokens, limits);
      return {
        waitMs,
        setTokens: (used) => void store.setTokens(id, used).catch(onError),
        cancel: () => void store.cancel(id).catch(onError),
      };
    } catch (error) {
      onError(error);
      return this.#own.reserve(tokens);
    }
  }
}
