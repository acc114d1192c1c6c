'use client';
import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FILE_MAX_BYTES, type FileValue, SENT_MAX_BYTES } from '#components/run-view/form/read-form.ts';
import { SentFile } from '#components/run-view/form/sent-file.tsx';
import { takeFile } from '#components/run-view/form/take-file.ts';
import { Button } from '#components/ui/button.tsx';
import type { FieldControl } from '#components/ui/field.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';
import { formatSize } from '#lib/i18n/format-size.ts';

type FileControlProps = {
  control: FieldControl;
  value: FileValue | null;
  /** Whether larger files may be uploaded. */
  uploads: boolean;
  /** Aborted when the form is reset: a file that is still read or uploaded is not wanted then. */
  untilReset: AbortSignal;
  onChange: (value: FileValue | null) => void;
  onUploading: (isUploading: boolean) => void;
};

/** Takes one file: a small one is part of the inputs, a larger one is uploaded to the workspace at once. */
export function FileControl({ control, value, uploads, untilReset, onChange, onUploading }: FileControlProps) {
  const t = useTranslations('form');
  const picker = useRef<HTMLInputElement>(null);
  // Of the file that was chosen last: another choice replaces it, however far it is.
  const taking = useRef<AbortController>(undefined);
  const [sending, setSending] = useState<{ readonly sentBytes: number; readonly file: File }>();
  const [problem, setProblem] = useState<string>();
  async function choose(file: File | undefined) {
    taking.current?.abort();
    taking.current = new AbortController();
    const signal = AbortSignal.any([taking.current.signal, untilReset]);
    setSending(undefined);
    onUploading(false);
    setProblem(undefined);
    const maxBytes = uploads ? FILE_MAX_BYTES : SENT_MAX_BYTES;
    const isLarge = file !== undefined && file.size > maxBytes;
    if (!file || isLarge) onChange(null);
    if (!file) return;
    if (isLarge && !uploads) return setProblem(t('fileTooLarge', { size: formatSize(maxBytes) }));
    try {
      if (isLarge) onUploading(true);
      const onProgress = (sentBytes: number) => signal.aborted || setSending({ sentBytes, file });
      const taken = await takeFile(file, { isUploaded: isLarge, signal, onProgress });
      if (!signal.aborted) onChange(taken);
    } catch (error) {
      if (!signal.aborted) setProblem(errorMessage(error));
    }
    if (signal.aborted) return;
    setSending(undefined);
    onUploading(false);
  }
  function clear() {
    if (picker.current) picker.current.value = '';
    void choose(undefined);
  }
  return (
    <div className="grid gap-1">
      <div className="flex min-w-0 items-center gap-1">
        <div className="relative flex h-7 min-w-0 grow items-center gap-2 rounded-control border border-line-3 bg-raised px-2 focus-within:border-accent focus-within:outline-1 focus-within:outline-accent">
          <Paperclip size={14} className="shrink-0 text-ink-3" aria-hidden="true" />
          <span className={`truncate ${value ? '' : 'text-ink-3'}`}>{value?.name ?? sending?.file.name ?? t('noFile')}</span>
          <input
            {...control}
            ref={picker}
            type="file"
            onChange={(event) => void choose(event.target.files?.[0])}
            className="absolute inset-0 opacity-0"
          />
        </div>
        {value || sending ? (
          <Button look="quiet" size="icon" aria-label={t('clearFile')} title={t('clearFile')} onClick={clear}>
            <X size={14} aria-hidden="true" />
          </Button>
        ) : null}
      </div>
      {sending ? <SentFile name={sending.file.name} sizeBytes={sending.file.size} sentBytes={sending.sentBytes} /> : null}
      {problem !== undefined ? (
        <p role="alert" className="text-meta text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
