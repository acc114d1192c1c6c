import type { RunSummaryResource } from '#lib/api/run-summary.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Language } from '#lib/i18n/language.ts';
import { canRead } from '#lib/run/owner.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import { wholeError } from '#lib/run/what-leaves.ts';
import type { NodeLabels } from '#lib/workflow/read-node-labels.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import type { ListedRun, RunHead, RunRecord, RunSummary } from '../../db/repositories/run-repository.ts';
import { readerOf } from '../../db/stores/endpoint-owner.ts';
import type { Endpoint } from '../../db/stores/endpoint-store.ts';
import { previewInputs } from './preview-inputs.ts';

/**
 * @param endpoint of a key or a visitor: its own runs are all there is for it
 * @throws {AppError} `run-not-found`
 */
export async function loadRun(
  runId: string,
  { repos, endpoint }: { readonly repos: Repositories; readonly endpoint?: Endpoint },
): Promise<RunRecord> {
  const run = await repos.runs.get(runId);
  if (run && canRead(readerOf(endpoint), run.owner, run)) return run;
  throw new AppError('run-not-found', `There is no run ${runId}.`);
}

/** As `loadRun`, without the run's values. @throws {AppError} `run-not-found` */
export async function loadRunHead(
  runId: string,
  { repos, endpoint }: { readonly repos: Repositories; readonly endpoint?: Endpoint },
): Promise<RunHead> {
  const run = await repos.runs.getHead(runId);
  if (run && canRead(readerOf(endpoint), run.owner, run)) return run;
  throw new AppError('run-not-found', `There is no run ${runId}.`);
}

/** Maximum length of an error message in a list. A message may contain a whole response. */
const ERROR_LENGTH = 300;

/** A run as lists show it. */
export function toRunSummary(run: ListedRun, language: Language, labelOf: NodeLabels): RunSummaryResource {
  const error = run.error && toErrorLine(wholeError(run.error, language), labelOf);
  const nodeLabel = run.nodeId === null ? undefined : labelOf(run.nodeId);
  return { ...toRunFacts(run), error, ...(nodeLabel && { nodeLabel }), inputsPreview: previewInputs(run.inputsHead) };
}

function toErrorLine(
  { code, number, message, nodeId }: NodeError,
  labelOf: NodeLabels,
): NonNullable<RunSummaryResource['error']> {
  const line = message.length > ERROR_LENGTH ? `${message.slice(0, ERROR_LENGTH)}…` : message;
  const nodeLabel = nodeId === undefined ? undefined : labelOf(nodeId);
  return {
    code,
    ...(number !== undefined && { number }),
    message: line,
    ...(nodeId !== undefined && { nodeId }),
    ...(nodeLabel && { nodeLabel }),
  };
}

/** What lists and the run itself say alike. */
export function toRunFacts(run: RunSummary): Omit<RunSummaryResource, 'error' | 'nodeLabel' | 'inputsPreview'> {
  const { runId, workflowId, workflowName, mode, slug, version, nodeId, forkOf, status, queuePosition, reason } = run;
  const { tokensUsed, costUsd, isCostPartial } = run;
  const { createdAt, startedAt, finishedAt } = run;
  return {
    runId,
    workflowId,
    workflowName,
    mode,
    slug,
    version,
    nodeId,
    forkOf,
    status,
    queuePosition,
    reason,
    tokensUsed,
    costUsd,
    isCostPartial,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
