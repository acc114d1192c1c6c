import { getWorkflowGraph } from '#lib/api/workflows.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';
import { inlineSubworkflows } from '../../workflows/inline-subworkflows.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

export const getWorkflowGraphHandler = defineHandler(getWorkflowGraph, async ({ params, repos, deps, workspaceId }) => {
  const { workflow } = await loadWorkflow(repos, params.id);
  const { definitions } = await toolsOf(deps, workspaceId);
  return { status: 200, body: await deps.describeGraph(await inlineSubworkflows(workflow, repos, params.id), definitions) };
});
