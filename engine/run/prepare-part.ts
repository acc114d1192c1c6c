import { planPart } from '../plan/plan-workflow.ts';
import { compileRun } from './compile-run.ts';
import { neededNodes } from './fork/needed-nodes.ts';
import type { PreparedWorkflow } from './prepare-workflow.ts';

/** The part of the plan for a run up to some nodes; the whole plan without any. */
export function preparePart(prepared: PreparedWorkflow, until: readonly string[] | undefined): PreparedWorkflow {
  const needed = neededNodes(prepared.workflow, until);
  if (!needed) return prepared;
  const plan = planPart(prepared.plan, needed);
  return { ...prepared, plan, runPlan: compileRun(plan) };
}
