import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import { approvalDecisions, type WorkspaceId } from '#lib/ports/run-store.ts';
import { jsonValueSchema } from '#lib/run/json-value.ts';
import { approvalKindSchema } from '#lib/run/run-event.ts';
import { runStatusSchema } from '#lib/run/run-status.ts';
import type { Db } from '../database/make-db.ts';
import { makePage, type Page, type PageEnd, pageSize, readCursor } from './page-cursor.ts';

/** As the run's log writes it, which may be longer than what was sent: `1e20` has 21 digits. The event that takes it up has to hold it. */
const MAX_ARGS_CHARS = 8 * 1024 * 1024;
const decisionSchema = z.enum(approvalDecisions);

const statusSchema = z.enum(['pending', ...approvalDecisions]);

const approvalRecordSchema = z.object({
  actionId: z.string(),
  runId: z.string(),
  workflowName: z.string(),
  nodeId: z.string(),
  kind: approvalKindSchema,
  tool: z.string(),
  toolCallId: z.string().nullable(),
  args: jsonValueSchema,
  description: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
  status: statusSchema,
  /** Undefined when the arguments or the value stay what they were. */
  decidedArgs: jsonValueSchema.optional(),
  comment: z.string().nullable(),
  decidedAt: z.date().nullable(),
});
/** What a person is or was asked, with the decision once there is one. */
export type ApprovalRecord = z.output<typeof approvalRecordSchema>;

export type ListApprovals = {
  readonly runId?: string | undefined;
  readonly status?: ApprovalRecord['status'] | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  /** When something is over whose time is over. @defaultValue now */
  readonly nowMs?: number | undefined;
};

export type Decide = {
  readonly runId: string;
  readonly actionId: string;
  readonly isConfirmed: boolean;
  /** The run is to go on without the node; nothing is confirmed then. */
  readonly isSkipped?: boolean;
  /** Plain JSON in the place of the arguments or the value; undefined when they stay. */
  readonly args?: unknown;
  readonly comment?: string | undefined;
  /** The same tool is not to be asked about again in this run. */
  readonly isRemembered: boolean;
  readonly nowMs: number;
};

export type ApprovalRepository = {
  /** Newest first. With status `pending` only what can still be decided: the run has not ended, and the time is not over. */
  list(options?: ListApprovals): Promise<Page<ApprovalRecord>>;
  /** Null when this run of this workspace asked no such thing. */
  get(runId: string, actionId: string): Promise<ApprovalRecord | null>;
  /**
   * Stores a decision, once: the first one stands, and who comes later is given it. One that comes after the time is over is `expired`.
   * @throws {AppError} `approval-not-found`
   * @throws {AppError} `body-too-large` when the arguments are more than a run's log can hold
   * @throws {AppError} `run-ended` when nothing was decided before the run ended; its status is in `details.status`
   */
  decide(decision: Decide): Promise<{ readonly status: z.output<typeof decisionSchema>; readonly isFirst: boolean }>;
};

const ENDED = "('succeeded', 'failed', 'cancelled')";
const SELECT = `SELECT action_id AS "actionId", run_id AS "runId", workflow_name AS "workflowName", a.node_id AS "nodeId", kind, tool,
  tool_call_id AS "toolCallId", args, description, a.created_at AS "createdAt", expires_at AS "expiresAt", a.status,
  decided_args AS "decidedArgs", comment, decided_at AS "decidedAt"
  FROM approvals a JOIN runs ON runs.id = run_id WHERE a.workspace_id = $1`;
const GET = `${SELECT} AND run_id = $2 AND action_id = $3`;
/**
 * The lock lets `asked` see what somebody else has just decided, and the update sees it too, so that of two at the same moment one
 * changes the row and both know how it was decided.
 */
const DECIDE = `WITH asked AS (
    SELECT action_id, a.status, runs.status AS run_status FROM approvals a JOIN runs ON runs.id = run_id
    WHERE a.workspace_id = $1 AND run_id = $2 AND action_id = $3 FOR UPDATE OF a),
  decided AS (
    UPDATE approvals SET decided_at = $4,
      status = CASE WHEN expires_at > $4 THEN $5 ELSE 'expired' END,
      decided_args = CASE WHEN expires_at > $4 THEN $6 END,
      comment = CASE WHEN expires_at > $4 THEN $7 END,
      is_remembered = expires_at > $4 AND $8
    FROM asked WHERE approvals.action_id = asked.action_id AND approvals.status = 'pending' AND run_status NOT IN ${ENDED}
    RETURNING approvals.status)
  SELECT asked.status, run_status AS "runStatus", decided.status AS "decidedNow" FROM asked LEFT JOIN decided ON true`;

const decidedRowSchema = z.object({ status: statusSchema, runStatus: runStatusSchema, decidedNow: decisionSchema.nullable() });

export function approvalRepository({ query }: Db, workspaceId: WorkspaceId): ApprovalRepository {
  return {
    async list({ cursor, limit, nowMs = Date.now(), ...filter } = {}) {
      const size = pageSize(limit);
      const after = cursor ? readCursor(cursor) : undefined;
      const { text, values } = listStatement({ ...filter, workspaceId, after, nowMs, limit: size + 1 });
      const rows = (await query<RecordRow>(text, values)).map(toRecord);
      return makePage(rows, { size, end: (row) => ({ at: row.createdAt, rowId: row.actionId }), item: (row) => row });
    },
    async get(runId, actionId) {
      const [row] = await query<RecordRow>(GET, [workspaceId, runId, actionId]);
      return row ? toRecord(row) : null;
    },
    async decide({ runId, actionId, isConfirmed, isSkipped = false, args, comment, isRemembered, nowMs }) {
      const status = isSkipped ? 'skipped' : isConfirmed ? 'confirmed' : 'rejected';
      const argsJson = args === undefined ? null : JSON.stringify(args);
      if (argsJson !== null && argsJson.length > MAX_ARGS_CHARS)
        throw new AppError('body-too-large', `What is decided on may have at most ${MAX_ARGS_CHARS} characters as JSON.`);
      // PostgreSQL takes no NUL in any text; in JSON text there is none.
      const what = [argsJson, comment?.replaceAll('\0', '\ufffd') ?? null, isRemembered];
      const [row] = await query(DECIDE, [workspaceId, runId, actionId, new Date(nowMs), status, ...what]);
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

/** Statements are planned without their values: a condition that is not asked for must not be there, or no index would fit. */
function listStatement({ runId, status, workspaceId, after, nowMs, limit }: ListStatement): { text: string; values: unknown[] } {
  const values: unknown[] = [workspaceId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (runId !== undefined) conditions.push(`run_id = ${parameter(runId)}`);
  if (status !== undefined) conditions.push(`a.status = ${parameter(status)}`);
  if (status === 'pending') conditions.push(`expires_at > ${parameter(new Date(nowMs))} AND runs.status NOT IN ${ENDED}`);
  if (after) {
    const at = parameter(after.at);
    conditions.push(`a.created_at <= ${at} AND (a.created_at < ${at} OR action_id > ${parameter(after.rowId)})`);
  }
  const where = conditions.map((condition) => ` AND ${condition}`).join('');
  return { text: `${SELECT}${where} ORDER BY a.created_at DESC, action_id LIMIT ${parameter(limit)}`, values };
}

/** The columns that hold JSON as text. */
type RecordRow = { readonly args: string; readonly decidedArgs: string | null };

function toRecord({ args, decidedArgs, ...row }: RecordRow): ApprovalRecord {
  return approvalRecordSchema.parse({
    ...row,
    args: JSON.parse(args),
    decidedArgs: decidedArgs === null ? undefined : JSON.parse(decidedArgs),
  });
}
