import { formatUsd } from '#lib/i18n/format-usd.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { NodeError, TokenUsage } from '#lib/run/run-event.ts';
import { addUsage } from '#lib/run/token-usage.ts';
import type { WorkflowLimits } from '#lib/workflow/workflow.ts';
import type { FoundApprovals } from '../signals/run-approvals.ts';
import type { WorkTime } from './work-time.ts';

export type LimitName = 'maxSteps' | 'maxTokens' | 'maxCostUsd' | 'maxToolCalls' | 'maxDurationMs';

/** What is about to happen, and counts against a limit. */
export type LimitedAct = 'step' | 'model-call' | 'tool-call';

/** What a run has used so far. */
export type RunUse = {
  readonly usage: TokenUsage;
  readonly llmCalls: number;
  readonly toolCalls: number;
  /** Started nodes, the one that is about to start included. */
  readonly steps: number;
};

/** A limit that is used up: nothing of that kind may begin. */
export type LimitHit = { readonly limit: LimitName; readonly max: number; readonly used: number };

/** Nodes that may start in one run when the workflow does not say. */
const DEFAULT_MAX_STEPS = 10_000;
type LimitsOptions = {
  readonly found: FoundApprovals;
  readonly used: RunUse;
  readonly clock: Pick<Clock, 'now'>;
};

const LIMIT_KEY = /^limit:(?<limit>\w+):/;

/**
 * The limits of one run and what it has used. Raised limits are in its log, so they stay raised in
 * every process.
 */
export class RunLimits {
  readonly #limits: WorkflowLimits;
  readonly #raised = new Map<LimitName, number>();
  readonly #clock: Pick<Clock, 'now'>;
  /** Set when it begins to count. */
  #work: Pick<WorkTime, 'workedMs'> = { workedMs: 0 };
  /** Its duration in processes before this one, in milliseconds. */
  #beforeMs = 0;
  #used: RunUse;

  constructor(limits: WorkflowLimits, { found, used, clock }: LimitsOptions) {
    this.#limits = limits;
    this.#clock = clock;
    this.#used = used;
    const decided = new Map(found.decided.map((decision) => [decision.actionId, decision]));
    for (const { key, actionId, args: proposed } of found.asked) {
      const limit = LIMIT_KEY.exec(key)?.groups?.limit as LimitName | undefined;
      const { status, args = proposed } = decided.get(actionId) ?? {};
      if (limit && status === 'confirmed' && typeof args === 'number') this.raise(limit, args);
    }
  }

  /** Whether a used-up limit needs a decision instead of failing the run. */
  get asks(): boolean {
    return this.#limits.onLimit === 'ask';
  }

  get used(): RunUse {
    return this.#used;
  }

  count({ usage, llmCalls, toolCalls }: Omit<RunUse, 'steps'>): void {
    this.#used = {
      usage: addUsage(this.#used.usage, usage),
      llmCalls: this.#used.llmCalls + llmCalls,
      toolCalls: this.#used.toolCalls + toolCalls,
      steps: this.#used.steps,
    };
  }

  /**
   * Counts a node that is about to start.
   * @returns the limit that forbids it; where limits ask, the started node asks
   */
  countStep(): LimitHit | undefined {
    this.#used = { ...this.#used, steps: this.#used.steps + 1 };
    return this.asks ? undefined : this.findHit('step');
  }

  /** Begins to count its duration, which began at this time in milliseconds since 1970. */
  countFrom(startedAtMs: number, work: Pick<WorkTime, 'workedMs'>): void {
    this.#work = work;
    this.#beforeMs = Math.max(0, this.#clock.now() - startedAtMs) - work.workedMs;
  }

  maxOf(limit: LimitName): number | undefined {
    return this.#raised.get(limit) ?? this.#limits[limit] ?? (limit === 'maxSteps' ? DEFAULT_MAX_STEPS : undefined);
  }

  /** Never lower than it is. */
  raise(limit: LimitName, max: number): void {
    this.#raised.set(limit, Math.max(max, this.maxOf(limit) ?? 0));
  }

  /**
   * The first limit that forbids it. The time limit counts here only where limits ask; otherwise a
   * timer ends the run.
   */
  findHit(act: LimitedAct): LimitHit | undefined {
    const { steps, usage, toolCalls } = this.#used;
    const isOver = (limit: LimitName, used: number): LimitHit | undefined => {
      const max = this.maxOf(limit);
      return max !== undefined && used >= max ? { limit, max, used } : undefined;
    };
    const timeHit = this.asks ? isOver('maxDurationMs', this.#beforeMs + this.#work.workedMs) : undefined;
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

/** The question of the approval request. */
export function limitQuestion({ limit, max, used }: LimitHit): string {
  const unit = limit === 'maxCostUsd' ? ', in USD' : limit === 'maxDurationMs' ? ', in milliseconds' : '';
  return `The run has used up ${limit} of its workflow: ${unitOf[limit](used)} of ${unitOf[limit](max)}. Raise it for this run? The value is the new limit${unit}.`;
}
