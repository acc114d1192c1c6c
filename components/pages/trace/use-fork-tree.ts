'use client';
import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { useLast } from '#components/data/use-last.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listForks } from '#lib/api/forks.contract.ts';
import type { listRuns } from '#lib/api/run-list.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { RunStatus } from '#lib/run/run-status.ts';

type Tree = ContractOutput<typeof listForks>;
type RunSummary = ContractOutput<typeof listRuns>['items'][number];

type TreeState = { readonly status: 'loading' } | { readonly status: 'failed'; readonly message: string } | ReadTree;

type ReadTree = { readonly status: 'ready'; readonly tree: Tree; readonly summaries: ReadonlyMap<string, RunSummary> };

/** The most runs that one request may name. */
const ASKED_MAX = 100;

/** The fork tree of a run, loaded again when `status` changes and on window focus. Keeps the last data meanwhile. */
export function useForkTree(runId: string, status: RunStatus): { state: TreeState; reload: () => void } {
  const { data, error, refetch } = useQuery({
    queryKey: ['forks', runId, status],
    queryFn: ({ signal }) => readTree(runId, signal),
  });
  const known = useLast<ReadTree | undefined>(data, undefined);
  const state = known ?? (error ? { status: 'failed' as const, message: errorMessage(error) } : { status: 'loading' as const });
  return { state, reload: () => void refetch() };
}

async function readTree(runId: string, signal: AbortSignal): Promise<ReadTree> {
  const tree = await apiClient.listForks({ params: { id: runId } }, { signal });
  // Without forks there is no tree to show.
  if (tree.items.length < 2) return { status: 'ready', tree, summaries: new Map() };
  const runIds = tree.items.slice(0, ASKED_MAX).map((fork) => fork.runId);
  const { items } = await apiClient.listRuns({ query: { runIds: runIds.join(','), limit: ASKED_MAX } }, { signal });
  return { status: 'ready', tree, summaries: new Map(items.map((summary) => [summary.runId, summary])) };
}
