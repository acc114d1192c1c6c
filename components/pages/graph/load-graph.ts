import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import type { GraphOutline } from '#lib/workflow/graph-outline.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The draft of a workflow and the LangGraph graph that its runs invoke. */
export type GraphData = {
  readonly workflowId: string;
  readonly document: Workflow;
  /** Missing while the draft has errors. */
  readonly graph?: GraphOutline;
  /** Errors of the draft; empty when there is a graph. */
  readonly problems: readonly Problem[];
};

/** @throws {ApiError} `not-found`, or `workflow-invalid` when another build wrote the draft */
export async function loadGraph(client: Client, workflowId: string): Promise<GraphData> {
  const params = { id: workflowId };
  const { document } = await client.getWorkflow({ params });
  try {
    return { workflowId, document, graph: await client.getWorkflowGraph({ params }), problems: [] };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'workflow-invalid') throw error;
    const { problems = [] } = (error.details ?? {}) as { problems?: readonly Problem[] };
    return { workflowId, document, problems };
  }
}
