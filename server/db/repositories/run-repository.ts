import { z } from 'zod';
import { type FeedbackResource, feedbackSchema } from '#lib/api/feedback.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { nodeErrorSchema } from '#lib/run/event-parts.ts';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import { ownerSchema } from '#lib/run/owner.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { forkChangesSchema, forkOfSchema } from '#lib/run/run-fork.ts';
import { endReasonSchema, type RunStatus, runStatusSchema } from '#lib/run/run-status.ts';
import { ENDED, IS_OF_STRANGER } from '../database/fragments.ts';
import type { Db } from '../database/make-db.ts';
import { ownerColumn } from '../database/owner-sql.ts';
import { sql } from '../database/sql.ts';
import { type EventRow, selectEvents, unpackEvents } from '../event-log/read-events.ts';
import { deleteGone } from '../stores/delete-gone.ts';
import { countRunsQuery, type ListRuns, listRunsQuery, SUMMARY_COLUMNS, searchNewestQuery } from './list-runs-query.ts';
import { makePage, type Page, pageSize } from './page-cursor.ts';

const MAX_COUNTED = 10_000;
/** Of larger documents, a list reads no labels. */
const MAX_READ_DOCUMENT_BYTES = 1_000_000;

const runSummarySchema = z.object({
  runId: z.string(),
  workflowId: z.string().nullable(),
  workflowName: z.string(),
  mode: z.enum(['draft', 'deployed', 'node']),
  slug: z.string().nullable(),
  version: z.int().positive().nullable(),
  nodeId: z.string().nullable(),
  status: runStatusSchema,
  /** Of a queued run, in the queue of its workspace, at the time of reading. */
  queuePosition: z.int().positive().nullable(),
  reason: endReasonSchema.nullable(),
  tokensUsed: z.int().nonnegative(),
  costUsd: z.number().nonnegative().nullable(),
  isCostPartial: z.boolean(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  error: nodeErrorSchema.nullable(),
  forkOf: forkOfSchema.nullable(),
});
export type RunSummary = z.output<typeof runSummarySchema>;

/** A run in a list, with the beginning of its inputs as JSON text. */
export type ListedRun = RunSummary & { readonly inputsHead: string };

const runRecordSchema = runSummarySchema.extend({
  documentHash: z.string(),
  lastSeq: z.int().positive(),
  inputs: jsonObjectSchema,
  outputs: jsonObjectSchema.nullable(),
  user: z.string().nullable(),
  sessionId: z.string().nullable(),
  model: z.string().nullable(),
  toolNames: z.array(z.string()).nullable(),
  owner: ownerSchema,
  forkChanges: forkChangesSchema.nullable(),
  feedback: feedbackSchema.nullable(),
  /** State of its webhook, if it has one. */
  webhook: z
    .object({
      outcome: z.enum(['delivered', 'given-up']).nullable(),
      attempts: z.int().nonnegative(),
      failure: z.string().nullable(),
    })
    .nullable(),
});
/** The row of a run; its events are in the log. */
export type RunRecord = z.output<typeof runRecordSchema>;

/** `callerMessages`: JSON, as the client sent them. `hasApprovals`: it requested a decision of a person. */
export type Spoken = { readonly callerMessages: string | null; readonly hasApprovals: boolean };
type SpokenRow = Spoken & { readonly runId: string };

/** Owner and state of a run, without its inputs and outputs, which may be megabytes. */
export type RunHead = Pick<RunRecord, 'runId' | 'workflowId' | 'slug' | 'owner' | 'documentHash' | 'status' | 'lastSeq'>;

export type RunsOfDocument = { readonly document: string; readonly runIds: readonly string[] };

export type RunRepository = {
  /** Null when there is none in this workspace. */
  get(runId: string): Promise<RunRecord | null>;
  /** Null when there is none in this workspace. */
  getHead(runId: string): Promise<RunHead | null>;
  /** What clients of conversations read again of runs, by id. */
  spoken(runIds: readonly string[]): Promise<ReadonlyMap<string, Spoken>>;
  /** Newest first. */
  list(options?: ListRuns): Promise<Page<ListedRun>>;
  /** How many runs the filters match; of more than 10,000 that number. */
  count(options?: Omit<ListRuns, 'cursor' | 'limit' | 'search'>): Promise<number>;
  /** The text of the document that ran. Null when there is no such run in this workspace. */
  getDocument(runId: string): Promise<{ readonly documentHash: string; readonly document: string } | null>;
  /** The text of each document that the runs executed, except those above 1 MB, with the runs. */
  documentsOf(runIds: readonly string[]): Promise<readonly RunsOfDocument[]>;
  /** As `RunStore.readEvents`; empty for a run that is not of this workspace. */
  readEvents(runId: string, afterSeq: number, limit?: number): Promise<StoredEvent[]>;
  /**
   * The last seq of a run that has ended, at which a stream can end; null while the log may grow,
   * or without such a run.
   */
  lastSeqWhenFinished(runId: string): Promise<number | null>;
  /**
   * Deletes a run that has ended with everything that belongs to it.
   * @returns the status of a run that was not deleted because it has not ended
   * @throws {AppError} `run-not-found`
   */
  delete(runId: string): Promise<RunStatus | 'deleted'>;
  /**
   * Stores a stop command. Idempotent; does nothing for a run that has ended.
   * @returns the run's status at that moment
   * @throws {AppError} `run-not-found`
   */
  requestStop(runId: string): Promise<RunStatus>;
  /**
   * Stores a command to continue from the breakpoints the run is paused at. Ignored for a run that
   * has not started or has ended.
   * @returns the run's status at that moment
   * @throws {AppError} `run-not-found`
   */
  requestContinue(
    runId: string,
    how: { readonly step: boolean; readonly breakpoints?: readonly string[] | undefined },
  ): Promise<RunStatus>;
  /**
   * Replaces what a caller thinks of the answer of a run; null removes it.
   * @throws {AppError} `run-not-found`
   */
  rate(runId: string, feedback: FeedbackResource | null): Promise<void>;
  /** The runs of a tree of forks, the first one first; one more than `limit` when there are more. */
  listTree(rootRunId: string, limit: number): Promise<readonly ForkedRun[]>;
};

const forkedRunSchema = runSummarySchema
  .pick({ runId: true, workflowName: true, mode: true, status: true, createdAt: true, finishedAt: true, forkOf: true })
  .extend({ forkChanges: forkChangesSchema.nullable() });
export type ForkedRun = z.output<typeof forkedRunSchema>;

export function runRepository({ query }: Db, workspaceId: WorkspaceId): RunRepository {
  const readList = async (wanted: ListRuns & { limit: number }) => {
    if (wanted.search) {
      const newest = await query<ListedRow>(searchNewestQuery(workspaceId, { ...wanted, search: wanted.search }));
      if (newest.length === wanted.limit) return newest;
    }
    return query<ListedRow>(listRunsQuery(workspaceId, wanted));
  };
  const withPositions = async <Row extends SummaryRow>(rows: readonly Row[]): Promise<(Row & Positioned)[]> => {
    const runIds = rows.flatMap(({ status, runId }) => (status === 'queued' ? runId : []));
    const positions = new Map<string, number>();
    if (runIds.length > 0) {
      // Counted at each read: a stored position would be outdated by every run that ends.
      const found = await query<{ runId: string; position: number }>(sql`SELECT id AS "runId", position FROM (
          SELECT id, (row_number() OVER (PARTITION BY ${IS_OF_STRANGER} ORDER BY created_at, id))::int AS position
          FROM runs WHERE workspace_id = ${workspaceId} AND status = 'queued') line
        WHERE id = ANY (${runIds})`);
      for (const { runId, position } of found) positions.set(runId, position);
    }
    return rows.map((row) => ({ ...row, queuePosition: positions.get(row.runId) ?? null }));
  };
  const isOwn = (runId: string) => sql`id = ${runId} AND workspace_id = ${workspaceId}`;
  return {
    async get(runId) {
      const rows =
        await query<RecordRow>(sql`SELECT ${SUMMARY_COLUMNS}, document_hash AS "documentHash", last_seq AS "lastSeq", inputs,
          outputs, end_user AS "user", session_id AS "sessionId", model, tool_names AS "toolNames", ${ownerColumn('runs')},
          fork_changes AS "forkChanges",
          (SELECT json_build_object('rating', rating, 'comment', comment, 'reasons', reasons)
            FROM run_feedback WHERE run_id = runs.id) AS feedback,
          (SELECT json_build_object('outcome', outcome, 'attempts', attempts, 'failure', failure)
            FROM webhooks WHERE run_id = runs.id) AS webhook
        FROM runs WHERE ${isOwn(runId)}`);
      const [row] = await withPositions(rows);
      return row ? toRecord(row) : null;
    },
    async spoken(runIds) {
      const rows = await query<SpokenRow>(sql`SELECT id AS "runId", caller_messages AS "callerMessages",
          EXISTS (SELECT 1 FROM approvals WHERE approvals.run_id = runs.id) AS "hasApprovals"
        FROM runs WHERE workspace_id = ${workspaceId} AND id = ANY(${[...runIds]}::text[])`);
      return new Map(rows.map(({ runId, ...spoken }) => [runId, spoken]));
    },
    async getHead(runId) {
      const [row] = await query<RunHead>(sql`SELECT id AS "runId", workflow_id AS "workflowId", slug, ${ownerColumn('runs')},
          document_hash AS "documentHash", status, last_seq AS "lastSeq"
        FROM runs WHERE ${isOwn(runId)}`);
      return row ?? null;
    },
    async list(options = {}) {
      const size = pageSize(options.limit);
      const found = await withPositions(await readList({ ...options, limit: size + 1 }));
      const rows = found.map((row) => ({ ...toSummary(row), inputsHead: row.inputsHead }));
      return makePage(rows, { size, end: (row) => ({ at: row.createdAt, rowId: row.runId }), item: (row) => row });
    },
    async count(options = {}) {
      const [row] = await query<{ count: number }>(countRunsQuery(workspaceId, options, MAX_COUNTED));
      return row?.count ?? 0;
    },
    async getDocument(runId) {
      const [row] = await query<{ documentHash: string; document: string }>(sql`SELECT hash AS "documentHash", document
        FROM documents WHERE hash = (SELECT document_hash FROM runs WHERE ${isOwn(runId)})`);
      return row ?? null;
    },
    documentsOf(runIds) {
      return query<RunsOfDocument>(sql`SELECT d.document, array_agg(runs.id) AS "runIds"
        FROM runs JOIN documents d ON d.hash = runs.document_hash
        WHERE runs.workspace_id = ${workspaceId} AND runs.id = ANY(${[...runIds]}::text[])
          AND octet_length(d.document) <= ${MAX_READ_DOCUMENT_BYTES}
        GROUP BY d.hash`);
    },
    async readEvents(runId, afterSeq, limit) {
      const isVisible = sql`EXISTS (SELECT 1 FROM runs WHERE ${isOwn(runId)})`;
      return unpackEvents(await query<EventRow>(selectEvents({ runId, afterSeq, limit, isVisible })), afterSeq);
    },
    async lastSeqWhenFinished(runId) {
      const [row] = await query<{ lastSeq: number }>(
        sql`SELECT last_seq AS "lastSeq" FROM runs WHERE ${isOwn(runId)} AND status IN ${ENDED}`,
      );
      return row?.lastSeq ?? null;
    },
    async delete(runId) {
      // Two statements: the first one deletes nothing where the run is active or not of this workspace.
      const gone = sql`SELECT id FROM runs WHERE ${isOwn(runId)} AND status IN ${ENDED} FOR UPDATE`;
      const [deleted] = await query<{ count: number }>(deleteGone(gone));
      if (deleted?.count === 1) return 'deleted';
      const [row] = await query<{ status: string }>(sql`SELECT status FROM runs WHERE ${isOwn(runId)}`);
      if (row) return runStatusSchema.parse(row.status);
      throw new AppError('run-not-found', `There is no run ${runId}.`);
    },
    async requestStop(runId) {
      const [row] = await query<{ status: string }>(sql`WITH run AS (SELECT id, status FROM runs WHERE ${isOwn(runId)}),
        command AS (INSERT INTO run_commands (run_id, kind)
          SELECT id, 'stop' FROM run WHERE status NOT IN ${ENDED}
          ON CONFLICT (run_id, kind) WHERE acknowledged_at IS NULL DO NOTHING)
        SELECT status FROM run`);
      if (row) return runStatusSchema.parse(row.status);
      throw new AppError('run-not-found', `There is no run ${runId}.`);
    },
    async rate(runId, feedback) {
      const [row] = feedback
        ? await query(sql`INSERT INTO run_feedback (run_id, workspace_id, rating, comment, reasons)
            SELECT id, workspace_id, ${feedback.rating}, ${feedback.comment}, ${feedback.reasons}::text[] FROM runs WHERE ${isOwn(runId)}
            ON CONFLICT (run_id) DO UPDATE SET rating = excluded.rating, comment = excluded.comment,
              reasons = excluded.reasons, changed_at = now()
            RETURNING run_id`)
        : await query(sql`WITH run AS (SELECT id FROM runs WHERE ${isOwn(runId)}),
            removed AS (DELETE FROM run_feedback WHERE run_id IN (SELECT id FROM run))
            SELECT id FROM run`);
      if (!row) throw new AppError('run-not-found', `There is no run ${runId}.`);
    },
    async requestContinue(runId, how) {
      const [row] = await query<{ status: string }>(sql`WITH run AS (SELECT id, status FROM runs WHERE ${isOwn(runId)}),
        command AS (INSERT INTO run_commands (run_id, kind, args)
          SELECT id, 'continue', ${JSON.stringify(how)} FROM run WHERE status IN ('running', 'waiting')
          ON CONFLICT (run_id, kind) WHERE acknowledged_at IS NULL DO UPDATE SET args = excluded.args)
        SELECT status FROM run`);
      if (row) return runStatusSchema.parse(row.status);
      throw new AppError('run-not-found', `There is no run ${runId}.`);
    },
    async listTree(rootRunId, limit) {
      const rows = await query<SummaryRow & Pick<RecordRow, 'forkChanges'>>(
        sql`SELECT ${SUMMARY_COLUMNS}, fork_changes AS "forkChanges" FROM runs
          WHERE workspace_id = ${workspaceId} AND (id = ${rootRunId} OR root_run_id = ${rootRunId})
          ORDER BY root_run_id IS NOT NULL, created_at, id LIMIT ${limit + 1}`,
      );
      return rows.map(({ forkChanges, ...row }) =>
        forkedRunSchema.parse({
          ...toSummary({ ...row, queuePosition: null }),
          forkChanges: forkChanges === null ? null : JSON.parse(forkChanges),
        }),
      );
    },
  };
}

/** The columns that hold JSON as text. */
type SummaryRow = {
  readonly runId: string;
  readonly status: string;
  readonly error: string | null;
  readonly forkedFrom: string | null;
  readonly forkSeq: number | null;
  readonly rootRunId: string | null;
};
type ListedRow = SummaryRow & { readonly inputsHead: string };
type Positioned = { readonly queuePosition: number | null };
type RecordRow = SummaryRow & { readonly inputs: string } & Readonly<
    Record<'outputs' | 'toolNames' | 'forkChanges', string | null>
  >;

function toSummary({ error, ...row }: SummaryRow & Positioned): RunSummary {
  return runSummarySchema.parse({ ...row, forkOf: forkOf(row), error: error === null ? null : JSON.parse(error) });
}

function forkOf({
  forkedFrom: runId,
  forkSeq: seq,
  rootRunId,
}: Pick<SummaryRow, 'forkedFrom' | 'forkSeq' | 'rootRunId'>): unknown {
  return runId === null ? null : { runId, seq, rootRunId };
}

function toRecord({ inputs, outputs, error, toolNames, forkChanges, ...row }: RecordRow & Positioned): RunRecord {
  return runRecordSchema.parse({
    ...row,
    forkOf: forkOf(row),
    forkChanges: forkChanges === null ? null : JSON.parse(forkChanges),
    inputs: JSON.parse(inputs),
    outputs: outputs === null ? null : JSON.parse(outputs),
    error: error === null ? null : JSON.parse(error),
    toolNames: toolNames === null ? null : JSON.parse(toolNames),
  });
}
