'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { TextField } from '#components/ui/text-field.tsx';

const NAME = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;

/** Makes a skill with all its sections, to be filled in. */
export function NewSkill({ onCreated, onCancel }: { onCreated: (name: string) => Promise<void>; onCancel: () => void }) {
  const t = useTranslations('skills');
  const form = useEntryForm<{ readonly name: string }, string>({
    first: { name: '' },
    problemsOf: ({ name }) => (NAME.test(name) ? {} : { name: t(name === '' ? 'nameProblems.missing' : 'nameProblems.name') }),
    nameField: 'name',
    async send({ name }) {
      await apiClient.createSkill({ body: { name } });
      return name;
    },
    onSaved: onCreated,
  });
  return (
    <form {...form.props} aria-label={t('addTitle')} className="grid max-w-140 content-start gap-3 p-4">
      <h2 className="text-name font-title">{t('addTitle')}</h2>
      <p className="text-ink-2">{t('addText')}</p>
      <TextField
        {...form.text('name')}
        label={t('name')}
        isRequired
        help={t('nameHelp')}
        maxLength={64}
        placeholder={t('namePlaceholder')}
      />
      <FormFoot
        title={t('notDone')}
        problem={form.problem}
        isBusy={form.isBusy}
        saveLabel={t('create')}
        cancelLabel={t('cancel')}
        onCancel={onCancel}
      />
    </form>
  );
}
