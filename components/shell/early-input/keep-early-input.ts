/** A press, an entry or a submission that came before the page took input. */
export type EarlyInput = {
  readonly type: string;
  readonly target: HTMLElement;
  /** What a field held then. */
  readonly value: string;
};

export type EarlyInputs = {
  /** In their order, one of each type for a target: the last. */
  readonly kept: EarlyInput[];
  /** Leaves what comes from now on to the page. */
  stop(): void;
};

declare global {
  interface Window {
    threadloomEarly?: EarlyInputs | undefined;
  }
}

/**
 * Keeps what a person does before the scripts of the page have run. Links and native boxes work without them.
 * It stands in the page as text, so that it uses nothing from outside of itself.
 */
export function keepEarlyInput(): void {
  const types = ['click', 'input', 'change', 'submit'];
  const kept: EarlyInput[] = [];
  const keep = (event: Event) => {
    const from = event.target as HTMLInputElement;
    const target = event.type === 'click' ? from.closest('button') : from;
    if (target === null) return;
    if (event.type === 'click' || event.type === 'submit') event.preventDefault();
    const known = kept.findIndex((one) => one.type === event.type && one.target === target);
    if (known >= 0) kept.splice(known, 1);
    kept.push({ type: event.type, target, value: target.value });
  };
  for (const type of types) document.addEventListener(type, keep, true);
  window.threadloomEarly = {
    kept,
    stop() {
      for (const type of types) document.removeEventListener(type, keep, true);
    },
  };
}
