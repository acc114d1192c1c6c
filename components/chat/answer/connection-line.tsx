'use client';
import { useTranslations } from 'use-intl';
import type { Connection } from '#components/run-view/run-feed.ts';

type ConnectionLineProps = { readonly connection: Connection; readonly onRetry: () => void };

/** Says that the answer cannot be read at the moment; empty while it can. */
export function ConnectionLine({ connection, onRetry }: ConnectionLineProps) {
  const t = useTranslations('chat');
  return (
    <div aria-live="polite" className="chat-row items-center empty:hidden">
      {connection === 'reconnecting' ? <p className="chat-small">{t('reconnecting')}</p> : null}
      {connection === 'failed' ? (
        <>
          <p className="chat-small">{t('connectionLost')}</p>
          <button type="button" className="chat-button" onClick={onRetry}>
            {t('tryAgain')}
          </button>
        </>
      ) : null}
    </div>
  );
}
