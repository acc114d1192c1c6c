'use client';
import { memo, type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorStore, useEditorUi } from '#components/editor/document/use-editor.tsx';
import { isSameValue } from '#components/inspector/field/field-drafts.ts';
import { type FieldModel, fieldModels, isShown } from '#components/inspector/field/field-model.ts';
import { type Catalogue, type FieldEdit, type FormScope, FormScopeProvider } from '#components/inspector/field/form-scope.tsx';
import { problemsAtField, problemsElsewhere } from '#components/inspector/field/problems-at-field.ts';
import { ConfigField } from '#components/inspector/form/config-field.tsx';
import { FormSection } from '#components/inspector/form/form-section.tsx';
import { NodeNotes } from '#components/inspector/form/node-notes.tsx';
import { fieldPath } from '#lib/expression/field-path.ts';
import { setAtPath, valueAtPath } from '#lib/json/set-at-path.ts';
import type { AnyNodeDefinition } from '#lib/node-kit/define-node.ts';
import { configJsonSchema } from '#lib/node-kit/field-expressions.ts';
import { setNodeConfig } from '#lib/workflow/edit/set-node-config.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';

type ConfigFormProps = {
  nodeId: NodeId;
  config: WorkflowNode['config'];
  definition: AnyNodeDefinition;
  /** Those of the node. */
  problems: readonly Problem[];
  catalogue: Catalogue;
};

/** The config of a node as a form made from its schema. */
export const ConfigForm = memo(function ConfigForm({ nodeId, config, definition, problems, catalogue }: ConfigFormProps) {
  const edit = useConfigEdit(nodeId);
  const isRefused = useEditorUi(({ refusedNodes }) => refusedNodes.has(nodeId));
  const fields = useMemo(() => fieldModels(configJsonSchema(definition)), [definition]);
  const shown = fields.filter((field) => isShown(field, fields, config));
  const groups = Map.groupBy(shown, ({ group }) => group);
  const scope = useMemo<FormScope>(
    () => ({
      formId: `${nodeId}:config`,
      wordsOf: definition.id,
      edit,
      catalogue,
      problems,
      isStrict: false,
      isRefused,
      reader: nodeId,
    }),
    [nodeId, definition.id, edit, problems, catalogue, isRefused],
  );
  const elsewhere = problemsElsewhere(
    problems,
    shown.map(({ name }) => fieldPath([name])),
  ).filter(({ path }) => path !== 'id');
  const drawn = (field: FieldModel) => (
    <ConfigField key={field.name} model={field} path={[field.name]} value={config[field.name]} />
  );
  return (
    <FormScopeProvider scope={scope} value={config}>
      <div className="grid gap-3 px-3 py-3 empty:hidden">
        <NodeNotes nodeId={nodeId} problems={elsewhere} isCalm={!isRefused} />
        {groups.get(undefined)?.map(drawn)}
      </div>
      {[...groups].map(([group, members]) =>
        group === undefined ? null : (
          <Group key={group} name={group} fields={members} config={config} problems={problems}>
            {members.map(drawn)}
          </Group>
        ),
      )}
    </FormScopeProvider>
  );
});

type GroupProps = Pick<ConfigFormProps, 'config' | 'problems'> & {
  name: string;
  fields: readonly FieldModel[];
  children: ReactNode;
};

function Group({ name, fields, config, problems, children }: GroupProps) {
  const t = useTranslations('inspector');
  // Groups are named by definitions, so their names cannot be checked by type.
  const groups = useTranslations('inspector.groups') as unknown as { (key: string): string; has(key: string): boolean };
  const setCount = fields.filter((field) => config[field.name] !== undefined).length;
  return (
    <FormSection
      title={groups.has(name) ? groups(name) : name}
      summary={setCount > 0 ? t('setCount', { count: setCount }) : undefined}
      problems={fields.flatMap((field) => problemsAtField(problems, fieldPath([field.name])))}
    >
      {children}
    </FormSection>
  );
}

function useConfigEdit(nodeId: string): FormScope['edit'] {
  const store = useEditorStore();
  return useMemo(
    () =>
      (path, value, { isTyping = false, also }: FieldEdit = {}) =>
        store.getState().apply({
          label: 'config',
          ...(isTyping && { mergeKey: `config:${nodeId}:${path.join('.')}` }),
          run: (workflow) => {
            const config = workflow.nodes.find(({ id }) => id === nodeId)?.config;
            if (config === undefined) return workflow;
            const changed = isSameValue(valueAtPath(config, path), value)
              ? workflow
              : setNodeConfig(workflow, nodeId, setAtPath(config, path, value) as WorkflowNode['config']);
            return also ? also(changed) : changed;
          },
        }),
    [store, nodeId],
  );
}
