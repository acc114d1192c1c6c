import { AppError } from '#lib/errors/app-error.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import { ForwardingRunService } from '#lib/ports/forwarding-run-service.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { QueuedRun, QueuedRuns, RunQueue } from '#lib/ports/run-queue.ts';
import type { RunOutcome, StartedRun, StartRun, StopAnswer } from '#lib/ports/run-service.ts';
import type { RunStore } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { isOfStranger } from '#lib/run/caller-kind.ts';
import type { Engine } from '../engine.ts';
import { readOutcome } from '../run/read-outcome.ts';
import { shuttingDown } from '../run/reopen-run.ts';
import { QueuePositions } from './queue-positions.ts';

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
 * Runs that queue workers execute: stores them as queued, enqueues them, and gets their end from the
 * event hub. The database row is the source of truth, so a lost queue loses no run. Single nodes run
 * in this process.
 */
export class DispatchedRuns extends ForwardingRunService {
  readonly #ports: DispatchPorts;
  readonly #closing = new AbortController();
  readonly #positions: QueuePositions;

  constructor(ports: DispatchPorts) {
    super(() => ports.engine);
    this.#ports = ports;
    this.#positions = new QueuePositions(ports.queued);
  }

  override async start(run: StartRun): Promise<StartedRun> {
    const { store } = this.#ports;
    const { queued, stored } = await this.#admit(run);
    const accepted = stored.then(() => void this.#offer(queued));
    accepted.catch(() => {});
    const { runId } = queued;
    const awaitEnd = () => this.#untilDone(runId, () => readOutcome(runId, store), accepted);
    let outcome: Promise<RunOutcome> | undefined;
    return {
      runId,
      accepted,
      isElsewhere: true,
      // Subscribes only for a caller that awaits the end; most follow the events or come back later.
      get outcome() {
        outcome ??= awaitEnd();
        return outcome;
      },
    };
  }

  async #admit(run: StartRun): Promise<{ queued: QueuedRun; stored: Promise<void> }> {
    const isStranger = isOfStranger(run);
    const { position, release } = await this.#positions.take({ workspaceId: run.workspaceId, isStranger });
    try {
      const admitted = await this.#ports.engine.admit(run, { position });
      admitted.stored.then(release, release);
      return { ...admitted, queued: { ...admitted.queued, isStranger } };
    } catch (error) {
      release();
      throw error;
    }
  }

  override async stop(runId: string, { graceMs }: { graceMs: number }): Promise<StopAnswer> {
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
    // It may reject before it is awaited: unhandled, that would end this process.
    ended.catch(() => {});
    // A run that no process executes is ended by this one.
    const here = await engine.stop(runId, { graceMs });
    if (here !== 'not-held') return here;
    return ended.then(
      () => 'stopped' as const,
      () => 'stopping' as const,
    );
  }

  override async resumeWithDecisions(runId: string): Promise<void> {
    const { queue, queued } = this.#ports;
    queue.notify(runId);
    const run = await queued.get(runId);
    if (run) await this.#offer(run);
  }

  async close(options?: { drainMs?: number }): Promise<void> {
    this.#closing.abort();
    await this.#ports.engine.close(options);
  }

  /** Does not fail with the queue: the run is stored, and the next sweep offers it again. */
  async #offer(run: QueuedRun): Promise<void> {
    try {
      await this.#ports.queue.enqueue([run]);
    } catch (error) {
      this.#ports.log.warn('a run could not be offered at once', { runId: run.runId, error });
    }
  }

  /**
   * Looks once at first and at each `done` of the hub. Rejects when `signal` aborts or this process
   * closes.
   */
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
    const ended = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    const onAbort = () => reject(this.#closing.signal.aborted ? shuttingDown() : new AppError('unavailable', 'It takes longer'));
    ended.addEventListener('abort', onAbort);
    if (ended.aborted) onAbort();
    from.then(lookAgain, reject);
    try {
      return await promise;
    } finally {
      leaveHub();
      // Node keeps a composite signal, and all that its listeners refer to, for as long as it has one.
      ended.removeEventListener('abort', onAbort);
    }
  }
}
