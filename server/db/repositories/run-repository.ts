import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import { nodeErrorSchema, type StoredEvent } from '#lib/run/run-event.ts';
import { forkChangesSchema, forkOfSchema } from '#lib/run/run-fork.ts';
import { endReasonSchema, type RunStatus, runStatusSchema } from '#lib/run/run-status.ts';
import type { Db } from '../database/make-db.ts';
import { type EventRow, lastFirstSeq, READ_EVENTS, unpackEvents } from '../event-log/read-events.ts';
import { type ListRuns, listRunsQuery, SUMMARY_COLUMNS, searchNewestQuery } from './list-runs-query.ts';
import { makePage, type Page, pageSize } from './page-cursor.ts';

const runSummarySchema = z.object({
  runId: z.string(),
  workflowId: z.string().nullable(),
  workflowName: z.string(),
  mode: z.enum(['draft', 'deployed', 'node']),
  slug: z.string().nullable(),
  version: z.int().positive().nullable(),
  nodeId: z.string().nullable(),
  status: runStatusSchema,
  /** Of a queued run: where it stands in the line of its workspace as this is read. */
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

const runRecordSchema = runSummarySchema.extend({
  documentHash: z.string(),
  lastSeq: z.int().positive(),
  inputs: jsonObjectSchema,
  outputs: jsonObjectSchema.nullable(),
  user: z.string().nullable(),
  sessionId: z.string().nullable(),
  model: z.string().nullable(),
  toolNames: z.array(z.string()).nullable(),
  /** The key that the run belongs to; null where it belongs to no key, or to all keys of its endpoint. */
  keyId: z.string().nullable(),
  forkChanges: forkChangesSchema.nullable(),
  /** How far its caller was told of its end, where it asked to be. */
  webhook: z
    .object({
      outcome: z.enum(['delivered', 'given-up']).nullable(),
      attempts: z.int().nonnegative(),
      failure: z.string().nullable(),
    })
    .nullable(),
});
/** A run's row: who, what and how it ended. What happened is in its events. */
export type RunRecord = z.output<typeof runRecordSchema>;

/** What says whose a run is and how far it is, without its values, which may be megabytes. */
export type RunHead = Pick<RunRecord, 'runId' | 'workflowId' | 'slug' | 'keyId' | 'documentHash' | 'status' | 'lastSeq'>;

export type RunRepository = {
  /** Null when there is none in this workspace. */
  get(runId: string): Promise<RunRecord | null>;
  /** Null when there is none in this workspace. */
  getHead(runId: string): Promise<RunHead | null>;
  /** Newest first. */
  list(options?: ListRuns): Promise<Page<RunSummary>>;
  /** The text of the document that ran. Null when there is no such run in this workspace. */
  getDocument(runId: string): Promise<{ readonly documentHash: string; readonly document: string } | null>;
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
  /**
   * Leaves word for whoever takes the run up that it may go on from where it stands. One that has not begun, or has ended, is not told.
   * @returns the run's status at that moment
   * @throws {AppError} `run-not-found`
   */
  requestContinue(
    runId: string,
    how: { readonly step: boolean; readonly breakpoints?: readonly string[] | undefined },
  ): Promise<RunStatus>;
  /** The runs of a tree of forks, the first one first; one more than `limit` when there are more. */
  listTree(rootRunId: string, limit: number): Promise<readonly ForkedRun[]>;
};

const forkedRunSchema = runSummarySchema
  .pick({ runId: true, workflowName: true, mode: true, status: true, createdAt: true, finishedAt: true, forkOf: true })
  .extend({ forkChanges: forkChangesSchema.nullable() });
export type ForkedRun = z.output<typeof forkedRunSchema>;

const READ_OWN_EVENTS = `SELECT * FROM (${READ_EVENTS}) own WHERE EXISTS (SELECT 1 FROM runs WHERE id = $1 AND workspace_id = $4) ORDER BY "firstSeq"`;
const LAST_SEQ = `SELECT last_seq AS "lastSeq" FROM runs
  WHERE id = $1 AND workspace_id = $2 AND status IN ('succeeded', 'failed', 'cancelled')`;
const REQUEST_STOP = `WITH run AS (SELECT id, status FROM runs WHERE id = $1 AND workspace_id = $2),
  command AS (INSERT INTO run_commands (run_id, kind) SELECT id, 'stop' FROM run WHERE status NOT IN ('succeeded', 'failed', 'cancelled')
    ON CONFLICT (run_id, kind) WHERE acknowledged_at IS NULL DO NOTHING)
  SELECT status FROM run`;

const REQUEST_CONTINUE = `WITH run AS (SELECT id, status FROM runs WHERE id = $1 AND workspace_id = $2),
  command AS (INSERT INTO run_commands (run_id, kind, args) SELECT id, 'continue', $3 FROM run WHERE status IN ('running', 'waiting')
    ON CONFLICT (run_id, kind) WHERE acknowledged_at IS NULL DO UPDATE SET args = excluded.args)
  SELECT status FROM run`;
const LIST_TREE = `SELECT ${SUMMARY_COLUMNS}, fork_changes AS "forkChanges" FROM runs
  WHERE workspace_id = $1 AND (id = $2 OR root_run_id = $2) ORDER BY root_run_id IS NOT NULL, created_at, id LIMIT $3`;

const GET = `SELECT ${SUMMARY_COLUMNS}, document_hash AS "documentHash", last_seq AS "lastSeq", inputs, outputs,
  end_user AS "user", session_id AS "sessionId", model, tool_names AS "toolNames", key_id AS "keyId", fork_changes AS "forkChanges",
  (SELECT json_build_object('outcome', outcome, 'attempts', attempts, 'failure', failure) FROM webhooks WHERE run_id = runs.id) AS webhook
  FROM runs WHERE id = $1 AND workspace_id = $2`;
const GET_HEAD = `SELECT id AS "runId", workflow_id AS "workflowId", slug, key_id AS "keyId", document_hash AS "documentHash", status,
  last_seq AS "lastSeq" FROM runs WHERE id = $1 AND workspace_id = $2`;
// Counted as it is asked for: a place that was stored would be behind with every run that ends.
const PLACES = `SELECT id AS "runId", place FROM (
    SELECT id, (row_number() OVER (ORDER BY created_at, id))::int AS place FROM runs WHERE workspace_id = $1 AND status = 'queued') line
  WHERE id = ANY ($2)`;
const GET_DOCUMENT = `SELECT hash AS "documentHash", document FROM documents
  WHERE hash = (SELECT document_hash FROM runs WHERE id = $1 AND workspace_id = $2)`;

export function runRepository({ query }: Db, workspaceId: WorkspaceId): RunRepository {
  const readList = async (wanted: ListRuns & { limit: number }) => {
    const read = ({ text, values }: ReturnType<typeof listRunsQuery>) => query<SummaryRow>(text, values);
    if (wanted.search) {
      const newest = await read(searchNewestQuery(workspaceId, { ...wanted, search: wanted.search }));
      if (newest.length === wanted.limit) return newest;
    }
    return read(listRunsQuery(workspaceId, wanted));
  };
  const placed = async <Row extends SummaryRow>(rows: readonly Row[]): Promise<(Row & Placed)[]> => {
    const runIds = rows.flatMap(({ status, runId }) => (status === 'queued' ? runId : []));
    const found = runIds.length > 0 ? await query<{ runId: string; place: number }>(PLACES, [workspaceId, runIds]) : [];
    const places = new Map(found.map(({ runId, place }) => [runId, place]));
    return rows.map((row) => ({ ...row, queuePosition: places.get(row.runId) ?? null }));
  };
  return {
    async get(runId) {
      const [row] = await placed(await query<RecordRow>(GET, [runId, workspaceId]));
      return row ? toRecord(row) : null;
    },
    async getHead(runId) {
      const [row] = await query<RunHead>(GET_HEAD, [runId, workspaceId]);
      return row ?? null;
    },
    async list(options = {}) {
      const size = pageSize(options.limit);
      const rows = (await placed(await readList({ ...options, limit: size + 1 }))).map(toSummary);
      return makePage(rows, { size, end: (row) => ({ at: row.createdAt, rowId: row.runId }), item: (row) => row });
    },
    async getDocument(runId) {
      const [row] = await query<{ documentHash: string; document: string }>(GET_DOCUMENT, [runId, workspaceId]);
      return row ?? null;
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
    async requestContinue(runId, how) {
      const [row] = await query<{ status: string }>(REQUEST_CONTINUE, [runId, workspaceId, JSON.stringify(how)]);
      if (row) return runStatusSchema.parse(row.status);
      throw new AppError('run-not-found', `There is no run ${runId}.`);
    },
    async listTree(rootRunId, limit) {
      const rows = await query<SummaryRow & Pick<RecordRow, 'forkChanges'>>(LIST_TREE, [workspaceId, rootRunId, limit + 1]);
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
type Placed = { readonly queuePosition: number | null };
type RecordRow = SummaryRow & { readonly inputs: string } & Readonly<
    Record<'outputs' | 'toolNames' | 'forkChanges', string | null>
  >;

function toSummary({ error, ...row }: SummaryRow & Placed): RunSummary {
  return runSummarySchema.parse({ ...row, forkOf: forkOf(row), error: error === null ? null : JSON.parse(error) });
}

function forkOf({
  forkedFrom: runId,
  forkSeq: seq,
  rootRunId,
}: Pick<SummaryRow, 'forkedFrom' | 'forkSeq' | 'rootRunId'>): unknown {
  return runId === null ? null : { runId, seq, rootRunId };
}

function toRecord({ inputs, outputs, error, toolNames, forkChanges, ...row }: RecordRow & Placed): RunRecord {
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
