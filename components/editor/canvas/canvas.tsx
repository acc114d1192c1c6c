'use client';
import '@xyflow/react/dist/base.css';
import './canvas.css';
import { Background, BackgroundVariant, ConnectionLineType, MiniMap, ReactFlow } from '@xyflow/react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CanvasContexts } from '#components/editor/canvas/canvas-contexts.tsx';
import { CanvasControls } from '#components/editor/canvas/canvas-controls.tsx';
import { useCanvasDetail } from '#components/editor/canvas/canvas-detail.ts';
import { DropZone } from '#components/editor/canvas/drop-zone.tsx';
import { FarEdges } from '#components/editor/canvas/far-edges.tsx';
import { FIT_FIRST } from '#components/editor/canvas/fit-options.ts';
import { type FlowEdge, NODE_ORIGIN } from '#components/editor/canvas/flow-elements.ts';
import { MapNode } from '#components/editor/canvas/map-node.tsx';
import { QuickAdd } from '#components/editor/canvas/quick-add.tsx';
import { RefusalNote } from '#components/editor/canvas/refusal-note.tsx';
import { StepEdge } from '#components/editor/canvas/step-edge.tsx';
import { StepNode } from '#components/editor/canvas/step-node.tsx';
import { useCanvasChanges } from '#components/editor/canvas/use-canvas-changes.ts';
import { useCanvasKeys } from '#components/editor/canvas/use-canvas-keys.ts';
import { useConnecting } from '#components/editor/canvas/use-connecting.ts';
import { useFlowElements } from '#components/editor/canvas/use-flow-elements.ts';
import { useIsHydrated } from '#components/run/use-is-hydrated.ts';

const nodeTypes = { step: StepNode };
const edgeTypes = { step: StepEdge };
const noEdges: FlowEdge[] = [];
const DOT_GAP_PX = 16;
/** Beyond this the small map costs more than it shows. */
const MAPPED_NODES_MAX = 500;

type CanvasProps = { onOpenInspector: () => void };

/** The workflow as a graph, from top to bottom, to be looked at and changed. */
export function Canvas(props: CanvasProps) {
  const isHydrated = useIsHydrated();
  // Drawn by the browser alone: it knows what is in sight, and the server would send every node of a large workflow twice.
  return (
    <DropZone>
      <CanvasContexts>{isHydrated ? <Graph {...props} /> : null}</CanvasContexts>
    </DropZone>
  );
}

function Graph({ onOpenInspector }: CanvasProps) {
  const t = useTranslations('editor.canvas');
  const { dragged, onNodesChange, onEdgesChange } = useCanvasChanges();
  const { nodes, edges } = useFlowElements(dragged);
  const detail = useCanvasDetail();
  const connecting = useConnecting();
  // Without nodes the library would wait for the first one, and move it away from under the pointer.
  const [hadNodes] = useState(nodes.length > 0);
  useCanvasKeys({ onOpenInspector, onRefused: connecting.onRefused });
  return (
    <>
      <ReactFlow
        aria-label={t('title')}
        nodes={nodes}
        edges={detail === 'block' ? noEdges : edges}
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
          <MiniMap
            pannable
            zoomable
            nodeComponent={MapNode}
            ariaLabel={t('map')}
            className="max-lg:hidden"
            style={{ width: 148, height: 104 }}
          />
        ) : null}
        {detail === 'block' ? <FarEdges nodes={nodes} edges={edges} /> : null}
        <CanvasControls />
      </ReactFlow>
      {nodes.length === 0 ? <EmptyCanvas /> : null}
      <RefusalNote refused={connecting.refused} />
      {connecting.open ? <QuickAdd key={connecting.open.key} open={connecting.open} onClose={connecting.close} /> : null}
    </>
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
