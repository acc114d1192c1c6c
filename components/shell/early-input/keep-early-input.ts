/** An event of a user that came before hydration. */
export type EarlyEvent = {
  readonly type: string;
  readonly target: HTMLElement;
  /** Value of a field at that time. */
  readonly value: string;
};

export type EarlyEvents = {
  /** In order; the last one of each target and type. */
  readonly events: EarlyEvent[];
  /** Targets whose events are stored; undefined for all. */
  only: ReadonlySet<Element> | undefined;
  /** Removes the listeners. */
  stop(): void;
};

declare global {
  interface Window {
    threadloomEarly?: EarlyEvents | undefined;
  }
}

/**
 * Stores the events of a user until their target is hydrated. Links and native checkboxes work without scripts.
 * The page contains this function as text, so that it may not use anything outside of itself.
 */
export function keepEarlyInput(): void {
  const types = ['click', 'input', 'change', 'submit', 'keydown'];
  const events: EarlyEvent[] = [];
  /** Whether a key sends the text of a field with `data-enter-sends`: `plain`, or `ctrl` for Enter with Ctrl or ⌘. */
  const isSending = (event: KeyboardEvent) => {
    const { enterSends } = (event.target as HTMLElement).dataset;
    if (enterSends === undefined || event.key !== 'Enter' || event.isComposing) return false;
    return enterSends === 'ctrl' ? event.ctrlKey || event.metaKey : !event.shiftKey;
  };
  const store = (event: Event) => {
    if (event.type === 'keydown' && !isSending(event as KeyboardEvent)) return;
    const field = event.target as HTMLInputElement;
    const target = event.type === 'click' ? field.closest('button') : field;
    const { only } = early;
    if (target === null || (only && !only.has(target)) || Object.keys(target).some((key) => key.startsWith('__reactProps$')))
      return;
    if (['click', 'submit', 'keydown'].includes(event.type)) event.preventDefault();
    // React may hydrate a part because of the event, and would handle it a first time.
    event.stopImmediatePropagation();
    const previous = events.findIndex((one) => one.type === event.type && one.target === target);
    if (previous >= 0) events.splice(previous, 1);
    events.push({ type: event.type, target, value: target.value });
  };
  const early: EarlyEvents = {
    events,
    only: undefined,
    stop() {
      for (const type of types) document.removeEventListener(type, store, true);
    },
  };
  for (const type of types) document.addEventListener(type, store, true);
  window.threadloomEarly = early;
}
