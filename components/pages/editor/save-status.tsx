'use client';
import { CloudAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { SaveState } from '#components/editor/document/autosave.ts';
import { useAutosave, useSaveState } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';

/** As wide as the longest status, so that nothing moves when it changes. */
const usual = ['saved', 'changed', 'saving'] as const;
type Usual = (typeof usual)[number];

/** Visibility is set by CSS only, so that a save needs no layout while the user types. */
const seenWhen: Record<Usual, string> = {
  saved: 'invisible group-data-[save=saved]/save:visible',
  changed: 'invisible group-data-[save=changed]/save:visible',
  saving: 'invisible group-data-[save=saving]/save:visible',
};

const pictures: Record<Usual, ReactNode> = {
  saved: <path d="m2.2 6.4 2.6 2.6 5-5.8" />,
  changed: <circle cx="6" cy="6" r="2" fill="currentColor" stroke="none" />,
  saving: <path d="M6 10.4V1.8M2.6 5.2 6 1.8l3.4 3.4" />,
};

/** Whether the document is saved. */
export function SaveStatus() {
  const t = useTranslations('editor.save');
  const { status, message } = useSaveState((state) => state);
  const autosave = useAutosave();
  const isBad = status === 'failed' || status === 'stale';
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span
        role="status"
        data-save={status}
        title={message}
        className={`group/save flex min-w-0 items-center gap-1 text-meta whitespace-nowrap ${isBad ? 'text-failed' : 'text-ink-3'}`}
      >
        {isBad ? <Trouble status={status} /> : <Usually />}
      </span>
      {status === 'failed' ? <Button onClick={() => void autosave.saveNow()}>{t('tryAgain')}</Button> : null}
    </span>
  );
}

function Trouble({ status }: { status: Exclude<SaveState['status'], Usual> }) {
  const t = useTranslations('editor.save');
  return (
    <>
      <CloudAlert size={12} aria-hidden="true" className="shrink-0" />
      <span className="truncate max-bar:sr-only">{t(status)}</span>
    </>
  );
}

/** All icons stay mounted on one ground: replacing them would rebuild all layers of the page. */
const Usually = memo(function Usually() {
  const t = useTranslations('editor.save');
  return (
    <>
      <svg
        viewBox="0 0 12 12"
        width={12}
        height={12}
        aria-hidden="true"
        className="shrink-0"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <rect width="12" height="12" fill="var(--ground)" stroke="none" />
        {usual.map((one) => (
          <g key={one} className={seenWhen[one]}>
            {pictures[one]}
          </g>
        ))}
      </svg>
      <span className="grid min-w-0 max-bar:sr-only">
        {usual.map((one) => (
          <span key={one} className={`col-start-1 row-start-1 ${seenWhen[one]}`}>
            {t(one)}
          </span>
        ))}
      </span>
    </>
  );
});
