'use client';
import { useTranslations } from 'use-intl';
import { useResume } from '#components/run-view/fork/use-resume.ts';

/** On the face of a node before which a run is paused: that it is paused here, or why Resume failed, and Resume. */
export function PausedLine({ runId }: { runId: string }) {
  const t = useTranslations('fork.paused');
  const resuming = useResume(runId);
  return (
    <>
      <span className="min-w-0 grow truncate text-ink-1" title={resuming.problem}>
        {resuming.problem ?? t('here')}
      </span>
      <button
        type="button"
        data-part="continue"
        aria-disabled={resuming.isBusy || undefined}
        onClick={() => resuming.resume({ isStep: false })}
        className="nodrag h-[18px] shrink-0 rounded-control bg-accent-solid px-1.5 leading-[18px] font-strong text-on-accent hover:bg-accent-solid-hover"
      >
        {t('continue')}
      </button>
    </>
  );
}
