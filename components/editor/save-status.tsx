'use client';
import { Check, CloudAlert, CloudUpload, Pencil } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useAutosave, useEditor } from '#components/editor/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';

const icons = { saved: Check, changed: Pencil, saving: CloudUpload, failed: CloudAlert, stale: CloudAlert } as const;

/** Whether what is on the canvas is stored. */
export function SaveStatus() {
  const t = useTranslations('editor.save');
  const { status, message } = useEditor((state) => state.save);
  const autosave = useAutosave();
  const Icon = icons[status];
  const isBad = status === 'failed' || status === 'stale';
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span
        role="status"
        data-save={status}
        title={message}
        className={`flex min-w-0 items-center gap-1 text-meta whitespace-nowrap ${isBad ? 'text-failed' : 'text-ink-3'}`}
      >
        <Icon size={12} aria-hidden="true" className="shrink-0" />
        <span className="truncate max-md:sr-only">{t(status)}</span>
      </span>
      {status === 'failed' ? <Button onClick={() => void autosave.saveNow()}>{t('tryAgain')}</Button> : null}
    </span>
  );
}
