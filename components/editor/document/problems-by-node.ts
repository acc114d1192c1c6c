import type { Problem } from '#lib/workflow/problem.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

type Severity = Problem['severity'];
const byNode = new WeakMap<readonly Problem[], ReadonlyMap<NodeId, Severity>>();

/** The worst that is wrong with a node; nothing when all is well. Every node asks, so the list is walked once. */
export function severityOf(problems: readonly Problem[], nodeId: NodeId): Severity | undefined {
  const known = byNode.get(problems);
  if (known) return known.get(nodeId);
  const worst = new Map<NodeId, Severity>();
  for (const problem of problems)
    if (problem.nodeId !== undefined && worst.get(problem.nodeId) !== 'error') worst.set(problem.nodeId, problem.severity);
  byNode.set(problems, worst);
  return worst.get(nodeId);
}
