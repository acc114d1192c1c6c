'use client';
import { useTranslations } from 'use-intl';
import { useAutosave, useEditor } from '#components/editor/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';
import { compareWorkflows } from '#lib/workflow/compare-workflows.ts';

/** Somebody else stored the workflow in between: nothing is lost until a person has chosen. */
export function StaleNotice() {
  const t = useTranslations('editor.stale');
  const { theirs } = useEditor((state) => state.save);
  const mine = useEditor((state) => state.document);
  const revision = useEditor((state) => state.revision);
  const autosave = useAutosave();
  if (!theirs) return null;
  const { added, removed, changed } = compareWorkflows(mine, theirs.document);
  return (
    <section
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-waiting-line bg-waiting-bg px-3 py-1.5"
    >
      <p className="min-w-0 grow text-ink-1 wrap-anywhere">
        <strong className="font-title">{t('title')}</strong>{' '}
        <span className="text-ink-2">{t('text', { theirs: theirs.revision, mine: revision })}</span>{' '}
        <span className="text-ink-2">
          {added + removed + changed === 0 ? t('sameNodes') : t('difference', { added, removed, changed })}
        </span>
      </p>
      <Button onClick={() => autosave.takeTheirs()}>{t('takeTheirs')}</Button>
      <Button look="primary" onClick={() => void autosave.keepMine()}>
        {t('keepMine')}
      </Button>
    </section>
  );
}
