'use client';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '#components/ui/copy-button.tsx';

/** The key that was just created, the only time it is shown; nothing without one. */
export function NewKey({ text }: { readonly text: string | undefined }) {
  return (
    <div role="status" className="empty:hidden">
      {text === undefined ? null : <ShownOnce key={text} text={text} />}
    </div>
  );
}

function ShownOnce({ text }: { text: string }) {
  const t = useTranslations('keys');
  const box = useRef<HTMLDivElement>(null);
  // Below the form that created it, which may end at the edge of the window; the list above becomes longer by one key.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="grid gap-1 rounded-control border border-accent-line bg-accent-bg p-2">
      <p className="font-strong">{t('newKey')}</p>
      <p className="flex min-w-0 items-start gap-1">
        <code data-new-key className="min-w-0 grow text-meta wrap-anywhere">
          {text}
        </code>
        <CopyButton label={t('copy')} text={text} />
      </p>
    </div>
  );
}
