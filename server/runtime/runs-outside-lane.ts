import { ForwardingRunService } from '#lib/ports/forwarding-run-service.ts';
import type { RunService, StartedRun, StartRun } from '#lib/ports/run-service.ts';
import { outsideLane } from '../db/database/request-lane.ts';

/** Runs that requests start. What a run stores waits for no other request, since its events are stored with others'. */
export class RunsOutsideLane extends ForwardingRunService {
  constructor(runs: RunService) {
    super(() => runs);
  }

  override start(run: StartRun): Promise<StartedRun> {
    return outsideLane(() => super.start(run));
  }

  override resumeWithDecisions(runId: string): Promise<void> {
    return outsideLane(() => super.resumeWithDecisions(runId));
  }
}
