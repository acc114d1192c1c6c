'use client';
import { RotateCcw, Undo2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Versions } from '#components/pages/versions/use-versions.ts';
import type { VersionChoice } from '#components/pages/versions/version-choice.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

/** Actions for the selected version. */
export function VersionActions({ versions, chosen }: { versions: Versions; chosen: VersionChoice }) {
  const t = useTranslations('versions');
  const { data, isBusy, restore, promote } = versions;
  if (chosen === 'draft') return null;
  const others = data.deployments.filter(({ version }) => version !== chosen);
  return (
    <div className="flex flex-wrap gap-2">
      <Button aria-disabled={isBusy || undefined} onClick={() => void restore(chosen)}>
        <RotateCcw size={12} aria-hidden="true" />
        {t('restore', { number: chosen })}
      </Button>
      {others.map(({ slug, version }) => (
        <Button key={slug} aria-disabled={isBusy || undefined} onClick={() => void promote(slug, chosen)}>
          {chosen > version ? t('promote', { slug, number: chosen }) : t('rollBack', { slug, number: chosen })}
        </Button>
      ))}
    </div>
  );
}

/** The result of the last change, with an undo. */
export function VersionNews({ versions: { restored, problem, isBusy, undoRestore } }: { versions: Versions }) {
  const t = useTranslations('versions');
  return (
    <>
      <div role="status" className="empty:hidden">
        {restored === undefined ? null : (
          <p
            data-restored={restored}
            className="flex flex-wrap items-center gap-3 rounded-control border border-line-2 bg-raised px-3 py-2"
          >
            <span className="grow">{t('restored', { number: restored })}</span>
            <Button aria-disabled={isBusy || undefined} onClick={() => void undoRestore()}>
              <Undo2 size={12} aria-hidden="true" />
              {t('undo')}
            </Button>
          </p>
        )}
      </div>
      <div role="alert" className="empty:hidden">
        {problem ? <Notice title={t('notDone')}>{problem}</Notice> : null}
      </div>
    </>
  );
}
