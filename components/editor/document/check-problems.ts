import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { problemLevel, problemLevels } from '#lib/workflow/problem-level.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Mistakes first, then what is to fill in, then warnings. */
export function problemsOf(document: Workflow, registry: NodeRegistry): readonly Problem[] {
  const { errors, warnings } = validateWorkflow(document, registry);
  const problems = [...errors, ...warnings];
  return problemLevels.flatMap((level) => problems.filter((problem) => problemLevel(problem) === level));
}
