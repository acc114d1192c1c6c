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
import { useFocusFirst } from '#components/ui/use-focus-first.ts';
import { Ways } from '#components/ui/ways.tsx';
import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';
import { idOfTitle, isIdOfTitle } from '#lib/text/id-of-title.ts';

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

const NAME_MAX = 63;

/** Makes a base, or changes its settings. The name of a new one follows its title until a person writes another one. */
export function BaseForm({ base, endpoints, onSaved, onCancel }: BaseFormProps) {
  const t = useTranslations('knowledge');
  const form = useEntryForm<BaseDraft, KnowledgeBaseResource>({
    first: () => baseDraftOf(base, endpoints.embeddings),
    problemsOf: (draft) => wordProblems(baseProblems(draft), (problem) => t(`problems.${problem}`)),
    nameField: 'name',
    keepAs: base ? undefined : 'knowledge base',
    send(draft) {
      const body = baseFieldsOf(draft);
      return base
        ? apiClient.updateKnowledgeBase({ params: { name: base.name }, body })
        : apiClient.createKnowledgeBase({ body: { name: draft.name, ...body } });
    },
    onSaved,
  });
  const { draft, set } = form;
  useFocusFirst(form.fieldId('title'), base === undefined);

  const endpointField = (key: 'embedding' | 'reranker', names: readonly string[]) => (
    <div className="grid content-start gap-1">
      <SelectField
        {...form.text(key)}
        label={t(`fields.${key}`)}
        help={names.length === 0 ? t(`noEndpoint.${key}`) : t(`help.${key}`)}
        options={[
          { value: '', label: t(`none.${key}`) },
          ...[...new Set([...names, ...(draft[key] === '' ? [] : [draft[key]])])].map((name) => ({ value: name, label: name })),
        ]}
      />
      {names.length === 0 ? <Ways of={t(`noEndpoint.${key}`)} /> : null}
    </div>
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
        <TextField
          {...form.text('title')}
          label={t('fields.title')}
          spellCheck
          maxLength={300}
          onChange={(title) =>
            set(base || !isIdOfTitle(draft.name, draft.title, NAME_MAX) ? { title } : { title, name: idOfTitle(title, NAME_MAX) })
          }
        />
        {base ? null : (
          <TextField
            {...form.text('name')}
            label={t('fields.name')}
            isRequired
            help={t('help.name')}
            maxLength={NAME_MAX}
            placeholder={t('namePlaceholder')}
          />
        )}
      </div>
      <Field {...form.field('description')} label={t('fields.description')} isRequired={false} help={t('help.description')}>
        {(control) => (
          <TextArea
            {...control}
            value={draft.description}
            data-max-length={1000}
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
