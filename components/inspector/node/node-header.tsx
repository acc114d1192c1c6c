'use client';
import { Suspense, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NODE_LABEL_ID } from '#components/editor/document/element-ids.ts';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { NodeRunFacts } from '#components/editor/panel/node-run-facts.tsx';
import { useNodePath } from '#components/editor/run/iteration-overlay.ts';
import { useNodeRun } from '#components/editor/run/run-overlay.ts';
import { FieldProblems } from '#components/inspector/field/field-problems.tsx';
import { NodeIdField } from '#components/inspector/node/node-id-field.tsx';
import { NodeMenu } from '#components/inspector/node/node-menu.tsx';
import { NodePinToggle } from '#components/inspector/node/node-pin-toggle.tsx';
import { NodeTestButton } from '#components/inspector/node/node-test-button.tsx';
import { useSelectedNode } from '#components/inspector/node/use-selected-node.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { setNodeLabel } from '#lib/workflow/edit/set-node-label.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

const TypeDocs = lazyPart(async () => (await import('#components/inspector/node/type-docs.tsx')).TypeDocs);

const MAX_LABEL_LENGTH = 200;

/** Above the tabs: label, id, actions and run state of the selected node. Empty without a single selected node. */
export function NodeHeader() {
  const node = useSelectedNode();
  return node ? <Header key={node.id} node={node} /> : null;
}

function Header({ node }: { node: WorkflowNode }) {
  const [areDocsOpen, setAreDocsOpen] = useState(false);
  const toggleDocs = useCallback(() => setAreDocsOpen((isOpen) => !isOpen), []);
  const run = useNodeRun(useNodePath(node.id));
  const allProblems = useEditor(({ problems }) => problems);
  const ofId = allProblems.filter(({ nodeId, path }) => nodeId === node.id && path === 'id');
  const definition = definitionOf(node, nodeRegistry);
  return (
    <header className="shrink-0 border-b border-line-1">
      <div className="grid gap-0.5 px-3 pt-2 pb-1.5">
        <div className="flex min-w-0 items-center gap-0.5">
          <NodeIcon type={node.type} />
          <LabelInput node={node} />
          <NodeTestButton nodeId={node.id} />
          <NodePinToggle nodeId={node.id} isPinned={node.options?.pinned !== undefined} />
          <NodeMenu
            nodeId={node.id}
            type={node.type}
            isDisabled={node.options?.disabled === true}
            areDocsOpen={areDocsOpen}
            onDocs={definition ? toggleDocs : undefined}
          />
        </div>
        <NodeIdField key={node.id} nodeId={node.id} type={node.label.trim() === '' ? undefined : node.type} />
        <FieldProblems problems={ofId} />
      </div>
      {run ? (
        <div className="border-t border-line-1 bg-sunken px-3 py-1">
          <NodeRunFacts run={run} />
        </div>
      ) : null}
      {areDocsOpen && definition ? (
        <Suspense fallback={null}>
          <TypeDocs type={definition.id} />
        </Suspense>
      ) : null}
    </header>
  );
}

function LabelInput({ node }: { node: WorkflowNode }) {
  const t = useTranslations('inspector');
  const { typeTitle } = useNames();
  const store = useEditorStore();
  function rename(label: string) {
    const { apply } = store.getState();
    apply({ label: 'label', mergeKey: `label:${node.id}`, run: (workflow) => setNodeLabel(workflow, node.id, label) });
  }
  return (
    <TextInput
      id={NODE_LABEL_ID}
      aria-label={t('label')}
      value={node.label}
      maxLength={MAX_LABEL_LENGTH}
      placeholder={typeTitle(node.type)}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => rename(event.target.value)}
      className="border-transparent! bg-transparent! px-1! text-name! font-title hover:border-line-2!"
    />
  );
}
