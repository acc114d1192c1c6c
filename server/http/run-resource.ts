import type { RunSummaryResource } from '#lib/api/runs.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Repositories } from '../db/repositories.ts';
import type { RunRecord, RunSummary } from '../db/run-repository.ts';

/** @throws {AppError} `run-not-found` */
export async function loadRun(repos: Repositories, runId: string): Promise<RunRecord> {
  const run = await repos.runs.get(runId);
  if (run) return run;
  throw new AppError('run-not-found', `There is no run ${runId}.`);
}

/** A run as lists show it. */
export function toRunSummary(run: RunSummary): RunSummaryResource {
  const { runId, workflowId, workflowName, mode, nodeId, status, reason, tokensUsed, createdAt, startedAt, finishedAt } = run;
  return {
    ...{ runId, workflowId, workflowName, mode, nodeId, status, reason, tokensUsed },
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
