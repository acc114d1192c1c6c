import { setTimeout as waitFor } from 'node:timers/promises';
import type { Logger } from '#lib/ports/logger.ts';

const BEAT_EVERY_MS = 1000;
/** A gap between two beats that says that the database, or this process, stood still. */
const GAP_MS = 3000;

/** The lease of this process as the keeper needs it. */
export type KeptLease = {
  register(): Promise<void>;
  beat(): Promise<boolean>;
  findLost(): Promise<boolean>;
  findGone(): Promise<void>;
  leave(): Promise<void>;
};

export type LeaseKeeperOptions = {
  readonly lease: KeptLease;
  readonly leaseMs: number;
  /** The runs of this process are others' now. */
  readonly onLost: () => void;
  /** Processes were found lost: their runs are to be taken up. Called again while they may still have some. */
  readonly onOthersLost: () => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Resolves after `ms`, and may reject once `signal` aborts. @defaultValue a timer that keeps no process alive */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

const waitUnnoticed = (ms: number, signal: AbortSignal) => waitFor(ms, undefined, { signal, ref: false });

/** Keeps the lease of this process, by one statement a second, and finds others' that ran out. Time is the database's; what is measured here are only gaps. */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  readonly #closing = new AbortController();
  #loop: Promise<void> | undefined;
  #lastBeatMs = 0;
  /** Since when no beat has come late. */
  #inTouchSinceMs = 0;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  /** Takes the lease, and ends those of processes of this machine that are gone. */
  async start(): Promise<void> {
    const { lease } = this.#options;
    await lease.register();
    await lease.findGone();
    this.#lastBeatMs = this.#inTouchSinceMs = performance.now();
    this.#loop = this.#keep();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
    await this.#options.lease.leave();
  }

  async #keep(): Promise<void> {
    const { signal } = this.#closing;
    const { log, wait = waitUnnoticed } = this.#options;
    let isFailing = false;
    while (!signal.aborted) {
      await wait(BEAT_EVERY_MS, signal).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.#beat();
        isFailing = false;
      } catch (error) {
        if (!isFailing && !signal.aborted) log.warn('the lease of this process could not be renewed', { error });
        isFailing = true;
      }
    }
  }

  async #beat(): Promise<void> {
    const { lease, leaseMs, onLost, onOthersLost, log } = this.#options;
    const isKept = await lease.beat();
    const nowMs = performance.now();
    if (nowMs - this.#lastBeatMs > GAP_MS) this.#inTouchSinceMs = nowMs;
    this.#lastBeatMs = nowMs;
    if (!isKept) {
      log.warn('this process was silent for so long that others have its runs');
      onLost();
      await lease.register();
    }
    // After the database was away all leases have run out, also of those who live: they get the time to say so.
    if (nowMs - this.#inTouchSinceMs < leaseMs) return;
    if (await lease.findLost()) await onOthersLost();
  }
}
