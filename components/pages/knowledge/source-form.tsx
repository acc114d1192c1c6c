'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm, wordProblems } from '#components/data/use-entry-form.ts';
import {
  newSourceDraft,
  type SourceDraft,
  sourceKinds,
  sourceOf,
  sourceProblems,
} from '#components/pages/knowledge/source-draft.ts';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';

const intervals = ['', '1', '24', '168'] as const;

/** Adds a source to a base. */
export function SourceForm({ baseName, onSaved }: { baseName: string; onSaved: () => Promise<void> }) {
  const t = useTranslations('knowledge');
  const form = useEntryForm<SourceDraft, object>({
    first: newSourceDraft,
    problemsOf: (draft) => wordProblems(sourceProblems(draft), (problem) => t(`problems.${problem}`)),
    nameField: 'address',
    keepAs: `source ${baseName}`,
    send: (draft) => apiClient.createKnowledgeSource({ params: { name: baseName }, body: sourceOf(draft) }),
    async onSaved() {
      // This render is that of the draft that was sent: what was typed since then stays.
      const sent = form.draft;
      form.reset((now) => ({
        ...now,
        address: now.address === sent.address ? '' : now.address,
        selector: now.selector === sent.selector ? '' : now.selector,
      }));
      await onSaved();
    },
  });
  const isFolder = form.draft.kind === 'folder';
  return (
    <form
      {...form.props}
      aria-labelledby={form.fieldId('heading')}
      className="grid max-w-[80ch] gap-3 border-t border-line-1 pt-4"
    >
      <h3 id={form.fieldId('heading')} className="text-name font-title">
        {t('addSource')}
      </h3>
      <div className="grid gap-3 md:grid-cols-2">
        <SelectField
          {...form.text('kind')}
          label={t('fields.kind')}
          options={sourceKinds.map((value) => ({ value, label: t(`sources.${value}`) }))}
        />
        <SelectField
          {...form.text('everyHours')}
          label={t('fields.every')}
          options={intervals.map((value) => ({
            value,
            label: value === '' ? t('every.never') : t('every.hours', { hours: Number(value) }),
          }))}
        />
        <TextField
          {...form.text('address')}
          label={isFolder ? t('fields.folder') : t('fields.url')}
          isRequired={!isFolder}
          help={t(`help.${form.draft.kind}`)}
          maxLength={2000}
          placeholder={isFolder ? t('folderPlaceholder') : 'https://example.com/docs'}
        />
        {isFolder ? null : (
          <TextField
            {...form.text('selector')}
            label={t('fields.selector')}
            help={t('help.selector')}
            maxLength={1000}
            placeholder={t('selectorPlaceholder')}
          />
        )}
      </div>
      <FormFoot title={t('notDone')} problem={form.problem} isBusy={form.isBusy} saveLabel={t('addSource')} />
    </form>
  );
}
