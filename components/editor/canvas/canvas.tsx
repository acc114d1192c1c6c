'use client';
import '@xyflow/react/dist/base.css';
import './canvas.css';
import { Background, BackgroundVariant, ConnectionLineType, MiniMap, ReactFlow } from '@xyflow/react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CanvasControls } from '#components/editor/canvas/canvas-controls.tsx';
import { DropZone } from '#components/editor/canvas/drop-zone.tsx';
import { FIT_FIRST } from '#components/editor/canvas/fit-options.ts';
import { NODE_ORIGIN, toFlowEdges, toFlowNodes } from '#components/editor/canvas/flow-elements.ts';
import { QuickAdd } from '#components/editor/canvas/quick-add.tsx';
import { RefusalNote } from '#components/editor/canvas/refusal-note.tsx';
import { StepEdge } from '#components/editor/canvas/step-edge.tsx';
import { StepNode } from '#components/editor/canvas/step-node.tsx';
import { useCanvasChanges } from '#components/editor/canvas/use-canvas-changes.ts';
import { useCanvasKeys } from '#components/editor/canvas/use-canvas-keys.ts';
import { useConnecting } from '#components/editor/canvas/use-connecting.ts';
import { useEditor } from '#components/editor/use-editor.tsx';
import { useNames } from '#components/run/use-names.ts';
import type { NodeId, WorkflowEdge } from '#lib/workflow/workflow.ts';

const nodeTypes = { step: StepNode };
const edgeTypes = { step: StepEdge };
const DOT_GAP_PX = 16;
/** Beyond this the small map costs more than it shows. */
const MAPPED_NODES_MAX = 500;

/** The workflow as a graph, from top to bottom, to be looked at and changed. */
export function Canvas({ onOpenInspector }: { onOpenInspector: () => void }) {
  const t = useTranslations('editor.canvas');
  const { labelOf } = useNames();
  const { nodes, edges } = useEditor((state) => state.document);
  const selectedNodes = useEditor((state) => state.selectedNodes);
  const selectedEdges = useEditor((state) => state.selectedEdges);
  const { dragged, onNodesChange, onEdgesChange } = useCanvasChanges();
  const connecting = useConnecting();
  // Without nodes the library would wait for the first one, and move it away from under the pointer.
  const [hadNodes] = useState(nodes.length > 0);
  useCanvasKeys({ onOpenInspector, onRefused: connecting.onRefused });
  const names = new Map<NodeId, string>(nodes.map((node) => [node.id, labelOf(node)]));
  const nameOfEdge = ({ source, target }: WorkflowEdge) =>
    t('edge', { source: names.get(source) ?? source, target: names.get(target) ?? target });
  return (
    <DropZone>
      <ReactFlow
        aria-label={t('title')}
        nodes={toFlowNodes(nodes, { selected: selectedNodes, dragged, nameOf: (node) => names.get(node.id) ?? node.id })}
        edges={toFlowEdges(edges, nodes, { selected: selectedEdges, nameOf: nameOfEdge })}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodeOrigin={NODE_ORIGIN}
        onlyRenderVisibleElements
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onNodeDoubleClick={onOpenInspector}
        {...connecting.handlers}
        connectionLineType={ConnectionLineType.SmoothStep}
        // Keys are ours: arrows in steps of the grid, and the same rules wherever the focus is.
        disableKeyboardA11y
        deleteKeyCode={null}
        panActivationKeyCode={null}
        elevateNodesOnSelect={false}
        zoomOnDoubleClick={false}
        fitView={hadNodes}
        fitViewOptions={FIT_FIRST}
        minZoom={0.1}
        maxZoom={2}
        attributionPosition="bottom-center"
      >
        <Background variant={BackgroundVariant.Dots} gap={DOT_GAP_PX} size={1.5} />
        {nodes.length <= MAPPED_NODES_MAX ? (
          <MiniMap pannable zoomable ariaLabel={t('map')} className="max-lg:hidden" style={{ width: 148, height: 104 }} />
        ) : null}
        <CanvasControls />
      </ReactFlow>
      {nodes.length === 0 ? <EmptyCanvas /> : null}
      <RefusalNote refused={connecting.refused} />
      {connecting.open ? <QuickAdd key={connecting.open.key} open={connecting.open} onClose={connecting.close} /> : null}
    </DropZone>
  );
}

function EmptyCanvas() {
  const t = useTranslations('editor.canvas');
  return (
    <div className="pointer-events-none absolute inset-0 grid place-content-center gap-1 p-6">
      <p className="text-name font-title">{t('empty')}</p>
      <p className="max-w-[42ch] text-ink-2">{t('emptyText')}</p>
    </div>
  );
}
