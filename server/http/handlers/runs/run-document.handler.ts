import { runDocument } from '#lib/api/run-starts.contract.ts';
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

export const runDocumentHandler = defineHandler(runDocument, async ({ headers, body, ...context }) => {
  const continued = await continueStream(headers, body, context);
  if (continued) return continued;
  const { repos, workspaceId } = context;
  const workflow = await inlineSubworkflows(body.document, repos);
  const inputs = await resolveFileInputs(workflow, body.inputs, context);
  const session = await sessionTurn(body, { partner: { owner: WORKSPACE_OWNER }, workflow, inputs }, context);
  return startRun(
    { workspaceId, workflow, inputs, mode: 'draft', origin: originOf(context), ...(session && { session }), ...partOf(body) },
    { ask: body, once: onceOf(headers, { scope: 'document', body }) },
    context,
  );
});
