import { listVersions } from '#lib/api/versions.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { workflowNotFound } from '../../workflows/load-workflow.ts';

export const listVersionsHandler = defineHandler(listVersions, async ({ params, query: { limit, before }, repos }) => {
  const found = await repos.versions.list(params.id, { limit: limit + 1, before });
  if (found.length === 0 && !(await repos.workflows.get(params.id))) throw workflowNotFound(params.id);
  const items = found.slice(0, limit).map(({ createdAt, slugs, ...version }) => ({
    ...version,
    createdAt: createdAt.toISOString(),
    slugs: [...slugs],
  }));
  return { status: 200, body: { items, nextBefore: found.length > limit ? (items.at(-1)?.number ?? null) : null } };
});
