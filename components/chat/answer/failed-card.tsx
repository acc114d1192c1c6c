'use client';
import { CircleAlert, RefreshCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ContactLink } from '#components/chat/contact-link.tsx';
import { CopyIcon } from '#components/chat/copy-icon.tsx';
import type { ChatAnswerPart } from '#lib/chat/chat-answer.ts';

type FailedCardProps = {
  readonly part: Extract<ChatAnswerPart, { kind: 'failed' }>;
  readonly onAgain: (() => void) | undefined;
};

/** An answer that did not come: what to do, and a reference to ask about. Why is for those who made the workflow. */
export function FailedCard({ part: { reference, because }, onAgain }: FailedCardProps) {
  const t = useTranslations('chat');
  return (
    <section className="chat-card" data-kind="failed" role="alert">
      <span className="chat-card-icon">
        <CircleAlert size={20} strokeWidth={1.7} aria-hidden="true" />
      </span>
      <h3>{t(because ? 'fileFailedTitle' : 'failedTitle')}</h3>
      <p>{t(because ? 'fileFailedText' : 'failedText')}</p>
      <div>
        <div className="chat-row">
          {/* Another attempt with the same file fails as well. */}
          {onAgain && !because ? (
            <button type="button" className="chat-button" data-look="primary" onClick={onAgain}>
              <RefreshCw size={16} strokeWidth={1.7} aria-hidden="true" />
              {t('tryAgain')}
            </button>
          ) : null}
          <ContactLink />
        </div>
        <p className="chat-reference">
          {t('reference', { id: reference })}
          <CopyIcon label={t('copyReference')} text={reference} size={16} />
        </p>
      </div>
    </section>
  );
}
