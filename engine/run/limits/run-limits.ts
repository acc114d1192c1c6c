import { formatUsd } from '#lib/i18n/format-usd.ts';
import type { NodeError, TokenUsage } from '#lib/run/run-event.ts';
import type { WorkflowLimits } from '#lib/workflow/workflow.ts';
import type { FoundApprovals } from '../approvals/run-approvals.ts';

export type LimitName = 'maxSteps' | 'maxTokens' | 'maxCostUsd' | 'maxToolCalls' | 'maxDurationMs';

/** What is about to happen, and counts against a limit. */
export type LimitedAct = 'step' | 'model-call' | 'tool-call';

/** What a run has used so far; of steps, the one that is about to begin too. */
export type RunUse = {
  readonly steps: number;
  readonly usage: TokenUsage;
  readonly toolCalls: number;
  readonly durationMs: number;
};

/** A limit that is used up: nothing of that kind may begin. */
export type LimitHit = { readonly limit: LimitName; readonly max: number; readonly used: number };

/** Nodes that may start in one run when the workflow does not say. */
const DEFAULT_MAX_STEPS = 10_000;
const LIMIT_KEY = /^limit:(?<limit>\w+):/;

/** The limits of one run, as far as people have raised them: in its log, so that they stay raised wherever it is taken up. */
export class RunLimits {
  readonly #limits: WorkflowLimits;
  readonly #raised = new Map<LimitName, number>();

  constructor(limits: WorkflowLimits, found: FoundApprovals) {
    this.#limits = limits;
    const decided = new Map(found.decided.map((decision) => [decision.actionId, decision]));
    for (const { key, actionId, args: proposed } of found.asked) {
      const limit = LIMIT_KEY.exec(key)?.groups?.limit as LimitName | undefined;
      const { status, args = proposed } = decided.get(actionId) ?? {};
      if (limit && status === 'confirmed' && typeof args === 'number') this.raise(limit, args);
    }
  }

  /** Whether a person is asked, instead of the run being failed. */
  get asks(): boolean {
    return this.#limits.onLimit === 'ask';
  }

  maxOf(limit: LimitName): number | undefined {
    return this.#raised.get(limit) ?? this.#limits[limit] ?? (limit === 'maxSteps' ? DEFAULT_MAX_STEPS : undefined);
  }

  /** Never lower than it is. */
  raise(limit: LimitName, max: number): void {
    this.#raised.set(limit, Math.max(max, this.maxOf(limit) ?? 0));
  }

  /** The first limit that keeps this from happening. One of time is watched by the clock where nobody is asked. */
  findHit(act: LimitedAct, { steps, usage, toolCalls, durationMs }: RunUse): LimitHit | undefined {
    const isOver = (limit: LimitName, used: number): LimitHit | undefined => {
      const max = this.maxOf(limit);
      return max !== undefined && used >= max ? { limit, max, used } : undefined;
    };
    const timeHit = this.asks ? isOver('maxDurationMs', durationMs) : undefined;
    if (act === 'step') return isOver('maxSteps', steps - 1) ?? timeHit;
    if (act === 'tool-call') return isOver('maxToolCalls', toolCalls) ?? timeHit;
    return isOver('maxTokens', usage.totalTokens) ?? isOver('maxCostUsd', usage.costUsd ?? 0) ?? timeHit;
  }
}

/** How a run fails that has used up a limit. */
export function limitError({ limit, max, used }: LimitHit, nodeId?: string): NodeError {
  const about = { ...(nodeId !== undefined && { nodeId }), path: `settings.limits.${limit}` };
  const hint = 'Raise the limit of the workflow';
  switch (limit) {
    case 'maxSteps':
      return { code: 'step-limit', message: `The run may start ${max} nodes and ${nodeId} would be one more`, ...about, hint };
    case 'maxTokens':
      return { code: 'token-limit', message: `The run may use ${max} tokens and has used ${used}`, ...about, hint };
    case 'maxCostUsd':
      return {
        code: 'cost-limit',
        message: `The run may cost ${formatUsd(max)} and has cost ${formatUsd(used)}`,
        ...about,
        hint: `${hint}, or choose a cheaper model`,
      };
    case 'maxToolCalls':
      return {
        code: 'tool-call-limit',
        message: `The run may make ${max} tool calls and ${nodeId} would make one more`,
        ...about,
        hint,
      };
    case 'maxDurationMs':
      return { code: 'time-limit', message: `The run may take ${max} ms and they are over`, ...about, hint };
    default:
      return limit satisfies never;
  }
}

const unitOf = {
  maxSteps: (count: number) => `${count} steps`,
  maxTokens: (count: number) => `${count} tokens`,
  maxCostUsd: formatUsd,
  maxToolCalls: (count: number) => `${count} tool calls`,
  maxDurationMs: (count: number) => `${count} ms`,
} as const satisfies Record<LimitName, (count: number) => string>;

/** What a person is asked of it. */
export function limitQuestion({ limit, max, used }: LimitHit): string {
  const unit = limit === 'maxCostUsd' ? ', in USD' : limit === 'maxDurationMs' ? ', in milliseconds' : '';
  return `The run has used up ${limit} of its workflow: ${unitOf[limit](used)} of ${unitOf[limit](max)}. Raise it for this run? The value is the new limit${unit}.`;
}
