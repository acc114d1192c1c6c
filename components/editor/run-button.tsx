'use client';
import { Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { submitRunForm } from '#components/editor/dock-form.tsx';
import { Button } from '#components/ui/button.tsx';

/** Runs the draft with what stands in the dock's form. */
export function RunButton() {
  const t = useTranslations('form');
  return (
    <Button data-tour="run" onClick={submitRunForm}>
      <Play size={12} aria-hidden="true" />
      {t('run')}
    </Button>
  );
}
