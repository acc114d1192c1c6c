'use client';
import { Play } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { submitRunForm } from '#components/editor/dock/dock-form.tsx';
import { dockMemory } from '#components/editor/dock/dock-memory.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { useShowRun } from '#components/editor/run/run-overlay.ts';
import { Button } from '#components/ui/button.tsx';

/** Where the run will be, before there was one of the draft; `latestRunId` is one of its endpoint or of a node. */
export function DockEmpty({ latestRunId }: { latestRunId: string | undefined }) {
  const t = useTranslations('dock.empty');
  const showRun = useShowRun();
  const isEmpty = useEditor(({ document }) => document.nodes.length === 0);
  const { isFormHidden } = useSyncExternalStore(dockMemory.subscribe, dockMemory.read, dockMemory.readOnServer);
  const isOfOthers = latestRunId !== undefined;
  return (
    <div className="grid max-w-[64ch] content-start justify-items-start gap-2 p-4">
      <h3 className="text-name font-title">{t(isOfOthers ? 'draftTitle' : 'title')}</h3>
      <p className="text-ink-2">{t(isOfOthers ? 'draftText' : 'text')}</p>
      {isOfOthers ? <Button onClick={() => showRun(latestRunId)}>{t('showLatest')}</Button> : null}
      {isFormHidden && !isEmpty ? (
        <Button onClick={submitRunForm}>
          <Play size={12} aria-hidden="true" />
          {t('run')}
        </Button>
      ) : null}
    </div>
  );
}
