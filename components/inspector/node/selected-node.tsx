'use client';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { ValuesPane } from '#components/inspector/expression/values-pane.tsx';
import { FieldProblems } from '#components/inspector/field/field-problems.tsx';
import type { Catalogue } from '#components/inspector/field/form-scope.tsx';
import { ConfigForm } from '#components/inspector/form/config-form.tsx';
import { OptionsForm } from '#components/inspector/form/options-form.tsx';
import { useNameFromPrompt } from '#components/inspector/node/use-name-from-prompt.ts';
import { ValueView } from '#components/ui/value-view.tsx';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** The form of one node, with the values that its expressions can read. */
export function SelectedNode({ node, catalogue }: { node: WorkflowNode; catalogue: Catalogue }) {
  const allProblems = useEditor((state) => state.problems);
  const problems = useMemo(() => allProblems.filter(({ nodeId }) => nodeId === node.id), [allProblems, node.id]);
  const definition = definitionOf(node, nodeRegistry);
  useNameFromPrompt(node.id);
  const isReadable = definition !== undefined && node.version <= definition.version;
  return (
    <article data-inspected={node.id} className="flex min-h-0 grow flex-col">
      <div className="min-h-0 grow overflow-y-auto">
        {isReadable ? (
          <ConfigForm nodeId={node.id} config={node.config} definition={definition} problems={problems} catalogue={catalogue} />
        ) : (
          <StoredConfig node={node} problems={problems} />
        )}
        <OptionsForm nodeId={node.id} options={node.options} catalogue={catalogue} />
      </div>
      {node.type === 'start' ? null : <ValuesPane reader={node.id} />}
    </article>
  );
}

/** A node type of another build: left unchanged. */
function StoredConfig({ node, problems }: { node: WorkflowNode; problems: readonly Problem[] }) {
  const t = useTranslations('inspector');
  return (
    <div className="grid gap-2 px-3 py-3">
      <FieldProblems problems={problems} />
      <ValueView label={t('storedConfig')} value={node.config} />
    </div>
  );
}
