import { AppError } from '#lib/errors/app-error.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { QueuedRun, QueuedRuns, RunQueue } from '#lib/ports/run-queue.ts';
import type { RunOutcome, RunService, StartedRun, StartRun } from '#lib/ports/run-service.ts';
import type { RunStore } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { Engine } from '../engine.ts';
import { readOutcome } from '../run/read-outcome.ts';

import { shuttingDown } from '../run/reopen-run.ts';
import { QueuePlaces } from './queue-places.ts';

type DispatchPorts = {
  readonly engine: Engine;
  readonly store: RunStore;
  readonly queued: QueuedRuns;
  readonly queue: RunQueue;
  readonly hub: Pick<EventHub, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Runs of a process that leaves them to others: it stores them as queued, says so, and hears of them what the hub tells everybody. A node that somebody tries
 * alone runs here. What it stores stands whatever becomes of the queue.
 */
export class DispatchedRuns implements RunService {
  readonly #ports: DispatchPorts;
  readonly #closing = new AbortController();
  readonly #places: QueuePlaces;

  constructor(ports: DispatchPorts) {
    this.#ports = ports;
    this.#places = new QueuePlaces(ports.queued);
  }

  async start(run: StartRun): Promise<StartedRun> {
    const { store } = this.#ports;
    const { queued, stored } = await this.#admit(run);
    const accepted = stored.then(() => void this.#offer(queued));
    accepted.catch(() => {});
    const { runId } = queued;
    const listen = () => this.#untilDone(runId, () => readOutcome(runId, store), accepted);
    let outcome: Promise<RunOutcome> | undefined;
    return {
      runId,
      accepted,
      isElsewhere: true,
      // Most callers follow the events or come back later: only who waits for the end listens for it.
      get outcome() {
        outcome ??= listen();
        return outcome;
      },
    };
  }

  readOutcome(runId: string): Promise<RunOutcome | undefined> {
    return this.#ports.engine.readOutcome(runId);
  }

  async #admit(run: StartRun): Promise<{ queued: QueuedRun; stored: Promise<void> }> {
    const { position, release } = await this.#places.take(run.workspaceId);
    try {
      const admitted = await this.#ports.engine.admit(run, { position });
      admitted.stored.then(release, release);
      return admitted;
    } catch (error) {
      release();
      throw error;
    }
  }

  async plan(run: StartRun) {
    return this.#ports.engine.plan(run);
  }

  async runNode(run: Parameters<RunService['runNode']>[0]) {
    return this.#ports.engine.runNode(run);
  }

  async obey(runId: string, { graceMs }: { graceMs: number }): Promise<'stopped' | 'stopping' | 'not-held'> {
    const { engine, queue, store } = this.#ports;
    queue.notify(runId);
    const patience = AbortSignal.timeout(graceMs);
    const ended = this.#untilDone(
      runId,
      async () => {
        const outcome = await readOutcome(runId, store);
        return outcome?.status === 'waiting' ? undefined : outcome;
      },
      undefined,
      patience,
    );
    // It may give up before the database has answered, and then nobody listens yet: unheard it would end this process.
    ended.catch(() => {});
    // One that nobody holds is ended here.
    const here = await engine.obey(runId, { graceMs });
    if (here !== 'not-held') return here;
    return ended.then(
      () => 'stopped' as const,
      () => 'stopping' as const,
    );
  }

  async takeUpDecisions(runId: string): Promise<void> {
    const { queue, queued } = this.#ports;
    queue.notify(runId);
    const run = await queued.get(runId);
    if (run) await this.#offer(run);
  }

  async close(options?: { drainMs?: number }): Promise<void> {
    this.#closing.abort();
    await this.#ports.engine.close(options);
  }

  /** A queue that cannot be reached is no matter of the run: it is stored, and offered again by the next sweep. */
  async #offer(run: QueuedRun): Promise<void> {
    try {
      await this.#ports.queue.enqueue([run]);
    } catch (error) {
      this.#ports.log.warn('a run could not be offered at once', { runId: run.runId, error });
    }
  }

  /** Looks whenever an end is told, and once at first. Rejects when `signal` aborts, or this process closes. */
  async #untilDone<T>(
    runId: string,
    look: () => Promise<T | undefined>,
    from: Promise<void> = Promise.resolve(),
    signal?: AbortSignal,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const lookAgain = () => void look().then((found) => found !== undefined && resolve(found), reject);
    const leaveHub = this.#ports.hub.subscribe(runId, (events) => {
      if (events.at(-1)?.type === 'done') lookAgain();
    });
    const giveUp = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    giveUp.addEventListener('abort', () =>
      reject(this.#closing.signal.aborted ? shuttingDown() : new AppError('unavailable', 'It takes longer')),
    );
    from.then(lookAgain, reject);
    try {
      return await promise;
    } finally {
      leaveHub();
    }
  }
}
