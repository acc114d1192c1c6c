import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { nodeErrorSchema, type StoredEvent } from '#lib/run/run-event.ts';
import { endReasonSchema, type RunStatus, runStatusSchema } from '#lib/run/run-status.ts';
import type { Run as Row } from './generated/prisma/client.ts';
import type { Db } from './make-db.ts';
import { makePage, type Page, pageSize, readCursor } from './page-cursor.ts';
import { type EventRow, lastFirstSeq, READ_EVENTS, unpackEvents } from './read-events.ts';

const runSummarySchema = z.object({
  runId: z.string(),
  workflowId: z.string().nullable(),
  workflowName: z.string(),
  mode: z.enum(['draft', 'deployed', 'node']),
  nodeId: z.string().nullable(),
  status: runStatusSchema,
  reason: endReasonSchema.nullable(),
  tokensUsed: z.int().nonnegative(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
});
export type RunSummary = z.output<typeof runSummarySchema>;

const jsonObject = z.record(z.string(), z.json());
const runRecordSchema = runSummarySchema.extend({
  documentHash: z.string(),
  lastSeq: z.int().positive(),
  inputs: jsonObject,
  outputs: jsonObject.nullable(),
  error: nodeErrorSchema.nullable(),
});
/** A run's row: who, what and how it ended. What happened is in its events. */
export type RunRecord = z.output<typeof runRecordSchema>;

export type ListRuns = {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  readonly workflowId?: string | undefined;
  readonly status?: RunStatus | undefined;
};

export type RunRepository = {
  /** Null when there is none in this workspace. */
  get(runId: string): Promise<RunRecord | null>;
  /** Newest first. */
  list(options?: ListRuns): Promise<Page<RunSummary>>;
  /** As `RunStore.readEvents`; empty for a run that is not of this workspace. */
  readEvents(runId: string, afterSeq: number, limit?: number): Promise<StoredEvent[]>;
  /** The last seq of a run that has ended, so that a stream past it can end too; null while it may still grow, or when there is none. */
  lastSeqWhenFinished(runId: string): Promise<number | null>;
  /**
   * Leaves word for whoever holds the run. Asking again changes nothing, and neither does asking for a run that has ended.
   * @returns the run's status at that moment
   * @throws {AppError} `run-not-found`
   */
  requestStop(runId: string): Promise<RunStatus>;
};

const READ_OWN_EVENTS = `SELECT * FROM (${READ_EVENTS}) own WHERE EXISTS (SELECT 1 FROM runs WHERE id = $1 AND workspace_id = $4) ORDER BY "firstSeq"`;
const LAST_SEQ = `SELECT last_seq AS "lastSeq" FROM runs
  WHERE id = $1 AND workspace_id = $2 AND status IN ('succeeded', 'failed', 'cancelled')`;
const REQUEST_STOP = `WITH run AS (SELECT id, status FROM runs WHERE id = $1 AND workspace_id = $2),
  command AS (INSERT INTO run_commands (run_id, kind) SELECT id, 'stop' FROM run WHERE status NOT IN ('succeeded', 'failed', 'cancelled')
    ON CONFLICT (run_id, kind) WHERE acknowledged_at IS NULL DO NOTHING)
  SELECT status FROM run`;

const summaryColumns = {
  id: true,
  workflowId: true,
  workflowName: true,
  mode: true,
  nodeId: true,
  status: true,
  reason: true,
  tokensUsed: true,
  createdAt: true,
  startedAt: true,
  finishedAt: true,
} as const;

export function runRepository({ prisma, query }: Db, workspaceId: WorkspaceId): RunRepository {
  return {
    async get(runId) {
      const row = await prisma.run.findFirst({ where: { id: runId, workspaceId } });
      return row && toRecord(row);
    },
    async list({ cursor, limit, workflowId, status } = {}) {
      const size = pageSize(limit);
      const after = cursor ? readCursor(cursor) : undefined;
      const rows = await prisma.run.findMany({
        where: {
          workspaceId,
          ...(workflowId && { workflowId }),
          ...(status && { status }),
          ...(after && { createdAt: { lte: after.at }, OR: [{ createdAt: { lt: after.at } }, { id: { gt: after.rowId } }] }),
        },
        select: summaryColumns,
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        take: size + 1,
      });
      const item = ({ id, ...row }: (typeof rows)[number]) => runSummarySchema.parse({ runId: id, ...row });
      return makePage(rows, { size, end: (row) => ({ at: row.createdAt, rowId: row.id }), item });
    },
    async readEvents(runId, afterSeq, limit) {
      return unpackEvents(
        await query<EventRow>(READ_OWN_EVENTS, [runId, afterSeq, lastFirstSeq(afterSeq, limit), workspaceId]),
        afterSeq,
      );
    },
    async lastSeqWhenFinished(runId) {
      const [row] = await query<{ lastSeq: number }>(LAST_SEQ, [runId, workspaceId]);
      return row?.lastSeq ?? null;
    },
    async requestStop(runId) {
      const [row] = await query<{ status: string }>(REQUEST_STOP, [runId, workspaceId]);
      if (row) return runStatusSchema.parse(row.status);
      throw new AppError('run-not-found', `There is no run ${runId}.`);
    },
  };
}

function toRecord({ id, inputs, outputs, error, ...row }: Row): RunRecord {
  return runRecordSchema.parse({
    ...row,
    runId: id,
    inputs: JSON.parse(inputs),
    outputs: outputs === null ? null : JSON.parse(outputs),
    error: error === null ? null : JSON.parse(error),
  });
}
