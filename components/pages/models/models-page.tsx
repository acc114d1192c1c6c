'use client';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { ConfigFileHelp } from '#components/pages/models/config-file-help.tsx';
import { EmbeddingsSection } from '#components/pages/models/embeddings-section.tsx';
import { draftOf, newDraft, readDraft } from '#components/pages/models/model-draft.ts';
import { ModelForm } from '#components/pages/models/model-form.tsx';
import type { ModelAction } from '#components/pages/models/model-menu.tsx';
import type { ModelPreset } from '#components/pages/models/model-presets.ts';
import { ModelRow, menuIdOf } from '#components/pages/models/model-row.tsx';
import { ModelTable } from '#components/pages/models/model-table.tsx';
import { useModelTests } from '#components/pages/models/use-model-tests.ts';
import { useModels } from '#components/pages/models/use-models.ts';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { LoadProblem } from '#components/ui/load-problem.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';
import type { ConfiguredModelResource, ModelTrialResource } from '#lib/api/models.contract.ts';

const ADD_ID = 'add-model';

type ModelsPageProps = {
  first: readonly ConfiguredModelResource[];
  configFile: string | null;
  changeable: ChangeableSettings;
  /** The model, or `default`, whose form is open from the start, with the caret in its key. */
  keyOf?: string | undefined;
};

/** The models of the config file and of this page: add, edit, test and remove. */
export function ModelsPage({ first, configFile, changeable, keyOf }: ModelsPageProps) {
  const t = useTranslations('models');
  const { models, problem, loadError, reload, show, change } = useModels(first);
  const tests = useModelTests();
  const isDemoOnly = models.every(({ isDemo }) => isDemo);
  const [isAdding, setIsAdding] = useState(isDemoOnly);
  const [edited, setEdited] = useState(() => modelNamed(first, keyOf)?.name);
  const [leaving, setLeaving] = useState<ConfiguredModelResource>();
  const [preset, setPreset] = useState<ModelPreset>(newDraft.preset);

  function closeNew() {
    setIsAdding(false);
    document.getElementById(ADD_ID)?.focus();
  }

  function closeEdited(name: string) {
    setEdited(undefined);
    document.getElementById(menuIdOf(name))?.focus();
  }

  async function onSaved(model: ConfiguredModelResource, trial: ModelTrialResource | undefined) {
    const { name } = model;
    show(model);
    await reload();
    if (edited === name) closeEdited(name);
    else closeNew();
    if (trial) tests.show(name, trial);
  }

  function act(model: ConfiguredModelResource, action: ModelAction) {
    const params = { name: model.name };
    if (action === 'edit') return setEdited(model.name);
    if (action === 'makeDefault') return void change(() => apiClient.setDefaultModel({ body: params }));
    if (action === 'remove' || action === 'takeBack') return setLeaving(model);
    const read = readDraft(draftOf(model), model);
    if (read.ok) void change(() => apiClient.saveModel({ params, body: { ...read.entry, isEnabled: action === 'switchOn' } }));
  }

  function leave() {
    const name = leaving?.name;
    setLeaving(undefined);
    if (name !== undefined) void change(() => apiClient.removeModel({ params: { name } }));
  }

  return (
    <PageFrame
      title={t('title')}
      about={isDemoOnly ? t('aboutDemo') : t('about')}
      actions={
        <Button id={ADD_ID} look="primary" size="large" aria-expanded={isAdding} onClick={() => setIsAdding(true)}>
          <Plus size={14} aria-hidden="true" />
          {t('add')}
        </Button>
      }
    >
      <div aria-live="polite">
        <LoadProblem error={loadError} isStale onRetry={() => void reload()} className="px-4 py-3" />
        {problem === undefined ? null : (
          <div className="px-4 pt-3">
            <Notice title={t('notSaved')}>{problem}</Notice>
          </div>
        )}
      </div>
      {isAdding ? (
        <section aria-labelledby="adding" className="border-b border-line-1 px-4 py-4">
          <div className="grid max-w-200 gap-3">
            <h2 id="adding" className="text-name font-title">
              {t('add')}
            </h2>
            <ModelForm
              first={{ ...newDraft, name: unusedName(models) }}
              onPreset={setPreset}
              onSaved={onSaved}
              {...(!isDemoOnly && { onCancel: closeNew })}
            />
            <ConfigFileHelp configFile={configFile} preset={preset} />
          </div>
        </section>
      ) : null}
      <ModelTable>
        {models.map((model) => (
          <ModelRow
            key={model.name}
            model={model}
            test={tests.testOf(model.name)}
            onTest={() => void tests.run(model.name)}
            onAction={(action) => act(model, action)}
          >
            {edited === model.name ? (
              <div className="max-w-200 py-2">
                <ModelForm
                  first={draftOf(model)}
                  stored={model}
                  isAtKey={keyOf !== undefined && model === modelNamed(first, keyOf)}
                  onSaved={onSaved}
                  onCancel={() => closeEdited(model.name)}
                />
              </div>
            ) : undefined}
          </ModelRow>
        ))}
      </ModelTable>
      <EmbeddingsSection first={changeable} />
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={t(leaving?.origin === 'changed' ? 'takeBackTitle' : 'removeTitle', { name: leaving?.name ?? '' })}
        cancelLabel={t('cancel')}
        confirmLabel={t(leaving?.origin === 'changed' ? 'actions.takeBack' : 'actions.remove')}
        focusAfterId={ADD_ID}
        onCancel={() => setLeaving(undefined)}
        onConfirm={leave}
      >
        {t(leaving?.origin === 'changed' ? 'takeBackText' : 'removeText')}
      </ConfirmDialog>
    </PageFrame>
  );
}

function modelNamed(models: readonly ConfiguredModelResource[], name: string | undefined) {
  return models.find((model) => (name === 'default' ? model.isDefault : model.name === name) && !model.isDemo);
}

/** `main` for the first, then the next that is free. */
function unusedName(models: readonly ConfiguredModelResource[]): string {
  const names = new Set(models.map(({ name }) => name));
  if (!names.has('main')) return 'main';
  let number = 2;
  while (names.has(`model-${number}`)) number++;
  return `model-${number}`;
}
