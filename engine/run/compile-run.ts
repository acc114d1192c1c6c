import type { RunnableConfig } from '@langchain/core/runnables';
import { compilePlan } from '../graph/compile-plan.ts';
import type { Plan } from '../plan/plan-workflow.ts';
import { runStep } from './nodes/run-step.ts';
import type { RunContext } from './scopes/run-context.ts';

/** Runs every node of the plan in one invocation of its graph. Rejects only for internal errors. */
export type RunPlan = (run: RunContext) => Promise<void>;

export function compileRun(plan: Plan): RunPlan {
  return compilePlan(plan, { runStep, configOf });
}

function configOf({ runId, log: { identity }, ports: { callbacks } }: RunContext): RunnableConfig {
  const { workflowId, workflowName, documentHash, mode } = identity;
  return {
    runName: workflowName,
    configurable: { thread_id: runId },
    tags: ['threadloom', mode],
    metadata: { workflow_id: workflowId, workflow_name: workflowName, document_hash: documentHash, mode },
    ...(callbacks && { callbacks }),
  };
}
