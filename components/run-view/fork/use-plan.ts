'use client';
import { useEffect, useMemo } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import type { ForkBody } from '#components/run-view/fork/fork-draft.ts';
import { useForkStore } from '#components/run-view/fork/fork-session.tsx';
import type { RunPlanResource } from '#lib/api/forks.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** Debounce: while the user types, each letter changes the workflow. */
const PAUSE_MS = 250;

export type PlanSource = { readonly runId: string } | { readonly workflowId: string };

/** Requests the plan when it may have changed, and updates the canvas. Without a body the last plan stays. */
export function usePlan(source: PlanSource | undefined, body: ForkBody | undefined): void {
  const fork = useForkStore();
  // An identical request is not repeated.
  const key = useMemo(() => (source && body ? JSON.stringify([source, body]) : undefined), [source, body]);
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    const { plan, setPlan } = fork.getState();
    if (plan.status === 'ready') setPlan({ ...plan, isOld: true });
    const [from, asked] = JSON.parse(key) as [PlanSource, ForkBody];
    const timer = setTimeout(
      () => {
        ask(from, asked, controller.signal).then(
          (answer) => setPlan({ status: 'ready', plan: answer, isOld: false }),
          (error: unknown) => {
            if (controller.signal.aborted) return;
            setPlan({ status: 'refused', message: errorMessage(error) });
          },
        );
      },
      plan.status === 'loading' ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, fork]);
}

function ask(source: PlanSource, body: ForkBody, signal: AbortSignal): Promise<RunPlanResource> {
  if ('runId' in source) return apiClient.planFork({ params: { id: source.runId }, body }, { signal });
  const { document, until, skip } = body;
  return apiClient.planWorkflowRun(
    {
      params: { id: source.workflowId },
      body: { ...(document && { document }), ...(until && { until }), ...(skip && { skip }) },
    },
    { signal },
  );
}
