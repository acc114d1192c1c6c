import type { RunSummaryResource } from '#lib/api/runs.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Endpoint } from '../db/endpoint-store.ts';
import type { Repositories } from '../db/repositories.ts';
import type { RunRecord, RunSummary } from '../db/run-repository.ts';

/**
 * @param endpoint whose key was shown: its own runs are all there is for it
 * @throws {AppError} `run-not-found`
 */
export async function loadRun(
  runId: string,
  { repos, endpoint }: { readonly repos: Repositories; readonly endpoint?: Endpoint },
): Promise<RunRecord> {
  const run = await repos.runs.get(runId);
  // a slug may have led to another workflow before
  const isItsOwn = !endpoint || (run?.slug === endpoint.slug && run.workflowId === endpoint.workflowId);
  if (run && isItsOwn) return run;
  throw new AppError('run-not-found', `There is no run ${runId}.`);
}

/** A run as lists show it. */
export function toRunSummary(run: RunSummary): RunSummaryResource {
  const { runId, workflowId, workflowName, mode, nodeId, status, reason, createdAt, startedAt, finishedAt } = run;
  const { tokensUsed, costUsd, isCostPartial } = run;
  return {
    ...{ runId, workflowId, workflowName, mode, nodeId, status, reason, tokensUsed, costUsd, isCostPartial },
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
