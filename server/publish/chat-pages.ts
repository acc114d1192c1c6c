import { LRUCache } from 'lru-cache';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { visitorOwner } from '#lib/run/owner.ts';
import type { VisitorTokens } from '../auth/visitor-tokens.ts';
import type { Endpoint, EndpointStore, LiveChatPage } from '../db/stores/endpoint-store.ts';

/** How long a change by another process may go unnoticed, as with keys. */
const CACHE_MS = 2000;
const MAX_CACHED = 1000;

type ChatPagesOptions = {
  readonly store: Pick<EndpointStore, 'findChatPage' | 'findChatLogo' | 'findSharedChat'>;
  readonly tokens: VisitorTokens;
  readonly clock: Pick<Clock, 'now'>;
};
type SharedChatRow = NonNullable<Awaited<ReturnType<EndpointStore['findSharedChat']>>> & { readonly page: LiveChatPage };
type Cached = { readonly found: Promise<LiveChatPage | null>; readonly atMs: number };

/** The chat pages of deployments, and their visitors. */
export class ChatPages {
  readonly #options: ChatPagesOptions;
  readonly #elapsed: () => number;
  readonly #cache = new LRUCache<string, Cached>({ max: MAX_CACHED });

  constructor(options: ChatPagesOptions) {
    this.#options = options;
    this.#elapsed = elapsedTime(options.clock);
  }

  /** Null where there is no deployment, or its page is off. */
  find(slug: string): Promise<LiveChatPage | null> {
    const now = this.#elapsed();
    const cached = this.#cache.get(slug);
    if (cached && now - cached.atMs < CACHE_MS) return cached.found;
    const fresh: Cached = { found: this.#options.store.findChatPage(slug), atMs: now };
    this.#cache.set(slug, fresh);
    fresh.found.catch(() => {
      if (this.#cache.get(slug) === fresh) this.#cache.delete(slug);
    });
    return fresh.found;
  }

  logo(slug: string): ReturnType<EndpointStore['findChatLogo']> {
    return this.#options.store.findChatLogo(slug);
  }

  /** Null once it is shared no more, or the page has sharing off. */
  async sharedChat(slug: string, token: string): Promise<SharedChatRow | null> {
    const page = await this.find(slug);
    const chat = page?.look.sharing ? await this.#options.store.findSharedChat(slug, token) : null;
    return page && chat ? { ...chat, page } : null;
  }

  /** A new visitor of a page; null where it is not public. */
  async admit(slug: string): Promise<{ readonly token: string; readonly expiresAt: Date } | null> {
    const page = await this.find(slug);
    return page?.access === 'public' ? this.#options.tokens.issue(slug, this.#options.clock.now()) : null;
  }

  /** What the token of a visitor gives access to, like a key. Null once the page is not public any more. */
  async endpointOf(token: string): Promise<Endpoint | null> {
    const visitor = this.#options.tokens.read(token, this.#options.clock.now());
    const page = visitor && (await this.find(visitor.slug));
    if (!visitor || page?.access !== 'public') return null;
    return {
      ...page.endpoint,
      // Who publishes in full shows that to keys, not to everybody.
      events: 'summary',
      keyId: visitorOwner(visitor.visitorId).id,
      hash: '',
      ratePerMinute: page.visitorRatePerMinute,
      expiresAt: null,
      revokedAt: null,
      allowedModels: [],
      allowsToolNames: false,
      allowsCallerTools: false,
      // Everybody with the address is a visitor: people of the workspace decide.
      allowsDecisions: false,
      // What one visitor said is for no other one.
      sharesRuns: false,
      // The page is of this server, also in a frame.
      allowedOrigins: [],
      hasBudget: false,
      visitorsPerMinute: page.ratePerMinute,
    };
  }

  invalidateAll(): void {
    this.#cache.clear();
  }
}
