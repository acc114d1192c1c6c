import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { Clock } from '#lib/ports/runtime.ts';

/**
 * How long a node, or a run, has worked: not while all that it does is to wait for a time. Nodes that
 * complete at once are not recorded, and count as work.
 */
export class WorkTime {
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly #elapsed: () => number;
  readonly #outer: WorkTime | undefined;
  #working = 0;
  #waiting = 0;
  #idleMs = 0;
  #idleSince: number | undefined;
  #listeners: (() => void)[] = [];

  constructor(clock: Pick<Clock, 'now' | 'elapsed'>, outer?: WorkTime) {
    this.#clock = clock;
    this.#elapsed = elapsedTime(clock);
    this.#outer = outer;
  }

  /** That of a part, whose work and waits are this one's, too. */
  part(): WorkTime {
    return new WorkTime(this.#clock, this);
  }

  get workedMs(): number {
    const nowMs = this.#elapsed();
    return nowMs - this.#idleMs - (this.#idleSince === undefined ? 0 : nowMs - this.#idleSince);
  }

  /** Records what one attempt of a node does. */
  node(): NodeWork {
    return new NodeWork((working, waiting) => this.#change(working, waiting));
  }

  /** Resolves once it has worked for so long. Rejects with the reason of the signal. */
  async reached(limitMs: number, { clock, signal }: { clock: Clock; signal: AbortSignal }): Promise<void> {
    for (;;) {
      const leftMs = limitMs - this.workedMs;
      if (leftMs <= 0) return;
      if (this.#idleSince === undefined) await clock.sleep(leftMs, signal);
      else await this.#resumed(signal);
    }
  }

  #resumed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      this.#listeners.push(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
    });
  }

  #change(working: number, waiting: number): void {
    this.#working += working;
    this.#waiting += waiting;
    const isIdle = this.#waiting > 0 && this.#working === 0;
    if (isIdle && this.#idleSince === undefined) this.#idleSince = this.#elapsed();
    if (!isIdle && this.#idleSince !== undefined) {
      this.#idleMs += this.#elapsed() - this.#idleSince;
      this.#idleSince = undefined;
      for (const resolve of this.#listeners.splice(0)) resolve();
    }
    if (this.#outer) this.#outer.#change(working, waiting);
  }
}

/**
 * One attempt of a node: it works, or waits while any of its waits lasts, or neither. Several at once
 * count as one, and none counts beyond its end.
 */
export class NodeWork {
  readonly #change: (working: number, waiting: number) => void;
  #working = 0;
  #waiting = 0;
  #hasBegun = false;
  #isOver = false;
  #waits = 0;

  constructor(change: (working: number, waiting: number) => void) {
    this.#change = change;
  }

  /** Of a container it is not called: it works as long as the nodes in it do. */
  begin(): void {
    this.#hasBegun = true;
    this.#update();
  }

  /** @returns the end of the wait, idempotent */
  wait(): () => void {
    let isOpen = true;
    this.#waits++;
    this.#update();
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#waits--;
      this.#update();
    };
  }

  end(): void {
    this.#isOver = true;
    this.#update();
  }

  #update(): void {
    const working = this.#hasBegun && !this.#isOver && this.#waits === 0 ? 1 : 0;
    const waiting = !this.#isOver && this.#waits > 0 ? 1 : 0;
    const [more, moreWaiting] = [working - this.#working, waiting - this.#waiting];
    this.#working = working;
    this.#waiting = waiting;
    if (more !== 0 || moreWaiting !== 0) this.#change(more, moreWaiting);
  }
}
