import type { CallerKind } from '#lib/run/caller-kind.ts';

/** Whom something is taken for. */
export type Claimant = {
  readonly kind: CallerKind;
  /** Of its key or visitor; undefined for members and for strangers without a token. */
  readonly id?: string | undefined;
  /** Slug of its endpoint, whose page or form it uses. */
  readonly slug?: string | undefined;
  /** Of a stranger, as `ClientAddresses` tells it; undefined where many people may share it. */
  readonly address?: string | undefined;
};

/**
 * `outsiders`: keys and strangers together. `endpoint`: the keys of one endpoint. `page`: the strangers of one
 * endpoint. The other names are of one address, visitor and key.
 */
export type ShareName = 'total' | 'outsiders' | 'strangers' | 'endpoint' | 'page' | 'address' | 'key' | 'visitor';
export type ShareLimits = Readonly<Record<ShareName, number>>;
export type ShareRefusal = { readonly share: ShareName; readonly limit: number };

/** Parts of the total. What `outsiders` cannot have is reserved for members, and beyond `strangers` for keys, too. */
const PARTS: ShareLimits = {
  total: 1,
  outsiders: 0.9,
  strangers: 0.5,
  endpoint: 0.5,
  page: 0.25,
  address: 0.1,
  key: 0.1,
  visitor: 0.01,
};

/** The limits below a total; each is at least `least`. */
export function shareLimits(total: number, changes: Partial<ShareLimits> = {}, least = 1): ShareLimits {
  const parts = Object.entries(PARTS) as [ShareName, number][];
  const limits = parts.map(([name, part]) => [name, Math.min(total, changes[name] ?? Math.max(least, Math.floor(total * part)))]);
  return Object.fromEntries(limits) as ShareLimits;
}

/** What one claimant holds. */
export type Holding = {
  /** Takes more. Nothing is taken where a share would be exceeded. */
  add(amount: number): ShareRefusal | undefined;
  /** Gives all of it back. Further calls do nothing. */
  release(): void;
};

/**
 * Counts what is in use of something limited (streams, sockets, bytes, readers) by every share that its claimant
 * belongs to. Memory is bounded by what is in use.
 */
export class Shares {
  readonly #limits: ShareLimits;
  readonly #counts = new Map<string, number>();

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /** In use by all. */
  get count(): number {
    return this.#counts.get('total') ?? 0;
  }

  /** Holds nothing yet. */
  open(claimant: Claimant): Holding {
    const shares = sharesOf(claimant);
    let held = 0;
    let isReleased = false;
    return {
      add: (amount) => {
        if (isReleased) return { share: 'total', limit: 0 };
        const refusal = this.#refusalOf(shares, amount);
        if (refusal) return refusal;
        held += amount;
        for (const { key } of shares) this.#change(key, amount);
        return undefined;
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        for (const { key } of shares) this.#change(key, -held);
      },
    };
  }

  #refusalOf(shares: readonly Share[], amount: number): ShareRefusal | undefined {
    for (const { name, key } of shares) {
      const limit = this.#limits[name];
      if ((this.#counts.get(key) ?? 0) + amount > limit) return { share: name, limit };
    }
    return undefined;
  }

  #change(key: string, amount: number): void {
    const count = (this.#counts.get(key) ?? 0) + amount;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

type Share = { readonly name: ShareName; readonly key: string };

/** The smallest first, so that a refusal names what the claimant itself holds. */
function sharesOf({ kind, id, slug, address }: Claimant): Share[] {
  const isStranger = kind === 'stranger';
  const share = (name: ShareName, value: string | undefined): Share[] =>
    value === undefined ? [] : [{ name, key: `${name} ${value}` }];
  return [
    ...(kind === 'member' ? [] : share(isStranger ? 'visitor' : 'key', id)),
    ...(isStranger ? share('address', address) : []),
    ...(kind === 'member' ? [] : share(isStranger ? 'page' : 'endpoint', slug)),
    ...(isStranger ? [{ name: 'strangers', key: 'strangers' } as const] : []),
    ...(kind === 'member' ? [] : [{ name: 'outsiders', key: 'outsiders' } as const]),
    { name: 'total', key: 'total' },
  ];
}
