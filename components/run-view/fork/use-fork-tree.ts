'use client';
import { useEffect, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listForks } from '#lib/api/forks.contract.ts';
import type { listRuns } from '#lib/api/runs.contract.ts';

type Tree = ContractOutput<typeof listForks>;
type RunSummary = ContractOutput<typeof listRuns>['items'][number];

type TreeState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'ready'; readonly tree: Tree; readonly summaries: ReadonlyMap<string, RunSummary> };

/** How many runs one question may name. */
const ASKED_MAX = 100;

/**
 * The tree of forks that a run belongs to, asked again whenever `news` is another and while the page is come back to. The last answer stays until there
 * is another.
 */
export function useForkTree(runId: string, news: string): { state: TreeState; reload: () => void } {
  const [state, setState] = useState<TreeState>({ status: 'loading' });
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: news is why it is asked again
  useEffect(() => {
    const reading = new AbortController();
    readTree(runId, reading.signal).then(setState, (error: unknown) => {
      if (reading.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      setState((known) => (known.status === 'ready' ? known : { status: 'failed', message }));
    });
    return () => reading.abort();
  }, [runId, news, asked]);
  useEffect(() => {
    const again = () => setAsked((count) => count + 1);
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, []);
  return { state, reload: () => setAsked(asked + 1) };
}

async function readTree(runId: string, signal: AbortSignal): Promise<TreeState> {
  const tree = await apiClient.listForks({ params: { id: runId } }, { signal });
  // A run without forks is told by its own page.
  if (tree.items.length < 2) return { status: 'ready', tree, summaries: new Map() };
  const runIds = tree.items.slice(0, ASKED_MAX).map((fork) => fork.runId);
  const { items } = await apiClient.listRuns({ query: { runIds: runIds.join(','), limit: ASKED_MAX } }, { signal });
  return { status: 'ready', tree, summaries: new Map(items.map((summary) => [summary.runId, summary])) };
}
