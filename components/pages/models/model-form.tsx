'use client';
import { Play } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useKnownCredentials } from '#components/data/use-known-credentials.ts';
import { type ModelDraft, readDraft } from '#components/pages/models/model-draft.ts';
import { type ModelPreset, modelPresets, presetNames, presets } from '#components/pages/models/model-presets.ts';
import { ModelTestResult } from '#components/pages/models/model-test-result.tsx';
import { MoreModelFields } from '#components/pages/models/more-model-fields.tsx';
import { refusedFields } from '#components/pages/models/refused-fields.ts';
import type { ModelTest } from '#components/pages/models/use-model-tests.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { ConfiguredModelResource, ModelTrialResource } from '#lib/api/models.contract.ts';

type ModelFormProps = {
  first: ModelDraft;
  /** The model that is changed; undefined for a new one. */
  stored?: ConfiguredModelResource;
  /** The key has the caret from the start. @defaultValue false */
  isAtKey?: boolean;
  onPreset?: (preset: ModelPreset) => void;
  /** Called once it is stored. `trial` is the answer to its settings, if they were tested. */
  onSaved: (name: string, trial: ModelTrialResource | undefined) => Promise<void>;
  onCancel?: () => void;
};

type Problems = Partial<Record<keyof ModelDraft | 'whole', string>>;

/** Adds or edits a model. Errors of the server are shown at their fields. */
export function ModelForm({ first, stored, isAtKey = false, onPreset, onSaved, onCancel }: ModelFormProps) {
  const t = useTranslations('models');
  const formId = useId();
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<Problems>({});
  const [test, setTest] = useState<ModelTest>({ step: 'none' });
  const isBusy = test.step === 'testing';
  const hasFailed = test.step === 'answered' && !test.trial.ok;
  const { credentials = [] } = useKnownCredentials();
  const preset = presets[draft.preset];
  const change = (changed: Partial<ModelDraft>) => setDraft((before) => ({ ...before, ...changed }));
  const fieldId = (key: keyof ModelDraft) => `${formId}-${key}`;

  function choose(next: ModelPreset) {
    const isOurs = draft.baseUrl === (preset.baseUrl ?? '');
    change({ preset: next, ...(isOurs && { baseUrl: presets[next].baseUrl ?? '' }) });
    onPreset?.(next);
  }

  function show(found: Problems) {
    setProblems(found);
    const [key] = Object.keys(found) as (keyof ModelDraft)[];
    if (key) document.getElementById(fieldId(key))?.focus();
  }

  /** Stores settings that answer, and others only if `isAnyway`. */
  async function save({ isAnyway }: { isAnyway: boolean }) {
    if (isBusy) return;
    const read = readDraft(draft, stored);
    if (!read.ok) return show(mapValues(read.problems, (problem) => t(`problems.${problem}`)));
    setProblems({});
    setTest({ step: 'testing', sinceMs: Date.now() });
    const name = draft.name.trim();
    const request = { params: { name }, body: read.entry };
    try {
      const trial = isAnyway ? undefined : await apiClient.tryModel(request);
      if (trial?.ok === false) return setTest({ step: 'answered', trial });
      await apiClient.saveModel(request);
      await onSaved(name, trial);
    } catch (error) {
      setTest({ step: 'none' });
      show(refusedFields(error));
    }
  }

  function keyNote(before: ConfiguredModelResource | undefined): string {
    if (draft.credentialId !== '') return t('keyByCredential');
    if (before?.key === 'set' && before.credentialId === null) return t('keyStays');
    return preset.takesKey ? '' : t('keyOptional');
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void save({ isAnyway: false });
  }

  const text = (key: 'name' | 'modelId' | 'baseUrl' | 'apiKey') => ({
    value: draft[key],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value }),
  });

  return (
    <form onSubmit={submit} noValidate aria-label={stored ? t('change', { name: stored.name }) : t('add')} className="grid gap-3">
      <div className="overflow-x-auto pb-0.5">
        <Segmented
          label={t('provider')}
          value={draft.preset}
          options={modelPresets.map((value) => ({ value, label: presetNames[value] }))}
          onChange={choose}
        />
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Field id={fieldId('name')} label={t('fields.name')} isRequired help={t('help.name')} error={problems.name}>
          {(control) => <TextInput {...control} {...text('name')} readOnly={stored !== undefined} className="font-mono" />}
        </Field>
        <Field id={fieldId('modelId')} label={t('fields.modelId')} isRequired help={t('help.modelId')} error={problems.modelId}>
          {(control) => <TextInput {...control} {...text('modelId')} placeholder={preset.exampleModel} className="font-mono" />}
        </Field>
        <Field
          id={fieldId('baseUrl')}
          label={t('fields.baseUrl')}
          isRequired={preset.provider === 'openai-compatible' && !stored}
          help={preset.provider === 'openai-compatible' ? t('help.baseUrl') : t('help.ownUrl')}
          error={problems.baseUrl}
        >
          {(control) => (
            <TextInput
              {...control}
              {...text('baseUrl')}
              inputMode="url"
              placeholder={stored && stored.baseUrl === null && stored.host ? stored.host : preset.exampleUrl}
              className="font-mono"
            />
          )}
        </Field>
        <Field
          id={fieldId('apiKey')}
          label={t('fields.apiKey')}
          isRequired={preset.provider !== 'openai-compatible' && stored?.key !== 'set' && draft.credentialId === ''}
          help={t('help.apiKey')}
          error={problems.apiKey}
        >
          {(control) => (
            <TextInput
              {...control}
              {...text('apiKey')}
              type="password"
              autoFocus={isAtKey}
              autoComplete="new-password"
              readOnly={draft.credentialId !== ''}
              placeholder={keyNote(stored)}
              className="font-mono"
            />
          )}
        </Field>
        {credentials.length > 0 || draft.credentialId !== '' ? (
          <Field
            id={fieldId('credentialId')}
            label={t('fields.credentialId')}
            isRequired={false}
            help={t('help.credentialId')}
            error={problems.credentialId}
          >
            {(control) => (
              <Select
                {...control}
                value={draft.credentialId}
                onChange={(event) => change({ credentialId: event.target.value, apiKey: '' })}
              >
                <option value="">{t('noCredential')}</option>
                {credentials.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
      </div>
      <Folded title={t('more')} isOpen={moreFields.some((key) => problems[key] !== undefined)}>
        <MoreModelFields draft={draft} problems={problems} fieldId={fieldId} onChange={change} />
      </Folded>
      <div aria-live="polite" className="grid gap-2">
        {problems.whole ? <Notice title={t('notSaved')}>{problems.whole}</Notice> : null}
        <ModelTestResult test={test} />
        {hasFailed ? <p className="text-ink-2">{t('notSavedYet')}</p> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="large" aria-disabled={isBusy || undefined}>
          <Play size={12} aria-hidden="true" />
          {t('testAndSave')}
        </Button>
        {hasFailed ? (
          <Button size="large" onClick={() => void save({ isAnyway: true })}>
            {t('saveAnyway')}
          </Button>
        ) : null}
        {onCancel ? (
          <Button size="large" onClick={onCancel}>
            {t('cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

const moreFields = [
  'contextTokens',
  'maxOutputTokens',
  'temperature',
  'timeoutS',
  'priceInput',
  'priceOutput',
  'priceCached',
  'reasoningEffort',
] as const;

function mapValues<Key extends string, From>(values: Partial<Record<Key, From>>, to: (value: From) => string) {
  const entries = Object.entries(values) as [Key, From][];
  return Object.fromEntries(entries.map(([key, value]) => [key, to(value)])) as Partial<Record<Key, string>>;
}
