'use client';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useSettingChange } from '#components/pages/settings/use-changeable-settings.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { EmbeddingSetting } from '#lib/api/changeable-settings.ts';

type EmbeddingFormProps = {
  /** Undefined for a new one. */
  stored?: EmbeddingSetting;
  /** Names of the others. */
  taken: readonly string[];
  onSaved: () => void;
  onCancel: () => void;
};
type Draft = Record<
  'name' | 'baseUrl' | 'model' | 'apiKey' | 'dimensions' | 'inputPrice' | 'queryPrefix' | 'documentPrefix',
  string
>;

const NAME = /^[a-zA-Z0-9][\w.-]{0,99}$/;
const REQUIRED = ['name', 'baseUrl', 'model'] as const;
const OPTIONAL = ['dimensions', 'inputPrice', 'queryPrefix', 'documentPrefix'] as const;

/** Address, model and key of an embedding model. A stored key stays unless it is typed again. */
export function EmbeddingForm({ stored, taken, onSaved, onCancel }: EmbeddingFormProps) {
  const t = useTranslations('embeddings');
  const prefix = useId();
  const { isBusy, problem, run } = useSettingChange();
  const [errors, setErrors] = useState<Partial<Record<keyof Draft, string>>>({});
  const [draft, setDraft] = useState<Draft>({
    name: stored?.name ?? (taken.length === 0 ? 'main' : ''),
    baseUrl: stored?.baseUrl ?? '',
    model: stored?.model ?? '',
    apiKey: '',
    dimensions: stored?.dimensions?.toString() ?? '',
    inputPrice: stored?.inputPrice?.toString() ?? '',
    queryPrefix: stored?.queryPrefix ?? '',
    documentPrefix: stored?.documentPrefix ?? '',
  });

  function check(): Partial<Record<keyof Draft, string>> {
    const missing = REQUIRED.filter((key) => draft[key].trim() === '').map((key) => [key, t('required')] as const);
    const dimensions = Number(draft.dimensions || 1);
    return {
      ...(NAME.test(draft.name.trim()) ? {} : { name: t('wrongName') }),
      ...(taken.includes(draft.name.trim()) ? { name: t('takenName') } : {}),
      ...(Number(draft.inputPrice) >= 0 && Number.isFinite(Number(draft.inputPrice)) ? {} : { inputPrice: t('wrongPrice') }),
      ...(Number.isInteger(dimensions) && dimensions > 0 ? {} : { dimensions: t('wrongNumber') }),
      ...Object.fromEntries(missing),
    };
  }

  async function save(event: SubmitEvent) {
    event.preventDefault();
    const found = check();
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) return document.getElementById(`${prefix}-${first}`)?.focus();
    const { name, baseUrl, model, apiKey, dimensions, inputPrice, queryPrefix, documentPrefix } = draft;
    const body = {
      baseUrl: baseUrl.trim(),
      model: model.trim(),
      dimensions: dimensions === '' ? null : Number(dimensions),
      inputPrice: inputPrice.trim() === '' ? null : Number(inputPrice),
      queryPrefix,
      documentPrefix,
      ...(apiKey.trim() !== '' && { apiKey: apiKey.trim() }),
    };
    if (await run(() => apiClient.setEmbedding({ params: { name: name.trim() }, body }))) onSaved();
  }

  const field = (
    key: keyof Draft,
    { isRequired = false, placeholder = '' }: { isRequired?: boolean; placeholder?: string } = {},
  ) => (
    <Field id={`${prefix}-${key}`} label={t(`fields.${key}`)} isRequired={isRequired} help={t(`help.${key}`)} error={errors[key]}>
      {(control) => (
        <TextInput
          {...control}
          type={key === 'apiKey' ? 'password' : 'text'}
          value={draft[key]}
          disabled={key === 'name' && stored !== undefined}
          autoComplete={key === 'apiKey' ? 'new-password' : 'off'}
          spellCheck={false}
          placeholder={placeholder}
          onChange={(event) => setDraft({ ...draft, [key]: event.target.value })}
          className="font-mono"
        />
      )}
    </Field>
  );

  return (
    <form
      onSubmit={save}
      noValidate
      aria-label={stored ? t('editTitle', { name: stored.name }) : t('add')}
      className="grid max-w-200 gap-3"
    >
      <div className="grid gap-3 md:grid-cols-2">
        {field('name', { isRequired: true })}
        {field('model', { isRequired: true, placeholder: 'text-embedding-3-small' })}
        {field('baseUrl', { isRequired: true, placeholder: 'https://api.openai.com/v1' })}
        {field('apiKey', { placeholder: stored?.hasKey ? t('keyStays') : '' })}
      </div>
      <details>
        <summary className="cursor-pointer text-ink-2">{t('more')}</summary>
        <div className="mt-2 grid gap-3 md:grid-cols-2">
          {OPTIONAL.map((key) => (
            <div key={key}>{field(key)}</div>
          ))}
        </div>
      </details>
      <div aria-live="polite">{problem ? <p className="text-failed wrap-anywhere">{problem}</p> : null}</div>
      <p className="flex gap-2">
        <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
          {t('save')}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </p>
    </form>
  );
}
