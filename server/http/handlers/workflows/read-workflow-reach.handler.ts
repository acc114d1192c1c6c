import { readWorkflowReach, type WorkflowReachResource } from '#lib/api/workflows.contract.ts';
import { workflowReach } from '#lib/workflow/workflow-reach.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { inlineSubworkflows } from '../../workflows/inline-subworkflows.ts';

export const readWorkflowReachHandler = defineHandler(readWorkflowReach, async ({ body, deps, repos }) => {
  const { nodes, tools, agents } = deps;
  const { definitions, codeHosts } = tools;
  const reach = workflowReach(await inlineSubworkflows(body, repos), { nodes, tools: definitions, agents, codeHosts });
  return { status: 200, body: reach as WorkflowReachResource };
});
