'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { ApiError } from '#lib/api/api-error.ts';

type Request = { readonly runId: string; readonly isFailed: boolean };
type Stop = { readonly isStopping: boolean; readonly problem: string | undefined; stop(): Promise<void> };

/** Stops an answer. Busy from the request until the run has ended. */
export function useStop(runId: string | undefined): Stop {
  const t = useTranslations('chat');
  const [request, setRequest] = useState<Request>();
  const latest = request?.runId === runId ? request : undefined;
  return {
    isStopping: latest?.isFailed === false,
    problem: latest?.isFailed ? t('notStopped') : undefined,
    async stop() {
      if (runId === undefined || latest?.isFailed === false) return;
      setRequest({ runId, isFailed: false });
      try {
        await apiClient.stopRun({ params: { id: runId } });
      } catch (error) {
        // The run ended on its own in the meantime, so there is nothing to stop.
        if (error instanceof ApiError && error.code === 'run-ended') return;
        setRequest({ runId, isFailed: true });
      }
    },
  };
}
