import type pg from 'pg';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import { ENDED, msFromNow } from '../../database/fragments.ts';
import { constant, joinSql, sql } from '../../database/sql.ts';
import { transact } from '../../database/transact.ts';
import { type PutRecord, putRecord } from './record-store.ts';

export type TaskStatus = 'waiting' | 'done' | 'skipped' | 'failed';
export type MemoryTaskRow = {
  readonly runId: string;
  readonly userId: string;
  readonly user: string | null;
  readonly slug: string | null;
  readonly status: TaskStatus;
  readonly attempts: number;
  /** Why it failed, is tried again, or stored nothing. */
  readonly problem: string | null;
  readonly summaryRunId: string | null;
  readonly recordId: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};
export type NewTask = {
  readonly workspaceId: WorkspaceId;
  readonly runId: string;
  readonly userId: string;
  /** JSON of what the workflow says of its memory. */
  readonly settings: string;
};
/** A task whose run has ended. */
export type ReadyTask = NewTask & {
  readonly attempts: number;
  readonly summaryRunId: string | null;
  /** Of the run that writes the summary; null before it is stored. */
  readonly summaryStatus: RunStatus | null;
  readonly runStatus: RunStatus;
  /** JSON. */
  readonly inputs: string;
  readonly outputs: string | null;
  readonly sessionKey: string | null;
  readonly message: string | null;
  readonly answer: string | null;
  readonly document: string;
  readonly workflowName: string;
  /** The key whose budget pays; null without one. */
  readonly budgetKeyId: string | null;
};
export type UserLease = { readonly userId: string; readonly token: string };

/** Tasks whose run has ended, and that need not wait before another attempt. */
const READY = sql`t.status = 'waiting' AND (t.retry_at IS NULL OR t.retry_at <= CURRENT_TIMESTAMP)
  AND r.status IN ${ENDED}`;
const columns =
  constant(`t.run_id AS "runId", t.user_id AS "userId", u.end_user AS "user", u.slug, t.status, t.attempts, t.problem,
  t.summary_run_id AS "summaryRunId", t.record_id AS "recordId", t.created_at AS "createdAt", t.finished_at AS "finishedAt"`);

/** Which runs are to be remembered, and what came of it. Of one user, one process works at a time. */
export class MemoryTaskStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Before the run is stored: a run that was never stored leaves a task that is deleted later.
   * @param isSkipped the run reads the memory of the user, and is not summarized. @defaultValue false
   */
  async add({ workspaceId, runId, userId, settings }: NewTask, { isSkipped = false } = {}): Promise<void> {
    const status = isSkipped ? 'skipped' : 'waiting';
    await this.#pool.query(sql`INSERT INTO memory_tasks (run_id, workspace_id, user_id, settings, status, finished_at)
      VALUES (${runId}, ${workspaceId}, ${userId}, ${settings}, ${status}, CASE WHEN ${isSkipped}::boolean THEN CURRENT_TIMESTAMP END)
      ON CONFLICT (run_id) DO NOTHING`);
  }

  /** Of a run that was refused. */
  async drop(runId: string): Promise<void> {
    await this.#pool.query(sql`DELETE FROM memory_tasks WHERE run_id = ${runId} AND status = 'waiting'`);
  }

  /** Runs that have not ended and are to be remembered, at most ten thousand. */
  async openRunIds(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ runId: string }>(sql`SELECT t.run_id AS "runId" FROM memory_tasks t
      JOIN runs r ON r.id = t.run_id WHERE t.status = 'waiting' AND r.status NOT IN ${ENDED} LIMIT 10000`);
    return rows.map(({ runId }) => runId);
  }

  /** The user of a run; undefined for a run that has none. */
  async userOf(workspaceId: WorkspaceId, runId: string): Promise<Pick<NewTask, 'userId' | 'settings'> | undefined> {
    const { rows } = await this.#pool.query<Pick<NewTask, 'userId' | 'settings'>>(
      sql`SELECT user_id AS "userId", settings FROM memory_tasks WHERE workspace_id = ${workspaceId} AND run_id = ${runId}`,
    );
    return rows[0];
  }

  /** Latest first. */
  async list(
    workspaceId: WorkspaceId,
    {
      status,
      userId,
      limit,
      offset,
    }: { status?: TaskStatus | undefined; userId?: string | undefined; limit: number; offset: number },
  ): Promise<MemoryTaskRow[]> {
    const where = joinSql(
      [
        sql`t.workspace_id = ${workspaceId}`,
        ...(status === undefined ? [] : [sql`t.status = ${status}`]),
        ...(userId === undefined ? [] : [sql`t.user_id = ${userId}`]),
      ],
      ' AND ',
    );
    const { rows } =
      await this.#pool.query<MemoryTaskRow>(sql`SELECT ${columns} FROM memory_tasks t JOIN memory_users u ON u.id = t.user_id
      WHERE ${where} ORDER BY t.created_at DESC, t.run_id LIMIT ${limit} OFFSET ${offset}`);
    return rows;
  }

  /** A failed task is tried again. @returns false when there is no failed task of that run */
  async retry(workspaceId: WorkspaceId, runId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(sql`UPDATE memory_tasks SET status = 'waiting', attempts = 0, retry_at = NULL,
        problem = NULL, summary_run_id = NULL, finished_at = NULL
      WHERE workspace_id = ${workspaceId} AND run_id = ${runId} AND status = 'failed'`);
    return rowCount === 1;
  }

  /** A user with tasks to do, for `leaseMs`; undefined when there is none. */
  async claimUser(token: string, leaseMs: number): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{
      id: string;
    }>(sql`UPDATE memory_users SET lease_token = ${token}, lease_until = ${msFromNow(leaseMs)}
      WHERE id = (SELECT u.id FROM memory_tasks t JOIN runs r ON r.id = t.run_id JOIN memory_users u ON u.id = t.user_id
        WHERE ${READY} AND (u.lease_until IS NULL OR u.lease_until < CURRENT_TIMESTAMP)
        ORDER BY t.created_at LIMIT 1 FOR UPDATE OF u SKIP LOCKED)
      RETURNING id`);
    return rows[0]?.id;
  }

  /** @returns false when the lease was lost, or the user forgotten */
  async renew({ userId, token }: UserLease, leaseMs: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      sql`UPDATE memory_users SET lease_until = ${msFromNow(leaseMs)} WHERE id = ${userId} AND lease_token = ${token}`,
    );
    return rowCount === 1;
  }

  async release({ userId, token }: UserLease): Promise<void> {
    await this.#pool.query(
      sql`UPDATE memory_users SET lease_token = NULL, lease_until = NULL WHERE id = ${userId} AND lease_token = ${token}`,
    );
  }

  /** Leases of processes that ended with the only process that was, at its next start. */
  async releaseAll(): Promise<void> {
    await this.#pool.query('UPDATE memory_users SET lease_until = NULL WHERE lease_until IS NOT NULL');
  }

  /** The next task of a user, in the order in which the runs ended. */
  async next(userId: string): Promise<ReadyTask | undefined> {
    const { rows } =
      await this.#pool.query<ReadyTask>(sql`SELECT t.workspace_id AS "workspaceId", t.run_id AS "runId", t.user_id AS "userId",
        t.settings, t.attempts, t.summary_run_id AS "summaryRunId", s.status AS "summaryStatus", r.status AS "runStatus", r.inputs, r.outputs,
        r.session_key AS "sessionKey", r.turn_message AS message, r.turn_answer AS answer, d.document, r.workflow_name AS "workflowName",
        k.key_id AS "budgetKeyId"
      FROM memory_tasks t JOIN runs r ON r.id = t.run_id AND r.workspace_id = t.workspace_id JOIN documents d ON d.hash = r.document_hash
        LEFT JOIN runs s ON s.id = t.summary_run_id LEFT JOIN run_keys k ON k.run_id = r.id
      WHERE t.user_id = ${userId} AND ${READY} ORDER BY r.finished_at, r.id LIMIT 1`);
    return rows[0];
  }

  /** Milliseconds until a task is to be tried again, or a lease ends; undefined without any. */
  async nextDueMs(): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ ms: number | null }>(sql`SELECT min(extract(epoch FROM
        greatest(t.retry_at, u.lease_until) - CURRENT_TIMESTAMP) * 1000)::float8 AS ms
      FROM memory_tasks t JOIN memory_users u ON u.id = t.user_id JOIN runs r ON r.id = t.run_id
      WHERE t.status = 'waiting' AND r.status IN ${ENDED}`);
    return rows[0]?.ms ?? undefined;
  }

  /** Names the run that writes the summary, before it is started. */
  async nameSummary(runId: string, summaryRunId: string | null): Promise<void> {
    await this.#pool.query(
      sql`UPDATE memory_tasks SET summary_run_id = ${summaryRunId} WHERE run_id = ${runId} AND status = 'waiting'`,
    );
  }

  async summaryOf(runId: string): Promise<{ status: RunStatus; outputs: string | null; error: string | null } | undefined> {
    const { rows } = await this.#pool.query<{ status: RunStatus; outputs: string | null; error: string | null }>(
      sql`SELECT s.status, s.outputs, s.error FROM memory_tasks t JOIN runs s ON s.id = t.summary_run_id WHERE t.run_id = ${runId}`,
    );
    return rows[0];
  }

  /**
   * Ends a task, and stores its record, in one transaction. Nothing is stored when the lease was
   * lost or the user forgotten. A record that the summary continues and that was forgotten meanwhile
   * is not made again.
   * @param options `continues`: id of the record whose text the summary contains
   * @returns false when the lease was lost
   */
  async finish(
    task: Pick<ReadyTask, 'runId' | 'workspaceId' | 'userId'>,
    token: string,
    { status, problem = null, record, continues }: Finish,
  ): Promise<boolean> {
    const { runId, workspaceId, userId } = task;
    return transact(this.#pool, async (client) => {
      const { rowCount } = await client.query(sql`UPDATE memory_users SET changed_at = CURRENT_TIMESTAMP
        WHERE id = ${userId} AND lease_token = ${token}`);
      if (rowCount !== 1) return false;
      const isForgotten =
        continues !== undefined &&
        (await client.query(sql`SELECT 1 FROM memory_records WHERE id = ${continues} FOR UPDATE`)).rowCount === 0;
      const stored = record && !isForgotten ? await putRecord(client, { workspaceId, userId }, record) : null;
      await client.query(sql`UPDATE memory_tasks SET status = ${isForgotten ? 'skipped' : status}, problem = ${problem},
          record_id = ${stored?.recordId ?? null}, retry_at = NULL, finished_at = CURRENT_TIMESTAMP
        WHERE run_id = ${runId} AND status = 'waiting'`);
      return true;
    });
  }

  /** It is tried again, by another run of the summary unless it `keepsRun`. @returns false when the lease was lost */
  async postpone(
    { runId, userId }: Pick<ReadyTask, 'runId' | 'userId'>,
    token: string,
    { problem, retryInMs, keepsRun = false }: { problem: string; retryInMs: number; keepsRun?: boolean },
  ): Promise<boolean> {
    const { rowCount } =
      await this.#pool.query(sql`UPDATE memory_tasks SET problem = ${problem}, attempts = attempts + ${keepsRun ? 0 : 1}::int,
        summary_run_id = CASE WHEN ${keepsRun}::boolean THEN summary_run_id END,
        retry_at = ${msFromNow(retryInMs)}
      WHERE run_id = ${runId} AND status = 'waiting'
        AND EXISTS (SELECT 1 FROM memory_users WHERE id = ${userId} AND lease_token = ${token})`);
    return rowCount === 1;
  }
}

type Finish = {
  readonly status: 'done' | 'skipped' | 'failed';
  readonly problem?: string | null;
  readonly record?: PutRecord | undefined;
  readonly continues?: string | undefined;
};
