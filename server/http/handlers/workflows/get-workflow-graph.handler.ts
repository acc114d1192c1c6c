import { getWorkflowGraph } from '#lib/api/workflows.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { inlineSubworkflows } from '../../workflows/inline-subworkflows.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

export const getWorkflowGraphHandler = defineHandler(getWorkflowGraph, async ({ params, repos, deps }) => {
  const { workflow } = await loadWorkflow(repos, params.id);
  return { status: 200, body: await deps.describeGraph(await inlineSubworkflows(workflow, repos)) };
});
