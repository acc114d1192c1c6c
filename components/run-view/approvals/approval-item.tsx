'use client';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApprovalFacts } from '#components/run-view/approvals/approval-facts.tsx';
import { ApprovalValue, valueFieldId } from '#components/run-view/approvals/approval-value.tsx';
import { DecisionButtons } from '#components/run-view/approvals/decision-buttons.tsx';
import { EffectResult } from '#components/run-view/approvals/effect-result.tsx';
import { editableText, readEditedValue } from '#components/run-view/approvals/read-edited-value.ts';
import { type Answer, useDecision } from '#components/run-view/approvals/use-decision.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { OpenApproval } from '#lib/run/run-state.ts';

const COMMENT_LENGTH_MAX = 2000;

export type ApprovalItemProps = {
  runId: string;
  approval: OpenApproval;
  nodeLabel: string;
  nowMs: number;
  /** Set when the item is removed while it has the focus. */
  hadFocus: RefObject<boolean>;
};

/** One open approval with its details and decision buttons. Typed text stays until it is decided. */
export function ApprovalItem({ runId, approval, nodeLabel, nowMs, hadFocus }: ApprovalItemProps) {
  const t = useTranslations('approvals');
  const { actionId, kind, tool, args } = approval;
  // A form that is to be filled in is open at once.
  const [text, setText] = useState<string | undefined>(approval.schema && editableText(approval));
  const [result, setResult] = useState<string>();
  const [comment, setComment] = useState('');
  const [isRemembered, setIsRemembered] = useState(false);
  const { state, decide } = useDecision({ runId, actionId });
  const isReadOnly = state.step === 'sending' || state.step === 'decided';
  const item = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = item.current;
    return () => {
      if (element?.contains(document.activeElement)) hadFocus.current = true;
    };
  }, [hadFocus]);

  const said = comment.trim() === '' ? {} : { comment: comment.trim() };

  function answer(wanted: Exclude<Answer, 'answered'>) {
    if (wanted !== 'confirmed') return void decide({ confirmed: false, skip: wanted === 'skipped', ...said });
    // A field whose text cannot be read still has its last value, which must not be sent in its place.
    const unreadable = item.current?.querySelector<HTMLElement>('[data-part="approval-value"] [aria-invalid="true"]');
    if (unreadable) return unreadable.focus();
    const edited = readEditedValue(approval, text);
    if ('problem' in edited) return document.getElementById(valueFieldId(actionId))?.focus();
    const changed = edited.value === undefined ? {} : { args: edited.value as null };
    void decide({ confirmed: true, ...changed, ...said, remember: isRemembered });
  }

  return (
    <article
      ref={item}
      tabIndex={-1}
      aria-labelledby={`ask-${actionId}`}
      data-approval={actionId}
      className="grid scroll-mt-8 gap-2 px-3 py-3 outline-offset-[-3px]"
    >
      <ApprovalFacts approval={approval} nodeLabel={nodeLabel} nowMs={nowMs} />
      {args === undefined || args === null ? null : (
        <ApprovalValue approval={approval} text={text} isReadOnly={isReadOnly} onChange={setText} />
      )}
      <div className="grid gap-1">
        <label htmlFor={`comment-${actionId}`} className="flex items-baseline gap-1.5 text-ink-2">
          <span className="font-strong">{t('comment')}</span>
          <span className="text-meta text-ink-3">{t('optional')}</span>
        </label>
        <TextInput
          id={`comment-${actionId}`}
          value={comment}
          readOnly={isReadOnly}
          maxLength={COMMENT_LENGTH_MAX}
          placeholder={t(`commentHints.${kind}`)}
          autoComplete="off"
          onChange={(event) => setComment(event.target.value)}
        />
      </div>
      {kind === 'tool' ? (
        <label htmlFor={`remember-${actionId}`} className="flex min-h-6 items-center gap-1 text-ink-2">
          <Checkbox
            id={`remember-${actionId}`}
            checked={isRemembered}
            disabled={isReadOnly}
            onCheckedChange={(checked) => setIsRemembered(checked === true)}
          />
          <span className="min-w-0 wrap-anywhere">{t('remember', { tool })}</span>
        </label>
      ) : null}
      {kind === 'effect' ? (
        <EffectResult
          actionId={actionId}
          text={result}
          state={state}
          onChange={setResult}
          onSend={(value) => void decide({ confirmed: false, result: value as null, ...said })}
        />
      ) : null}
      <DecisionButtons kind={kind} state={state} questionId={`ask-${actionId}`} onAnswer={answer} />
    </article>
  );
}
