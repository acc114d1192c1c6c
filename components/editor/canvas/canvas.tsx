'use client';
import '@xyflow/react/dist/base.css';
import './canvas.css';
import { Background, BackgroundVariant, ConnectionLineType, MiniMap, ReactFlow, SelectionMode } from '@xyflow/react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CanvasControls } from '#components/editor/canvas/canvas-controls.tsx';
import { CanvasMenu } from '#components/editor/canvas/canvas-menu.tsx';
import { CanvasNotice } from '#components/editor/canvas/canvas-notice.tsx';
import { type DrawnNode, toDrawnNodes } from '#components/editor/canvas/drawn-nodes.ts';
import { DropZone } from '#components/editor/canvas/drop-zone.tsx';
import { FindBar } from '#components/editor/canvas/find-bar.tsx';
import { FIT_FIRST } from '#components/editor/canvas/fit-options.ts';
import { NODE_ORIGIN, toFlowEdges, toFlowNodes } from '#components/editor/canvas/flow-elements.ts';
import { GroupNode } from '#components/editor/canvas/group-node.tsx';
import { NoteNode } from '#components/editor/canvas/note-node.tsx';
import { QuickAdd } from '#components/editor/canvas/quick-add.tsx';
import { StepEdge } from '#components/editor/canvas/step-edge.tsx';
import { StepNode } from '#components/editor/canvas/step-node.tsx';
import { ToolStrip } from '#components/editor/canvas/tool-strip.tsx';
import { useCanvasChanges } from '#components/editor/canvas/use-canvas-changes.ts';
import { useCanvasMenu } from '#components/editor/canvas/use-canvas-menu.ts';
import { useConnecting } from '#components/editor/canvas/use-connecting.ts';
import { openInspector } from '#components/editor/commands/node-actions.ts';
import { useEditor, useEditorUi, useEditorUiStore } from '#components/editor/use-editor.tsx';
import { useNames } from '#components/run/use-names.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';
import type { NodeId, WorkflowEdge } from '#lib/workflow/workflow.ts';

const nodeTypes = { step: StepNode, note: NoteNode, group: GroupNode };
const edgeTypes = { step: StepEdge };
const DOT_GAP_PX = 16;
/** Beyond this the small map costs more than it shows. */
const MAPPED_NODES_MAX = 500;
/** From the border of a node outwards, past where a new edge is begun. */
const RECONNECT_RADIUS_PX = 14;
const MIDDLE_BUTTON = [1];
const ADDING_KEYS = ['Meta', 'Control', 'Shift'];

/** A frame would hide its nodes. */
const mapColor = ({ type }: DrawnNode) => (type === 'group' ? 'transparent' : 'var(--line-3)');

/** The workflow as a graph, from top to bottom, to be looked at and changed. */
export function Canvas() {
  const t = useTranslations('editor.canvas');
  const { labelOf } = useNames();
  const { nodes, edges, canvas: drawn } = useEditor((state) => state.document);
  const ordered = useMemo(() => flowOrder({ nodes, edges }), [nodes, edges]);
  const selectedNodes = useEditor((state) => state.selectedNodes);
  const selectedEdges = useEditor((state) => state.selectedEdges);
  const selectedNotes = useEditor((state) => state.selectedNotes);
  const { dragged, ...changes } = useCanvasChanges();
  const connecting = useConnecting();
  const menus = useCanvasMenu();
  const ui = useEditorUiStore();
  const { tool, menu, adding, isFinding } = useEditorUi((state) => state);
  // Without nodes the library would wait for the first one, and move it away from under the pointer.
  const [hadNodes] = useState(nodes.length > 0);
  const names = new Map<NodeId, string>(nodes.map((node) => [node.id, labelOf(node)]));
  const nameOfEdge = ({ source, target }: WorkflowEdge) =>
    t('edge', { source: names.get(source) ?? source, target: names.get(target) ?? target });
  return (
    <DropZone>
      <ReactFlow
        aria-label={t('title')}
        nodes={[
          ...toDrawnNodes({ nodes, canvas: drawn }, { selectedNotes, dragged, noteName: t('note') }),
          // Tab goes through them as a run does.
          ...toFlowNodes(ordered, { selected: selectedNodes, dragged, nameOf: (node) => names.get(node.id) ?? node.id }),
        ]}
        edges={toFlowEdges(edges, nodes, { selected: selectedEdges, nameOf: nameOfEdge })}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodeOrigin={NODE_ORIGIN}
        onlyRenderVisibleElements
        onNodesChange={changes.onNodesChange}
        onEdgesChange={changes.onEdgesChange}
        onNodeDrag={changes.onNodeDrag}
        onNodeDoubleClick={(_, { type }) => (type === 'step' ? openInspector(ui.getState()) : undefined)}
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
            ariaLabel={t('map')}
            nodeColor={mapColor}
            className="max-lg:hidden"
            style={{ width: 148, height: 104 }}
          />
        ) : null}
        <CanvasControls />
        <ToolStrip />
      </ReactFlow>
      {nodes.length === 0 ? <EmptyCanvas /> : null}
      <CanvasNotice />
      {isFinding ? <FindBar /> : null}
      {adding ? <QuickAdd key={adding.key} place={adding} /> : null}
      {menu ? <CanvasMenu target={menu} /> : null}
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
