import { runWorkflow } from '#lib/api/run-starts.contract.ts';
import type { StartRun } from '#lib/ports/run-service.ts';
import { WORKSPACE_OWNER } from '#lib/run/owner.ts';
import { resolveFileInputs } from '../../files/resolve-file-inputs.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { onceOf } from '../../runs/once-of.ts';
import { partOf } from '../../runs/part-of.ts';
import { originOf } from '../../start/origin-of.ts';
import { sessionTurn } from '../../start/session-turn.ts';
import { startRun } from '../../start/start-run.ts';
import { continueStream } from '../../start/stream-run.ts';
import { inlineSubworkflows } from '../../workflows/inline-subworkflows.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

export const runWorkflowHandler = defineHandler(runWorkflow, async ({ params, headers, body, ...context }) => {
  const continued = await continueStream(headers, body, context);
  if (continued) return continued;
  const { repos, workspaceId } = context;
  const { workflow: draft } = await loadWorkflow(repos, params.id);
  const workflow = await inlineSubworkflows(draft, repos, params.id);
  const inputs = await resolveFileInputs(workflow, body.inputs, context);
  const session = await sessionTurn(
    body,
    { partner: { workflowId: params.id, owner: WORKSPACE_OWNER }, workflow, inputs },
    context,
  );
  const turn = session && { session };
  const origin = originOf(context);
  const target = { workspaceId, workflow, workflowId: params.id };
  const run: StartRun = { ...target, inputs, mode: 'draft', origin, ...turn, ...partOf(body) };
  const once = onceOf(headers, { scope: `workflows/${params.id}`, body: context.form?.fingerprint ?? body });
  return startRun(run, { ask: body, once }, context);
});
