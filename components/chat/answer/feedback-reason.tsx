'use client';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FeedbackResource } from '#lib/api/feedback.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const MAX_CHARS = 2000;
/** Reasons with words of their own. Visitors word any other themselves. */
const REASONS = ['incorrect', 'not-asked', 'too-long', 'wrong-sources'] as const;

type Reason = FeedbackResource['reasons'][number];

type FeedbackReasonProps = {
  readonly isOpen: boolean;
  /** As they were sent. */
  readonly reasons: readonly Reason[];
  readonly words: string;
  readonly hasSources: boolean;
  readonly onOpen: () => void;
  readonly onSend: (reason: Reason, words?: string) => void;
};

/** Why an answer did not help, in place and not required: one of a few reasons, or own words. */
export function FeedbackReason({ isOpen, reasons, words: sent, hasSources, onOpen, onSend }: FeedbackReasonProps) {
  const t = useTranslations('chat');
  const [isWriting, setIsWriting] = useState(false);
  const [words, setWords] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (words.trim() !== '') onSend('other', words.trim());
  }
  const said = [
    ...REASONS.filter((one) => reasons.includes(one)).map((one) => t(`reasons.${one}`)),
    ...(sent === '' ? [] : [sent]),
  ];
  if (!isOpen)
    return (
      <p className="chat-small" role="status">
        {said.length === 0 ? null : <>{t('reasonSent', { reason: visibleText(said.join(', ')) })} </>}
        <button type="button" className="chat-link" onClick={onOpen}>
          {t(said.length === 0 ? 'sayWhy' : 'changeReason')}
        </button>
      </p>
    );
  return (
    <fieldset className="chat-why">
      <legend>{t('whyBad')}</legend>
      <div className="chat-row">
        {REASONS.filter((one) => one !== 'wrong-sources' || hasSources).map((one) => (
          <button
            key={one}
            type="button"
            className="chat-button"
            aria-pressed={reasons.includes(one)}
            onClick={() => onSend(one)}
          >
            {t(`reasons.${one}`)}
          </button>
        ))}
        <button type="button" className="chat-button" aria-expanded={isWriting} onClick={() => setIsWriting(!isWriting)}>
          {t('inMyWords')}
        </button>
      </div>
      {isWriting ? (
        <form onSubmit={submit} className="chat-row">
          <input
            aria-label={t('inMyWords')}
            value={words}
            maxLength={MAX_CHARS}
            // biome-ignore lint/a11y/noAutofocus: the person asked for the field
            autoFocus
            onChange={(event) => setWords(event.target.value)}
            className="chat-input"
          />
          <button type="submit" className="chat-button" data-look="primary" aria-disabled={words.trim() === '' || undefined}>
            {t('send')}
          </button>
        </form>
      ) : null}
    </fieldset>
  );
}
