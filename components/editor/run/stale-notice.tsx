'use client';
import { useRouter } from 'next/navigation';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import type { Theirs } from '#components/editor/document/autosave.ts';
import { useAutosave, useEditor, useEditorStore, useSaveState } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';
import { diffWorkflows } from '#lib/workflow/diff-workflows.ts';

const LazyStaleComparison = lazyPart(async () => (await import('#components/editor/run/stale-comparison.tsx')).StaleComparison);

/** The workflow was saved elsewhere: nothing is lost until the user has compared and chosen. */
export function StaleNotice() {
  const theirs = useSaveState((state) => state.theirs);
  return theirs ? <Choice theirs={theirs} /> : null;
}

function Choice({ theirs }: { theirs: Theirs }) {
  const t = useTranslations('editor.stale');
  const mine = useEditor((state) => state.document);
  const revision = useSaveState((state) => state.revision);
  const autosave = useAutosave();
  const [isOpen, setIsOpen] = useState(true);
  const copying = useCopy();
  const diff = diffWorkflows(mine, theirs.document);
  // Of the shown documents: `merged` reads both.
  const canMerge = autosave.merged() !== undefined;
  return (
    <section role="alert" className="flex max-h-[45vh] shrink-0 flex-col border-b border-waiting-line bg-waiting-bg">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
        <p className="min-w-0 grow basis-80 text-ink-1 wrap-anywhere">
          <strong className="font-title">{t('title')}</strong>{' '}
          <span className="text-ink-2">{t('text', { theirs: theirs.revision, mine: revision })}</span>{' '}
          {copying.problem === undefined ? null : <span className="text-failed">{copying.problem}</span>}
        </p>
        {/* Grouped, so that none wraps alone. */}
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          <Button look="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('hide') : t('compare')}
          </Button>
          <Button aria-disabled={copying.isBusy || undefined} onClick={copying.isBusy ? undefined : copying.copy}>
            {t('copyMine')}
          </Button>
          <Button onClick={() => autosave.takeTheirs()}>{t('takeTheirs')}</Button>
          <Button look={canMerge ? 'plain' : 'primary'} onClick={() => void autosave.keepMine()}>
            {t('keepMine')}
          </Button>
          {canMerge ? (
            <Button look="primary" title={t('keepBothHint')} onClick={() => void autosave.keepBoth()}>
              {t('keepBoth')}
            </Button>
          ) : null}
        </span>
      </div>
      {isOpen ? (
        <Suspense>
          <LazyStaleComparison diff={diff} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** Saves the local document as a new workflow and opens it. The stored one stays unchanged. */
function useCopy() {
  const t = useTranslations('editor.stale');
  const store = useEditorStore();
  const autosave = useAutosave();
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function copy() {
    const { document } = store.getState();
    setIsBusy(true);
    setProblem(undefined);
    try {
      const { id } = await apiClient.createWorkflow({ body: { ...document, name: t('copyName', { name: document.name }) } });
      // The local version is saved as a copy, so the page can be left.
      autosave.takeTheirs();
      router.push(`/workflows/${id}`);
    } catch (error) {
      setProblem(t('copyFailed', { message: errorMessage(error) }));
      setIsBusy(false);
    }
  }
  return { copy, isBusy, problem };
}
