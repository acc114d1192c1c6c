'use client';
import { Check, Undo2 } from 'lucide-react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { readResult } from '#components/run-view/approvals/read-result.ts';
import type { DecisionState } from '#components/run-view/approvals/use-decision.ts';
import { Button } from '#components/ui/button.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { TextArea } from '#components/ui/text-area.tsx';

type EffectResultProps = {
  actionId: string;
  /** As typed; undefined while the field is closed. */
  text: string | undefined;
  state: DecisionState;
  onChange: (text: string | undefined) => void;
  onSend: (result: unknown) => void;
};

/** Passed as a ref, to focus the field when it opens. */
const focusOnMount = (element: HTMLTextAreaElement | null) => element?.focus();

/** For an effect that did happen: the result that the run continues with. */
export function EffectResult({ actionId, text, state, onChange, onSend }: EffectResultProps) {
  const t = useTranslations('approvals.effectResult');
  const isBusy = state.step === 'sending' || state.step === 'decided';
  const id = `result-${actionId}`;
  const openId = `open-${id}`;
  function close() {
    if (isBusy) return;
    flushSync(() => onChange(undefined));
    document.getElementById(openId)?.focus();
  }
  if (text === undefined)
    return (
      <Button
        id={openId}
        look="quiet"
        className="w-fit"
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && onChange('')}
      >
        {t('open')}
      </Button>
    );
  return (
    <div data-part="effect-result" className="grid gap-1">
      <label htmlFor={id} className="font-strong text-ink-2">
        {t('label')}
      </label>
      <TextArea
        id={id}
        ref={focusOnMount}
        value={text}
        readOnly={isBusy}
        spellCheck={false}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
        className="font-mono text-meta leading-[17px]!"
      />
      <p id={`${id}-help`} className="text-meta text-ink-3">
        {t('help')}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" aria-disabled={isBusy || undefined} onClick={() => onSend(readResult(text))}>
          {state.step === 'sending' && state.answer === 'answered' ? (
            <StatusMark state="running" />
          ) : (
            <Check size={13} aria-hidden="true" />
          )}
          {t('send')}
        </Button>
        <Button look="quiet" aria-disabled={isBusy || undefined} onClick={close}>
          <Undo2 size={13} aria-hidden="true" />
          {t('close')}
        </Button>
      </div>
    </div>
  );
}
