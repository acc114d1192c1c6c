'use client';
import { Check, CloudAlert, CloudUpload, Pencil } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { SaveState } from '#components/editor/autosave.ts';
import { useAutosave, useSaveState } from '#components/editor/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';

const icons = { saved: Check, changed: Pencil, saving: CloudUpload, failed: CloudAlert, stale: CloudAlert } as const;

/** As wide as the longest of them whichever is shown, so that nothing beside them moves while one types. */
const usual = ['saved', 'changed', 'saving'] as const;

/** Whether what is on the canvas is stored. */
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
        className={`grid min-w-0 text-meta whitespace-nowrap ${isBad ? 'text-failed' : 'text-ink-3'}`}
      >
        {isBad ? <Words status={status} /> : usual.map((one) => <Words key={one} status={one} isHidden={one !== status} />)}
      </span>
      {status === 'failed' ? <Button onClick={() => void autosave.saveNow()}>{t('tryAgain')}</Button> : null}
    </span>
  );
}

const Words = memo(function Words({ status, isHidden = false }: { status: SaveState['status']; isHidden?: boolean }) {
  const t = useTranslations('editor.save');
  const Icon = icons[status];
  return (
    <span className={`col-start-1 row-start-1 flex min-w-0 items-center gap-1 ${isHidden ? 'invisible' : ''}`}>
      <Icon size={12} aria-hidden="true" className="shrink-0" />
      <span className="truncate max-md:sr-only">{t(status)}</span>
    </span>
  );
});
