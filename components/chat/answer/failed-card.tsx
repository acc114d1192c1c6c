'use client';
import { CircleAlert, RefreshCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ContactLink } from '#components/chat/contact-link.tsx';
import { CopyIcon } from '#components/chat/copy-icon.tsx';

type FailedCardProps = { readonly reference: string; readonly onAgain: (() => void) | undefined };

/** An answer that did not come: what to do, and a reference to ask about. Why is for those who made the workflow. */
export function FailedCard({ reference, onAgain }: FailedCardProps) {
  const t = useTranslations('chat');
  return (
    <section className="chat-card" data-kind="failed" role="alert">
      <span className="chat-card-icon">
        <CircleAlert size={20} strokeWidth={1.7} aria-hidden="true" />
      </span>
      <h3>{t('failedTitle')}</h3>
      <p>{t('failedText')}</p>
      <div>
        <div className="chat-row">
          {onAgain ? (
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
