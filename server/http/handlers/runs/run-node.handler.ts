import { runNode } from '#lib/api/run-starts.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { wholeError } from '#lib/run/what-leaves.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { inlineSubworkflows } from '../../workflows/inline-subworkflows.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

export const runNodeHandler = defineHandler(
  runNode,
  async ({ params, body, repos, deps, workspaceId, traceparent, language }) => {
    const { workflow } = await loadWorkflow(repos, params.id);
    if (!workflow.nodes.some(({ id }) => id === params.nodeId)) {
      throw new AppError('not-found', `Workflow ${params.id} has no node ${params.nodeId}.`);
    }
    const { output, approvals, error, ...result } = await deps.runs.runNode({
      workspaceId,
      workflow: await inlineSubworkflows(workflow, repos, params.id),
      workflowId: params.id,
      nodeId: params.nodeId,
      inputs: body.inputs,
      ...(traceparent !== undefined && { traceparent }),
    });
    // a node's value is JSON by the time the log has taken it
    const ran = { ...result, ...(error && { error: wholeError(error, language) }), output: (output ?? null) as null };
    return approvals ? { status: 202, body: { ...ran, approvals: approvals.slice() } } : { status: 200, body: ran };
  },
);
