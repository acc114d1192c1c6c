'use client';
import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { ProblemCounts } from '#components/ui/problem-counts.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { asJson } from '#lib/json/json-value.ts';
import type { Problem } from '#lib/workflow/problem.ts';

/** What prevents a draft from running, as counts. Empty without, and until it is known. */
export function DraftProblems({ workflowId, savedAt }: { workflowId: string; savedAt: string }) {
  const isHydrated = useIsHydrated();
  const { data = [] } = useQuery({
    queryKey: ['draft problems', workflowId, savedAt],
    queryFn: ({ signal }) => inTurn(() => loadErrors(workflowId, signal)),
    enabled: isHydrated,
    // It changes when the draft is saved, and then has another key.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (data.length === 0) return null;
  return (
    <p data-part="draft-problems" className="flex gap-3 text-meta">
      <ProblemCounts problems={data} />
    </p>
  );
}

async function loadErrors(workflowId: string, signal: AbortSignal): Promise<readonly Pick<Problem, 'code' | 'severity'>[]> {
  signal.throwIfAborted();
  const { document } = await apiClient.getWorkflow({ params: { id: workflowId } }, { signal });
  const { errors } = await apiClient.validateWorkflow({ body: asJson(document) }, { signal });
  return errors;
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: the server validates in the thread that answers requests. */
function inTurn<T>(ask: () => Promise<T>): Promise<T> {
  const next = last.then(ask);
  last = next.catch(() => {});
  return next;
}
