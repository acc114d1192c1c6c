import { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';
import { type Problem, type ProblemCode, problemCodes } from '#lib/workflow/problem.ts';
import { problemLevel } from '#lib/workflow/problem-level.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

const codes = Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]];
const detailsSchema = z.object({
  problems: z.array(
    z.object({
      code: z.enum(codes),
      severity: z.enum(['error', 'warning']),
      message: z.string(),
      nodeId: z.string().optional(),
      path: z.string().optional(),
    }),
  ),
});

/** What is to fill in before a workflow can run, of the errors that a run was refused for. */
export function unfilledOfRefusal(
  error: unknown,
  isNode: (nodeId: NodeId) => boolean,
): readonly (Problem & { nodeId: NodeId })[] {
  if (!(error instanceof ApiError) || error.code !== 'workflow-invalid') return [];
  const details = detailsSchema.safeParse(error.details);
  if (!details.success) return [];
  return details.data.problems.flatMap(({ nodeId, path, ...problem }) =>
    // Those of a called workflow name its own nodes.
    nodeId !== undefined && isNode(nodeId) && problemLevel(problem) === 'unfilled'
      ? [{ ...problem, nodeId, ...(path !== undefined && { path }) }]
      : [],
  );
}
