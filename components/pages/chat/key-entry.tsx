'use client';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

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
    <main id="main" className="flex grow flex-col items-center justify-center bg-panel px-4 py-10">
      <form
        // `post`: before the scripts have loaded, a form would send the key in the URL.
        method="post"
        onSubmit={(event) => void submit(event)}
        noValidate
        className="grid w-full max-w-[360px] gap-4 rounded-menu border border-line-1 bg-raised p-6 shadow-menu"
      >
        <h1 className="text-title font-title wrap-anywhere">{title}</h1>
        <Field id="chat-key" label={t('key')} isRequired={false} help={t('keyHelp')} error={isWrong ? t('wrongKey') : undefined}>
          {(control) => (
            <TextInput
              {...control}
              type="password"
              autoComplete="off"
              spellCheck={false}
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="primary" size="large" aria-disabled={isBusy || undefined} className="w-full">
          {t('open')}
        </Button>
      </form>
    </main>
  );
}
