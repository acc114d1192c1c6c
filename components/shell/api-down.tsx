'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { MessagePage } from '#components/shell/message-page.tsx';
import { Button } from '#components/ui/button.tsx';

export function ApiDown() {
  const t = useTranslations();
  const router = useRouter();
  return (
    <MessagePage title={t('errors.apiDown')} text={t('errors.apiDownText')}>
      <Button look="primary" size="large" onClick={() => router.refresh()}>
        {t('run.tryAgain')}
      </Button>
    </MessagePage>
  );
}
