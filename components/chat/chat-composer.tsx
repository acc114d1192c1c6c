'use client';
import { ArrowUp, Paperclip, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Attached, attachInline, attachUpload, MAX_INLINE_BYTES } from '#components/chat/attach-file.ts';
import type { AttachedValue } from '#components/chat/chat-target.ts';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';
import { formatSize } from '#lib/i18n/format-size.ts';

const MAX_CHARS = 100_000;

/** A text for the message; each object is taken in once. */
export type ChatDraft = { readonly text: string };

type ChatComposerProps = {
  readonly id: string;
  readonly maxFiles: number;
  readonly isBusy: boolean;
  /** Folder of the files that are uploaded. @defaultValue files are sent with the message */
  readonly folder?: string | undefined;
  /** What was last put into the message from elsewhere. The person sends it, or does not. */
  readonly draft?: ChatDraft | undefined;
  readonly onSend: (text: string, files: readonly AttachedValue[]) => Promise<boolean>;
};

/** Where the next message is written, with the files that go with it. */
export function ChatComposer({ id, maxFiles, isBusy, folder, draft, onSend }: ChatComposerProps) {
  const t = useTranslations('chat');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly Attached[]>([]);
  // Files arrive one by one, while others may be removed.
  const attached = useRef(files);
  const [isUploading, setIsUploading] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!draft) return;
    setText((before) => (before.trim() === '' ? draft.text : `${before}\n${draft.text}`).slice(0, MAX_CHARS));
    document.getElementById(id)?.focus();
  }, [draft, id]);
  const isReady = text.trim() !== '' && !isBusy && !isSending && !isUploading;
  const canAttach = !isUploading && !isSending && files.length < maxFiles;

  function keep(next: readonly Attached[]) {
    attached.current = next;
    setFiles(next);
  }
  /** The field is empty at once, for the next message. What was not sent comes back, before what was typed since. */
  async function send() {
    if (!isReady) return;
    const sent = files;
    setIsSending(true);
    setText('');
    keep([]);
    const isSent = await onSend(
      text.trim(),
      sent.map(({ value }) => value),
    );
    setIsSending(false);
    if (isSent) return;
    setText((typed) => (typed === '' ? text : `${text}\n${typed}`).slice(0, MAX_CHARS));
    keep(sent);
  }
  async function attach(chosen: readonly File[]) {
    setProblem(undefined);
    setIsUploading(true);
    try {
      for (const file of chosen) {
        if (attached.current.length >= maxFiles) return setProblem(t('tooManyFiles', { name: file.name, count: maxFiles }));
        const sizeBytes = attached.current.reduce((sum, { sizeBytes }) => sum + sizeBytes, file.size);
        if (folder === undefined && sizeBytes > MAX_INLINE_BYTES)
          return setProblem(t('fileTooLarge', { name: file.name, size: formatSize(MAX_INLINE_BYTES) }));
        const added = await (folder === undefined ? attachInline(file) : attachUpload(file, folder));
        keep([...attached.current, added]);
      }
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setIsUploading(false);
      if (picker.current) picker.current.value = '';
    }
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void send();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }
  return (
    <form onSubmit={onSubmit} className="shrink-0 border-t border-line-1 bg-chrome">
      {/* As wide as the conversation above it. */}
      <div className="mx-auto grid max-w-200 gap-2 px-4 py-3">
        {problem === undefined ? null : (
          <p role="alert" className="text-failed wrap-anywhere">
            {problem}
          </p>
        )}
        {files.length === 0 ? null : (
          <ul className="flex flex-wrap gap-1.5">
            {files.map(({ name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
              <li key={index} className="flex max-w-full items-center gap-1 rounded-control border border-line-2 bg-raised pl-2">
                <span className="truncate">{name}</span>
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={t('removeFile', { name })}
                  onClick={() => keep(attached.current.filter((_, at) => at !== index))}
                >
                  <X size={12} aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div className="flex items-end gap-2">
          {maxFiles === 0 ? null : (
            <>
              <input
                ref={picker}
                type="file"
                multiple={maxFiles > 1}
                tabIndex={-1}
                aria-label={t('attach')}
                className="sr-only"
                onChange={(event) => void attach([...(event.target.files ?? [])])}
              />
              <Button
                size="icon"
                aria-label={t('attach')}
                title={t('attach')}
                aria-disabled={!canAttach || undefined}
                onClick={() => canAttach && picker.current?.click()}
              >
                <Paperclip size={13} aria-hidden="true" />
              </Button>
            </>
          )}
          <TextArea
            id={id}
            aria-label={t('message')}
            placeholder={t('message')}
            value={text}
            rows={2}
            maxLength={MAX_CHARS}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            className="min-w-0 grow"
          />
          <Button
            type="submit"
            look="primary"
            size="icon"
            aria-label={t('send')}
            title={t('send')}
            aria-disabled={!isReady || undefined}
          >
            <ArrowUp size={14} aria-hidden="true" />
          </Button>
        </div>
      </div>
    </form>
  );
}
