import { AppError } from '#lib/errors/app-error.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import type { StoredWorkflow } from '../../db/repositories/workflow-repository.ts';

/**
 * A stored workflow with its document read.
 * @throws {AppError} `not-found`; `workflow-invalid` when another build wrote a document that this
 * one cannot read
 */
export async function loadWorkflow(
  repos: Repositories,
  workflowId: string,
): Promise<Omit<StoredWorkflow, 'document'> & { readonly workflow: Workflow }> {
  const stored = await repos.workflows.get(workflowId);
  if (!stored) throw workflowNotFound(workflowId);
  const { document, ...rest } = stored;
  const parsed = workflowSchema.safeParse(JSON.parse(document));
  if (parsed.success) return { ...rest, workflow: parsed.data };
  throw new AppError('workflow-invalid', `Workflow ${workflowId} was saved by another version and cannot be read by this one.`, {
    cause: parsed.error,
    details: {
      problems: parsed.error.issues.map(({ path, message }) => ({ code: 'document-unreadable', path: path.join('.'), message })),
    },
  });
}

export function workflowNotFound(workflowId: string): AppError {
  return new AppError('not-found', `There is no workflow ${workflowId}.`);
}
