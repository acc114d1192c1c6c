import type { FormValue, FormValues } from '#components/run/read-form.ts';

const KEY_PREFIX = 'threadloom.inputs.';
const nothing: FormValues = {};

/** What was typed into each template's form, kept in this browser. Files are kept only until the page is left. */
class FormMemory {
  readonly #values = new Map<string, FormValues>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until something changes. */
  read(templateId: string): FormValues {
    const known = this.#values.get(templateId);
    if (known) return known;
    const loaded = load(templateId);
    this.#values.set(templateId, loaded);
    return loaded;
  }

  /** On the server nothing is remembered. */
  readonly readOnServer = (): FormValues => nothing;

  set(templateId: string, name: string, value: FormValue): void {
    this.#replace(templateId, { ...this.read(templateId), [name]: value });
  }

  clear(templateId: string): void {
    this.#replace(templateId, nothing);
  }

  #replace(templateId: string, values: FormValues): void {
    this.#values.set(templateId, values);
    save(templateId, values);
    for (const listener of this.#listeners) listener();
  }
}

export const formMemory = new FormMemory();

function load(templateId: string): FormValues {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY_PREFIX + templateId) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return nothing;
    return Object.fromEntries(
      Object.entries(stored).filter(([, value]) => typeof value === 'string' || typeof value === 'boolean'),
    );
  } catch {
    return nothing;
  }
}

function save(templateId: string, values: FormValues): void {
  const kept = Object.entries(values).filter(([, value]) => typeof value !== 'object');
  try {
    if (kept.length === 0) localStorage.removeItem(KEY_PREFIX + templateId);
    else localStorage.setItem(KEY_PREFIX + templateId, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A full or forbidden store only means that the next visit starts from the defaults.
  }
}
