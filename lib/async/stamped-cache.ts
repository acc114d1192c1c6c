/** What a look at the source finds: a text that differs once anything has changed, and how to read it all. */
export type Look<Value> = { readonly stamp: string; readonly load: () => Promise<Value> };

type Options<Key, Value> = {
  readonly look: (key: Key) => Promise<Look<Value>>;
  /** Milliseconds since any moment; never goes back. */
  readonly now: () => number;
};
type Kept<Value> = { readonly stamp: string; readonly value: Value; readonly checkedAtMs: number };

/** After which a change of another process is seen, in milliseconds. */
const FRESH_MS = 2000;

/**
 * Values that are costly to read and cheap to check. A value is the same object as long as its stamp is
 * the same; callers that ask while it is read wait for the same answer.
 */
export class StampedCache<Key, Value> {
  readonly #options: Options<Key, Value>;
  readonly #kept = new Map<Key, Kept<Value>>();
  readonly #reads = new Map<Key, Promise<Value>>();

  constructor(options: Options<Key, Value>) {
    this.#options = options;
  }

  /** @throws what `look` and `load` throw; the next call tries again */
  get(key: Key): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept && this.#options.now() - kept.checkedAtMs < FRESH_MS) return Promise.resolve(kept.value);
    const known = this.#reads.get(key);
    if (known) return known;
    const read = Promise.withResolvers<Value>();
    this.#reads.set(key, read.promise);
    this.#read(key, () => this.#reads.get(key) === read.promise).then(read.resolve, read.reject);
    return read.promise;
  }

  /** After a change by this process: the next call looks, and a read that began before is not kept. */
  invalidate(key: Key): void {
    this.#reads.delete(key);
    const kept = this.#kept.get(key);
    if (kept) this.#kept.set(key, { ...kept, checkedAtMs: Number.NEGATIVE_INFINITY });
  }

  async #read(key: Key, isCurrent: () => boolean): Promise<Value> {
    const checkedAtMs = this.#options.now();
    try {
      const { stamp, load } = await this.#options.look(key);
      const kept = this.#kept.get(key);
      const value = kept?.stamp === stamp ? kept.value : await load();
      if (isCurrent()) this.#kept.set(key, { stamp, value, checkedAtMs });
      return value;
    } finally {
      if (isCurrent()) this.#reads.delete(key);
    }
  }
}
