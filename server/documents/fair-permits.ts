import type { CallerKind } from '#lib/run/caller-kind.ts';

/** Where several kinds have as much, the first has the next permit. */
const KINDS: readonly CallerKind[] = ['member', 'key', 'stranger'];

export type PermitCaller = { readonly kind: CallerKind; readonly id?: string | undefined };
type Waiter = { readonly begin: () => void };

/**
 * A concurrency limit that callers share fairly. Strangers never have the last permit. A free one goes to the kind of
 * caller that has fewest, then to the callers of that kind in turn, first in, first out for each.
 */
export class FairPermits {
  readonly #permits: number;
  readonly #running: Record<CallerKind, number> = { member: 0, key: 0, stranger: 0 };
  /** Callers that wait, the one whose turn is next first. */
  readonly #waiting: Readonly<Record<CallerKind, Map<string, Waiter[]>>> = {
    member: new Map(),
    key: new Map(),
    stranger: new Map(),
  };

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Runs `work` once there is a permit. @throws the reason of `signal` when it aborts while waiting */
  async run<T>(work: () => Promise<T>, { caller, signal }: { caller: PermitCaller; signal: AbortSignal }): Promise<T> {
    signal.throwIfAborted();
    await this.#acquire(caller, signal);
    try {
      return await work();
    } finally {
      this.#running[caller.kind]--;
      this.#beginNext();
    }
  }

  #acquire({ kind, id = '' }: PermitCaller, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        begin: () => {
          signal.removeEventListener('abort', leave);
          this.#running[kind]++;
          resolve();
        },
      };
      const leave = () => {
        this.#remove(kind, id, waiter);
        reject(signal.reason);
      };
      const queues = this.#waiting[kind];
      queues.set(id, [...(queues.get(id) ?? []), waiter]);
      signal.addEventListener('abort', leave, { once: true });
      this.#beginNext();
    });
  }

  #remove(kind: CallerKind, id: string, waiter: Waiter): void {
    const rest = (this.#waiting[kind].get(id) ?? []).filter((one) => one !== waiter);
    if (rest.length > 0) this.#waiting[kind].set(id, rest);
    else this.#waiting[kind].delete(id);
  }

  #beginNext(): void {
    for (;;) {
      const [kind] = KINDS.filter((one) => this.#waiting[one].size > 0 && this.#hasPermit(one)).sort(
        (a, b) => this.#running[a] - this.#running[b],
      );
      if (!kind) return;
      const [[id, [first, ...rest]] = ['', []]] = this.#waiting[kind];
      this.#waiting[kind].delete(id);
      // To the end of the row.
      if (rest.length > 0) this.#waiting[kind].set(id, rest);
      first?.begin();
    }
  }

  #hasPermit(kind: CallerKind): boolean {
    const { member, key, stranger } = this.#running;
    if (member + key + stranger >= this.#permits) return false;
    return kind !== 'stranger' || stranger < Math.max(1, this.#permits - 1);
  }
}
