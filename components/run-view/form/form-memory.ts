import type { FormValue, FormValues } from '#components/run-view/form/read-form.ts';

const KEY_PREFIX = 'threadloom.inputs.';
const nothing: FormValues = {};

/** The typed inputs of each workflow's form, kept in this browser. Files are kept until the page is closed. */
class FormMemory {
  readonly #values = new Map<string, FormValues>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until something changes. */
  read(key: string): FormValues {
    const known = this.#values.get(key);
    if (known) return known;
    const loaded = load(key);
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

  #replace(key: string, values: FormValues): void {
    this.#values.set(key, values);
    save(key, values);
    for (const listener of this.#listeners) listener();
  }
}

export const formMemory = new FormMemory();

function load(key: string): FormValues {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY_PREFIX + key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return nothing;
    return Object.fromEntries(
      Object.entries(stored).filter(([, value]) => typeof value === 'string' || typeof value === 'boolean'),
    );
  } catch {
    return nothing;
  }
}

function save(key: string, values: FormValues): void {
  const kept = Object.entries(values).filter(([, value]) => typeof value !== 'object');
  try {
    if (kept.length === 0) localStorage.removeItem(KEY_PREFIX + key);
    else localStorage.setItem(KEY_PREFIX + key, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A full or forbidden store only means that the next visit starts from the defaults.
  }
}
