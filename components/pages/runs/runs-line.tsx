'use client';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RunsView } from '#components/pages/runs/live-runs.ts';
import type { SelectedRuns } from '#components/pages/runs/use-selected-runs.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';

const LINE_ID = 'runs-line';

type RunsLineProps = { view: RunsView; selected: SelectedRuns; onShow: () => void };

/** In the top bar, so that nothing moves when it changes: how many runs, the selection, new runs. */
export function RunsLine({ view, selected, onShow }: RunsLineProps) {
  const t = useTranslations('runs');
  const count = view.held.length;
  return (
    <div id={LINE_ID} tabIndex={-1} className="flex h-7 min-w-0 grow items-center gap-2 outline-none">
      {selected.ids.size > 0 ? (
        <Selection selected={selected} />
      ) : view.rows.length > 0 ? (
        <span data-part="run-count" className="num text-ink-2">
          {t(view.nextCursor === null ? 'end' : 'shown', { count: view.rows.length })}
        </span>
      ) : null}
      {selected.problem ? (
        <p role="alert" className="min-w-0 truncate text-failed" title={selected.problem}>
          {t('selection.failed', { message: selected.problem })}
        </p>
      ) : null}
      <span className="grow" />
      {count > 0 ? (
        <Button look="quiet" className="text-accent" onClick={onShow}>
          {t('showNew')}
        </Button>
      ) : null}
      <p role="status" data-part="live" className={view.isLost ? 'text-waiting' : 'text-ink-3'}>
        {view.isLost ? t('lost') : view.isGap ? t('manyNewRuns') : count > 0 ? t('newRuns', { count }) : t('live')}
      </p>
    </div>
  );
}

function Selection({ selected }: { selected: SelectedRuns }) {
  const t = useTranslations('runs.selection');
  const menu = useTranslations('run.menu');
  const [isAsking, setIsAsking] = useState(false);
  const count = selected.ids.size;
  return (
    <>
      <span className="num font-strong">{t('count', { count })}</span>
      <Button look="danger" aria-disabled={selected.isDeleting || undefined} onClick={() => setIsAsking(true)}>
        <Trash2 size={13} aria-hidden="true" />
        {selected.isDeleting ? t('deleting') : menu('delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteTitle', { count })}
        cancelLabel={menu('keep')}
        confirmLabel={menu('delete')}
        focusAfterId={LINE_ID}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          selected.deleteAll();
        }}
      >
        {t('deleteText', { count })}
      </ConfirmDialog>
    </>
  );
}
