'use client';
import { Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { submitRunForm } from '#components/editor/dock/dock-form.tsx';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';
import { isSecondClick } from '#components/ui/is-second-click.ts';

/** Runs the draft with the inputs of the dock's form. Without a node there is nothing to run. */
export function RunButton() {
  const t = useTranslations('form');
  const isEmpty = useEditor(({ document }) => document.nodes.length === 0);
  return (
    <Button
      data-tour="run"
      aria-disabled={isEmpty || undefined}
      onClick={(event) => (isSecondClick(event) ? undefined : submitRunForm())}
    >
      <Play size={12} aria-hidden="true" />
      {t('run')}
    </Button>
  );
}
