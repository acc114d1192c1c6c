'use client';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';

type EditFormProps = {
  readonly text: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onSend: (text: string) => Promise<void>;
};

/** Edits a message. The earlier answer stays as another branch. */
export function EditForm({ text: given, isBusy, onCancel, onSend }: EditFormProps) {
  const t = useTranslations('chat');
  const [text, setText] = useState(given);
  const isReady = text.trim() !== '' && !isBusy;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) void onSend(text.trim());
  }
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        // The widget around it stays open.
        event.preventDefault();
        onCancel();
      }}
      className="chat-edit"
    >
      <textarea
        aria-label={t('edit')}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the person asked for the field
        autoFocus
        onChange={(event) => setText(event.target.value)}
      />
      <span className="chat-row chat-row-end">
        <button type="button" className="chat-button" onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="submit" className="chat-button" data-look="primary" aria-disabled={!isReady || undefined}>
          {t('send')}
        </button>
      </span>
    </form>
  );
}
