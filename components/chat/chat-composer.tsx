'use client';
import { ArrowUp, Plus } from 'lucide-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChatIconButton } from '#components/chat/chat-icon-button.tsx';
import type { AttachedValue } from '#components/chat/chat-target.ts';
import type { Attachments } from '#components/chat/use-attachments.ts';
import { useStop } from '#components/chat/use-stop.ts';
import type { ChatVoiceWays } from '#components/chat/voice/chat-voice-ways.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import './look/composer.css';

const LazyFiles = lazyPart(async () => (await import('#components/chat/attached-files.tsx')).AttachedFiles);
const LazyDictation = lazyPart(async () => (await import('#components/chat/voice/dictation.tsx')).Dictation);
const MAX_CHARS = 100_000;

/** A text for the message; each object is taken in once. */
export type ChatDraft = { readonly text: string };

type ChatComposerProps = {
  readonly id: string;
  readonly placeholder: string;
  readonly maxFiles: number;
  /** While a turn is sent or answered. Typing stays possible. */
  readonly isBusy: boolean;
  /** The run of an answer that can be stopped. */
  readonly stoppableRunId: string | undefined;
  readonly attachments: Attachments;
  /** Messages may be spoken with it. */
  readonly voice?: ChatVoiceWays | undefined;
  /** What was last put into the message from elsewhere. The person sends it, or does not. */
  readonly draft?: ChatDraft | undefined;
  /** The person begins to write. */
  readonly onType?: () => void;
  readonly onSend: (text: string, files: readonly AttachedValue[]) => Promise<boolean>;
};

/** Where the next message is written, with the files that go with it. Stop is where Send was. */
export function ChatComposer(props: ChatComposerProps) {
  const { id, placeholder, maxFiles, isBusy, stoppableRunId, attachments, voice, draft, onType, onSend } = props;
  const t = useTranslations('chat');
  const [text, setText] = useState('');
  const [isSending, setIsSending] = useState(false);
  const { isStopping, problem, stop } = useStop(stoppableRunId);
  useEffect(() => {
    if (!draft) return;
    setText((before) => (before.trim() === '' ? draft.text : `${before}\n${draft.text}`).slice(0, MAX_CHARS));
    document.getElementById(id)?.focus();
  }, [draft, id]);
  const { uploading } = attachments;
  const isReady = text.trim() !== '' && !isBusy && !isSending && !uploading;

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
    <form onSubmit={onSubmit} className="chat-box">
      {attachments.items.length === 0 ? null : (
        <Suspense fallback={null}>
          <LazyFiles attachments={attachments} />
        </Suspense>
      )}
      {problem === undefined ? null : (
        <p role="alert" className="chat-small px-4 pt-2">
          {problem}
        </p>
      )}
      <div className="chat-line">
        {maxFiles === 0 ? null : <AttachButton maxFiles={maxFiles} onFiles={attachments.attach} />}
        <span className="chat-field">
          <textarea
            id={id}
            aria-label={t('message')}
            placeholder={placeholder}
            value={text}
            rows={1}
            maxLength={MAX_CHARS}
            enterKeyHint="send"
            onChange={(event) => {
              if (text === '') onType?.();
              setText(event.target.value);
            }}
            data-enter-sends="plain"
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <span aria-hidden="true" className="chat-field-copy">
            {`${text}\u200b`}
          </span>
        </span>
        {voice?.transcribes ? (
          <Suspense fallback={null}>
            <LazyDictation fieldId={id} voice={voice} />
          </Suspense>
        ) : null}
        {stoppableRunId === undefined ? (
          <button
            type="submit"
            className="chat-send"
            aria-label={t('send')}
            title={uploading ? t('sendsWhen', { name: uploading.file.name }) : t('send')}
            aria-disabled={!isReady || undefined}
          >
            <ArrowUp size={20} strokeWidth={2} aria-hidden="true" />
          </button>
        ) : (
          <button
            type="button"
            className="chat-send"
            data-part="stop"
            aria-label={t('stop')}
            title={t('stop')}
            aria-disabled={isStopping || undefined}
            onClick={() => void stop()}
          >
            <i />
          </button>
        )}
      </div>
    </form>
  );
}

function AttachButton({ maxFiles, onFiles }: { maxFiles: number; onFiles: (files: readonly File[]) => void }) {
  const t = useTranslations('chat');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <span className="relative">
      <input
        ref={picker}
        type="file"
        multiple={maxFiles > 1}
        tabIndex={-1}
        aria-label={t('attach')}
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <ChatIconButton label={t('attach')} icon={Plus} onClick={() => picker.current?.click()} />
    </span>
  );
}
