import type pg from 'pg';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { ENDED, storableText } from '../database/fragments.ts';
import { sql } from '../database/sql.ts';
import { type EventRow, selectEvents, unpackEvents } from '../event-log/read-events.ts';

/** A notification that is due: the run has ended or waits, and the receiver does not know. */
export type DuePush = {
  readonly runId: string;
  readonly configId: string;
  readonly protocol: string;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  /** Of the event to tell of. */
  readonly seq: number;
  readonly sentSeq: number;
  /** Attempts before this one. */
  readonly attempts: number;
  readonly hasEnded: boolean;
  readonly documentHash: string;
  readonly sessionId: string | null;
  readonly events: 'summary' | 'full';
  /** Whether keys of its deployment decide approvals. */
  readonly decides: boolean;
};

/** Messages of servers and libraries may be of any length. */
const MAX_REASON_CHARS = 500;
const BATCH = 100;

/** Push notifications of all workspaces. */
export class PushStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Runs that a config is open for, which have not ended or whose end was not delivered.
   * @param runIds only of these. @defaultValue all
   */
  async listOpen(runIds?: readonly string[]): Promise<string[]> {
    const isOneOf = runIds === undefined ? sql`true` : sql`run_id = ANY(${[...runIds]}::text[])`;
    const { rows } = await this.#pool.query<{ runId: string }>(
      sql`SELECT DISTINCT run_id AS "runId" FROM a2a_push_configs WHERE closed_at IS NULL AND ${isOneOf}`,
    );
    return rows.map(({ runId }) => runId);
  }

  /** Those that are due now, of one run or of all, longest due first. */
  async findDue(at: Date, runId?: string): Promise<DuePush[]> {
    const ofRun = runId === undefined ? sql`true` : sql`p.run_id = ${runId}`;
    const { rows } =
      await this.#pool.query<DuePush>(sql`SELECT p.run_id AS "runId", p.config_id AS "configId", p.protocol, p.url, p.secret,
        r.last_seq AS "seq", p.sent_seq AS "sentSeq", p.attempts, r.status IN ${ENDED} AS "hasEnded",
        r.document_hash AS "documentHash", r.session_id AS "sessionId", coalesce(d.events, 'summary') AS events,
        coalesce(d.allows_decisions, false) AS decides
      FROM a2a_push_configs p JOIN runs r ON r.id = p.run_id LEFT JOIN deployments d ON d.slug = r.slug AND d.workspace_id = r.workspace_id
      WHERE p.closed_at IS NULL AND p.next_at <= ${at} AND r.last_seq > p.sent_seq
        AND (r.status = 'waiting' OR r.status IN ${ENDED}) AND ${ofRun} ORDER BY p.next_at LIMIT ${BATCH}`);
    return rows;
  }

  /**
   * Counts an attempt before it is made, so that one that crashes the process counts too.
   * @param nextAt when another process may try again
   * @returns false when another process claimed it
   */
  async begin({ runId, configId, attempts, sentSeq }: DuePush, nextAt: Date): Promise<boolean> {
    const { rowCount } = await this.#pool.query(sql`UPDATE a2a_push_configs SET attempts = attempts + 1, next_at = ${nextAt}
      WHERE run_id = ${runId} AND config_id = ${configId} AND attempts = ${attempts} AND sent_seq = ${sentSeq} AND closed_at IS NULL`);
    return rowCount === 1;
  }

  async retryAt({ runId, configId }: DuePush, { at, reason }: { readonly at: Date; readonly reason: string }): Promise<void> {
    await this.#pool.query(sql`UPDATE a2a_push_configs SET next_at = ${at}, failure = ${storableText(reason, MAX_REASON_CHARS)}
      WHERE run_id = ${runId} AND config_id = ${configId} AND closed_at IS NULL`);
  }

  /** It was delivered, or given up for a reason; after the end of the run there is no other. */
  async settle({ runId, configId, seq, hasEnded }: DuePush, reason?: string): Promise<void> {
    const failure = reason === undefined ? null : storableText(reason, MAX_REASON_CHARS);
    await this.#pool.query(sql`UPDATE a2a_push_configs SET sent_seq = ${seq}, attempts = 0, next_at = CURRENT_TIMESTAMP, failure = ${failure},
        closed_at = CASE WHEN ${hasEnded}::boolean THEN CURRENT_TIMESTAMP END
      WHERE run_id = ${runId} AND config_id = ${configId} AND sent_seq < ${seq}`);
  }

  async readEvents(runId: string, afterSeq: number, limit = 500): Promise<StoredEvent[]> {
    const { rows } = await this.#pool.query<EventRow>(selectEvents({ runId, afterSeq, limit }));
    return unpackEvents(rows, afterSeq);
  }
}
