/** How long a deletion can be taken back. */
export const UNDO_MS = 10_000;

type Options = {
  /** Deletes permanently. `isLeaving`: the page is being closed, so do not wait for a response. */
  readonly remove: (workflowId: string, options: { isLeaving: boolean }) => Promise<void>;
  readonly onChange: (pending: ReadonlySet<string>) => void;
  /** @returns how to call it off */
  readonly after: (delayMs: number, callback: () => void) => () => void;
};

/**
 * Deletes after a delay, during which they can be undone: the server cannot undo one. Leaving the page carries out
 * pending deletes at once.
 */
export class DelayedDeletes {
  readonly #options: Options;
  /** By workflow, how to call it off; undefined once it is being carried out. */
  readonly #pending = new Map<string, (() => void) | undefined>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Asking again changes nothing. */
  add(workflowId: string): void {
    if (this.#pending.has(workflowId)) return;
    const cancel = this.#options.after(UNDO_MS, () => this.#carryOut(workflowId, { isLeaving: false }));
    this.#pending.set(workflowId, cancel);
    this.#notify();
  }

  /** Too late once it is being carried out. */
  undo(workflowId: string): void {
    const cancel = this.#pending.get(workflowId);
    if (!cancel) return;
    cancel();
    this.#pending.delete(workflowId);
    this.#notify();
  }

  /** Carries out everything that is pending. */
  flush(): void {
    for (const [workflowId, cancel] of this.#pending) {
      if (!cancel) continue;
      cancel();
      this.#carryOut(workflowId, { isLeaving: true });
    }
  }

  #carryOut(workflowId: string, options: { isLeaving: boolean }): void {
    this.#pending.set(workflowId, undefined);
    void this.#options.remove(workflowId, options).finally(() => {
      this.#pending.delete(workflowId);
      this.#notify();
    });
  }

  #notify(): void {
    this.#options.onChange(new Set(this.#pending.keys()));
  }
}
