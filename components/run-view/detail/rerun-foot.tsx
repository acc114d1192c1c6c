'use client';
import { GitFork } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ContextChoice } from '#components/run-view/detail/call-context.tsx';
import type { ModelCall } from '#components/run-view/detail/read-model-calls.ts';
import { startFork } from '#components/run-view/fork/start-fork.ts';
import { useStarting } from '#components/run-view/fork/use-starting.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

/** Starts a run that makes the call again with the chosen messages. */
export function RerunFoot({ call: { runId, callId }, choice }: { call: ModelCall; choice: ContextChoice }) {
  const t = useTranslations('contextView');
  const [startedId, setStartedId] = useState<string>();
  const pinned = choice.pin.size + choice.pinRemoved.size;
  const dropped = choice.drop.size;
  const { isBusy, problem, start } = useStarting(async () => {
    setStartedId(undefined);
    const { pin, drop, pinRemoved } = choice;
    setStartedId(await startFork(runId, { context: { callId, pin: [...pin], drop: [...drop], pinRemoved: [...pinRemoved] } }));
  });
  return (
    <section aria-label={t('rerun')} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" disabled={pinned + dropped === 0} aria-disabled={isBusy} onClick={start}>
          <GitFork size={13} aria-hidden="true" />
          {isBusy ? t('starting') : t('start')}
        </Button>
        <span className="num text-ink-2">{t('chosen', { pinned, dropped })}</span>
      </div>
      <div role="alert" className="contents">
        {problem === undefined ? null : <Notice title={t('notStarted', { message: problem })} />}
      </div>
      {startedId === undefined ? null : (
        <p role="status">
          {t('started')}{' '}
          <a className="font-strong text-accent underline" href={`/runs/${encodeURIComponent(startedId)}`}>
            {t('open')}
          </a>
        </p>
      )}
    </section>
  );
}
