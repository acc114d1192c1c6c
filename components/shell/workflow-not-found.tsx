'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { MessagePage } from '#components/shell/message-page.tsx';

export function WorkflowNotFound() {
  const t = useTranslations();
  return (
    <MessagePage title={t('home.notFound')} text={t('home.notFoundText')}>
      <Link href="/" className="text-accent underline">
        {t('errors.goHome')}
      </Link>
    </MessagePage>
  );
}
