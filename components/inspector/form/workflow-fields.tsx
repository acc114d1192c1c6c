'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { WorkflowPicker } from '#components/data/workflow-picker.tsx';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope, useFormValue } from '#components/inspector/field/form-scope.tsx';
import { KeyValueField } from '#components/inspector/form/key-value-field.tsx';
import { withoutPlaceholder } from '#components/inspector/form/plain-fields.tsx';
import { startInputsOf } from '#components/run-view/form/start-inputs-of.ts';
import { Select } from '#components/ui/select.tsx';
import { isRecord } from '#lib/json/set-at-path.ts';

/** Another workflow of the workspace, by its name. */
export function WorkflowField(props: FieldProps) {
  const { path, value } = props;
  const { edit } = useFormScope();
  const t = useTranslations('inspector');
  const own = useEditor(({ workflowId }) => workflowId);
  const chosen = plainText(value);
  return (
    <FieldFrame {...props}>
      {(control) => (
        <WorkflowPicker
          {...withoutPlaceholder(control)}
          value={chosen === '' ? undefined : chosen}
          none={t('chooseWorkflow')}
          without={own}
          onPick={(id) => edit(path, id)}
        />
      )}
    </FieldFrame>
  );
}

/** A published version of the chosen workflow, or its draft. */
export function VersionField(props: FieldProps) {
  const { path, value } = props;
  const { edit } = useFormScope();
  const t = useTranslations('inspector');
  const workflowId = useCalledId();
  const page = useAnswer(workflowId, (id, signal) => apiClient.listVersions({ params: { id }, query: {} }, { signal }));
  const numbers = page?.items.map(({ number }) => number) ?? [];
  const chosen = typeof value === 'number' ? value : undefined;
  return (
    <FieldFrame {...props} isShort>
      {(control) => (
        <Select
          {...withoutPlaceholder(control)}
          value={chosen ?? ''}
          onChange={(event) => edit(path, event.target.value === '' ? undefined : Number(event.target.value))}
        >
          <option value="">{t('draftVersion')}</option>
          {chosen === undefined || numbers.includes(chosen) ? null : (
            <option value={chosen}>{t('numberedVersion', { number: chosen })}</option>
          )}
          {numbers.map((number) => (
            <option key={number} value={number}>
              {t('numberedVersion', { number })}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}

/** Values for what the start of the called workflow takes. */
export function CalledInputsField(props: FieldProps) {
  const value = useFormValue();
  const workflowId = useCalledId();
  const version = isRecord(value) && typeof value.version === 'number' ? value.version : undefined;
  const key = workflowId === undefined ? undefined : `${workflowId}@${version ?? ''}`;
  const called = useAnswer(key, (_, signal) => readCalled({ id: workflowId as string, version }, signal));
  const known = called ? startInputsOf(called).map(({ name, required }) => ({ name, isRequired: required === true })) : [];
  return <KeyValueField {...props} known={known} />;
}

async function readCalled({ id, version }: { id: string; version: number | undefined }, signal: AbortSignal) {
  if (version === undefined) return (await apiClient.getWorkflow({ params: { id } }, { signal })).document;
  return (await apiClient.getVersion({ params: { id, number: version } }, { signal })).document;
}

function useCalledId(): string | undefined {
  const value = useFormValue();
  return isRecord(value) && typeof value.workflowId === 'string' && value.workflowId !== '' ? value.workflowId : undefined;
}
