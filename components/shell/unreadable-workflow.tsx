'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { MessagePage } from '#components/shell/message-page.tsx';

/** `message` says what the server said of the stored document. */
export function UnreadableWorkflow({ message }: { message: string }) {
  const t = useTranslations();
  return (
    <MessagePage title={t('home.unreadable')} text={message}>
      <Link href="/workflows" className="text-accent underline">
        {t('errors.goHome')}
      </Link>
    </MessagePage>
  );
}
