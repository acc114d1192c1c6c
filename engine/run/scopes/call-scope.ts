import type { PlannedCall } from '#engine/plan/plan-node.ts';
import { limitsOfWorkflow } from '#lib/agents/tool-limits.ts';
import type { WorkTime } from '../limits/work-time.ts';
import { RunBreakpoints } from '../signals/run-breakpoints.ts';
import { IterationScope } from './iteration-scope.ts';
import type { RunScope } from './run-scope.ts';

type Call = {
  readonly path: string;
  readonly work: WorkTime;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly planned: PlannedCall;
};

const NO_NODES: ReadonlySet<string> = new Set();

/**
 * A sub-workflow with its own inputs and conversations. Breakpoints and pinned values are for
 * the author of the workflow they were set in, so neither the caller's breakpoints nor its own pins
 * count here, and what the caller skips are nodes of its own.
 */
export class CallScope extends IterationScope {
  constructor(outer: RunScope, stop: AbortSignal, { path, inputs, planned, work }: Call) {
    super(outer, stop, {
      work,
      signals: outer.signals.withBreakpoints(new RunBreakpoints(outer.log)),
      workflow: {
        inputs,
        mode: 'deployed',
        defaultModel: planned.defaultModel ?? outer.workflow.defaultModel,
        language: planned.language ?? outer.workflow.language,
        toolLimits: limitsOfWorkflow(planned.mode, outer.workflow.toolLimits),
        skipped: NO_NODES,
        workflowId: planned.workflowId,
        credentials: planned.credentials,
        agents: planned.agents,
        conversations: outer.workflow.conversations.within(path),
        memory: outer.workflow.memory.within(path),
        session: outer.workflow.session.within(path, planned.session),
      },
    });
  }
}
