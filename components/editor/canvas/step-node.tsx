'use client';
import type { NodeProps } from '@xyflow/react';
import { Check } from 'lucide-react';
import { memo } from 'react';
import { BreakpointMark } from '#components/editor/canvas/breakpoint-mark.tsx';
import { type CanvasDetail, useCanvasDetail } from '#components/editor/canvas/canvas-detail.ts';
import { usePlannedNode } from '#components/editor/canvas/canvas-marks.ts';
import { useNamedAround, useNodeName, useNodeSummary } from '#components/editor/canvas/canvas-names.ts';
import { IterationMark } from '#components/editor/canvas/iteration-mark.tsx';
import { NodeMarks, NodeName, StaleWord } from '#components/editor/canvas/node-marks.tsx';
import { NodePorts } from '#components/editor/canvas/node-ports.tsx';
import { NodeQuestion } from '#components/editor/canvas/node-question.tsx';
import { NodeRunMark, NodeRunStrip, NodeRunTokens } from '#components/editor/canvas/node-run-strip.tsx';
import { NodeSkill } from '#components/editor/canvas/node-skill.tsx';
import { NodeTools } from '#components/editor/canvas/node-tools.tsx';
import { useIsStale } from '#components/editor/canvas/run-nodes.ts';
import { useDrawnNode } from '#components/editor/canvas/use-drawn-node.ts';
import { useIsNear } from '#components/editor/canvas/use-near-nodes.ts';
import { type FacePort, faceOf } from '#components/editor/document/node-face.ts';
import { levelOfNode } from '#components/editor/document/problems-by-node.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { usePortTitle } from '#components/editor/document/use-port-title.ts';
import type { FlowNode } from '#components/editor/elements/flow-elements.ts';
import { useNodeIterations } from '#components/editor/run/iteration-overlay.ts';
import { useNodeRun, useRunOutline } from '#components/editor/run/run-overlay.ts';
import { PlanMark } from '#components/run-view/fork/plan-mark.tsx';
import type { RunOutline } from '#components/run-view/shown-run.ts';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import type { PlannedNodeResource } from '#lib/api/forks.contract.ts';
import type { NodeState } from '#lib/run/run-state.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** One step of the workflow on the canvas: face, ports, problems and run state. */
export const StepNode = memo(function StepNode({ id, selected }: NodeProps<FlowNode>) {
  const node = useDrawnNode(id);
  return node ? <Step node={node} selected={selected} /> : null;
});

/** Ignores the position, which React Flow passes on every move. */
const Step = memo(function Step({ node, selected }: { node: WorkflowNode; selected: boolean }) {
  const { id } = node;
  const named = useNamedAround<HTMLDivElement>('.react-flow__node', useNodeName(node));
  const detail = useCanvasDetail();
  const isNear = useIsNear(id) || selected;
  const run = useNodeRun(id);
  const shown = useRunOutline();
  const outline = shown?.hasEvents ? shown : undefined;
  const planned = usePlannedNode(id);
  const isChanged = useIsStale(node);
  const isStale = isChanged && run !== undefined && run.status !== 'running' && run.status !== 'waiting';
  const state = run?.status ?? (outline && !isTerminal(outline.status) ? 'queued' : undefined);
  return (
    <div
      ref={named}
      data-state={planned ? undefined : isStale ? 'stale' : state}
      data-plan={planned?.action}
      data-reused={run?.reused ? true : undefined}
      data-selected={selected || undefined}
      data-disabled={node.options?.disabled === true || undefined}
      data-detail={detail}
      className="step size-full"
    >
      <Face node={node} detail={detail} run={run} outline={outline} planned={planned} isStale={isStale} />
      {detail === 'block' ? null : <BreakpointMark nodeId={id} isNear={isNear} />}
      {detail === 'block' ? null : <NodePorts node={node} isNear={isNear} />}
    </div>
  );
});

type FaceProps = {
  node: WorkflowNode;
  detail: CanvasDetail;
  run: NodeState | undefined;
  outline: RunOutline | undefined;
  planned: PlannedNodeResource | undefined;
  isStale: boolean;
};

/** Rendered only when its own data changes. A nearby pointer renders only the ports. */
const Face = memo(function Face({ detail, ...props }: FaceProps) {
  if (detail === 'block') return <div className="step-face step-plain size-full" />;
  if (detail === 'brief') return <BriefFace node={props.node} />;
  return <FullFace {...props} />;
});

function FullFace({ node, run, outline, planned, isStale }: Omit<FaceProps, 'detail'>) {
  const iterations = useNodeIterations(node.id);
  const summary = useNodeSummary(node);
  const { isSmall, outputs, tools, hiddenTools } = faceOf(node);
  return (
    <div className="step-face relative grid size-full">
      {planned ? null : <NodeRunStrip run={run} outline={outline} />}
      <div className="min-w-0 [grid-area:1/1]">
        <div data-small={isSmall || undefined} className="step-line flex h-[26px] items-center gap-1.5 pr-[7px] pl-2">
          <NodeIcon type={node.type} />
          <NodeName node={node} />
          <NodeMarks node={node} run={run} />
          {isStale && !planned ? <StaleWord isBrief={isSmall} /> : null}
          {planned ? (
            <PlanMark action={planned.action} isAtEnd />
          ) : iterations ? (
            <IterationMark nodeId={node.id} iterations={iterations} />
          ) : (
            <NodeRunMark run={run} outline={outline} />
          )}
        </div>
        {isSmall ? null : (
          <div className="-mt-0.5 flex h-4 items-center gap-1.5 pr-2 pl-7 text-meta text-ink-3">
            {run?.status === 'waiting' && !planned ? (
              <NodeQuestion nodeId={node.id} />
            ) : (
              <>
                {run?.skill && !planned ? <NodeSkill skill={run.skill} /> : null}
                <code className="min-w-0 grow truncate">{summary}</code>
                {planned ? null : <NodeRunTokens run={run} durationMs={iterations?.sum.executionTimeMs} />}
              </>
            )}
          </div>
        )}
        {tools.length > 0 ? <NodeTools tools={tools} hiddenCount={hiddenTools} run={run} /> : null}
      </div>
      {outputs.length > 1 ? <Cells outputs={outputs} fired={run?.ports} /> : null}
    </div>
  );
}

/** A zoomed-out node: type and status without small text. */
function BriefFace({ node }: { node: WorkflowNode }) {
  const level = useEditor(({ problems }) => levelOfNode(problems, node.id));
  return (
    <div className="step-face step-plain flex size-full items-center justify-center gap-2 px-2">
      <NodeIcon type={node.type} />
      <NodeName node={node} />
      {level ? <ProblemMark level={level} /> : null}
    </div>
  );
}

/** The names of several outputs, each over its port. The fired one is emphasized. */
function Cells({ outputs, fired }: { outputs: readonly FacePort[]; fired: readonly string[] | undefined }) {
  const titleOf = usePortTitle();
  return (
    <div className="absolute inset-x-0 bottom-[3px] flex h-[18px] border-t border-line-1 text-meta text-ink-3">
      {outputs.map((port) => {
        const isTaken = fired?.includes(port.id) === true;
        return (
          <span
            key={port.id}
            data-fired={isTaken || undefined}
            className="flex min-w-0 flex-1 items-center justify-center gap-1 border-l border-line-1 px-1 leading-[17px] first:border-l-0 data-fired:font-strong data-fired:text-ink-1"
          >
            {isTaken ? <Check size={10} strokeWidth={3} aria-hidden="true" className="shrink-0 text-succeeded" /> : null}
            <span className="min-w-0 truncate">{titleOf(port)}</span>
          </span>
        );
      })}
    </div>
  );
}
