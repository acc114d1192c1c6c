import type { FormValue, FormValues } from '#components/run-view/form/read-form.ts';

const KEY_PREFIX = 'threadloom.inputs.';
/** After the last change of a form. */
const KEPT_MS = 30 * 24 * 3_600_000;
const nothing: FormValues = {};

type Kept = { readonly savedAtMs: number; readonly values: object };
type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * The typed inputs of each workflow's form, kept in this browser for 30 days or until it signs out. Files are kept
 * until the page is closed.
 */
export class FormMemory {
  readonly #storage: () => Place;
  readonly #now: () => number;
  readonly #values = new Map<string, FormValues>();
  readonly #listeners = new Set<() => void>();

  /** @param storage may throw where nothing may be stored */
  constructor(storage: () => Place = () => localStorage, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until something changes. */
  read(key: string): FormValues {
    const known = this.#values.get(key);
    if (known) return known;
    const loaded = this.#load(key);
    this.#values.set(key, loaded);
    return loaded;
  }

  /** On the server nothing is remembered. */
  readonly readOnServer = (): FormValues => nothing;

  set(key: string, name: string, value: FormValue): void {
    this.#replace(key, { ...this.read(key), [name]: value });
  }

  /** Replaces everything typed. */
  setAll(key: string, values: FormValues): void {
    this.#replace(key, values);
  }

  clear(key: string): void {
    this.#replace(key, nothing);
  }

  /** Removes what was typed into all forms, here and in the browser. */
  forgetAll(): void {
    this.#values.clear();
    this.#drop(() => true);
    for (const listener of this.#listeners) listener();
  }

  #replace(key: string, values: FormValues): void {
    this.#values.set(key, values);
    this.#save(key, values);
    for (const listener of this.#listeners) listener();
  }

  #load(key: string): FormValues {
    this.#drop((text) => !this.#isFresh(text));
    try {
      const kept = readKept(this.#storage().getItem(KEY_PREFIX + key) ?? '');
      if (!kept) return nothing;
      return Object.fromEntries(
        Object.entries(kept.values).filter(([, value]) => typeof value === 'string' || typeof value === 'boolean'),
      );
    } catch {
      return nothing;
    }
  }

  #save(key: string, values: FormValues): void {
    const kept = Object.entries(values).filter(([, value]) => typeof value !== 'object');
    const text = { savedAtMs: this.#now(), values: Object.fromEntries(kept) } satisfies Kept;
    try {
      if (kept.length === 0) this.#storage().removeItem(KEY_PREFIX + key);
      else this.#storage().setItem(KEY_PREFIX + key, JSON.stringify(text));
    } catch {
      // A full or forbidden store only means that the next visit starts from the defaults.
    }
  }

  #drop(isUnwanted: (text: string) => boolean): void {
    try {
      const storage = this.#storage();
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      for (const key of keys) if (key.startsWith(KEY_PREFIX) && isUnwanted(storage.getItem(key) ?? '')) storage.removeItem(key);
    } catch {
      // Where nothing may be stored, nothing is.
    }
  }

  #isFresh(text: string): boolean {
    const savedAtMs = readKept(text)?.savedAtMs ?? 0;
    return this.#now() - savedAtMs < KEPT_MS;
  }
}

export const formMemory = new FormMemory();

function readKept(text: string): Kept | undefined {
  try {
    const { savedAtMs, values } = (JSON.parse(text) ?? {}) as Partial<Kept>;
    return typeof savedAtMs === 'number' && typeof values === 'object' && values !== null ? { savedAtMs, values } : undefined;
  } catch {
    return undefined;
  }
}
