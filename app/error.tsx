'use client';
import { useTranslations } from 'use-intl';
import { MessagePage } from '#components/shell/message-page.tsx';
import { Button } from '#components/ui/button.tsx';

export default function PageError({ retry }: { retry: () => void }) {
  const t = useTranslations();
  return (
    <div className="flex grow flex-col">
      <MessagePage title={t('errors.pageFailed')} text={t('errors.pageFailedText')}>
        <Button look="primary" size="large" onClick={() => retry()}>
          {t('run.tryAgain')}
        </Button>
      </MessagePage>
    </div>
  );
}
