'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { MessagePage } from '#components/shell/message-page.tsx';
import { Button } from '#components/ui/button.tsx';

const RETRY_MS = 2000;

/** The API does not respond, for example during a start. Retries by itself. */
export function ApiDown() {
  const t = useTranslations();
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), RETRY_MS);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <MessagePage title={t('errors.apiDown')} text={t('errors.apiDownText')}>
      <Button look="primary" size="large" onClick={() => router.refresh()}>
        {t('run.tryAgain')}
      </Button>
    </MessagePage>
  );
}
