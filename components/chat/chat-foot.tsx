'use client';
import { useTranslations } from 'use-intl';
import { useLook } from '#components/chat/face.tsx';

/** A note to visitors about the answers. The studio has none. */
export function ChatFoot() {
  const t = useTranslations('chat');
  const { disclaimer, privacyUrl } = useLook();
  if (disclaimer === undefined) return <div className="h-2 shrink-0" />;
  return (
    <p className="chat-foot chat-small">
      {disclaimer || t('disclaimer')}{' '}
      {privacyUrl === '' ? null : (
        <a href={privacyUrl} target="_blank" rel="noopener noreferrer">
          {t('privacy')}
        </a>
      )}
    </p>
  );
}
