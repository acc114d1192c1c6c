'use client';
import { memo, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { isSameValue } from '#components/inspector/field/field-drafts.ts';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { type Catalogue, type FormScope, FormScopeProvider, useFormScope } from '#components/inspector/field/form-scope.tsx';
import { ConfigField } from '#components/inspector/form/config-field.tsx';
import { FormSection } from '#components/inspector/form/form-section.tsx';
import { optionFields } from '#components/inspector/form/option-fields.ts';
import { withoutPlaceholder } from '#components/inspector/form/plain-fields.tsx';
import { Select } from '#components/ui/select.tsx';
import { isRecord, setAtPath, valueAtPath } from '#lib/json/set-at-path.ts';
import { setNodeOptions } from '#lib/workflow/edit/set-node-options.ts';
import type { NodeOptions } from '#lib/workflow/node-options.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

const FIRST_RETRY = { attempts: 3, delayMs: 1000, factor: 2, on: 'retryable' };

const unset: NodeOptions = {};

type OptionsFormProps = { nodeId: NodeId; options: NodeOptions | undefined; catalogue: Catalogue };

/** Options that every node has in addition to its config. */
export const OptionsForm = memo(function OptionsForm({ nodeId, options = unset, catalogue }: OptionsFormProps) {
  const t = useTranslations('inspector');
  const edit = useOptionsEdit(nodeId);
  const scope = useMemo<FormScope>(
    () => ({
      formId: `${nodeId}:options`,
      wordsOf: 'options',
      edit,
      catalogue,
      problems: [],
      isStrict: true,
      reader: nodeId,
    }),
    [nodeId, edit, catalogue],
  );
  const field = (name: string) => ({
    model: optionFields(name),
    path: [name],
    value: (options as Record<string, unknown>)[name],
  });
  const setCount = Object.keys(options).length;
  return (
    <FormScopeProvider scope={scope} value={options}>
      <FormSection title={t('options')} summary={setCount > 0 ? t('setCount', { count: setCount }) : undefined}>
        <ConfigField {...field('disabled')} />
        <ConfigField {...field('timeoutMs')} />
        <RetryFields value={options.retry} />
        <OnErrorField {...field('onError')} />
        <ConfigField {...field('pinned')} />
        <ConfigField {...asNotes(field('notes'), t('notes'))} />
      </FormSection>
    </FormScopeProvider>
  );
});

/** How often it is tried again; without attempts there is nothing more to say about it. */
function RetryFields({ value }: { value: NodeOptions['retry'] }) {
  const t = useTranslations('inspector');
  const { edit, formId } = useFormScope();
  const id = `field-${formId}-retry`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser
    <div role="group" aria-labelledby={`${id}-label`} className="grid gap-3">
      <div className="grid grid-cols-[104px_minmax(0,1fr)] items-center gap-2 pr-7">
        <label id={`${id}-label`} htmlFor={id} className="font-strong text-ink-2">
          {t('retry')}
        </label>
        <Select
          id={id}
          value={value ? 'on' : 'off'}
          onChange={(event) => edit(['retry'], event.target.value === 'on' ? FIRST_RETRY : undefined)}
        >
          <option value="off">{t('retryOff')}</option>
          <option value="on">{t('retryOn')}</option>
        </Select>
      </div>
      {value ? (
        <div className="grid gap-3 border-l-2 border-line-1 pl-2">
          {['attempts', 'delayMs', 'factor', 'on'].map((name) => (
            <ConfigField key={name} model={optionFields(name)} path={['retry', name]} value={value[name]} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** Fail, continue at the error port, or continue with a fallback value. */
function OnErrorField(props: FieldProps) {
  const { path, value } = props;
  const { edit } = useFormScope();
  const t = useTranslations('inspector.onError');
  const choice = isRecord(value) ? 'continue' : value === 'branch' ? 'branch' : value === 'fail' ? 'fail' : '';
  const model = { ...optionFields('pinned'), name: 'continue', isRequired: true, title: t('value'), description: undefined };
  return (
    <>
      <FieldFrame {...props} isShort>
        {(control) => (
          <Select
            {...withoutPlaceholder(control)}
            value={choice}
            onChange={({ target }) => edit(path, target.value === 'continue' ? { continue: null } : target.value || undefined)}
          >
            <option value="">{t('unset')}</option>
            <option value="fail">{t('fail')}</option>
            <option value="branch">{t('branch')}</option>
            <option value="continue">{t('continue')}</option>
          </Select>
        )}
      </FieldFrame>
      {isRecord(value) ? <ConfigField model={model} path={[...path, 'continue']} value={value.continue} /> : null}
    </>
  );
}

function asNotes({ model, ...field }: FieldProps, title: string): FieldProps {
  const control = model.control.kind === 'text' ? { ...model.control, isMultiline: true } : model.control;
  return { ...field, model: { ...model, title, control } };
}

function useOptionsEdit(nodeId: string): FormScope['edit'] {
  const store = useEditorStore();
  return useMemo(
    () =>
      (path, value, { isTyping = false } = {}) =>
        store.getState().apply({
          label: 'options',
          ...(isTyping && { mergeKey: `options:${nodeId}:${path.join('.')}` }),
          run: (workflow) => {
            const options = workflow.nodes.find(({ id }) => id === nodeId)?.options ?? {};
            if (isSameValue(valueAtPath(options, path), value)) return workflow;
            return setNodeOptions(workflow, nodeId, setAtPath(options, path, value) as NodeOptions);
          },
        }),
    [store, nodeId],
  );
}
