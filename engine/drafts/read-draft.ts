import { createHash } from 'node:crypto';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import type { ToolContext } from '../contract/define-tool-handler.ts';

/** Name of the run input that holds the open workflow. */
const DRAFT_INPUT = 'draft';

type DraftContext = Pick<ToolContext, 'runInputs' | 'workspaceId' | 'tools'>;

/**
 * The open workflow of the run, or a draft that was proposed in it or another one of the workspace.
 * @throws {NodeFailure} `draft-missing` in other runs; `draft-unknown`
 */
export async function readDraft(draft: string | undefined, { runInputs, workspaceId, tools }: DraftContext): Promise<Workflow> {
  const open = workflowSchema.safeParse(runInputs[DRAFT_INPUT]);
  if (!open.success)
    throw new NodeFailure('draft-missing', 'This run has no open workflow: only the assistant of the editor has one');
  if (draft === undefined) return open.data;
  const text = await tools.payloads.readPayload(workspaceId, draft);
  const read = text === undefined ? undefined : workflowSchema.safeParse(JSON.parse(text));
  if (!read?.success)
    throw new NodeFailure('draft-unknown', `There is no draft '${draft}'`, {
      path: 'draft',
      hint: 'Copy the id that draft_propose returned, or leave it out',
    });
  return read.data;
}

/** Keeps a proposed workflow for the workspace. @returns its id */
export async function keepDraft(workflow: Workflow, { workspaceId, tools }: DraftContext): Promise<string> {
  const text = JSON.stringify(workflow);
  const draft = createHash('sha256').update(text).digest('base64url');
  await tools.payloads.savePayload(workspaceId, draft, text);
  return draft;
}
