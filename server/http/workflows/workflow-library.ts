import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { NewId } from '#lib/ports/runtime.ts';
import type { WorkflowLibrary } from '#lib/ports/workflow-library.ts';
import type { ToolRegistry } from '#lib/tools/define-tool.ts';
import { withoutBundle } from '#lib/workflow/called-workflows.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import type { Validation } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import { inlineSubworkflowsIfReadable } from './inline-subworkflows.ts';
import { loadWorkflow } from './load-workflow.ts';

type Ports = {
  readonly reposOf: (workspaceId: WorkspaceId) => Repositories;
  readonly validate: (document: unknown, tools: ToolRegistry) => Validation | Promise<Validation>;
  readonly newId: NewId;
};

const MAX_LISTED = 100;

/** The saved workflows of a workspace, by the same rows as the API. */
export function makeWorkflowLibrary({ reposOf, validate, newId }: Ports): WorkflowLibrary {
  const rowOf = (document: Workflow) => ({ name: document.name, document: formatWorkflow(withoutBundle(document)) });
  return {
    async list(workspaceId, { cursor }) {
      const { items, nextCursor } = await reposOf(workspaceId).workflows.list({ cursor, limit: MAX_LISTED });
      const listed = items.map(({ workflowId, name, revision, updatedAt }) => {
        return { id: workflowId, name, revision, updatedAt: updatedAt.toISOString() };
      });
      return { items: listed, nextCursor };
    },
    async get(workspaceId, id) {
      const { revision, workflow } = await loadWorkflow(reposOf(workspaceId), id);
      return { id, revision, document: workflow };
    },
    async validate(workspaceId, document, tools) {
      return validate(await inlineSubworkflowsIfReadable(document, reposOf(workspaceId)), tools);
    },
    async create(workspaceId, document) {
      const { workflowId, revision } = await reposOf(workspaceId).workflows.create(newId('wf'), rowOf(document));
      return { id: workflowId, revision };
    },
    async update(workspaceId, { id, revision }, document) {
      const result = await reposOf(workspaceId).workflows.replace(id, rowOf(document), { revision });
      if (result.status !== 'stale') return { id, revision: result.workflow.revision };
      const { revision: stored } = result.current;
      throw new AppError(
        'revision-stale',
        `Revision ${revision} was replaced by another change; revision ${stored} is stored now.`,
      );
    },
  };
}
