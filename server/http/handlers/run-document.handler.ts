import { runDocument } from '#lib/api/runs.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { startRun } from '../start-run.ts';

export const runDocumentHandler = defineHandler(runDocument, async ({ body, deps, workspaceId }) =>
  startRun({ workspaceId, workflow: body.document, inputs: body.inputs, mode: 'draft' }, { ask: body, deps }),
);
