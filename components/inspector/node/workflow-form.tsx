'use client';
import { Suspense, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { isSameValue } from '#components/inspector/field/field-drafts.ts';
import type { FieldModel } from '#components/inspector/field/field-model.ts';
import { FieldProblems } from '#components/inspector/field/field-problems.tsx';
import { type Catalogue, type FormScope, FormScopeProvider } from '#components/inspector/field/form-scope.tsx';
import { FormSection } from '#components/inspector/form/form-section.tsx';
import { settingsFields } from '#components/inspector/form/option-fields.ts';
import { SettingField } from '#components/inspector/form/setting-field.tsx';
import { FoldersField } from '#components/inspector/node/folders-field.tsx';
import { HostsField } from '#components/inspector/node/hosts-field.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { setAtPath, valueAtPath } from '#lib/json/set-at-path.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

const LazyMemoryFields = lazyPart(async () => (await import('#components/inspector/node/memory-fields.tsx')).MemoryFields);
const LazySessionFields = lazyPart(async () => (await import('#components/inspector/node/session-fields.tsx')).SessionFields);

const LIMITS = ['maxSteps', 'maxTokens', 'maxCostUsd', 'maxToolCalls', 'maxDurationMs'] as const;

/** What the workflow says of itself, shown while nothing is selected. */
export function WorkflowForm({ catalogue }: { catalogue: Catalogue }) {
  const t = useTranslations('inspector');
  const name = useEditor(({ document }) => document.name);
  const description = useEditor(({ document }) => document.description);
  const settings = useEditor(({ document }) => document.settings);
  const problems = useEditor((state) => state.problems);
  const edit = useWorkflowEdit();
  const scope = useMemo<FormScope>(
    () => ({
      formId: 'workflow',
      wordsOf: 'settings',
      edit,
      catalogue,
      problems: [],
      isStrict: true,
      reader: undefined,
    }),
    [edit, catalogue],
  );
  const limits = settings.limits ?? {};
  const variables = settings.session?.variables ?? [];
  const limitCount = LIMITS.filter((limit) => limits[limit] !== undefined).length;
  const setting = (key: 'defaultModel' | 'language' | 'mode') => ({ path: ['settings', key], value: settings[key] });
  return (
    <FormScopeProvider scope={scope} value={{ name, description, settings }}>
      <div className="grid gap-3 px-3 py-3">
        <h2 className="text-name font-title">{t('workflow')}</h2>
        <FieldProblems
          problems={problems.filter(
            ({ nodeId, edgeId, triggerId }) => nodeId === undefined && edgeId === undefined && triggerId === undefined,
          )}
        />
        <SettingField model={textModel('name', t('name'), 200)} path={['name']} value={name} />
        <SettingField model={textModel('description', t('description'), 5000)} path={['description']} value={description} />
        <SettingField model={{ ...settingsFields('defaultModel'), control: { kind: 'model' } }} {...setting('defaultModel')} />
        <SettingField model={{ ...settingsFields('language'), title: t('language') }} {...setting('language')} />
        <SettingField model={settingsFields('mode')} {...setting('mode')} />
        <HostsField value={settings.hosts} />
        <FoldersField value={settings.folders} />
      </div>
      <FormSection title={t('limits')} summary={limitCount > 0 ? t('setCount', { count: limitCount }) : undefined}>
        {LIMITS.map((limit) => (
          <SettingField key={limit} model={settingsFields(limit)} path={['settings', 'limits', limit]} value={limits[limit]} />
        ))}
        <SettingField model={settingsFields('onLimit')} path={['settings', 'limits', 'onLimit']} value={limits.onLimit} />
      </FormSection>
      <FormSection
        title={t('session')}
        summary={variables.length > 0 ? t('variableCount', { count: variables.length }) : undefined}
      >
        <Suspense>
          <LazySessionFields value={settings.session} />
        </Suspense>
      </FormSection>
      <FormSection title={t('memory')} summary={settings.memory?.enabled ? t('memoryOn') : undefined}>
        <Suspense>
          <LazyMemoryFields value={settings.memory} />
        </Suspense>
      </FormSection>
    </FormScopeProvider>
  );
}

/** A workflow has a name, and a description that may be empty. */
function textModel(name: 'name' | 'description', title: string, maxLength: number): FieldModel {
  return {
    name,
    title,
    description: undefined,
    placeholder: undefined,
    group: undefined,
    visibleWhen: undefined,
    isRequired: name === 'name',
    defaultValue: undefined,
    expression: 'literal',
    control: { kind: 'text', isMultiline: name === 'description', maxLength },
  };
}

function useWorkflowEdit(): FormScope['edit'] {
  const store = useEditorStore();
  return useMemo(
    () =>
      (path, value, { isTyping = false } = {}) =>
        store.getState().apply({
          label: 'workflow',
          ...(isTyping && { mergeKey: `workflow:${path.join('.')}` }),
          run: (workflow) => {
            const next = path[0] === 'description' ? (value ?? '') : value;
            if (isSameValue(valueAtPath(workflow, path), next)) return workflow;
            return setAtPath(workflow, path, next) as Workflow;
          },
        }),
    [store],
  );
}
