'use client';
import { FastForward, StepForward } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Resuming } from '#components/run-view/fork/use-resume.ts';
import { Button } from '#components/ui/button.tsx';
import { nodeIdOf } from '#lib/run/node-path.ts';

type PausedBarProps = {
  going: Resuming;
  /** Paths of the nodes before which the run is paused. */
  pausedAt: readonly string[];
  nameOf: (nodeId: string) => string;
};

const NAMED_MAX = 2;

/** Where a run is paused, with Resume and Step. Empty while it is not paused. */
export function PausedBar({ going, pausedAt, nameOf }: PausedBarProps) {
  const t = useTranslations('fork.paused');
  if (pausedAt.length === 0) return null;
  const names = pausedAt.slice(0, NAMED_MAX).map((path) => nameOf(nodeIdOf(path)));
  const busy = { 'aria-disabled': going.isBusy || undefined };
  return (
    <div
      data-part="paused"
      className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-waiting-line bg-waiting-bg px-3 py-1"
    >
      <span role="status" className="flex min-w-0 items-center gap-1.5">
        <BreakpointShape />
        <span className="min-w-0 truncate">{t('before', { names: names.join(', '), more: pausedAt.length - names.length })}</span>
      </span>
      <span className="grow" />
      {going.problem === undefined ? null : (
        <span role="alert" className="min-w-0 text-failed wrap-anywhere">
          {t('notResumed', { message: going.problem })}
        </span>
      )}
      <Button look="primary" {...busy} title={t('continueHint')} onClick={() => going.resume({ isStep: false })}>
        <FastForward size={13} aria-hidden="true" />
        {t('continue')}
      </Button>
      <Button {...busy} title={t('stepHint')} onClick={() => going.resume({ isStep: true })}>
        <StepForward size={13} aria-hidden="true" />
        {t('step')}
      </Button>
    </div>
  );
}

/** The tag of a breakpoint, as nodes have it. */
function BreakpointShape() {
  return (
    <svg width="12" height="10" viewBox="0 0 12 10" aria-hidden="true" className="shrink-0 text-accent">
      <path d="M0 0h7.5L12 5l-4.5 5H0Z" fill="currentColor" />
    </svg>
  );
}
