import { getVersion } from '#lib/api/versions.contract.ts';
import type { WorkflowReachResource } from '#lib/api/workflows.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { storedReach } from '#lib/workflow/stored-reach.ts';
import { withoutReach } from '#lib/workflow/without-reach.ts';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getVersionHandler = defineHandler(getVersion, async ({ params: { id, number }, repos }) => {
  const version = await repos.versions.get(id, number);
  if (!version) throw new AppError('not-found', `Workflow ${id} has no version ${number}.`);
  const parsed = workflowSchema.safeParse(JSON.parse(version.document));
  if (parsed.success) {
    const reach = (storedReach(parsed.data) as WorkflowReachResource | undefined) ?? null;
    const document = withoutReach(parsed.data);
    return { status: 200, body: { number, createdAt: version.createdAt.toISOString(), document, reach } };
  }
  throw new AppError('workflow-invalid', `Version ${number} was published by another build and cannot be read by this one.`, {
    cause: parsed.error,
  });
});
