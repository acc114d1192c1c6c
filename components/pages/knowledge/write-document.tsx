'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { Field } from '#components/ui/field.tsx';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';

type Draft = { readonly title: string; readonly text: string };

/** A text as a document, under its title. */
export function WriteDocument({ name, onWritten }: { name: string; onWritten: () => Promise<void> }) {
  const t = useTranslations('knowledge');
  const form = useEntryForm<Draft, object>({
    first: { title: '', text: '' },
    problemsOf: ({ title, text }) => ({
      ...(title.trim() === '' && { title: t('problems.missing') }),
      ...(text.trim() === '' && { text: t('problems.missing') }),
    }),
    send({ title, text }) {
      const document = { key: title.trim(), title: title.trim(), text };
      return apiClient.writeKnowledgeDocuments({ params: { name }, body: { documents: [document] } });
    },
    onSaved: onWritten,
  });
  return (
    <form {...form.props} aria-label={t('write')} className="grid max-w-[80ch] gap-2 rounded-md border border-line-1 p-3">
      <TextField {...form.text('title')} label={t('fields.title')} isRequired spellCheck maxLength={300} />
      <Field {...form.field('text')} label={t('fields.text')} isRequired help={t('help.text')}>
        {(control) => (
          <TextArea {...control} rows={8} value={form.draft.text} onChange={(event) => form.set({ text: event.target.value })} />
        )}
      </Field>
      <FormFoot title={t('notDone')} problem={form.problem} isBusy={form.isBusy} saveLabel={t('store')} />
    </form>
  );
}
