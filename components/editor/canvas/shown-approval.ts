import { needsDecision } from '#components/run-view/approvals/needs-decision.ts';
import type { NodePath } from '#lib/run/node-path.ts';
import type { OpenApproval, RunState } from '#lib/run/run-state.ts';

/** The approval that a node shows of its open ones: the first that needs a decision, else the first. */
export function shownApproval(approvals: RunState['approvals'], isHere: (path: NodePath) => boolean): OpenApproval | undefined {
  const here = Object.values(approvals).filter(({ nodeId }) => isHere(nodeId));
  return here.find(needsDecision) ?? here[0];
}
