'use client';
import { KeyRound } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { type KeyBoundsDraft, KeyBoundsFields, readKeyBounds, useKeyProblems } from '#components/keys/key-bounds.tsx';
import { KeyNameField } from '#components/keys/key-name-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';

type KeyFormProps = { slug: string; onMade: (key: string) => Promise<void> };
type KeyDraft = KeyBoundsDraft & { readonly name: string };

/** Makes a key: what it is called, how often it may be used, and until when. */
export function KeyForm({ slug, onMade }: KeyFormProps) {
  const t = useTranslations('publish');
  const problemsOf = useKeyProblems();
  const form = useEntryForm<KeyDraft, string>({
    id: 'key',
    first: { name: '', rate: '', days: 0 },
    problemsOf,
    async send(draft) {
      const body = { name: draft.name.trim(), ...readKeyBounds(draft) };
      return (await apiClient.createKey({ params: { slug }, body })).key;
    },
    async onSaved(key) {
      form.reset((now) => ({ ...now, name: '' }));
      await onMade(key);
    },
  });
  return (
    <form {...form.props} aria-label={t('keyForm')} className="grid gap-2">
      <KeyNameField {...form.text('name')} label={t('keyName')} example={t('keyNameExample')} />
      <KeyBoundsFields rateLabel={t('rate')} draft={form.draft} field={form.field} onChange={form.set} />
      <FailureLine>{form.problem}</FailureLine>
      <Button type="submit" className="justify-self-start" aria-disabled={form.isBusy || undefined}>
        <KeyRound size={12} aria-hidden="true" />
        {t('makeKey')}
      </Button>
    </form>
  );
}
