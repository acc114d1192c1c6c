import { ForwardingRunService } from '#lib/ports/forwarding-run-service.ts';
import type { StartedRun, StartRun, StopAnswer } from '#lib/ports/run-service.ts';
import { isOfStranger } from '#lib/run/caller-kind.ts';
import type { Engine } from '../engine.ts';
import type { DispatchedRuns } from './dispatched-runs.ts';
import type { RunPermits } from './run-permits.ts';

/**
 * How long a new run waits for a permit before it is stored as queued, in milliseconds. A burst of
 * short runs is over by then, and storing, claiming and reading a queued run costs several times
 * what running it does.
 */
const PERMIT_TIMEOUT_MS = 250;

type LocalPorts = {
  readonly engine: Engine;
  /** For runs that cannot start at once. */
  readonly dispatched: DispatchedRuns;
  readonly permits: RunPermits;
  /** Runs of a workspace are counted over all processes, which only the database can. */
  readonly isLimitedPerWorkspace: boolean;
};

/**
 * Runs of a process that executes what it queues. A run starts at once, without the queue, where
 * there is a permit; it is queued without one, and where the database decides its turn: per session
 * or with a limit per workspace.
 */
export class LocalRuns extends ForwardingRunService {
  readonly #ports: LocalPorts;

  constructor(ports: LocalPorts) {
    super(() => ports.engine);
    this.#ports = ports;
  }

  override async start(run: StartRun): Promise<StartedRun> {
    const { engine, dispatched, permits } = this.#ports;
    const release = this.#isSerialized(run)
      ? undefined
      : await permits.acquire({ timeoutMs: PERMIT_TIMEOUT_MS, isStranger: isOfStranger(run) });
    if (!release) return dispatched.start(run);
    try {
      const started = await engine.start(run);
      started.outcome.then(release, release);
      return started;
    } catch (error) {
      release();
      throw error;
    }
  }

  override async stop(runId: string, options: { graceMs: number }): Promise<StopAnswer> {
    const here = await this.#ports.engine.stop(runId, options);
    // Another process may execute it, and reads the stored command.
    return here === 'not-held' ? this.#ports.dispatched.stop(runId, options) : here;
  }

  override async resumeWithDecisions(runId: string): Promise<void> {
    return this.#ports.dispatched.resumeWithDecisions(runId);
  }

  #isSerialized({ deployment, session }: StartRun): boolean {
    return this.#ports.isLimitedPerWorkspace || deployment?.sessionId !== undefined || session !== undefined;
  }
}
