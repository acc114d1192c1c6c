import type { z } from 'zod';
import type { planFork } from '#lib/api/forks.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { StartRun } from '#lib/ports/run-service.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { loadRun } from '../resources/run-resource.ts';
import { partOf } from '../runs/part-of.ts';
import { inlineSubworkflows } from '../workflows/inline-subworkflows.ts';
import { originOf } from './origin-of.ts';

type Changes = z.output<typeof planFork.body>;

/**
 * The run of a fork. It belongs to the studio, whatever the original did: no endpoint and no
 * restrictions.
 * @throws {AppError} `run-not-found`; `fork-invalid` for a run of one node alone, or a document
 * that this build cannot read
 */
export async function forkRequest(runId: string, changes: Changes, caller: HandlerContext): Promise<StartRun> {
  const { repos, workspaceId } = caller;
  const run = await loadRun(runId, { repos });
  if (run.mode === 'node')
    throw new AppError(
      'fork-invalid',
      `Run ${runId} ran one node alone, and nothing comes after it: run the node again instead.`,
    );
  const { atSeq, from, values, reuse, iteration, context, inputs = run.inputs, document } = changes;
  const workflow = document ? await inlineSubworkflows(document, repos) : await storedWorkflow(runId, { repos });
  const { documentHash } = run;
  const source = { runId, rootRunId: run.forkOf?.rootRunId ?? runId, documentHash, inputs: run.inputs };
  return {
    workspaceId,
    workflow,
    inputs,
    mode: 'draft',
    origin: originOf(caller),
    ...(run.workflowId !== null && { workflowId: run.workflowId }),
    ...partOf(changes),
    fork: {
      source,
      atSeq,
      from,
      values,
      reuse,
      context,
      iteration: iteration && { nodeId: iteration.nodeId, pass: iteration.index ?? iteration.pass ?? 0 },
    },
  };
}

/** As it ran, with what it called inside of it. */
async function storedWorkflow(runId: string, { repos }: Pick<HandlerContext, 'repos'>): Promise<Workflow> {
  const stored = await repos.runs.getDocument(runId);
  const parsed = stored && workflowSchema.safeParse(JSON.parse(stored.document));
  if (parsed?.success) return parsed.data;
  throw new AppError('fork-invalid', `Run ${runId} ran a document that this version cannot read.`, { cause: parsed?.error });
}
