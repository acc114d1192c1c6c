'use client';
import { Sparkles } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';

/** Asks the assistant why the shown run failed, for a proposal that repairs it. */
export function RepairButton() {
  const t = useTranslations('errorFixes');
  const ui = useEditorUiStore();
  return (
    <Button
      title={t('repairHelp')}
      onClick={() => ui.getState().set({ panel: 'assistant', assistantTask: { task: 'repairRun', how: 'send' } })}
    >
      <Sparkles size={12} aria-hidden="true" />
      {t('repair')}
    </Button>
  );
}
