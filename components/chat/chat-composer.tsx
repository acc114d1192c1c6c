'use client';
import { ArrowUp, Paperclip } from 'lucide-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AttachedFiles } from '#components/chat/attached-files.tsx';
import type { AttachedValue } from '#components/chat/chat-target.ts';
import type { Attachments } from '#components/chat/use-attachments.ts';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';

const MAX_CHARS = 100_000;

/** A text for the message; each object is taken in once. */
export type ChatDraft = { readonly text: string };

type ChatComposerProps = {
  readonly id: string;
  readonly maxFiles: number;
  readonly isBusy: boolean;
  readonly attachments: Attachments;
  /** What was last put into the message from elsewhere. The person sends it, or does not. */
  readonly draft?: ChatDraft | undefined;
  readonly onSend: (text: string, files: readonly AttachedValue[]) => Promise<boolean>;
};

/** Where the next message is written, with the files that go with it. */
export function ChatComposer({ id, maxFiles, isBusy, attachments, draft, onSend }: ChatComposerProps) {
  const t = useTranslations('chat');
  const [text, setText] = useState('');
  const [isSending, setIsSending] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!draft) return;
    setText((before) => (before.trim() === '' ? draft.text : `${before}\n${draft.text}`).slice(0, MAX_CHARS));
    document.getElementById(id)?.focus();
  }, [draft, id]);
  const isReady = text.trim() !== '' && !isBusy && !isSending && !attachments.isUploading;
  const canAttach = !isSending && attachments.canAttach;

  /** The field is empty at once, for the next message. What was not sent comes back, before what was typed since. */
  async function send() {
    if (!isReady) return;
    const sent = attachments.take();
    setIsSending(true);
    setText('');
    const isSent = await onSend(
      text.trim(),
      sent.flatMap(({ value }) => value ?? []),
    );
    setIsSending(false);
    if (isSent) return;
    setText((typed) => (typed === '' ? text : `${text}\n${typed}`).slice(0, MAX_CHARS));
    attachments.giveBack(sent);
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
  /** A picture of the screen becomes a file. Programs that copy a text often add a picture of it: that is a text. */
  function onPaste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData;
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    attachments.attach([...files]);
  }
  return (
    <form onSubmit={onSubmit} className="shrink-0 border-t border-line-1 bg-chrome">
      {/* As wide as the conversation above it. */}
      <div className="mx-auto grid max-w-200 gap-2 px-4 py-3">
        {attachments.problem === undefined ? null : (
          <p role="alert" className="text-failed wrap-anywhere">
            {attachments.problem}
          </p>
        )}
        <AttachedFiles attachments={attachments} />
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
                onChange={({ target }) => {
                  attachments.attach([...(target.files ?? [])]);
                  // The same file may be chosen again.
                  target.value = '';
                }}
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
            onPaste={onPaste}
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
