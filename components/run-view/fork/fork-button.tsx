'use client';
import { GitFork } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';

/** At the playhead: goes on from the moment that is shown as a new run. Its word goes where there is no room. */
export const ForkButton = memo(function ForkButton({ onFork }: { onFork: () => void }) {
  const t = useTranslations('fork');
  return (
    <Button look="quiet" title={t('hereHint')} onClick={onFork}>
      <GitFork size={13} aria-hidden="true" />
      <span className="@max-[1000px]:sr-only">{t('here')}</span>
    </Button>
  );
});
