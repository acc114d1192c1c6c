'use client';
import { useTranslations } from 'use-intl';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import type { FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { CodeFrame } from '#components/inspector/form/code-fields.tsx';
import { setNodeConfig } from '#lib/workflow/edit/set-node-config.ts';
import { changesData, withParameters } from '#lib/workflow/edit/statement-parameters.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/**
 * The statement of a database node. On blur, references in it become parameters, and one that changes data
 * turns off "read-only", unless a person set it.
 */
export function StatementField(props: FieldProps) {
  const { path, value, model } = props;
  const { reader } = useFormScope();
  const store = useEditorStore();
  const t = useTranslations('inspector');
  const field = useFieldText({
    path,
    value,
    toText: plainText,
    read: (text) => ({ value: text === '' && !model.isRequired ? undefined : text }),
  });
  function leave() {
    field.leave();
    if (reader !== undefined) store.getState().apply({ label: 'config', run: (workflow) => finished(workflow, reader) });
  }
  return <CodeFrame {...props} field={{ ...field, leave }} language="javascript" hint={t('statementHint')} />;
}

function finished(workflow: Workflow, nodeId: string): Workflow {
  const config = workflow.nodes.find(({ id }) => id === nodeId)?.config;
  if (!config || typeof config.query !== 'string') return workflow;
  const { query, parameters = [], credential, readOnly } = config;
  const type = workflow.settings.credentials?.[plainText(credential)]?.type;
  const dialect = type === 'mysql' ? 'mysql' : 'postgres';
  const changed = Array.isArray(parameters) ? withParameters({ query, parameters }, dialect) : undefined;
  const isChange = readOnly === undefined && changesData(query);
  if (!changed && !isChange) return workflow;
  const next = { ...config, ...changed, ...(isChange && { readOnly: false }) };
  return setNodeConfig(workflow, nodeId, next as typeof config);
}
