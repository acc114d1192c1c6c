'use client';
import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CredentialSelect } from '#components/credentials/credential-select.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm, wordProblems } from '#components/data/use-entry-form.ts';
import { type ModelDraft, readDraft } from '#components/pages/models/model-draft.ts';
import { fieldOfModel } from '#components/pages/models/model-fields.ts';
import { ModelIdField } from '#components/pages/models/model-id-field.tsx';
import { type ModelPreset, modelPresets, presetNames, presets } from '#components/pages/models/model-presets.ts';
import { ModelTestResult } from '#components/pages/models/model-test-result.tsx';
import { MoreModelFields } from '#components/pages/models/more-model-fields.tsx';
import type { ModelTest } from '#components/pages/models/use-model-tests.ts';
import { Button } from '#components/ui/button.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { ConfiguredModelResource, ModelTrialResource } from '#lib/api/models.contract.ts';

type ModelFormProps = {
  first: ModelDraft;
  /** The model that is changed; undefined for a new one. */
  stored?: ConfiguredModelResource;
  /** The key has the caret from the start. @defaultValue false */
  isAtKey?: boolean;
  onPreset?: (preset: ModelPreset) => void;
  /** Called once it is stored. `trial` is the answer to its settings, if they were tested. */
  onSaved: (model: ConfiguredModelResource, trial: ModelTrialResource | undefined) => Promise<void>;
  onCancel?: () => void;
};

const SECRETS = ['apiKey'];

type Saved = { readonly model: ConfiguredModelResource; readonly trial: ModelTrialResource | undefined };

/** Adds or edits a model. Errors of the server are shown at their fields. */
export function ModelForm({ first, stored, isAtKey = false, onPreset, onSaved, onCancel }: ModelFormProps) {
  const t = useTranslations('models');
  const [test, setTest] = useState<ModelTest>({ step: 'none' });
  const hasFailed = test.step === 'answered' && !test.trial.ok;
  const form = useEntryForm<ModelDraft, Saved>({
    first,
    problemsOf(draft) {
      const read = readDraft(draft, stored);
      return read.ok ? {} : wordProblems(read.problems, (problem) => t(`problems.${problem}`));
    },
    fieldOf: fieldOfModel,
    keepAs: stored ? undefined : 'model',
    secrets: SECRETS,
    send: (draft) => store(draft, { isAnyway: false }),
    onSaved: ({ model, trial }) => onSaved(model, trial),
  });
  const { draft, set, problems } = form;
  const preset = presets[draft.preset];
  const keyId = form.fieldId('apiKey');
  const isHydrated = useIsHydrated();
  // `inert`, as the form is before, loses the focus of `autofocus`.
  useEffect(() => {
    if (isAtKey && isHydrated) document.getElementById(keyId)?.focus();
  }, [isAtKey, isHydrated, keyId]);

  /** Stores settings that answer, and others only if `isAnyway`. */
  async function store(checked: ModelDraft, { isAnyway }: { isAnyway: boolean }): Promise<Saved | undefined> {
    const read = readDraft(checked, stored);
    if (!read.ok) return undefined;
    const request = { params: { name: checked.name.trim() }, body: read.entry };
    setTest({ step: 'testing', sinceMs: Date.now() });
    try {
      const trial = isAnyway ? undefined : await apiClient.tryModel(request);
      if (trial?.ok === false) {
        setTest({ step: 'answered', trial });
        return undefined;
      }
      return { model: await apiClient.saveModel(request), trial };
    } catch (error) {
      setTest({ step: 'none' });
      throw error;
    }
  }

  function choose(next: ModelPreset) {
    const isOurs = draft.baseUrl === (preset.baseUrl ?? '');
    set({ preset: next, ...(isOurs && { baseUrl: presets[next].baseUrl ?? '' }) });
    onPreset?.(next);
  }

  function keyNote(before: ConfiguredModelResource | undefined): string {
    if (draft.credentialId !== '') return t('keyByCredential');
    if (before?.key === 'set' && before.credentialId === null) return t('keyStays');
    return preset.takesKey ? '' : t('keyOptional');
  }

  return (
    <form {...form.props} aria-label={stored ? t('change', { name: stored.name }) : t('add')} className="grid gap-3">
      <div className="overflow-x-auto pb-0.5">
        <Segmented
          label={t('provider')}
          value={draft.preset}
          options={modelPresets.map((value) => ({ value, label: presetNames[value] }))}
          onChange={choose}
        />
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <TextField
          {...form.text('name')}
          label={t('fields.name')}
          isRequired
          help={t('help.name')}
          readOnly={stored !== undefined}
          className="font-mono"
        />
        <TextField
          {...form.text('baseUrl')}
          label={t('fields.baseUrl')}
          isRequired={preset.provider === 'openai-compatible' && !stored}
          help={preset.provider === 'openai-compatible' ? t('help.baseUrl') : t('help.ownUrl')}
          inputMode="url"
          placeholder={stored && stored.baseUrl === null && stored.host ? stored.host : preset.exampleUrl}
          className="font-mono"
        />
        <TextField
          {...form.text('apiKey')}
          label={t('fields.apiKey')}
          isRequired={preset.provider !== 'openai-compatible' && stored?.key !== 'set' && draft.credentialId === ''}
          help={t('help.apiKey')}
          type="password"
          autoComplete="new-password"
          readOnly={draft.credentialId !== ''}
          placeholder={keyNote(stored)}
          className="font-mono"
        />
        <CredentialSelect
          {...form.field('credentialId')}
          label={t('fields.credentialId')}
          help={t('help.credentialId')}
          value={draft.credentialId}
          url={draft.baseUrl}
          onChange={(credentialId) => set({ credentialId, apiKey: '' })}
        />
        <ModelIdField {...form.field('modelId')} draft={draft} stored={stored} onChange={set} />
        <div className="grid content-start gap-1">
          <div className="grid grid-cols-2 gap-3">
            <TextField {...form.text('priceInput')} label={t('fields.priceInput')} inputMode="decimal" className="num" />
            <TextField {...form.text('priceOutput')} label={t('fields.priceOutput')} inputMode="decimal" className="num" />
          </div>
          <p className="text-meta text-ink-3">{t('help.price')}</p>
        </div>
      </div>
      <Folded title={t('more')}>
        <MoreModelFields draft={draft} problems={problems} fieldId={form.fieldId} onChange={set} />
      </Folded>
      <FormFoot
        title={t('notSaved')}
        problem={form.problem}
        status={
          test.step === 'none' ? null : (
            <div className="grid gap-2">
              <ModelTestResult test={test} />
              {hasFailed ? <p className="text-ink-2">{t('notSavedYet')}</p> : null}
            </div>
          )
        }
        isBusy={form.isBusy}
        saveLabel={
          <>
            <Play size={12} aria-hidden="true" />
            {t('testAndSave')}
          </>
        }
        cancelLabel={t('cancel')}
        onCancel={
          onCancel &&
          (() => {
            form.forget();
            onCancel();
          })
        }
      >
        {hasFailed ? (
          <Button size="large" onClick={() => void form.save((checked) => store(checked, { isAnyway: true }))}>
            {t('saveAnyway')}
          </Button>
        ) : null}
      </FormFoot>
    </form>
  );
}
