'use client';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor, useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { isSameValue } from '#components/inspector/field/field-drafts.ts';
import { type FieldModel, fieldModels, isShown } from '#components/inspector/field/field-model.ts';
import { FieldProblems } from '#components/inspector/field/field-problems.tsx';
import { type Catalogue, type FormScope, FormScopeProvider } from '#components/inspector/field/form-scope.tsx';
import { ConfigField } from '#components/inspector/form/config-field.tsx';
import { FormSection } from '#components/inspector/form/form-section.tsx';
import { NextTimes } from '#components/inspector/trigger/next-times.tsx';
import { TriggerSample } from '#components/inspector/trigger/trigger-sample.tsx';
import { Button } from '#components/ui/button.tsx';
import { useTriggerWords } from '#components/ui/use-trigger-words.ts';
import { type FieldPath, setAtPath, valueAtPath } from '#lib/json/set-at-path.ts';
import { configJsonSchema } from '#lib/node-kit/field-expressions.ts';
import type { TriggerRegistry } from '#lib/trigger-kit/define-trigger.ts';
import { changeTrigger, removeTrigger } from '#lib/workflow/edit/change-triggers.ts';
import { startInputsOf } from '#lib/workflow/map-trigger-event.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';
import type { Workflow, WorkflowTrigger } from '#lib/workflow/workflow.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';

const maxRuns = { kind: 'number', isInteger: true, minimum: 1, maximum: 1000 } as const;
const whenBusy = { kind: 'choice', options: ['queue', 'skip'] } as const;

type TriggerFormProps = { trigger: WorkflowTrigger; catalogue: Catalogue };

const registry: TriggerRegistry = triggerRegistry;

/** A trigger as a form: its config, which values of its event become inputs, and which events start runs. */
export function TriggerForm({ trigger, catalogue }: TriggerFormProps) {
  const t = useTranslations('triggers');
  const words = useTriggerWords(trigger.type);
  const all = useEditor((state) => state.problems);
  const problems = useMemo(() => all.filter(({ triggerId }) => triggerId === trigger.id), [all, trigger.id]);
  const definition = Object.hasOwn(registry, trigger.type) ? registry[trigger.type] : undefined;
  const fields = useMemo(() => (definition ? fieldModels(configJsonSchema(definition)) : []), [definition]);
  const nodes = useEditor(({ document }) => document.nodes);
  const inputs = useMemo(() => startInputsOf({ nodes } as Workflow), [nodes]);
  const common = useScope(trigger.id, { at: [], catalogue, problems, wordsOf: 'trigger' });
  const config = useScope(trigger.id, { at: ['config'], catalogue, problems, wordsOf: `trigger.${trigger.type}` });
  const mapping = useScope(trigger.id, { at: ['inputs'], catalogue, problems, wordsOf: 'trigger.inputs' });
  const shown = fields.filter((field) => isShown(field, fields, trigger.config));
  const drawn = (field: FieldModel) => (
    <ConfigField key={field.name} model={field} path={[field.name]} value={trigger.config[field.name]} />
  );
  // What a sender really sends is the first thing to know: fields and inputs are written for it.
  const isSampleFirst = definition?.source === 'request' && trigger.type !== 'form';
  const sample = definition ? (
    <TriggerSample trigger={trigger} definition={definition} inputs={inputs} isFirst={isSampleFirst} />
  ) : null;
  const advanced = shown.filter(({ group }) => group !== undefined);
  return (
    <div data-trigger-form={trigger.id}>
      <div className="grid gap-3 px-3 py-3">
        <p className="text-ink-2">{words.summary}</p>
        {isSampleFirst ? sample : null}
        <FieldProblems problems={problems.filter(({ path }) => path === 'id' || path === 'type' || path === 'version')} />
        <FormScopeProvider scope={common} value={trigger}>
          <ConfigField model={textField('label', t('label'), 'literal')} path={['label']} value={trigger.label} />
        </FormScopeProvider>
        <FormScopeProvider scope={config} value={trigger.config}>
          {shown.filter(({ group }) => group === undefined).map(drawn)}
        </FormScopeProvider>
        {trigger.type === 'schedule' ? <NextTimes config={trigger.config} /> : null}
      </div>
      {advanced.length > 0 ? (
        <FormScopeProvider scope={config} value={trigger.config}>
          <FormSection title={t('advanced')} problems={[]}>
            {advanced.map(drawn)}
          </FormSection>
        </FormScopeProvider>
      ) : null}
      <section aria-label={t('inputs')} className="grid gap-3 border-t border-line-1 px-3 py-3">
        <h3 className="font-title">{t('inputs')}</h3>
        <p className="text-meta text-ink-3">{inputs.length > 0 ? t('inputsHelp') : t('noInputs')}</p>
        <FormScopeProvider scope={mapping} value={trigger.inputs}>
          {inputs.map((input) => (
            <ConfigField key={input.name} model={inputField(input)} path={[input.name]} value={trigger.inputs[input.name]} />
          ))}
        </FormScopeProvider>
        <FormScopeProvider scope={common} value={trigger}>
          <ConfigField model={textField('filter', t('filter'), 'cel')} path={['filter']} value={trigger.filter} />
          <ConfigField
            model={textField('idempotencyKey', t('key'), 'text')}
            path={['idempotencyKey']}
            value={trigger.idempotencyKey}
          />
          <ConfigField
            model={{ ...textField('maxRuns', t('maxRuns'), 'literal'), placeholder: t('unlimited'), control: maxRuns }}
            path={['maxRuns']}
            value={trigger.maxRuns}
          />
          {trigger.maxRuns === undefined ? null : (
            <ConfigField
              model={{ ...textField('whenBusy', t('whenBusy'), 'literal'), defaultValue: 'queue', control: whenBusy }}
              path={['whenBusy']}
              value={trigger.whenBusy}
            />
          )}
          <ConfigField
            model={{ ...textField('disabled', t('disabled'), 'literal'), control: { kind: 'switch' } }}
            path={['disabled']}
            value={trigger.disabled}
          />
        </FormScopeProvider>
      </section>
      {isSampleFirst ? null : sample}
      <div className="border-t border-line-1 px-3 py-2">
        <Remove triggerId={trigger.id} />
      </div>
    </div>
  );
}

function Remove({ triggerId }: { triggerId: string }) {
  const t = useTranslations('triggers');
  const store = useEditorStore();
  const ui = useEditorUiStore();
  function remove() {
    store.getState().apply({ label: 'trigger', run: (workflow) => removeTrigger(workflow, triggerId) });
    ui.getState().set({ triggerId: undefined });
  }
  return (
    <Button look="quiet" onClick={remove}>
      <Trash2 size={13} aria-hidden="true" />
      {t('remove')}
    </Button>
  );
}

type Scoped = Pick<FormScope, 'catalogue' | 'problems' | 'wordsOf'> & { readonly at: FieldPath };

/** A form of a part of the trigger. Problems of other parts are not its own. */
function useScope(triggerId: string, { at, catalogue, problems, wordsOf }: Scoped): FormScope {
  const store = useEditorStore();
  const part = at.join('.');
  return useMemo<FormScope>(
    () => ({
      formId: `trigger:${triggerId}:${part}`,
      wordsOf,
      catalogue,
      problems: problemsIn(problems, part),
      isStrict: false,
      reader: undefined,
      edit: (path, value, { isTyping = false, also } = {}) => {
        const full = part === '' ? path : [part, ...path];
        store.getState().apply({
          label: 'trigger',
          ...(isTyping && { mergeKey: `trigger:${triggerId}:${full.join('.')}` }),
          run: (workflow) => {
            const changed = changeTrigger(workflow, triggerId, (trigger) => {
              // A label is a text, empty for none.
              const next = full[0] === 'label' ? (value ?? '') : value;
              return isSameValue(valueAtPath(trigger, full), next)
                ? trigger
                : (setAtPath(trigger, full, next) as WorkflowTrigger);
            });
            return also ? also(changed) : changed;
          },
        });
      },
    }),
    [store, triggerId, part, wordsOf, catalogue, problems],
  );
}

/** Forms look for the problems of their fields below `config`. */
function problemsIn(problems: readonly Problem[], part: string): readonly Problem[] {
  const prefix = part === '' ? '' : `${part}.`;
  return problems.flatMap((problem) =>
    problem.path?.startsWith(prefix) ? [{ ...problem, path: `config.${problem.path.slice(prefix.length)}` }] : [],
  );
}

function textField(name: string, title: string, expression: FieldModel['expression']): FieldModel {
  return {
    name,
    title,
    description: undefined,
    placeholder: undefined,
    group: undefined,
    visibleWhen: undefined,
    isRequired: false,
    defaultValue: undefined,
    expression,
    control: { kind: 'text', isMultiline: expression === 'cel', maxLength: undefined },
  };
}

/** Where the value of an input comes from. */
function inputField({ name, title, type, required, default: value }: StartInput): FieldModel {
  const isText = type === 'text' || type === 'select';
  return {
    ...textField(name, title ?? name, isText ? 'text' : 'template'),
    placeholder: '{{trigger.…}}',
    isRequired: required === true && value === undefined,
    defaultValue: value,
    control: isText ? { kind: 'text', isMultiline: false, maxLength: undefined } : { kind: 'json', takesText: true, schema: {} },
  };
}
