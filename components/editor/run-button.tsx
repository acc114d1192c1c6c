'use client';
import { Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { submitRunForm } from '#components/editor/dock-form.tsx';
import { isSecondClick } from '#components/run/is-second-click.ts';
import { Button } from '#components/ui/button.tsx';

/** Runs the draft with what stands in the dock's form. */
export function RunButton() {
  const t = useTranslations('form');
  return (
    <Button data-tour="run" onClick={(event) => (isSecondClick(event) ? undefined : submitRunForm())}>
      <Play size={12} aria-hidden="true" />
      {t('run')}
    </Button>
  );
}
