'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm, wordProblems } from '#components/data/use-entry-form.ts';
import {
  type BaseDraft,
  baseDraftOf,
  baseFieldsOf,
  baseProblems,
  needsIndexing,
} from '#components/pages/knowledge/base-draft.ts';
import { Field } from '#components/ui/field.tsx';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';

export type Endpoints = {
  readonly embeddings: readonly string[];
  readonly rerankers: readonly string[];
  readonly hasVectors: boolean;
};

type BaseFormProps = {
  /** Undefined for a new one. */
  base?: KnowledgeBaseResource;
  endpoints: Endpoints;
  onSaved: (base: KnowledgeBaseResource) => Promise<void>;
  onCancel?: () => void;
};

/** Makes a base, or changes its settings. */
export function BaseForm({ base, endpoints, onSaved, onCancel }: BaseFormProps) {
  const t = useTranslations('knowledge');
  const form = useEntryForm<BaseDraft, KnowledgeBaseResource>({
    first: () => baseDraftOf(base, endpoints.embeddings),
    problemsOf: (draft) => wordProblems(baseProblems(draft), (problem) => t(`problems.${problem}`)),
    nameField: 'name',
    send(draft) {
      const body = baseFieldsOf(draft);
      return base
        ? apiClient.updateKnowledgeBase({ params: { name: base.name }, body })
        : apiClient.createKnowledgeBase({ body: { name: draft.name, ...body } });
    },
    onSaved,
  });
  const { draft, set } = form;

  const endpointField = (key: 'embedding' | 'reranker', names: readonly string[]) => (
    <SelectField
      {...form.text(key)}
      label={t(`fields.${key}`)}
      help={names.length === 0 ? t(`noEndpoint.${key}`) : t(`help.${key}`)}
      options={[
        { value: '', label: t(`none.${key}`) },
        ...[...new Set([...names, ...(draft[key] === '' ? [] : [draft[key]])])].map((name) => ({ value: name, label: name })),
      ]}
    />
  );

  return (
    <form {...form.props} className="grid max-w-[80ch] gap-4 p-4" aria-labelledby={form.fieldId('heading')}>
      <h2 id={form.fieldId('heading')} className="text-name font-title">
        {base ? t('settings') : t('addTitle')}
      </h2>
      {endpoints.hasVectors ? null : (
        <p className="rounded-control border border-waiting-line bg-waiting-bg px-3 py-2 text-ink-1">{t('noVectors')}</p>
      )}
      <div className="grid gap-3 md:grid-cols-2">
        {base ? null : (
          <TextField
            {...form.text('name')}
            label={t('fields.name')}
            isRequired
            help={t('help.name')}
            maxLength={63}
            placeholder={t('namePlaceholder')}
          />
        )}
        <TextField {...form.text('title')} label={t('fields.title')} spellCheck maxLength={300} />
      </div>
      <Field {...form.field('description')} label={t('fields.description')} isRequired={false} help={t('help.description')}>
        {(control) => (
          <TextArea
            {...control}
            value={draft.description}
            maxLength={1000}
            onChange={(event) => set({ description: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-3 md:grid-cols-2">
        {endpointField('embedding', endpoints.embeddings)}
        {endpointField('reranker', endpoints.rerankers)}
        <TextField {...form.text('chunkChars')} label={t('fields.chunkChars')} help={t('help.chunkChars')} inputMode="numeric" />
      </div>
      {base && needsIndexing(base, draft) ? <p className="text-ink-2">{t('reindexed')}</p> : null}
      <FormFoot
        title={t('notSaved')}
        problem={form.problem}
        isBusy={form.isBusy}
        saveLabel={base ? t('save') : t('create')}
        cancelLabel={t('cancel')}
        onCancel={onCancel}
      />
    </form>
  );
}
