'use client';
import { Handle, type NodeProps, Position, type ReactFlowState, useStore } from '@xyflow/react';
import { Ban, Pin } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { FlowNode } from '#components/editor/canvas/flow-elements.ts';
import { type FacePort, faceOf, type NodeFace } from '#components/editor/canvas/node-face.ts';
import { NodeRunMark, NodeRunStrip, NodeRunTokens } from '#components/editor/canvas/node-run-strip.tsx';
import { PortMark } from '#components/editor/canvas/port-mark.tsx';
import { nodeSummary } from '#components/editor/node-summary.ts';
import { ProblemMark } from '#components/editor/problem-mark.tsx';
import { severityOf } from '#components/editor/problems-by-node.ts';
import { useNodeRun } from '#components/editor/run-overlay.ts';
import { useEditor } from '#components/editor/use-editor.tsx';
import { usePortTitle } from '#components/editor/use-port-title.ts';
import { useNames } from '#components/run/use-names.ts';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { ERROR_PORT } from '#lib/workflow/node-ports.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** Under this zoom letters cannot be read. */
const READABLE_ZOOM = 0.5;
const isReadable = (state: ReactFlowState) => state.transform[2] >= READABLE_ZOOM;

/** One step of the workflow, as it stands on the canvas: face, ports, what is wrong with it, and how it does in the run being shown. */
export const StepNode = memo(function StepNode({ id, data: { node }, selected }: NodeProps<FlowNode>) {
  const isDetailed = useStore(isReadable);
  const run = useNodeRun(id);
  const face = faceOf(node);
  return (
    <div
      data-state={run?.status}
      data-selected={selected || undefined}
      data-disabled={node.options?.disabled === true || undefined}
      className="step relative size-full"
    >
      <div className="step-face relative size-full">
        {isDetailed ? <Face node={node} face={face} /> : <PlainFace node={node} />}
      </div>
      <Ports node={node} face={face} />
    </div>
  );
});

function Face({ node, face }: { node: WorkflowNode; face: NodeFace }) {
  const hasCells = face.outputs.length > 1;
  return (
    <>
      <div className="flex h-[26px] items-center gap-1.5 pr-[7px] pl-2">
        <NodeIcon type={node.type} />
        <Name node={node} />
        <Marks node={node} />
        <NodeRunMark nodeId={node.id} />
      </div>
      {face.isSmall ? null : (
        <div className="-mt-0.5 flex h-4 items-center gap-1.5 pr-2 pl-7 text-meta text-ink-3">
          <code className="min-w-0 grow truncate">{nodeSummary(node)}</code>
          <NodeRunTokens nodeId={node.id} />
        </div>
      )}
      {hasCells ? <Cells node={node} outputs={face.outputs} /> : null}
      <NodeRunStrip nodeId={node.id} />
    </>
  );
}

function Name({ node }: { node: WorkflowNode }) {
  const { labelOf } = useNames();
  return <span className="step-name min-w-0 truncate text-body font-title">{labelOf(node)}</span>;
}

/** Pinned, disabled, and the worst that is wrong. */
function Marks({ node }: { node: WorkflowNode }) {
  const t = useTranslations('editor.marks');
  const severity = useEditor(({ problems }) => severityOf(problems, node.id));
  return (
    <span className="flex shrink-0 items-center gap-1 text-ink-2">
      {node.options?.pinned === undefined ? null : (
        <Pin size={12} role="img" aria-label={t('pinned')}>
          <title>{t('pinned')}</title>
        </Pin>
      )}
      {node.options?.disabled ? (
        <Ban size={12} role="img" aria-label={t('disabled')}>
          <title>{t('disabled')}</title>
        </Ban>
      ) : null}
      {severity ? <ProblemMark severity={severity} isNamed /> : null}
    </span>
  );
}

/** The names of several outputs, each over its port. The one that fired stands out. */
function Cells({ node, outputs }: { node: WorkflowNode; outputs: readonly FacePort[] }) {
  const titleOf = usePortTitle();
  const fired = useNodeRun(node.id)?.ports;
  return (
    <div className="absolute inset-x-0 bottom-[3px] flex h-[18px] border-t border-line-1 text-meta text-ink-3">
      {outputs.map((port) => (
        <span
          key={port.id}
          data-fired={fired?.includes(port.id) || undefined}
          className="min-w-0 flex-1 truncate border-l border-line-1 px-1 text-center leading-[17px] first:border-l-0 data-fired:font-strong data-fired:text-ink-1"
        >
          {titleOf(port)}
        </span>
      ))}
    </div>
  );
}

/** From far away: what it is and how it does, nothing to read. */
function PlainFace({ node }: { node: WorkflowNode }) {
  const severity = useEditor(({ problems }) => severityOf(problems, node.id));
  return (
    <div className="step-plain flex size-full items-center justify-center gap-2 px-2">
      <NodeIcon type={node.type} />
      <Name node={node} />
      {severity ? <ProblemMark severity={severity} /> : null}
    </div>
  );
}

function Ports({ node, face }: { node: WorkflowNode; face: NodeFace }) {
  // A run ends there: going on from it is possible, but nobody looks for it.
  const isQuiet = node.type === 'end';
  return (
    <>
      {face.inputs.map((port) => (
        <PortHandle key={port.id} port={port} isInput />
      ))}
      {face.outputs.map((port) => (
        <PortHandle key={port.id} port={port} isQuiet={isQuiet} />
      ))}
      {face.error ? <PortHandle port={face.error} isQuiet={node.options?.onError !== 'branch'} /> : null}
    </>
  );
}

type PortHandleProps = {
  port: FacePort;
  isInput?: boolean;
  /** Shown only while somebody is at the node, or something is connected. */
  isQuiet?: boolean;
};

function PortHandle({ port, isInput = false, isQuiet = false }: PortHandleProps) {
  const titleOf = usePortTitle();
  const isError = port.id === ERROR_PORT;
  return (
    <Handle
      id={port.id}
      type={isInput ? 'target' : 'source'}
      position={isInput ? Position.Top : isError ? Position.Right : Position.Bottom}
      title={titleOf(port)}
      data-quiet={isQuiet || undefined}
      className="step-port"
      style={{ left: port.xPx, top: port.yPx }}
    >
      <PortMark kind={port.kind} isInput={isInput} />
    </Handle>
  );
}
