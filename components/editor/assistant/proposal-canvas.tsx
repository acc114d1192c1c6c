'use client';
import '#components/editor/assistant/proposal-canvas.css';
import { ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ProposalPicture, proposalPicture } from '#components/editor/assistant/proposal-picture.ts';
import { useAssistant, useAssistantState } from '#components/editor/assistant/use-assistant.ts';
import { CanvasContexts } from '#components/editor/canvas/canvas-contexts.tsx';
import { useCanvasDetail } from '#components/editor/canvas/canvas-detail.ts';
import { ContainerNode } from '#components/editor/canvas/container-node.tsx';
import { DotGrid } from '#components/editor/canvas/dot-grid.tsx';
import { FarEdges } from '#components/editor/canvas/far-edges.tsx';
import { useKnownSizes } from '#components/editor/canvas/react-flow-internals.ts';
import { StepEdge } from '#components/editor/canvas/step-edge.tsx';
import { StepNode } from '#components/editor/canvas/step-node.tsx';
import { useMovingView } from '#components/editor/canvas/use-moving-view.ts';
import { FrozenEditorProvider, useEditor } from '#components/editor/document/use-editor.tsx';
import { type FlowEdge, flowNodeMaker, NODE_ORIGIN, toFlowEdges } from '#components/editor/elements/flow-elements.ts';
import { EdgeRouter } from '#components/editor/elements/routes/edge-router.ts';
import type { Proposal } from '#lib/assistant/accept-changes.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

const nodeTypes = { step: StepNode, container: ContainerNode };
const edgeTypes = { step: StepEdge };
const FIT = { maxZoom: 1, padding: '32px' } as const;
const LOOK = { selected: new Set<string>(), dragged: new Map() };
const noEdges: FlowEdge[] = [];

/** Over the canvas while a proposal is reviewed: the workflow with what the proposal adds, changes and removes. */
export function ProposalCanvas() {
  const assistant = useAssistant();
  const reviewedId = useAssistantState((state) => state.reviewedId);
  const unwanted = useAssistantState((state) => state.unwanted);
  const current = useEditor(({ document }) => document);
  const proposal = reviewedId === undefined ? undefined : assistant.reviewed()?.proposal;
  if (!proposal) return null;
  return <Picture key={reviewedId} proposal={proposal} current={current} unwanted={unwanted} />;
}

type PictureProps = { proposal: Proposal; current: Workflow; unwanted: ReadonlySet<string> };

function Picture({ proposal, current, unwanted }: PictureProps) {
  const [picture] = useState(() => proposalPicture(current, proposal));
  return (
    <FrozenEditorProvider document={picture.document}>
      <ReactFlowProvider nodeOrigin={NODE_ORIGIN}>
        <CanvasContexts>
          <Drawing picture={picture} unwanted={unwanted} />
        </CanvasContexts>
      </ReactFlowProvider>
    </FrozenEditorProvider>
  );
}

type DrawingProps = { picture: ProposalPicture; unwanted: ReadonlySet<string> };

/** The document of the proposal is the one of the editor around it, so the conversation is not read from here. */
function Drawing({ picture, unwanted }: DrawingProps) {
  const t = useTranslations('assistant');
  const detail = useCanvasDetail();
  useKnownSizes();
  useMovingView();
  const [toFlowNodes] = useState(flowNodeMaker);
  const [router] = useState(() => new EdgeRouter());
  const { nodes, edges } = picture.document;
  const classOf = (id: string) => {
    const mark = picture.nodeMarks.get(id);
    return mark && `proposal-${mark}${unwanted.has(id) ? ' proposal-unwanted' : ''}`;
  };
  const flowNodes = toFlowNodes(nodes, LOOK).map((node) => ({ ...node, className: classOf(node.id) ?? '' }));
  const routed = router.route({
    nodes: flowNodes,
    edges: toFlowEdges(edges, nodes, { selected: LOOK.selected }),
    document: nodes,
  });
  const flowEdges = routed.map((edge) => {
    const mark = picture.edgeMarks.get(edge.id);
    return mark
      ? { ...edge, className: `proposal-${mark.kind}${unwanted.has(mark.changeId) ? ' proposal-unwanted' : ''}` }
      : edge;
  });
  return (
    <section data-part="proposal-canvas" aria-label={t('canvas')} className="absolute inset-0 z-10 flex flex-col bg-canvas">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line-1 bg-chrome px-3 py-1.5 text-meta text-ink-2">
        <strong className="font-strong text-ink-1">{t('canvasTitle')}</strong>
        <Legend mark="added" label={t('kinds.added')} />
        <Legend mark="changed" label={t('kinds.changed')} />
        <Legend mark="removed" label={t('kinds.removed')} />
      </p>
      <div className="relative min-h-0 grow">
        <ReactFlow
          aria-label={t('canvas')}
          nodes={flowNodes}
          edges={detail === 'block' ? noEdges : flowEdges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          nodeOrigin={NODE_ORIGIN}
          onlyRenderVisibleElements
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          zoomOnDoubleClick={false}
          fitView
          fitViewOptions={FIT}
          minZoom={0.1}
          maxZoom={2}
          attributionPosition="bottom-right"
        >
          <DotGrid />
          {detail === 'block' ? <FarEdges edges={flowEdges} /> : null}
        </ReactFlow>
      </div>
    </section>
  );
}

function Legend({ mark, label }: { mark: 'added' | 'changed' | 'removed'; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <span aria-hidden="true" className={`proposal-legend proposal-legend-${mark}`} />
      {label}
    </span>
  );
}
