import { LRUCache } from 'lru-cache';
import type { EndpointStore } from '../db/stores/endpoint-store.ts';

/** How long a change may go unnoticed, as with keys. */
const FOUND_MS = 2000;
const MAX_FOUND = 1000;

/** Origins of the pages that may call a deployment. Anyone can make a browser ask for them again and again. */
export class EndpointOrigins {
  readonly #store: Pick<EndpointStore, 'findOrigins'>;
  readonly #found = new LRUCache<string, Promise<readonly string[]>>({ max: MAX_FOUND, ttl: FOUND_MS });

  constructor(store: Pick<EndpointStore, 'findOrigins'>) {
    this.#store = store;
  }

  find(slug: string): Promise<readonly string[]> {
    const cached = this.#found.get(slug);
    if (cached) return cached;
    const found = this.#store.findOrigins(slug);
    this.#found.set(slug, found);
    found.catch(() => this.#found.delete(slug));
    return found;
  }

  /** After a change of a deployment in this process. */
  invalidate(): void {
    this.#found.clear();
  }
}
