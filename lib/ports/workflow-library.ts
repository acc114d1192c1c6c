import type { ToolRegistry } from '../tools/define-tool.ts';
import type { Validation } from '../workflow/validate-workflow.ts';
import type { Workflow } from '../workflow/workflow.ts';
import type { WorkspaceId } from './run-store.ts';

export type ListedWorkflow = {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  /** ISO 8601 */
  readonly updatedAt: string;
};
export type SavedWorkflow = { readonly id: string; readonly revision: number };

/** The saved workflows of a workspace, for tools that work on them. */
export interface WorkflowLibrary {
  /** Newest first, at most 100. */
  list(
    workspaceId: WorkspaceId,
    page: { cursor?: string | undefined },
  ): Promise<{ items: ListedWorkflow[]; nextCursor: string | null }>;
  /** @throws {AppError} `not-found` */
  get(workspaceId: WorkspaceId, id: string): Promise<SavedWorkflow & { readonly document: Workflow }>;
  /** All problems of any JSON; never throws. */
  validate(workspaceId: WorkspaceId, document: unknown, tools: ToolRegistry): Promise<Validation>;
  create(workspaceId: WorkspaceId, document: Workflow): Promise<SavedWorkflow>;
  /** @throws {AppError} `not-found`, `revision-stale` */
  update(workspaceId: WorkspaceId, saved: SavedWorkflow, document: Workflow): Promise<SavedWorkflow>;
}
