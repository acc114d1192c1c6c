type Usage = { readonly user: number; readonly system: number };
const { process } = globalThis as { process?: { threadCpuUsage?(before?: Usage): Usage } };

/**
 * Limits work that blocks the event loop. A busy machine lets a thread wait, so half of the limit is time of the
 * clock, and the other half CPU time: reading that costs more, and browsers have the clock alone.
 */
export class WorkLimit {
  readonly #halfMs: number;
  #untilMs: number;
  #cpu: Usage | undefined;

  constructor(limitMs: number, nowMs: number = performance.now()) {
    this.#halfMs = limitMs / 2;
    this.#untilMs = nowMs + (process?.threadCpuUsage ? this.#halfMs : limitMs);
  }

  /** @param nowMs of `performance.now` */
  isExceeded(nowMs: number): boolean {
    if (nowMs <= this.#untilMs) return false;
    if (!process?.threadCpuUsage) return true;
    this.#cpu ??= process.threadCpuUsage();
    const { user, system } = process.threadCpuUsage(this.#cpu);
    const leftMs = this.#halfMs - (user + system) / 1000;
    this.#untilMs = nowMs + leftMs;
    return leftMs <= 0;
  }
}
