'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { MessagePage } from '#components/shell/message-page.tsx';

export function PageNotFound() {
  const t = useTranslations('errors');
  return (
    <MessagePage title={t('pageNotFound')} text={t('pageNotFoundText')}>
      <Link href="/" className="text-accent underline">
        {t('goHome')}
      </Link>
    </MessagePage>
  );
}
