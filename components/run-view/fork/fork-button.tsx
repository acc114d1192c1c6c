'use client';
import { GitFork } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';

/** At the playhead: forks the run at the shown moment. The label is hidden in narrow containers. */
export const ForkButton = memo(function ForkButton({ onFork }: { onFork: () => void }) {
  const t = useTranslations('fork');
  return (
    <Button look="quiet" title={t('hereHint')} onClick={onFork}>
      <GitFork size={13} aria-hidden="true" />
      <span className="@max-[1000px]:sr-only">{t('here')}</span>
    </Button>
  );
});
