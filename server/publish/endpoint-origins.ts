import { LRUCache } from 'lru-cache';
import type { EndpointStore } from '../db/stores/endpoint-store.ts';

type Store = Pick<EndpointStore, 'findOrigins' | 'listOrigins'>;
type Admit = () => void;

/** How long a change may go unnoticed, as with keys. */
const FOUND_MS = 2000;
const MAX_FOUND = 1000;
/** Of all deployments, in the same cache: no slug is empty. */
const ALL = '';

/** Origins of the pages that may call a deployment. Anyone can make a browser ask for them again and again. */
export class EndpointOrigins {
  readonly #store: Store;
  readonly #found = new LRUCache<string, Promise<readonly string[]>>({ max: MAX_FOUND, ttl: FOUND_MS });

  constructor(store: Store) {
    this.#store = store;
  }

  /** Those of one deployment. @param admit comes before a statement, and throws what refuses it */
  find(slug: string, admit: Admit = () => {}): Promise<readonly string[]> {
    return this.#cached(slug, () => this.#store.findOrigins(slug), admit);
  }

  /** Those of any deployment. @param admit as of `find` */
  all(admit: Admit = () => {}): Promise<readonly string[]> {
    return this.#cached(ALL, () => this.#store.listOrigins(), admit);
  }

  async #cached(key: string, read: () => Promise<readonly string[]>, admit: Admit): Promise<readonly string[]> {
    const cached = this.#found.get(key);
    if (cached) return cached;
    admit();
    const found = read();
    this.#found.set(key, found);
    found.catch(() => this.#found.delete(key));
    return found;
  }

  /** After a change of a deployment in this process. */
  invalidate(): void {
    this.#found.clear();
  }
}
