import { runDocument } from '#lib/api/runs.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { makeWhole } from '../make-whole.ts';
import { onceOf } from '../once-of.ts';
import { partOf } from '../part-of.ts';
import { startRun } from '../start-run.ts';

export const runDocumentHandler = defineHandler(runDocument, async ({ headers, body, deps, repos, workspaceId, traceparent }) => {
  const workflow = await makeWhole(body.document, repos);
  return startRun(
    { workspaceId, workflow, inputs: body.inputs, mode: 'draft', ...partOf(body) },
    { ask: body, deps, repos, once: onceOf(headers, { scope: 'document', body }), traceparent },
  );
});
