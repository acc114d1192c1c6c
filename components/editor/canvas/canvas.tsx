'use client';
import '@xyflow/react/dist/base.css';
import './canvas.css';
import { ConnectionLineType, ReactFlow, SelectionMode } from '@xyflow/react';
import { type MouseEvent as ReactMouseEvent, Suspense, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CanvasContexts } from '#components/editor/canvas/canvas-contexts.tsx';
import { CanvasControls } from '#components/editor/canvas/canvas-controls.tsx';
import { useCanvasDetail } from '#components/editor/canvas/canvas-detail.ts';
import { CanvasMap } from '#components/editor/canvas/canvas-map.tsx';
import { CanvasNotice } from '#components/editor/canvas/canvas-notice.tsx';
import { ContainerNode } from '#components/editor/canvas/container-node.tsx';
import { DotGrid } from '#components/editor/canvas/dot-grid.tsx';
import { FarEdges } from '#components/editor/canvas/far-edges.tsx';
import { FindBar } from '#components/editor/canvas/find-bar.tsx';
import { GroupNode } from '#components/editor/canvas/group-node.tsx';
import { CollapsedNode } from '#components/editor/canvas/lazy-collapsed-node.tsx';
import { NoteNode } from '#components/editor/canvas/note-node.tsx';
import { QuickAdd } from '#components/editor/canvas/quick-add.tsx';
import { useKnownSizes } from '#components/editor/canvas/react-flow-internals.ts';
import { StepEdge } from '#components/editor/canvas/step-edge.tsx';
import { StepNode } from '#components/editor/canvas/step-node.tsx';
import { ToolStrip } from '#components/editor/canvas/tool-strip.tsx';
import { TriggerStrip } from '#components/editor/canvas/trigger-strip.tsx';
import { useCanvasChanges } from '#components/editor/canvas/use-canvas-changes.ts';
import { useCanvasMenu } from '#components/editor/canvas/use-canvas-menu.ts';
import { useConnecting } from '#components/editor/canvas/use-connecting.ts';
import { useMovingView } from '#components/editor/canvas/use-moving-view.ts';
import { useNearPointer } from '#components/editor/canvas/use-near-nodes.ts';
import { openInspector } from '#components/editor/commands/node-actions.ts';
import { useEditor, useEditorStore, useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import type { DrawnNode } from '#components/editor/elements/drawn-nodes.ts';
import { type FlowEdge, NODE_ORIGIN } from '#components/editor/elements/flow-elements.ts';
import { firstView } from '#components/editor/elements/use-fit.ts';
import { useFlowElements } from '#components/editor/elements/use-flow-elements.ts';
import { DropZone } from '#components/editor/palette/drop-zone.tsx';
import { readAddress } from '#components/editor/run/run-address.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { useCalmClock } from '#components/ui/use-now.ts';

const nodeTypes = { step: StepNode, container: ContainerNode, note: NoteNode, group: GroupNode, collapsed: CollapsedNode };
const edgeTypes = { step: StepEdge };
const noEdges: FlowEdge[] = [];
/** Beyond this the small map costs more than it shows. */
const MAPPED_NODES_MAX = 500;
/** Beyond this a tick of the clock takes long enough to be felt. */
const CALM_OVER_NODES = 200;
/** From the border of a node outwards, past where a new edge is begun. */
const RECONNECT_RADIUS_PX = 14;
const MIDDLE_BUTTON = [1];
/** Made once, so that it is not drawn again with every move of a node. */
const furniture = (
  <>
    <DotGrid />
    <CanvasControls />
    <ToolStrip />
  </>
);
const ADDING_KEYS = ['Meta', 'Control', 'Shift'];

const LazyCanvasMenu = lazyPart(async () => (await import('#components/editor/canvas/canvas-menu.tsx')).CanvasMenu);

/** The editable graph of the workflow, from top to bottom. */
export function Canvas() {
  const isHydrated = useIsHydrated();
  // Rendered in the browser only, which has the viewport. The server would send every node of a large
  // workflow twice.
  return (
    <DropZone>
      <CanvasContexts>{isHydrated ? <Graph /> : null}</CanvasContexts>
    </DropZone>
  );
}

function Graph() {
  const t = useTranslations('editor.canvas');
  const { dragged, changes } = useCanvasChanges();
  const { drawn, steps, edges } = useFlowElements(dragged);
  const detail = useCanvasDetail();
  useKnownSizes();
  useMovingView();
  useCalmClock(steps.length > CALM_OVER_NODES);
  useNearPointer();
  const connecting = useConnecting();
  const menus = useCanvasMenu();
  const ui = useEditorUiStore();
  // One by one: this draws the whole graph again, and the rest changes with each letter of the JSON.
  const tool = useEditorUi((state) => state.tool);
  const menu = useEditorUi((state) => state.menu);
  const adding = useEditorUi((state) => state.adding);
  const isFinding = useEditorUi((state) => state.isFinding);
  const showNode = useCallback(
    ({ ctrlKey, metaKey, shiftKey }: ReactMouseEvent, { type }: DrawnNode) =>
      (type === 'step' || type === 'container') && !(ctrlKey || metaKey || shiftKey) ? ui.getState().showNode() : undefined,
    [ui],
  );
  const openNode = useCallback(
    (_: unknown, { type }: DrawnNode) => (type === 'step' || type === 'container' ? openInspector(ui.getState()) : undefined),
    [ui],
  );
  const store = useEditorStore();
  // Again when it is mounted: before that, a page that a link opened has neither its size nor its address.
  const viewNow = () => firstView(store.getState().document, readAddress(location.search).node);
  const [view] = useState(viewNow);
  return (
    <>
      <ReactFlow
        aria-label={t('title')}
        nodes={drawn}
        edges={detail === 'block' ? noEdges : edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodeOrigin={NODE_ORIGIN}
        onlyRenderVisibleElements
        onNodesChange={changes.onNodesChange}
        onEdgesChange={changes.onEdgesChange}
        onNodeDrag={changes.onNodeDrag}
        onSelectionStart={changes.onSelectionStart}
        onSelectionEnd={changes.onSelectionEnd}
        onNodeClick={showNode}
        onNodeDoubleClick={openNode}
        {...connecting}
        {...menus}
        reconnectRadius={RECONNECT_RADIUS_PX}
        selectionOnDrag={tool === 'select'}
        panOnDrag={tool === 'select' ? MIDDLE_BUTTON : true}
        selectionMode={SelectionMode.Partial}
        multiSelectionKeyCode={ADDING_KEYS}
        connectionLineType={ConnectionLineType.SmoothStep}
        // Keys are ours: arrows in steps of the grid, and the same rules wherever the focus is.
        disableKeyboardA11y
        deleteKeyCode={null}
        panActivationKeyCode={null}
        elevateNodesOnSelect={false}
        zoomOnDoubleClick={false}
        defaultViewport={view}
        onInit={({ setViewport }) => void setViewport(viewNow())}
        minZoom={0.1}
        maxZoom={2}
        attributionPosition="bottom-right"
      >
        {steps.length <= MAPPED_NODES_MAX ? <CanvasMap /> : null}
        {detail === 'block' ? <FarEdges edges={edges} /> : null}
        {detail === 'full' ? <TriggerStrip /> : null}
        {furniture}
      </ReactFlow>
      {drawn.length === 0 ? <EmptyCanvas /> : null}
      {steps.length === 1 ? <LoneStart /> : null}
      <CanvasNotice />
      {isFinding ? <FindBar /> : null}
      {adding ? <QuickAdd key={adding.key} target={adding} /> : null}
      <Suspense>{menu ? <LazyCanvasMenu target={menu} /> : null}</Suspense>
    </>
  );
}

/** What comes after the start of a new workflow. */
function LoneStart() {
  const t = useTranslations('editor.canvas');
  const isStart = useEditor(({ document }) => document.nodes.length === 1 && document.nodes[0]?.type === 'start');
  if (!isStart) return null;
  return (
    <p data-part="next-step" className="pointer-events-none absolute inset-x-0 top-[62%] px-6 text-center text-ink-2">
      {t('afterStart')}
    </p>
  );
}

function EmptyCanvas() {
  const t = useTranslations('editor.canvas');
  const small = useTranslations('editor.small');
  return (
    <div className="pointer-events-none absolute inset-0 grid place-content-center gap-1 p-6">
      <p className="text-name font-title">{t('empty')}</p>
      <p className="max-w-[42ch] text-ink-2 max-sm:hidden">{t('emptyText')}</p>
      <p className="text-ink-2 sm:hidden">{small('empty')}</p>
    </div>
  );
}
