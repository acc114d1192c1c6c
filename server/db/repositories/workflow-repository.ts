import type { WorkflowState } from '#lib/api/workflow-list.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { storableText } from '../database/fragments.ts';
import type { Db } from '../database/make-db.ts';
import type { Workflow as Row } from '../generated/prisma/client.ts';
import { countWorkflowsQuery, type ListWorkflows, listWorkflowsQuery, writeWorkflowCursor } from './list-workflows-query.ts';
import { type Page, pageSize } from './page-cursor.ts';

export type WorkflowSummary = {
  readonly workflowId: string;
  readonly name: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
/** `document` is the text as it was saved: parse it with `workflowSchema`, it may be of an older build. */
export type StoredWorkflow = WorkflowSummary & { readonly document: string };
/** A workflow to be stored: its canonical text, and its name for lists. */
export type WorkflowText = { readonly name: string; readonly document: string };
export type Replaced =
  | { readonly status: 'replaced'; readonly workflow: WorkflowSummary }
  | { readonly status: 'stale'; readonly current: StoredWorkflow };
export type WorkflowCounts = Readonly<Record<'all' | WorkflowState, number>>;

export type WorkflowRepository = {
  create(workflowId: string, workflow: WorkflowText): Promise<WorkflowSummary>;
  /** Null when there is none, or it was removed. */
  get(workflowId: string): Promise<StoredWorkflow | null>;
  /** Last saved first, unless it is sorted otherwise. `search` finds part of a name, whatever its case. */
  list(options?: ListWorkflows): Promise<Page<WorkflowSummary>>;
  /** How many a search finds, in each state; without one, how many there are. */
  count(search?: string): Promise<WorkflowCounts>;
  /**
   * Saves over `revision`, or returns what another request has saved since.
   * @throws {AppError} `not-found`
   */
  replace(workflowId: string, workflow: WorkflowText, options: { revision: number }): Promise<Replaced>;
  /** Removes it from view; its runs stay. @returns false when there was none */
  remove(workflowId: string): Promise<boolean>;
};

const summaryColumns = { id: true, name: true, revision: true, createdAt: true, updatedAt: true } as const;
type SummaryRow = Pick<Row, keyof typeof summaryColumns>;
type ListedRow = SummaryRow & { readonly key: number | string };

export function workflowRepository({ prisma, query }: Db, workspaceId: WorkspaceId): WorkflowRepository {
  const own = { workspaceId, deletedAt: null };
  const get = async (workflowId: string) => {
    const row = await prisma.workflow.findFirst({ where: { ...own, id: workflowId } });
    return row && { ...toSummary(row), document: row.document };
  };
  return {
    get,
    async create(workflowId, text) {
      const data = { id: workflowId, workspaceId, ...columnsOf(text) };
      return toSummary(await prisma.workflow.create({ data, select: summaryColumns }));
    },
    async list(options = {}) {
      const size = pageSize(options.limit);
      const sort = options.sort ?? 'saved';
      const rows = await query<ListedRow>(listWorkflowsQuery(workspaceId, { ...options, limit: size + 1 }));
      const page = rows.slice(0, size);
      const last = page.at(-1);
      return { items: page.map(toSummary), nextCursor: rows.length > size && last ? writeWorkflowCursor(sort, last) : null };
    },
    async count(search) {
      const [counts] = await query<WorkflowCounts>(countWorkflowsQuery(workspaceId, search));
      return counts ?? { all: 0, live: 0, failing: 0, waiting: 0 };
    },
    async replace(workflowId, text, { revision }) {
      const [row] = await prisma.workflow.updateManyAndReturn({
        where: { ...own, id: workflowId, revision },
        data: { ...columnsOf(text), revision: { increment: 1 }, updatedAt: new Date() },
        select: summaryColumns,
      });
      if (row) return { status: 'replaced', workflow: toSummary(row) };
      const current = await get(workflowId);
      if (current) return { status: 'stale', current };
      throw new AppError('not-found', `There is no workflow ${workflowId}.`);
    },
    async remove(workflowId) {
      const { count } = await prisma.workflow.updateMany({ where: { ...own, id: workflowId }, data: { deletedAt: new Date() } });
      return count > 0;
    },
  };
}

function toSummary({ id, name, revision, createdAt, updatedAt }: SummaryRow): WorkflowSummary {
  return { workflowId: id, name, revision, createdAt, updatedAt };
}

/**
 * The name is a copy for lists, without the NUL that the document has escaped.
 */
function columnsOf({ name, document }: WorkflowText): { name: string; document: string } {
  return { name: storableText(name), document };
}
