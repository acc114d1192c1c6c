'use client';
import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { type KeyBoundsDraft, KeyBoundsFields, readKeyBounds } from '#components/keys/key-bounds.tsx';
import { KeyNameField } from '#components/keys/key-name-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

type KeyFormProps = { slug: string; onMade: (key: string) => Promise<void> };
type Problems = { readonly name?: true; readonly rate?: true; readonly whole?: string };

/** Makes a key: what it is called, how often it may be used, and until when. */
export function KeyForm({ slug, onMade }: KeyFormProps) {
  const t = useTranslations('publish');
  const [name, setName] = useState('');
  const [draft, setDraft] = useState<KeyBoundsDraft>({ rate: '', days: 0 });
  const [isSending, setIsSending] = useState(false);
  const [problems, setProblems] = useState<Problems>({});

  async function make(event: SubmitEvent) {
    event.preventDefault();
    if (isSending) return;
    const bounds = readKeyBounds(draft);
    const found: Problems = {
      ...(name.trim() === '' && { name: true }),
      ...(!bounds && { rate: true }),
    };
    setProblems(found);
    if (found.name || found.rate) return document.getElementById(found.name ? 'key-name' : 'key-rate')?.focus();
    setIsSending(true);
    try {
      const { key } = await apiClient.createKey({ params: { slug }, body: { name: name.trim(), ...bounds } });
      setName('');
      await onMade(key);
    } catch (error) {
      setProblems({ whole: errorMessage(error) });
    }
    setIsSending(false);
  }

  return (
    <form onSubmit={make} noValidate aria-label={t('keyForm')} className="grid gap-2">
      <KeyNameField
        id="key-name"
        label={t('keyName')}
        example={t('keyNameExample')}
        name={name}
        isMissing={problems.name === true}
        onChange={setName}
      />
      <KeyBoundsFields id="key" rateLabel={t('rate')} draft={draft} isRateInvalid={problems.rate === true} onChange={setDraft} />
      {problems.whole ? (
        <p role="alert" className="text-failed wrap-anywhere">
          {problems.whole}
        </p>
      ) : null}
      <Button type="submit" className="justify-self-start" aria-disabled={isSending || undefined}>
        <KeyRound size={12} aria-hidden="true" />
        {t('makeKey')}
      </Button>
    </form>
  );
}
