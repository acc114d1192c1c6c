'use client';
import { Fragment } from 'react';
import { useTranslations } from 'use-intl';

/** The way to the current folder; each part opens that folder. */
export function PathCrumbs({ folder, onOpen }: { folder: string; onOpen: (folder: string) => void }) {
  const t = useTranslations('files');
  const names = folder === '' ? [] : folder.split('/');
  const parts = [
    { name: t('allFiles'), path: '' },
    ...names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') })),
  ];
  return (
    <nav aria-label={t('path')} className="flex min-w-0 flex-wrap items-center gap-x-1">
      {parts.map(({ name, path }, index) => (
        <Fragment key={path}>
          {index > 0 ? (
            <span aria-hidden="true" className="text-ink-4">
              /
            </span>
          ) : null}
          <button
            type="button"
            aria-current={path === folder ? 'page' : undefined}
            onClick={() => onOpen(path)}
            className="max-w-60 truncate rounded-control px-1 py-0.5 text-ink-2 hover:bg-hover hover:text-ink-1 aria-[current=page]:font-strong aria-[current=page]:text-ink-1"
          >
            {name}
          </button>
        </Fragment>
      ))}
    </nav>
  );
}
