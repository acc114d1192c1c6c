'use client';
import { useTranslations } from 'use-intl';
import { useResume } from '#components/run-view/fork/use-resume.ts';

/** On the face of a node before which a run is paused: a note, and Resume. */
export function PausedLine({ runId }: { runId: string }) {
  const t = useTranslations('fork.paused');
  const going = useResume(runId);
  return (
    <>
      <span className="min-w-0 grow truncate text-ink-1">{going.problem ?? t('here')}</span>
      <button
        type="button"
        data-part="continue"
        aria-disabled={going.isBusy || undefined}
        onClick={() => going.resume({ isStep: false })}
        className="nodrag h-[18px] shrink-0 rounded-control bg-accent-solid px-1.5 leading-[18px] font-strong text-on-accent hover:bg-accent-solid-hover"
      >
        {t('continue')}
      </button>
    </>
  );
}
