import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Errors first, then warnings. */
export function problemsOf(document: Workflow, registry: NodeRegistry): readonly Problem[] {
  const { errors, warnings } = validateWorkflow(document, registry);
  return [...errors, ...warnings];
}
