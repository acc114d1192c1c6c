'use client';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChatLogo } from '#components/chat/chat-logo.tsx';

type KeyEntryProps = {
  readonly title: string;
  /** Why the last key was refused. */
  readonly problem?: 'wrongKey' | 'keyFailed' | undefined;
  readonly onKey: (key: string) => Promise<void>;
};

/** Asks for a key of the endpoint, which stays in this browser. */
export function KeyEntry({ title, problem, onKey }: KeyEntryProps) {
  const t = useTranslations('chatPage');
  const [key, setKey] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const shown = isMissing ? 'keyMissing' : problem;
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsMissing(key.trim() === '');
    if (key.trim() !== '') {
      setIsBusy(true);
      await onKey(key.trim());
      setIsBusy(false);
    }
    // Gone if the key was accepted.
    field.current?.focus();
  }
  return (
    <main id="main" className="flex grow flex-col items-center justify-center overflow-y-auto px-4 py-10">
      <form
        // `post`: before the scripts have loaded, a form would send the key in the URL.
        method="post"
        onSubmit={(event) => void submit(event)}
        noValidate
        className="chat-key"
      >
        <ChatLogo size={48} />
        <h1>{title}</h1>
        <label htmlFor="chat-key">{t('key')}</label>
        <input
          id="chat-key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={key}
          ref={field}
          aria-invalid={shown !== undefined || undefined}
          aria-describedby="chat-key-problem chat-key-help"
          onChange={(event) => setKey(event.target.value)}
          className="chat-input"
        />
        <p
          id="chat-key-problem"
          role="alert"
          className="chat-small empty:hidden"
          data-wrong={shown === undefined ? undefined : true}
        >
          {shown === undefined ? '' : t(shown)}
        </p>
        <p id="chat-key-help" className="chat-small">
          {t('keyHelp')}
        </p>
        <button type="submit" className="chat-button" data-look="primary" aria-disabled={isBusy || undefined}>
          {t('open')}
        </button>
      </form>
    </main>
  );
}
