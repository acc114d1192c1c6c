import type { Semaphore } from '#lib/async/semaphore.ts';
import type { RunOutcome, RunService, StartedRun, StartRun } from '#lib/ports/run-service.ts';
import type { Engine } from '../engine.ts';
import type { DispatchedRuns } from './dispatched-runs.ts';

/**
 * How long a new run waits for a slot before it is stored as queued, in milliseconds. A burst of short runs is over by then, and to store one as queued, claim it and
 * read its log again costs several times what running it does.
 */
const PATIENCE_MS = 250;

type LocalPorts = {
  readonly engine: Engine;
  /** For what cannot run at once. */
  readonly dispatched: DispatchedRuns;
  readonly permits: Semaphore;
  /** Runs of a workspace are counted over all processes, which only the database can. */
  readonly isLimitedPerWorkspace: boolean;
};

/**
 * Runs of a process that takes what it queues itself. One that nothing stands in the way of starts at once and is never queued; one without a slot, and one whose turn
 * the database has to decide, goes the way of all queued runs.
 */
export class LocalRuns implements RunService {
  readonly #ports: LocalPorts;

  constructor(ports: LocalPorts) {
    this.#ports = ports;
  }

  async start(run: StartRun): Promise<StartedRun> {
    const { engine, dispatched, permits } = this.#ports;
    const leave = this.#goesInTurn(run) ? undefined : await permits.acquire({ timeoutMs: PATIENCE_MS });
    if (!leave) return dispatched.start(run);
    try {
      const started = await engine.start(run);
      started.outcome.then(leave, leave);
      return started;
    } catch (error) {
      leave();
      throw error;
    }
  }

  readOutcome(runId: string): Promise<RunOutcome | undefined> {
    return this.#ports.engine.readOutcome(runId);
  }

  async plan(run: StartRun) {
    return this.#ports.engine.plan(run);
  }

  async runNode(run: Parameters<RunService['runNode']>[0]) {
    return this.#ports.engine.runNode(run);
  }

  async obey(runId: string, options: { graceMs: number }) {
    const here = await this.#ports.engine.obey(runId, options);
    // Another process may have it, and stops it when it looks.
    return here === 'not-held' ? this.#ports.dispatched.obey(runId, options) : here;
  }

  async takeUpDecisions(runId: string): Promise<void> {
    return this.#ports.dispatched.takeUpDecisions(runId);
  }

  #goesInTurn({ deployment }: StartRun): boolean {
    return this.#ports.isLimitedPerWorkspace || deployment?.sessionId !== undefined;
  }
}
