import { setTimeout as waitFor } from 'node:timers/promises';
import type { Logger } from '#lib/ports/logger.ts';

const HEARTBEAT_EVERY_MS = 1000;
/** A longer gap between two heartbeats means that the database, or this process, was frozen. */
const GAP_MS = 3000;

/** Operations on the lease of this process. */
export type KeptLease = {
  register(): Promise<void>;
  heartbeat(): Promise<boolean>;
  markExpired(): Promise<boolean>;
  markDeadNeighbours(): Promise<void>;
  leave(): Promise<void>;
};

export type LeaseKeeperOptions = {
  readonly lease: KeptLease;
  readonly leaseMs: number;
  /** The lease had expired: other processes have claimed the runs of this one. */
  readonly onLost: () => void;
  /** Leases of other processes expired: their runs must fail over. Called again while some may remain. */
  readonly onOthersLost: () => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /**
   * Resolves after `ms`, and may reject once `signal` aborts.
   * @defaultValue a timer that keeps no process alive
   */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

const waitUnref = (ms: number, signal: AbortSignal) => waitFor(ms, undefined, { signal, ref: false });

/**
 * Renews the lease of this process every second and finds expired ones. Expiry is by the database's
 * clock; only gaps are measured here.
 */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  readonly #closing = new AbortController();
  #loop: Promise<void> | undefined;
  #lastHeartbeatMs = 0;
  /** Since when heartbeats have been on time. */
  #regularSinceMs = 0;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  /** Takes the lease, and ends the leases of dead processes of this machine. */
  async start(): Promise<void> {
    const { lease } = this.#options;
    await lease.register();
    await lease.markDeadNeighbours();
    this.#lastHeartbeatMs = this.#regularSinceMs = performance.now();
    this.#loop = this.#keep();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
    await this.#options.lease.leave();
  }

  async #keep(): Promise<void> {
    const { signal } = this.#closing;
    const { log, wait = waitUnref } = this.#options;
    let isFailing = false;
    while (!signal.aborted) {
      await wait(HEARTBEAT_EVERY_MS, signal).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.#heartbeat();
        isFailing = false;
      } catch (error) {
        if (!isFailing && !signal.aborted) log.warn('the lease of this process could not be renewed', { error });
        isFailing = true;
      }
    }
  }

  async #heartbeat(): Promise<void> {
    const { lease, leaseMs, onLost, onOthersLost, log } = this.#options;
    const isKept = await lease.heartbeat();
    const nowMs = performance.now();
    if (nowMs - this.#lastHeartbeatMs > GAP_MS) this.#regularSinceMs = nowMs;
    this.#lastHeartbeatMs = nowMs;
    if (!isKept) {
      log.warn('the lease of this process expired: its runs failed over to other processes');
      onLost();
      await lease.register();
    }
    // After a database outage the leases of live processes have expired too: they get time for a heartbeat.
    if (nowMs - this.#regularSinceMs < leaseMs) return;
    if (await lease.markExpired()) await onOthersLost();
  }
}
