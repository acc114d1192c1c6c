'use client';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';

/** Header of a plan: its title and the close button. */
export function PlanHead({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const t = useTranslations('fork');
  return (
    <header className="flex h-(--bar-panel) shrink-0 items-center gap-2 border-b border-line-1 bg-chrome pr-1 pl-3">
      <h2 id={id} className="min-w-0 grow truncate text-name font-title">
        {title}
      </h2>
      <Button look="quiet" size="icon" aria-label={t('leave')} title={t('leave')} onClick={onClose}>
        <X size={14} aria-hidden="true" />
      </Button>
    </header>
  );
}
