'use client';
import { useTranslations } from 'use-intl';
import { MessagePage } from '#components/shell/message-page.tsx';

/** For no endpoint and for one whose page is off alike. */
export function ChatNotFound() {
  const t = useTranslations('chatPage');
  return <MessagePage title={t('notFound')} text={t('notFoundText')} />;
}
