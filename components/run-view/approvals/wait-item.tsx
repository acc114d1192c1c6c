'use client';
import { SkipForward } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { useDecision } from '#components/run-view/approvals/use-decision.ts';
import { Button } from '#components/ui/button.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import type { OpenApproval } from '#lib/run/run-state.ts';

/** Shorter ones end by themselves before they could be read, in milliseconds. */
const MIN_SHOWN_MS = 5000;

/** Whether it is a wait for a time that a person may end. */
export function isShownWait({ kind, askedAt, expiresAt }: OpenApproval): boolean {
  return kind === 'wait' && Date.parse(expiresAt) - Date.parse(askedAt) > MIN_SHOWN_MS;
}

type WaitItemProps = { runId: string; wait: OpenApproval; nodeLabel: string; nowMs: number };

/** A node that waits for a time, with a button that ends the wait. */
export function WaitItem({ runId, wait, nodeLabel, nowMs }: WaitItemProps) {
  const t = useTranslations('approvals');
  const format = useFormatter();
  const { state, decide } = useDecision({ runId, actionId: wait.actionId });
  const at = new Date(wait.expiresAt);
  const isBusy = state.step === 'sending' || state.step === 'decided';
  return (
    <article data-wait={wait.actionId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <StatusMark state="waiting" />
      <p id={`wait-${wait.actionId}`} className="min-w-0 wrap-anywhere">
        {t('waitsUntil', {
          node: nodeLabel,
          relative: format.relativeTime(at, nowMs),
          exact: format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }),
        })}
      </p>
      <Button
        aria-disabled={isBusy || undefined}
        aria-describedby={`wait-${wait.actionId}`}
        onClick={() => void decide({ confirmed: true })}
      >
        <SkipForward size={13} aria-hidden="true" />
        {t('continueNow')}
      </Button>
      {state.step === 'refused' ? (
        <p role="alert" className="min-w-0 text-failed wrap-anywhere">
          {t('refused', { message: state.message })}
        </p>
      ) : null}
    </article>
  );
}
