import { compilePlan } from '../graph/compile-plan.ts';
import type { Plan } from '../plan/plan-workflow.ts';
import { runStep } from './nodes/run-step.ts';
import type { RunContext } from './scopes/run-context.ts';

/** Runs every node of the plan. Rejects only for faults of our own: what nodes throw is a result. */
export type RunPlan = (run: RunContext) => Promise<void>;

export function compileRun(plan: Plan): RunPlan {
  return compilePlan(plan, runStep);
}
