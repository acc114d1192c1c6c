'use client';
import { Check, SkipForward, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Answer, DecisionState } from '#components/run-view/approvals/use-decision.ts';
import { Button } from '#components/ui/button.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import type { ApprovalKind } from '#lib/run/run-event.ts';

type DecisionButtonsProps = {
  kind: ApprovalKind;
  state: DecisionState;
  /** Id of the element with the question, which describes the buttons. */
  questionId: string;
  onAnswer: (answer: Exclude<Answer, 'answered'>) => void;
};

/** Approve and reject, for an effect also skip, with the outcome next to them. */
export function DecisionButtons({ kind, state, questionId, onAnswer }: DecisionButtonsProps) {
  const t = useTranslations('approvals');
  const isBusy = state.step === 'sending' || state.step === 'decided';
  const isSending = (answer: Answer) => state.step === 'sending' && state.answer === answer;
  const shared = { size: 'large', 'aria-disabled': isBusy || undefined, 'aria-describedby': questionId } as const;
  return (
    // in sight, however long the value is
    <div className="sticky bottom-0 -my-1 flex flex-wrap items-center gap-2 bg-raised py-1">
      {/* With an unknown outcome, neither answer is the default. */}
      <Button {...shared} data-decide look={kind === 'effect' ? 'plain' : 'primary'} onClick={() => onAnswer('confirmed')}>
        {isSending('confirmed') ? <StatusMark state="running" /> : <Check size={13} aria-hidden="true" />}
        {kind === 'effect' ? t('doAgain') : t('approve')}
      </Button>
      <Button {...shared} onClick={() => onAnswer('rejected')}>
        {isSending('rejected') ? <StatusMark state="running" /> : <X size={13} aria-hidden="true" />}
        {kind === 'effect' ? t('doNotRepeat') : t('reject')}
      </Button>
      {kind === 'effect' ? (
        <Button {...shared} onClick={() => onAnswer('skipped')}>
          {isSending('skipped') ? <StatusMark state="running" /> : <SkipForward size={13} aria-hidden="true" />}
          {t('skipNode')}
        </Button>
      ) : null}
      <p role="status" className="text-ink-2">
        {state.step === 'sending' ? t('sending') : null}
        {state.step === 'decided' ? <Outcome {...state} /> : null}
      </p>
      <Refusal state={state} />
    </div>
  );
}

function Outcome({ answer, status }: Extract<DecisionState, { step: 'decided' }>) {
  const t = useTranslations('approvals');
  return status === answer ? t('decided') : t(`otherOutcome.${status}`);
}

function Refusal({ state }: { state: DecisionState }) {
  const t = useTranslations('approvals');
  if (state.step !== 'refused') return null;
  const { code, message } = state;
  const isKnown = code === 'run-ended' || code === 'connection-failed';
  return (
    <p role="alert" className="min-w-0 text-failed wrap-anywhere">
      {isKnown ? t(`refusals.${code}`) : t('refused', { message })}
    </p>
  );
}
