'use client';
import { Suspense, useMemo } from 'react';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { WithFieldHelp } from '#components/inspector/field/field-help.tsx';
import type { Catalogue } from '#components/inspector/field/form-scope.tsx';
import { SelectionForm } from '#components/inspector/node/selection-form.tsx';
import { WorkflowForm } from '#components/inspector/node/workflow-form.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';

const LazySelectedNode = lazyPart(async () => (await import('#components/inspector/node/selected-node.tsx')).SelectedNode);

/** What is selected as a form: a node, several things, or with nothing selected the workflow itself. */
export function NodeInspector({ models, tools }: Catalogue) {
  const catalogue = useMemo(() => ({ models, tools }), [models, tools]);
  const nodeCount = useEditor(({ selectedNodes }) => selectedNodes.size);
  const edgeCount = useEditor(({ selectedEdges }) => selectedEdges.size);
  const node = useEditor(({ selectedNodes, document }) => {
    const [nodeId] = selectedNodes;
    return selectedNodes.size === 1 ? document.nodes.find(({ id }) => id === nodeId) : undefined;
  });
  if (nodeCount + edgeCount === 0)
    return (
      <WithFieldHelp>
        <div className="min-h-0 grow overflow-y-auto">
          <WorkflowForm catalogue={catalogue} />
        </div>
      </WithFieldHelp>
    );
  if (!node || edgeCount > 0) return <SelectionForm nodeCount={nodeCount} edgeCount={edgeCount} />;
  return (
    <WithFieldHelp>
      <Suspense fallback={<div aria-busy="true" className="min-h-0 grow" />}>
        <LazySelectedNode key={node.id} node={node} catalogue={catalogue} />
      </Suspense>
    </WithFieldHelp>
  );
}
