import type { Problem } from '#lib/workflow/problem.ts';
import { type ProblemLevel, problemLevel, problemLevels } from '#lib/workflow/problem-level.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

const byNode = new WeakMap<readonly Problem[], ReadonlyMap<NodeId, ProblemLevel>>();

/** The most urgent level of a node's problems; undefined without any. Cached, since every node reads it. */
export function levelOfNode(problems: readonly Problem[], nodeId: NodeId): ProblemLevel | undefined {
  const known = byNode.get(problems);
  if (known) return known.get(nodeId);
  const levels = new Map<NodeId, ProblemLevel>();
  for (const level of problemLevels.toReversed())
    for (const problem of problems)
      if (problem.nodeId !== undefined && problemLevel(problem) === level) levels.set(problem.nodeId, level);
  byNode.set(problems, levels);
  return levels.get(nodeId);
}
