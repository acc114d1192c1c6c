import type { RunStore } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { SweepTimer } from './run/signals/sweep-timer.ts';

/** The longest time between two looks for expired approvals, in milliseconds. */
const SWEEP_EVERY_MS = 30_000;

type Sweeping = {
  readonly store: Pick<RunStore, 'expireApprovals'>;
  readonly clock: Clock;
  readonly resume: (runId: string) => Promise<void>;
};

/** Expires approvals and ends waits at their time. */
export class ApprovalSweeps {
  readonly #ports: Sweeping;
  readonly #timer: SweepTimer;

  constructor(ports: Sweeping) {
    this.#ports = ports;
    this.#timer = new SweepTimer(ports.clock);
  }

  /** A run was stored that waits for this time, in milliseconds since 1970. */
  moveTo(atMs: number): void {
    this.#timer.moveTo(atMs);
  }

  /**
   * Expires approvals, and resumes their runs. The sweeps of the queue find those whose resumption
   * failed.
   * @returns when to sweep again, in milliseconds
   * @throws the first error; the other runs were resumed
   */
  async sweep(): Promise<number> {
    const { store, clock, resume } = this.#ports;
    const errors: unknown[] = [];
    const { runIds, nextAtMs } = await store.expireApprovals(clock.now());
    for (const runId of runIds) await resume(runId).catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
    return Math.max(0, Math.min(SWEEP_EVERY_MS, (nextAtMs ?? Number.POSITIVE_INFINITY) - clock.now()));
  }

  /** Sweeps until `signal` aborts. `onError` gets the error of a failed sweep, and the next one retries. */
  async run({ signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void }): Promise<void> {
    while (!signal.aborted) {
      this.#timer.begin();
      const waitMs = await this.sweep().catch((error: unknown) => {
        if (!signal.aborted) onError(error);
        return SWEEP_EVERY_MS;
      });
      await this.#timer.untilNext(waitMs, signal);
    }
  }
}
