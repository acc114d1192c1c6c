'use client';
import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FILE_MAX_BYTES, type FileValue, readFile } from '#components/run-view/form/read-form.ts';
import { Button } from '#components/ui/button.tsx';
import type { FieldControl } from '#components/ui/field.tsx';

const BYTES_PER_MB = 1_048_576;

type FileControlProps = { control: FieldControl; value: FileValue | null; onChange: (value: FileValue | null) => void };

/** Takes one file and reads it at once, so that the form holds its content. */
export function FileControl({ control, value, onChange }: FileControlProps) {
  const t = useTranslations('form');
  const picker = useRef<HTMLInputElement>(null);
  const [tooLargeBytes, setTooLargeBytes] = useState<number>();
  async function choose(file: File | undefined) {
    setTooLargeBytes(file && file.size > FILE_MAX_BYTES ? file.size : undefined);
    onChange(file && file.size <= FILE_MAX_BYTES ? await readFile(file, `inline_${crypto.randomUUID()}`) : null);
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
          <span className={`truncate ${value ? '' : 'text-ink-3'}`}>{value?.name ?? t('noFile')}</span>
          <input
            {...control}
            ref={picker}
            type="file"
            onChange={(event) => void choose(event.target.files?.[0])}
            className="absolute inset-0 opacity-0"
          />
        </div>
        {value ? (
          <Button look="quiet" size="icon" aria-label={t('clearFile')} title={t('clearFile')} onClick={clear}>
            <X size={14} aria-hidden="true" />
          </Button>
        ) : null}
      </div>
      {tooLargeBytes !== undefined ? (
        <p role="alert" className="text-meta text-failed">
          {t('problems.file-too-large', {
            sizeMb: (tooLargeBytes / BYTES_PER_MB).toFixed(1),
            maxMb: String(FILE_MAX_BYTES / BYTES_PER_MB),
          })}
        </p>
      ) : null}
    </div>
  );
}
