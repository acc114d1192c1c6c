import type { GraphOutline } from '#lib/workflow/graph-outline.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { describeGraph } from './graph/describe-graph.ts';
import { type PreparerPorts, WorkflowPreparer } from './run/prepare-workflow.ts';

/**
 * The graph that runs of a workflow invoke.
 * @param workflow is frozen
 * @throws {AppError} `workflow-invalid`, with all problems in `details.problems`
 */
export async function describeWorkflow(workflow: Workflow, ports: PreparerPorts): Promise<GraphOutline> {
  const { plan } = await new WorkflowPreparer(ports).prepare(workflow);
  return describeGraph(plan);
}
