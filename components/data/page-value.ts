/** A value of this page that is outside of React, for `useSyncExternalStore`. */
export class PageValue<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(first: T) {
    this.#value = first;
  }

  readonly read = (): T => this.#value;

  set(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
