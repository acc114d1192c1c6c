import { hasReplies } from '#lib/workflow/leaving-texts.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { RunRepository } from '../../db/repositories/run-repository.ts';
import { readRunLog } from './read-run-log.ts';

/** What the `reply` nodes of a run said, in order. The log is read only for a workflow that has some. */
export async function readReplies(
  runId: string,
  { workflow, stored }: { readonly workflow: Workflow; readonly stored: Pick<RunRepository, 'readEvents'> },
): Promise<string[]> {
  if (!hasReplies(workflow)) return [];
  const replies: string[] = [];
  for await (const event of readRunLog(stored, { runId, isWanted: ({ type }) => type === 'reply' }))
    if (event.type === 'reply') replies.push(event.content);
  return replies;
}
