import { readWorkflowReach, type WorkflowReachResource } from '#lib/api/workflows.contract.ts';
import { workflowReach } from '#lib/workflow/workflow-reach.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';
import { inlineSubworkflows } from '../../workflows/inline-subworkflows.ts';

export const readWorkflowReachHandler = defineHandler(readWorkflowReach, async ({ body, deps, repos, workspaceId }) => {
  const { nodes, agents } = deps;
  const { codeHosts } = deps.tools;
  const { definitions: tools, settings } = await toolsOf(deps, workspaceId);
  const reach = workflowReach(await inlineSubworkflows(body, repos), { nodes, tools, agents, settings, codeHosts });
  return { status: 200, body: reach as WorkflowReachResource };
});
