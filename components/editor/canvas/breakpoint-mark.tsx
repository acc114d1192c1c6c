'use client';
import '#components/run-view/fork/fork.css';
import type { MouseEvent } from 'react';
import { memo, useContext } from 'react';
import { useTranslations } from 'use-intl';
import { BreakpointsContext } from '#components/editor/canvas/canvas-marks.ts';
import { breakpointMemory } from '#components/run-view/fork/breakpoint-memory.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

type BreakpointMarkProps = {
  nodeId: NodeId;
  /** Somebody is at the node, or it is selected. */
  isNear: boolean;
};

/** The tag at a node's left edge where a run is to stand still; without one, the place for it, once the pointer is near. Nothing where nothing can be set. */
export const BreakpointMark = memo(function BreakpointMark({ nodeId, isNear }: BreakpointMarkProps) {
  const marks = useContext(BreakpointsContext);
  if (!marks) return null;
  const { workflowId, nodeIds } = marks;
  const isSet = nodeIds.has(nodeId);
  return isSet || isNear ? <BreakpointTag workflowId={workflowId} nodeId={nodeId} isSet={isSet} /> : null;
});

type BreakpointTagProps = { workflowId: string; nodeId: NodeId; isSet: boolean };

/** Its keys are those of the command: a stop for Tab at each node would be one too many. */
function BreakpointTag({ workflowId, nodeId, isSet }: BreakpointTagProps) {
  const t = useTranslations('fork');
  const label = t(isSet ? 'clearBreakpoint' : 'setBreakpoint');
  function toggle(event: MouseEvent) {
    // The node under it is not what was clicked.
    event.stopPropagation();
    breakpointMemory.toggle(workflowId, [nodeId]);
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      aria-pressed={isSet}
      title={label}
      data-part="breakpoint"
      onClick={toggle}
      onDoubleClick={(event) => event.stopPropagation()}
      className="breakpoint nodrag nopan"
    />
  );
}
