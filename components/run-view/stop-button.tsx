'use client';
import { Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { ApiError } from '#lib/api/api-error.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** Stops the run. Disabled from the request until the log has the end of the run. */
export function StopButton({ runId, size = 'large' }: { runId: string; size?: 'normal' | 'large' }) {
  const t = useTranslations('run');
  const [request, setRequest] = useState<'none' | 'sent' | { problem: string }>('none');
  async function stop() {
    if (request === 'sent') return;
    setRequest('sent');
    try {
      await apiClient.stopRun({ params: { id: runId } });
    } catch (error) {
      // The run ended on its own in the meantime, so there is nothing to stop.
      if (error instanceof ApiError && error.code === 'run-ended') return;
      setRequest({ problem: errorMessage(error) });
    }
  }
  return (
    <>
      <Button size={size} onClick={stop} aria-disabled={request === 'sent' || undefined}>
        <Square size={11} fill="currentColor" aria-hidden="true" />
        {request === 'sent' ? t('stopping') : t('stop')}
      </Button>
      {typeof request === 'object' ? (
        <p role="alert" className="text-failed">
          {t('stopFailed', { message: request.problem })}
        </p>
      ) : null}
    </>
  );
}
