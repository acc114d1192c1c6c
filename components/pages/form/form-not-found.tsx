'use client';
import { useTranslations } from 'use-intl';
import { MessagePage } from '#components/shell/message-page.tsx';

/** For no form and for one that is switched off alike. */
export function FormNotFound() {
  const t = useTranslations('formPage');
  return <MessagePage title={t('notFound')} text={t('notFoundText')} />;
}
