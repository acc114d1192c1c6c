import { NodeFailure } from '#lib/errors/node-failure.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { workflowLibrary } from './workflow-library.ts';

const SHOWN_PROBLEMS = 10;

/**
 * A document that may be stored: what a model writes has no errors when it is.
 * @throws {NodeFailure} `workflow-invalid` with the first problems
 */
export async function storableWorkflow(
  document: unknown,
  context: Pick<ExecutorContext, 'tools' | 'workspaceId'>,
): Promise<Workflow> {
  const { valid, errors } = await workflowLibrary(context).validate(context.workspaceId, document, context.tools.definitions);
  const parsed = valid ? workflowSchema.safeParse(document).data : undefined;
  if (parsed) return parsed;
  const lines = errors
    .slice(0, SHOWN_PROBLEMS)
    .map(({ message, nodeId, path }) => `${[nodeId, path].filter(Boolean).join(' ')}: ${message}`);
  throw new NodeFailure('workflow-invalid', `The document has ${errors.length} errors: ${lines.join('; ')}`, {
    path: 'document',
    hint: 'Correct them, and check with workflow_validate before you write',
  });
}
