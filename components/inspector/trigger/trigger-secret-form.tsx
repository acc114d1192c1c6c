'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';

const MIN_LENGTH = 8;
const MAX_LENGTH = 500;

type TriggerSecretFormProps = {
  params: { slug: string; triggerId: string };
  onSaved: () => Promise<void>;
};

/** Stores the secret that another service has for a trigger. */
export function TriggerSecretForm({ params, onSaved }: TriggerSecretFormProps) {
  const t = useTranslations('triggers');
  const form = useEntryForm<{ readonly secret: string }, true>({
    first: { secret: '' },
    problemsOf: ({ secret: { length } }) => (length < MIN_LENGTH || length > MAX_LENGTH ? { secret: t('secretLength') } : {}),
    onlyField: 'secret',
    async send({ secret }) {
      await apiClient.setTriggerSecret({ params, body: { secret } });
      return true;
    },
    onSaved,
  });
  return (
    <form {...form.props} className="flex items-start gap-1.5">
      <div className="min-w-0 grow">
        <TextField {...form.text('secret')} label={t('secret')} isLabelHidden type="password" />
      </div>
      <Button type="submit" size="large" aria-disabled={form.isBusy || undefined}>
        {t('saveSecret')}
      </Button>
    </form>
  );
}
