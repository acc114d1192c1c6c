'use client';
import { useTranslations } from 'use-intl';
import { useEditorStore } from '#components/editor/use-editor.tsx';
import { FieldProblems } from '#components/inspector/field-problems.tsx';
import { NodeIdField } from '#components/inspector/node-id-field.tsx';
import { PlainMarkdown } from '#components/inspector/plain-markdown.tsx';
import { SelectionActions } from '#components/inspector/selection-actions.tsx';
import { useNodeDocs } from '#components/inspector/use-field-words.ts';
import { useNames } from '#components/run/use-names.ts';
import { Folded } from '#components/ui/folded.tsx';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { AnyNodeDefinition } from '#lib/node-kit/define-node.ts';
import { setNodeLabel } from '#lib/workflow/edit/set-node-label.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

const MAX_LABEL_LENGTH = 200;

type NodeHeaderProps = { node: WorkflowNode; definition: AnyNodeDefinition | undefined; problems: readonly Problem[] };

/** What a node is called, what refers to it, of which type it is and what that type does. */
export function NodeHeader({ node, definition, problems }: NodeHeaderProps) {
  const t = useTranslations('inspector');
  const { typeTitle } = useNames();
  const store = useEditorStore();
  function rename(label: string) {
    const { apply } = store.getState();
    apply({ label: 'label', mergeKey: `label:${node.id}`, run: (workflow) => setNodeLabel(workflow, node.id, label) });
  }
  return (
    <header className="grid gap-2 border-b border-line-1 px-3 pt-2 pb-2">
      <div className="flex min-w-0 items-center gap-1">
        <NodeIcon type={node.type} />
        <TextInput
          aria-label={t('label')}
          value={node.label}
          maxLength={MAX_LABEL_LENGTH}
          placeholder={typeTitle(node.type)}
          autoComplete="off"
          onChange={(event) => rename(event.target.value)}
          className="border-transparent! bg-transparent! px-1! text-name! font-title hover:border-line-2!"
        />
        <SelectionActions isIconOnly />
      </div>
      <NodeIdField key={node.id} nodeId={node.id} />
      <FieldProblems problems={problems.filter(({ path }) => path === 'id')} />
      {definition ? <TypeDocs node={node} definition={definition} /> : null}
    </header>
  );
}

function TypeDocs({ node, definition }: { node: WorkflowNode; definition: AnyNodeDefinition }) {
  const t = useTranslations('inspector');
  const { typeTitle } = useNames();
  const docs = useNodeDocs(definition.id, definition.docs);
  return (
    <Folded title={t('about', { type: typeTitle(node.type) })}>
      <PlainMarkdown text={docs} />
    </Folded>
  );
}
