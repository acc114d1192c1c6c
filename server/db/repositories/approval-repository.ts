import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import { approvalDecisions, type WorkspaceId } from '#lib/ports/run-store.ts';
import { approvalKindSchema, fixedArgumentsSchema } from '#lib/run/event-parts.ts';
import { jsonValueSchema } from '#lib/run/json-value.ts';
import { runStatusSchema } from '#lib/run/run-status.ts';
import { formatCount } from '#lib/text/format-count.ts';
import { ENDED, storableText } from '../database/fragments.ts';
import type { Db } from '../database/make-db.ts';
import { joinSql, param, type Sql, sql } from '../database/sql.ts';
import { makePage, type Page, type PageEnd, pageSize, readCursor } from './page-cursor.ts';

/**
 * As JSON in the log, which may be longer than the request: `1e20` has 21 digits. It has to fit
 * into one event.
 */
const MAX_ARGS_CHARS = 8 * 1024 * 1024;
const decisionSchema = z.enum(approvalDecisions);

const statusSchema = z.enum(['pending', ...approvalDecisions]);
/** As readers see it. */
const shownStatusSchema = z.enum([...statusSchema.options, 'answered']);

const deciderSchema = z.object({ kind: z.enum(['workspace', 'key']), name: z.string().nullable() });

const approvalRecordSchema = z.object({
  actionId: z.string(),
  runId: z.string(),
  workflowName: z.string(),
  nodeId: z.string(),
  kind: approvalKindSchema,
  tool: z.string(),
  toolCallId: z.string().nullable(),
  args: jsonValueSchema,
  /** Of a tool with fixed arguments. */
  fixed: fixedArgumentsSchema.optional(),
  description: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
  status: shownStatusSchema,
  /** Undefined when the arguments or the value stay what they were. */
  decidedArgs: jsonValueSchema.optional(),
  comment: z.string().nullable(),
  decidedAt: z.date().nullable(),
  /** Null while it is pending, when it expired, and where it is not known. */
  decidedBy: deciderSchema.nullable(),
});
/** A request for an approval, with the decision once there is one. */
export type ApprovalRecord = z.output<typeof approvalRecordSchema>;

export type ListApprovals = {
  readonly runId?: string | undefined;
  /** `decided`: any but `pending`. */
  readonly status?: ApprovalRecord['status'] | 'decided' | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  /** Approvals that expire before this time are expired. @defaultValue now */
  readonly nowMs?: number | undefined;
};

export type Decide = {
  readonly runId: string;
  readonly actionId: string;
  readonly isConfirmed: boolean;
  /** The run continues without the node; nothing is confirmed then. */
  readonly isSkipped?: boolean;
  /** Plain JSON that replaces the arguments or the value; undefined to keep them. */
  readonly args?: unknown;
  readonly comment?: string | undefined;
  /** Later calls of the same tool in this run need no approval. */
  readonly isRemembered: boolean;
  /** The key that decides; undefined for people and tokens of the workspace. */
  readonly keyId?: string | undefined;
  readonly nowMs: number;
};

export type ApprovalRepository = {
  /**
   * Newest first. `pending` lists only what can still be decided: the run has not ended and the
   * approval has not expired. Waits for a time or for a result of the caller are not listed.
   */
  list(options?: ListApprovals): Promise<Page<ApprovalRecord>>;
  /** Null when this run of this workspace asked no such thing. */
  get(runId: string, actionId: string): Promise<ApprovalRecord | null>;
  /**
   * Stores a decision once; a later one gets the stored status. A decision after the expiry is
   * stored as `expired`.
   * @throws {AppError} `approval-not-found`
   * @throws {AppError} `body-too-large` when the arguments are more than a run's log can hold
   * @throws {AppError} `run-ended` when nothing was decided before the run ended; its status is in
   * `details.status`
   */
  decide(decision: Decide): Promise<{ readonly status: z.output<typeof decisionSchema>; readonly isFirst: boolean }>;
};

/** Ids of keys never look like this. */
const BY_WORKSPACE = 'workspace';

/**
 * As readers see it. The end of a run is a deadline, too; the result that a person entered for an effect is stored as
 * a rejection with a value.
 */
const STATUS = sql`CASE WHEN a.status = 'pending' AND runs.status IN ${ENDED} THEN 'expired'
  WHEN a.status = 'rejected' AND a.kind = 'effect' AND a.decided_args IS NOT NULL THEN 'answered' ELSE a.status END`;
const SELECT = sql`SELECT action_id AS "actionId", run_id AS "runId", workflow_name AS "workflowName", a.node_id AS "nodeId", kind, tool,
  tool_call_id AS "toolCallId", args, fixed, description, a.created_at AS "createdAt", expires_at AS "expiresAt", ${STATUS} AS status,
  decided_args AS "decidedArgs", comment, decided_at AS "decidedAt", decided_by AS "decidedBy",
  (SELECT name FROM api_keys WHERE api_keys.id = decided_by AND api_keys.workspace_id = a.workspace_id) AS "keyName"
  FROM approvals a JOIN runs ON runs.id = run_id`;

type StoreDecision = {
  readonly workspaceId: WorkspaceId;
  readonly runId: string;
  readonly actionId: string;
  readonly decidedAt: Date;
  readonly status: string;
  readonly argsJson: string | null;
  readonly comment: string | null;
  readonly isRemembered: boolean;
  readonly decidedBy: string;
};

/**
 * The row lock shows `found` a decision that was committed just before, so that of two at once both
 * know which one was stored.
 */
function storeDecision({
  workspaceId,
  runId,
  actionId,
  decidedAt,
  status,
  argsJson,
  comment,
  isRemembered,
  decidedBy,
}: StoreDecision): Sql {
  const at = param(decidedAt);
  return sql`WITH found AS (
      SELECT action_id, a.status, runs.status AS run_status FROM approvals a JOIN runs ON runs.id = run_id
      WHERE a.workspace_id = ${workspaceId} AND run_id = ${runId} AND action_id = ${actionId} FOR UPDATE OF a),
    decided AS (
      UPDATE approvals SET decided_at = ${at},
        status = CASE WHEN expires_at > ${at} THEN ${status} ELSE 'expired' END,
        decided_args = CASE WHEN expires_at > ${at} THEN ${argsJson} END,
        comment = CASE WHEN expires_at > ${at} THEN ${comment} END,
        is_remembered = expires_at > ${at} AND ${isRemembered},
        decided_by = CASE WHEN expires_at > ${at} THEN ${decidedBy} END
      FROM found WHERE approvals.action_id = found.action_id AND approvals.status = 'pending' AND run_status NOT IN ${ENDED}
      RETURNING approvals.status)
    SELECT found.status, run_status AS "runStatus", decided.status AS "decidedNow" FROM found LEFT JOIN decided ON true`;
}

const decidedRowSchema = z.object({ status: statusSchema, runStatus: runStatusSchema, decidedNow: decisionSchema.nullable() });

export function approvalRepository({ query }: Db, workspaceId: WorkspaceId): ApprovalRepository {
  return {
    async list({ cursor, limit, nowMs = Date.now(), ...filter } = {}) {
      const size = pageSize(limit);
      const after = cursor ? readCursor(cursor) : undefined;
      const rows = (await query<RecordRow>(listApprovals({ ...filter, workspaceId, after, nowMs, limit: size + 1 }))).map(
        toRecord,
      );
      return makePage(rows, { size, end: (row) => ({ at: row.createdAt, rowId: row.actionId }), item: (row) => row });
    },
    async get(runId, actionId) {
      const [row] = await query<RecordRow>(
        sql`${SELECT} WHERE a.workspace_id = ${workspaceId} AND run_id = ${runId} AND action_id = ${actionId}`,
      );
      return row ? toRecord(row) : null;
    },
    async decide({ runId, actionId, isConfirmed, isSkipped = false, args, comment, isRemembered, keyId, nowMs }) {
      const status = isSkipped ? 'skipped' : isConfirmed ? 'confirmed' : 'rejected';
      const argsJson = args === undefined ? null : JSON.stringify(args);
      if (argsJson !== null && argsJson.length > MAX_ARGS_CHARS)
        throw new AppError(
          'body-too-large',
          `What is decided on may have at most ${formatCount(MAX_ARGS_CHARS)} characters as JSON.`,
        );
      const decision = {
        status,
        argsJson,
        comment: comment === undefined ? null : storableText(comment),
        isRemembered,
        decidedBy: keyId ?? BY_WORKSPACE,
      };
      const [row] = await query(storeDecision({ workspaceId, runId, actionId, decidedAt: new Date(nowMs), ...decision }));
      if (!row) throw new AppError('approval-not-found', `Run ${runId} has not asked for an approval ${actionId}.`);
      const found = decidedRowSchema.parse(row);
      if (found.decidedNow !== null) return { status: found.decidedNow, isFirst: true };
      if (found.status !== 'pending') return { status: found.status, isFirst: false };
      const { runStatus } = found;
      throw new AppError('run-ended', `Run ${runId} has ended already: ${runStatus}.`, { details: { status: runStatus } });
    },
  };
}

type ListStatement = Pick<ListApprovals, 'runId' | 'status'> & {
  readonly workspaceId: WorkspaceId;
  readonly after: PageEnd | undefined;
  readonly nowMs: number;
  readonly limit: number;
};

/**
 * Plans are made without the values, so a filter that is not used must not be in the text, or no
 * index would fit.
 */
function listApprovals({ runId, status, workspaceId, after, nowMs, limit }: ListStatement): Sql {
  const where = [sql`a.workspace_id = ${workspaceId}`, sql`kind NOT IN ('wait', 'caller')`];
  if (runId !== undefined) where.push(sql`run_id = ${runId}`);
  if (status === 'pending' || status === 'confirmed' || status === 'skipped') where.push(sql`a.status = ${status}`);
  else if (status === 'decided') where.push(sql`${STATUS} <> 'pending'`);
  else if (status !== undefined) where.push(sql`${STATUS} = ${status}`);
  if (status === 'pending') where.push(sql`expires_at > ${new Date(nowMs)} AND runs.status NOT IN ${ENDED}`);
  if (after) where.push(sql`a.created_at <= ${after.at} AND (a.created_at < ${after.at} OR action_id > ${after.rowId})`);
  return sql`${SELECT} WHERE ${joinSql(where, ' AND ')} ORDER BY a.created_at DESC, action_id LIMIT ${limit}`;
}

/** The columns that hold JSON as text. */
type RecordRow = { readonly args: string } & Readonly<Record<'fixed' | 'decidedArgs' | 'decidedBy' | 'keyName', string | null>>;

function toRecord({ args, fixed, decidedArgs, decidedBy, keyName, ...row }: RecordRow): ApprovalRecord {
  return approvalRecordSchema.parse({
    ...row,
    args: JSON.parse(args),
    fixed: fixed === null ? undefined : JSON.parse(fixed),
    decidedBy: decidedBy === null ? null : { kind: decidedBy === BY_WORKSPACE ? 'workspace' : 'key', name: keyName },
    decidedArgs: decidedArgs === null ? undefined : JSON.parse(decidedArgs),
  });
}
