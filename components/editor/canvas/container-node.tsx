'use client';
import './container-node.css';
import { type NodeProps, NodeResizer, type ReactFlowState, useStore } from '@xyflow/react';
import { Plus } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BreakpointMark } from '#components/editor/canvas/breakpoint-mark.tsx';
import { type CanvasDetail, useCanvasDetail } from '#components/editor/canvas/canvas-detail.ts';
import { usePlannedNode } from '#components/editor/canvas/canvas-marks.ts';
import { useNamedAround, useNodeName } from '#components/editor/canvas/canvas-names.ts';
import { IterationMark } from '#components/editor/canvas/iteration-mark.tsx';
import { NodeMarks, NodeName, StaleWord } from '#components/editor/canvas/node-marks.tsx';
import { NodePorts } from '#components/editor/canvas/node-ports.tsx';
import { NodeRunMark, NodeRunStrip } from '#components/editor/canvas/node-run-strip.tsx';
import { type PickerSide, pickerSide } from '#components/editor/canvas/picker-side.ts';
import { useIsStale } from '#components/editor/canvas/run-nodes.ts';
import { useDrawnNode } from '#components/editor/canvas/use-drawn-node.ts';
import { useIsNear } from '#components/editor/canvas/use-near-nodes.ts';
import { LEAST_FRAME } from '#components/editor/document/container-frames.ts';
import { nodeSummary } from '#components/editor/document/node-summary.ts';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorUiStore, useIsFrozen } from '#components/editor/document/use-editor.tsx';
import { clientPositionOf } from '#components/editor/elements/canvas-focus.ts';
import type { FlowNode } from '#components/editor/elements/flow-elements.ts';
import { frameFace } from '#components/editor/elements/frame-nodes.ts';
import { useIterationList, useNodeIterations } from '#components/editor/run/iteration-overlay.ts';
import { useNodeRun, useRunOutline } from '#components/editor/run/run-overlay.ts';
import { PlanMark } from '#components/run-view/fork/plan-mark.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { isTerminal } from '#lib/run/run-status.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** A container: a frame around its body, with name, run state and iteration picker in the header. */
export const ContainerNode = memo(function ContainerNode(props: NodeProps<FlowNode>) {
  const node = useDrawnNode(props.id);
  return node ? <Container {...props} node={node} /> : null;
});

function Container({ node, ...props }: NodeProps<FlowNode> & { node: WorkflowNode }) {
  const { id, data, selected, width = 0, height = 0 } = props;
  const { isEmpty } = data;
  const named = useNamedAround<HTMLDivElement>('.react-flow__node', useNodeName(node));
  const detail = useCanvasDetail();
  const isFrozen = useIsFrozen();
  const isNear = useIsNear(id) || selected;
  const run = useNodeRun(id);
  const outline = useRunOutline();
  const planned = usePlannedNode(id);
  const isStale = useIsStale(node) && run !== undefined && run.status !== 'running' && run.status !== 'waiting';
  const state = run?.status ?? (outline?.hasEvents && !isTerminal(outline.status) ? 'queued' : undefined);
  return (
    <div
      ref={named}
      data-state={planned ? undefined : isStale ? 'stale' : state}
      data-plan={planned?.action}
      data-selected={selected || undefined}
      data-disabled={node.options?.disabled === true || undefined}
      data-detail={detail}
      className="container-frame relative size-full"
    >
      {selected && !isFrozen ? <Resizer {...props} /> : null}
      <div className="container-face size-full">
        <Head node={node} detail={detail} isStale={isStale} />
        {isEmpty && !isFrozen && detail === 'full' ? <EmptyBody node={node} /> : null}
      </div>
      {detail === 'block' ? null : <BreakpointMark nodeId={id} isNear={isNear} />}
      {detail === 'block' ? null : <NodePorts node={node} face={frameFace(node, { width, height })} isNear={isNear} />}
    </div>
  );
}

function Resizer({ id, positionAbsoluteX, positionAbsoluteY }: NodeProps<FlowNode>) {
  const commands = useEditCommands();
  const [size, setSize] = useState<{ x: number; y: number; width: number; height: number }>();
  return (
    <>
      <NodeResizer
        minWidth={LEAST_FRAME.widthPx}
        minHeight={LEAST_FRAME.heightPx}
        lineClassName="note-line"
        handleClassName="note-grip"
        onResize={(_, next) => setSize(next)}
        onResizeEnd={(_, next) => {
          setSize(undefined);
          commands.resizeContainer(id, next);
        }}
      />
      {size ? (
        <span
          className="container-ghost"
          style={{
            left: size.x - size.width / 2 - positionAbsoluteX,
            top: size.y - positionAbsoluteY,
            width: size.width,
            height: size.height,
          }}
        />
      ) : null}
    </>
  );
}

function Head({ node, detail, isStale }: { node: WorkflowNode; detail: CanvasDetail; isStale: boolean }) {
  const run = useNodeRun(node.id);
  const iterations = useNodeIterations(node.id);
  const shown = useRunOutline();
  const outline = shown?.hasEvents ? shown : undefined;
  const planned = usePlannedNode(node.id);
  if (detail !== 'full')
    return (
      <div className="container-head container-plain">
        {detail === 'brief' ? <NodeIcon type={node.type} /> : null}
        {detail === 'brief' ? <NodeName node={node} /> : null}
      </div>
    );
  return (
    <div className="container-head">
      <NodeIcon type={node.type} />
      <NodeName node={node} />
      <NodeMarks node={node} />
      {isStale && !planned ? <StaleWord isBrief={false} /> : null}
      <code className="min-w-0 shrink-[9999] grow truncate text-meta text-ink-3">{nodeSummary(node)}</code>
      {node.type === 'parallel' ? null : <HeadPicker containerId={node.id} />}
      {planned ? (
        <PlanMark action={planned.action} isAtEnd />
      ) : iterations ? (
        <IterationMark nodeId={node.id} iterations={iterations} />
      ) : (
        <NodeRunMark run={run} outline={outline} />
      )}
      {planned ? null : <NodeRunStrip run={run} outline={outline} />}
    </div>
  );
}

const LazyIterationPicker = lazyPart(async () => (await import('#components/editor/panel/iteration-picker.tsx')).IterationPicker);

/** In the header at 100 %; zoomed out it is above the frame, where there is room. */
function HeadPicker({ containerId }: { containerId: string }) {
  const zoom = useStore(readZoom);
  const side = useStore((state) => sideOf(containerId, state));
  if (!useIterationList(containerId)) return null;
  const picker = (
    <Suspense>
      <LazyIterationPicker containerId={containerId} />
    </Suspense>
  );
  if (zoom >= 1) return picker;
  return (
    <div className="container-picker" data-side={side} style={{ scale: String(1 / zoom) }}>
      {picker}
    </div>
  );
}

function sideOf(containerId: string, { nodeLookup, transform, width: canvasWidth }: ReactFlowState): PickerSide {
  const node = nodeLookup.get(containerId);
  if (!node) return 'right';
  const [offsetX, , zoom] = transform;
  const { x } = node.internals.positionAbsolute;
  return pickerSide({ x, width: node.measured.width ?? 0, offsetX, zoom, canvasWidth });
}

/** Rounded, so that zooming does not render every header at each frame. */
const readZoom = ({ transform: [, , zoom] }: ReactFlowState) => Math.min(Math.floor(zoom * 10 + 0.5) / 10, 1);

const emptyTexts: Readonly<Record<string, 'emptyMap' | 'emptyLoop' | 'emptyParallel'>> = {
  loop: 'emptyLoop',
  parallel: 'emptyParallel',
};

/** A container that runs nothing says how to begin. */
function EmptyBody({ node }: { node: WorkflowNode }) {
  const t = useTranslations('editor.containers');
  const ui = useEditorUiStore();
  const buttonId = `add-first-${node.id}`;
  return (
    <div className="container-empty">
      <button
        id={buttonId}
        type="button"
        onClick={() => ui.getState().addAt({ ...clientPositionOf(`#${CSS.escape(buttonId)}`), inside: node.id })}
        className="nodrag flex h-6 items-center gap-1.5 rounded-control border border-line-2 bg-raised px-2 font-[520] hover:bg-sunken"
      >
        <Plus size={14} aria-hidden="true" />
        {t('addFirst')}
      </button>
      <p className="text-meta text-ink-3">{t(emptyTexts[node.type] ?? 'emptyMap')}</p>
    </div>
  );
}
