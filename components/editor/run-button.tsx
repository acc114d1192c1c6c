'use client';
import { Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { submitRunForm } from '#components/editor/dock-form.tsx';
import { useRunOutline } from '#components/editor/run-overlay.ts';
import { StopButton } from '#components/run/stop-button.tsx';
import { Button } from '#components/ui/button.tsx';
import { isTerminal } from '#lib/run/run-status.ts';

/** Runs the draft with what stands in the dock's form; while the run being shown goes on, also its Stop. */
export function RunButton() {
  const t = useTranslations('form');
  const outline = useRunOutline();
  return (
    <>
      {outline && !isTerminal(outline.status) ? <StopButton key={outline.runId} runId={outline.runId} size="normal" /> : null}
      <Button onClick={submitRunForm}>
        <Play size={12} aria-hidden="true" />
        {t('run')}
      </Button>
    </>
  );
}
