'use client';
import '@xyflow/react/dist/base.css';
import '#components/editor/canvas/canvas.css';
import { ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CanvasContexts } from '#components/editor/canvas/canvas-contexts.tsx';
import { useCanvasDetail } from '#components/editor/canvas/canvas-detail.ts';
import { ContainerNode } from '#components/editor/canvas/container-node.tsx';
import { DotGrid } from '#components/editor/canvas/dot-grid.tsx';
import { FarEdges } from '#components/editor/canvas/far-edges.tsx';
import { useKnownSizes } from '#components/editor/canvas/react-flow-internals.ts';
import { StepEdge } from '#components/editor/canvas/step-edge.tsx';
import { StepNode } from '#components/editor/canvas/step-node.tsx';
import { useMovingView } from '#components/editor/canvas/use-moving-view.ts';
import { FrozenEditorProvider, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { type FlowEdge, flowNodeMaker, NODE_ORIGIN, toFlowEdges } from '#components/editor/elements/flow-elements.ts';
import { EdgeRouter } from '#components/editor/elements/routes/edge-router.ts';
import { ChooseIterationContext } from '#components/editor/run/iteration-overlay.ts';
import { layRunOver } from '#components/editor/run/run-overlay.ts';
import { ShownPresent } from '#components/editor/run/shown-present.tsx';
import type { ShownRun } from '#components/run-view/shown-run.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

const nodeTypes = { step: StepNode, container: ContainerNode };
const edgeTypes = { step: StepEdge };
const FIT = { maxZoom: 1, padding: '12px' } as const;
const NOTHING: ReadonlySet<string> = new Set();
const NOT_DRAGGED = new Map();
const noEdges: FlowEdge[] = [];

type TraceCanvasProps = {
  document: Workflow;
  /** The run at the selected moment. */
  shown: ShownRun;
  selectedId: string | undefined;
  onSelect: (nodeId: string | undefined) => void;
  /** The page scrolls: the wheel scrolls it instead of zooming. @defaultValue false */
  isInPage?: boolean;
};

/** Read-only canvas of a run's workflow version, coloured by node status. */
export function TraceCanvas(props: TraceCanvasProps) {
  return (
    <FrozenEditorProvider document={props.document}>
      <ReactFlowProvider nodeOrigin={NODE_ORIGIN}>
        <CanvasContexts>
          <FrozenCanvas {...props} />
        </CanvasContexts>
      </ReactFlowProvider>
    </FrozenEditorProvider>
  );
}

function FrozenCanvas({ document, shown, selectedId, onSelect, isInPage = false }: TraceCanvasProps) {
  const t = useTranslations();
  const detail = useCanvasDetail();
  useKnownSizes();
  useMovingView();
  const store = useEditorStore();
  useState(() => layRunOver(store, shown));
  const drawnId = selectedId === undefined ? undefined : nodeIdOf(shown.drawnPath(selectedId));
  // The address names the iteration; while all are shown together, the one whose values are shown in the detail.
  useEffect(() => {
    const path = selectedId === undefined ? undefined : shown.drawnPath(selectedId);
    if (path !== undefined && shown.readPath(nodeIdOf(path)) !== path) shown.choosePath(path);
  }, [shown, selectedId]);
  function chooseIteration(containerId: string, index: number | undefined) {
    shown.chooseIteration(containerId, index);
    if (drawnId !== undefined) onSelect(shown.readPath(drawnId));
  }
  const [toFlowNodes] = useState(flowNodeMaker);
  const [router] = useState(() => new EdgeRouter());
  const { nodes, edges } = document;
  const selected = drawnId === undefined ? NOTHING : new Set([drawnId]);
  const flowNodes = toFlowNodes(nodes, { selected, dragged: NOT_DRAGGED });
  const flowEdges = router.route({
    nodes: flowNodes,
    edges: toFlowEdges(edges, nodes, { selected: NOTHING }),
    document: nodes,
  });
  return (
    <ChooseIterationContext value={chooseIteration}>
      <div className="relative min-h-0 min-w-0 bg-canvas">
        <ShownPresent>
          <ReactFlow
            aria-label={t('trace.canvas')}
            nodes={flowNodes}
            edges={detail === 'block' ? noEdges : flowEdges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            nodeOrigin={NODE_ORIGIN}
            onlyRenderVisibleElements
            onNodesChange={(changes) => {
              const chosen = changes.find((change) => change.type === 'select' && change.selected);
              if (chosen?.type === 'select') onSelect(shown.readPath(chosen.id));
            }}
            onPaneClick={() => onSelect(undefined)}
            nodesDraggable={false}
            nodesConnectable={false}
            edgesFocusable={false}
            multiSelectionKeyCode={null}
            selectionKeyCode={null}
            deleteKeyCode={null}
            panActivationKeyCode={null}
            elevateNodesOnSelect={false}
            zoomOnDoubleClick={false}
            zoomOnScroll={!isInPage}
            preventScrolling={!isInPage}
            fitView
            fitViewOptions={FIT}
            minZoom={0.1}
            maxZoom={2}
            attributionPosition="bottom-right"
          >
            <DotGrid />
            {detail === 'block' ? <FarEdges edges={flowEdges} /> : null}
          </ReactFlow>
        </ShownPresent>
      </div>
    </ChooseIterationContext>
  );
}
