'use client';
import { Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { submitRunForm } from '#components/editor/dock/dock-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { isSecondClick } from '#components/ui/is-second-click.ts';

/** Runs the draft with the inputs of the dock's form. */
export function RunButton() {
  const t = useTranslations('form');
  return (
    <Button data-tour="run" onClick={(event) => (isSecondClick(event) ? undefined : submitRunForm())}>
      <Play size={12} aria-hidden="true" />
      {t('run')}
    </Button>
  );
}
