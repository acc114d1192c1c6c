import type { PromptPreviewResult } from './prompt-preview.ts';
import type { NodeRunResult, RunOutcome, RunOutline, RunService, StartedRun, StartRun, StopAnswer } from './run-service.ts';

/**
 * Forwards every call to another service, which may be loaded later. Subclasses override what they
 * do themselves.
 */
export class ForwardingRunService implements RunService {
  readonly #target: () => RunService | Promise<RunService>;

  constructor(target: () => RunService | Promise<RunService>) {
    this.#target = target;
  }

  async start(run: StartRun): Promise<StartedRun> {
    return (await this.#target()).start(run);
  }

  async plan(run: StartRun): Promise<RunOutline> {
    return (await this.#target()).plan(run);
  }

  async runNode(run: Parameters<RunService['runNode']>[0]): Promise<NodeRunResult & { runId?: string }> {
    return (await this.#target()).runNode(run);
  }

  async previewPrompt(node: Parameters<RunService['previewPrompt']>[0]): Promise<PromptPreviewResult> {
    return (await this.#target()).previewPrompt(node);
  }

  async readOutcome(runId: string): Promise<RunOutcome | undefined> {
    return (await this.#target()).readOutcome(runId);
  }

  async stop(runId: string, options: { graceMs: number }): Promise<StopAnswer> {
    return (await this.#target()).stop(runId, options);
  }

  async resumeWithDecisions(runId: string): Promise<void> {
    return (await this.#target()).resumeWithDecisions(runId);
  }
}
