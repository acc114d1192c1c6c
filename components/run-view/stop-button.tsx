'use client';
import { Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { ApiError } from '#lib/api/api-error.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** Asks the run to stop. The log says when it did. */
export function StopButton({ runId, size = 'large' }: { runId: string; size?: 'normal' | 'large' }) {
  const t = useTranslations('run');
  const [asked, setAsked] = useState<'no' | 'yes' | { problem: string }>('no');
  async function stop() {
    if (asked === 'yes') return;
    setAsked('yes');
    try {
      await apiClient.stopRun({ params: { id: runId } });
    } catch (error) {
      // It ended by itself in the meantime: what was wanted is so.
      if (error instanceof ApiError && error.code === 'run-ended') return;
      setAsked({ problem: errorMessage(error) });
    }
  }
  return (
    <>
      <Button size={size} onClick={stop} aria-disabled={asked === 'yes' || undefined}>
        <Square size={11} fill="currentColor" aria-hidden="true" />
        {asked === 'yes' ? t('stopping') : t('stop')}
      </Button>
      {typeof asked === 'object' ? (
        <p role="alert" className="text-failed">
          {t('stopFailed', { message: asked.problem })}
        </p>
      ) : null}
    </>
  );
}
