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
  /** The pointer is over the node, or it is selected. */
  isNear: boolean;
};

/** The breakpoint at a node's left edge, or the button that sets one while the pointer is near. */
export const BreakpointMark = memo(function BreakpointMark({ nodeId, isNear }: BreakpointMarkProps) {
  const marks = useContext(BreakpointsContext);
  if (!marks) return null;
  const { workflowId, nodeIds } = marks;
  const isSet = nodeIds.has(nodeId);
  return isSet || isNear ? <BreakpointTag workflowId={workflowId} nodeId={nodeId} isSet={isSet} /> : null;
});

type BreakpointTagProps = { workflowId: string; nodeId: NodeId; isSet: boolean };

/** Not in the tab order: the shortcut of the command sets breakpoints by keyboard. */
function BreakpointTag({ workflowId, nodeId, isSet }: BreakpointTagProps) {
  const t = useTranslations('fork');
  const label = t(isSet ? 'clearBreakpoint' : 'setBreakpoint');
  function toggle(event: MouseEvent) {
    // The click must not select the node.
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
