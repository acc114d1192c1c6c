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
import { visibleText } from '#lib/i18n/visible-text.ts';
import { randomKey } from '#lib/text/random-key.ts';
import { MAX_INPUT_FILES } from '#lib/workflow/file-inputs.ts';

type FilesControlProps = {
  control: FieldControl;
  value: readonly FileValue[];
  /** Whether files that are too large for the inputs may be uploaded. */
  uploads: boolean;
  /** Aborted when the form is reset: files that are still read or uploaded are not wanted then. */
  untilReset: AbortSignal;
  onChange: (value: readonly FileValue[]) => void;
  onUploading: (isUploading: boolean) => void;
};

/** A chosen file that is not among the inputs yet. */
type PendingFile = { readonly key: string; readonly file: File; readonly removal: AbortController; readonly sentBytes: number };

/** Adds files to those before: small ones are part of the inputs, others are uploaded to the workspace at once. */
export function FilesControl({ control, value, uploads, untilReset, onChange, onUploading }: FilesControlProps) {
  const t = useTranslations('form');
  const picker = useRef<HTMLInputElement>(null);
  // Files are added by several calls at once, each of which sees what the others have added.
  const files = useRef(value);
  const pending = useRef<readonly PendingFile[]>([]);
  const [shown, setShown] = useState(pending.current);
  const [problem, setProblem] = useState<string>();

  function keep(next: readonly FileValue[]) {
    files.current = next;
    onChange(next);
  }
  function keepPending(next: readonly PendingFile[]) {
    pending.current = next;
    setShown(next);
    onUploading(next.length > 0);
  }
  const inlineBytes = () =>
    files.current.reduce((sum, { sizeBytes, text, base64 }) => sum + ((text ?? base64) ? sizeBytes : 0), 0);

  async function choose(chosen: readonly File[]) {
    setProblem(undefined);
    const room = MAX_INPUT_FILES - files.current.length - pending.current.length;
    if (chosen.length > room) setProblem(t('tooManyFiles', { max: MAX_INPUT_FILES }));
    const added = chosen.slice(0, room).map((file) => ({ key: randomKey(), file, removal: new AbortController(), sentBytes: 0 }));
    keepPending([...pending.current, ...added]);
    // One after another, so that they are in the order in which they were chosen.
    for (const one of added) await take(one);
  }
  async function take({ key, file, removal }: PendingFile) {
    const signal = AbortSignal.any([removal.signal, untilReset]);
    const isLarge = inlineBytes() + file.size > (uploads ? FILE_MAX_BYTES : SENT_MAX_BYTES);
    const onProgress = (sentBytes: number) =>
      signal.aborted || keepPending(pending.current.map((one) => (one.key === key ? { ...one, sentBytes } : one)));
    try {
      signal.throwIfAborted();
      if (isLarge && !uploads) throw new Error(t('filesTooLarge', { name: file.name, size: formatSize(SENT_MAX_BYTES) }));
      const taken = await takeFile(file, { isUploaded: isLarge, signal, onProgress });
      if (!signal.aborted) keep([...files.current, taken]);
    } catch (error) {
      if (!signal.aborted) setProblem(errorMessage(error));
    }
    if (!untilReset.aborted) keepPending(pending.current.filter((one) => one.key !== key));
  }
  function remove(action: () => void) {
    action();
    // The button that had the focus is gone.
    picker.current?.focus();
  }

  return (
    <div className="grid gap-1">
      <div className="relative flex h-7 min-w-0 items-center gap-2 rounded-control border border-line-3 bg-raised px-2 focus-within:border-accent focus-within:outline-1 focus-within:outline-accent">
        <Paperclip size={14} className="shrink-0 text-ink-3" aria-hidden="true" />
        <span className="truncate text-ink-3">{t(value.length + shown.length === 0 ? 'noFiles' : 'addFiles')}</span>
        <input
          {...control}
          ref={picker}
          type="file"
          multiple
          onChange={({ target }) => {
            void choose([...(target.files ?? [])]);
            // The same file may be chosen again.
            target.value = '';
          }}
          className="absolute inset-0 opacity-0"
        />
      </div>
      {value.length + shown.length > 0 ? (
        <ul aria-label={t('chosenFiles')} className="grid gap-1">
          {value.map((file) => (
            <ChosenFile
              key={file.fileId}
              name={file.name}
              sizeBytes={file.sizeBytes}
              onRemove={() => remove(() => keep(files.current.filter((one) => one !== file)))}
            />
          ))}
          {shown.map(({ key, file, removal, sentBytes }) => (
            <ChosenFile
              key={key}
              name={file.name}
              sizeBytes={file.size}
              sentBytes={sentBytes}
              onRemove={() => remove(() => removal.abort())}
            />
          ))}
        </ul>
      ) : null}
      {problem !== undefined ? (
        <p role="alert" className="text-meta text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

type ChosenFileProps = {
  name: string;
  sizeBytes: number;
  /** Of a file that is being taken. */
  sentBytes?: number;
  onRemove: () => void;
};

function ChosenFile({ name, sizeBytes, sentBytes, onRemove }: ChosenFileProps) {
  const t = useTranslations('form');
  return (
    <li
      className="flex min-w-0 items-center gap-2 rounded-control border border-line-2 bg-raised pl-2"
      aria-busy={sentBytes !== undefined}
    >
      <span className={`grid min-w-0 grow gap-1 ${sentBytes === undefined ? '' : 'py-1'}`}>
        <span className="truncate">{visibleText(name)}</span>
        {sentBytes === undefined ? null : <SentFile name={name} sizeBytes={sizeBytes} sentBytes={sentBytes} />}
      </span>
      {sentBytes === undefined ? (
        <span className="shrink-0 text-meta text-ink-3 tabular-nums">{formatSize(sizeBytes)}</span>
      ) : null}
      <Button
        look="quiet"
        size="icon"
        aria-label={t('removeFile', { name })}
        title={t('removeFile', { name })}
        onClick={onRemove}
      >
        <X size={14} aria-hidden="true" />
      </Button>
    </li>
  );
}
