'use client';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChatLogo } from '#components/chat/chat-logo.tsx';

type KeyEntryProps = { readonly title: string; readonly isWrong: boolean; readonly onKey: (key: string) => Promise<void> };

/** Asks for a key of the endpoint, which stays in this browser. */
export function KeyEntry({ title, isWrong, onKey }: KeyEntryProps) {
  const t = useTranslations('chatPage');
  const [key, setKey] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (key.trim() === '') return;
    setIsBusy(true);
    await onKey(key.trim());
    setIsBusy(false);
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
          aria-invalid={isWrong || undefined}
          aria-describedby="chat-key-help"
          onChange={(event) => setKey(event.target.value)}
          className="chat-input"
        />
        <p id="chat-key-help" className="chat-small" role={isWrong ? 'alert' : undefined} data-wrong={isWrong || undefined}>
          {isWrong ? `${t('wrongKey')} ` : ''}
          {t('keyHelp')}
        </p>
        <button type="submit" className="chat-button" data-look="primary" aria-disabled={isBusy || undefined}>
          {t('open')}
        </button>
      </form>
    </main>
  );
}
