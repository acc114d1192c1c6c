'use client';
import { Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { submitRunForm } from '#components/editor/dock/dock-form.tsx';
import { Button } from '#components/ui/button.tsx';

/** Where the run will be, before there was one. */
export function DockEmpty() {
  const t = useTranslations('dock.empty');
  return (
    <div className="grid max-w-[64ch] content-start justify-items-start gap-2 p-4">
      <h3 className="text-name font-title">{t('title')}</h3>
      <p className="text-ink-2">{t('text')}</p>
      <Button onClick={submitRunForm}>
        <Play size={12} aria-hidden="true" />
        {t('run')}
      </Button>
    </div>
  );
}
