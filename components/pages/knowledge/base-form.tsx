'use client';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
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
  onSaved: (name: string) => Promise<void>;
  onCancel?: () => void;
};

/** Makes a base, or changes its settings. */
export function BaseForm({ base, endpoints, onSaved, onCancel }: BaseFormProps) {
  const t = useTranslations('knowledge');
  const prefix = useId();
  const [draft, setDraft] = useState({
    name: base?.name ?? '',
    title: base?.title ?? '',
    description: base?.description ?? '',
    embedding: base ? (base.embedding ?? '') : (endpoints.embeddings[0] ?? ''),
    reranker: base?.reranker ?? '',
    chunkChars: String(base?.chunkChars ?? 800),
  });
  const { isBusy, problem, run } = useChange();
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const isReindexed =
    base !== undefined && (draft.embedding !== (base.embedding ?? '') || Number(draft.chunkChars) !== base.chunkChars);

  async function save(event: FormEvent) {
    event.preventDefault();
    const { name, title, description, embedding, reranker, chunkChars } = draft;
    const fields = {
      title: title.trim() || name,
      description,
      embedding: embedding || null,
      reranker: reranker || null,
      chunkChars: Number(chunkChars),
    };
    await run(async () => {
      if (base) await apiClient.updateKnowledgeBase({ params: { name }, body: fields });
      else await apiClient.createKnowledgeBase({ body: { name, ...fields } });
      await onSaved(name);
    });
  }

  const endpointField = (key: 'embedding' | 'reranker', names: readonly string[]) => (
    <Field
      id={`${prefix}-${key}`}
      label={t(`fields.${key}`)}
      isRequired={false}
      help={names.length === 0 ? t(`noEndpoint.${key}`) : t(`help.${key}`)}
    >
      {(control) => (
        <Select {...control} value={draft[key]} onChange={(event) => change({ [key]: event.target.value })}>
          <option value="">{t(`none.${key}`)}</option>
          {[...new Set([...names, ...(draft[key] === '' ? [] : [draft[key]])])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
    </Field>
  );

  return (
    <form onSubmit={(event) => void save(event)} className="grid max-w-[80ch] gap-4 p-4" aria-labelledby={`${prefix}-heading`}>
      <h2 id={`${prefix}-heading`} className="text-name font-title">
        {base ? t('settings') : t('addTitle')}
      </h2>
      {endpoints.hasVectors ? null : (
        <p className="rounded-control border border-waiting-line bg-waiting-bg px-3 py-2 text-ink-1">{t('noVectors')}</p>
      )}
      <div className="grid gap-3 md:grid-cols-2">
        {base ? null : (
          <Field id={`${prefix}-name`} label={t('fields.name')} isRequired help={t('help.name')}>
            {(control) => (
              <TextInput
                {...control}
                value={draft.name}
                required
                autoComplete="off"
                pattern="[a-z][a-z0-9_\-]{0,62}"
                placeholder={t('namePlaceholder')}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
        )}
        <Field id={`${prefix}-title`} label={t('fields.title')} isRequired={false}>
          {(control) => (
            <TextInput
              {...control}
              value={draft.title}
              maxLength={300}
              autoComplete="off"
              onChange={(event) => change({ title: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field id={`${prefix}-description`} label={t('fields.description')} isRequired={false} help={t('help.description')}>
        {(control) => (
          <TextArea
            {...control}
            value={draft.description}
            maxLength={1000}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-3 md:grid-cols-2">
        {endpointField('embedding', endpoints.embeddings)}
        {endpointField('reranker', endpoints.rerankers)}
        <Field id={`${prefix}-chunkChars`} label={t('fields.chunkChars')} isRequired={false} help={t('help.chunkChars')}>
          {(control) => (
            <TextInput
              {...control}
              type="number"
              min={200}
              max={4000}
              required
              value={draft.chunkChars}
              onChange={(event) => change({ chunkChars: event.target.value })}
            />
          )}
        </Field>
      </div>
      {isReindexed ? <p className="text-ink-2">{t('reindexed')}</p> : null}
      <div role="alert">{problem === undefined ? null : <Notice title={t('notSaved')}>{problem}</Notice>}</div>
      <div className="flex gap-2">
        <Button type="submit" look="primary" size="large" aria-disabled={isBusy || undefined}>
          {base ? t('save') : t('create')}
        </Button>
        {onCancel ? (
          <Button size="large" onClick={onCancel}>
            {t('cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
