import type pg from 'pg';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { type EventRow, lastFirstSeq, READ_EVENTS, unpackEvents } from '../event-log/read-events.ts';

/** A webhook that is due: its run has ended. */
export type DueWebhook = {
  readonly runId: string;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  /** Tries before this one. */
  readonly attempts: number;
  readonly nextAt: Date;
};

/** Messages of servers and libraries may be of any length. */
const MAX_REASON_CHARS = 500;
const ENDED = "status IN ('succeeded', 'failed', 'cancelled')";

/** What whoever delivers webhooks asks the database, for all workspaces. */
export class WebhookStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Runs whose end has not been told yet, ended or not. */
  async listOpen(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ runId: string }>(
      'SELECT run_id AS "runId" FROM webhooks WHERE closed_at IS NULL ORDER BY next_at',
    );
    return rows.map(({ runId }) => runId);
  }

  /** Null while the run goes on, and once its webhook is closed. */
  async findDue(runId: string): Promise<DueWebhook | null> {
    const { rows } = await this.#pool.query<DueWebhook>(
      `SELECT run_id AS "runId", url, secret, attempts, next_at AS "nextAt" FROM webhooks JOIN runs ON runs.id = run_id
        WHERE run_id = $1 AND closed_at IS NULL AND ${ENDED}`,
      [runId],
    );
    return rows[0] ?? null;
  }

  /** Before a try, so that one that takes its process down counts too. @returns false when somebody else has begun it */
  async begin({ runId, attempts }: DueWebhook, { nextAt }: { nextAt: Date }): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'UPDATE webhooks SET attempts = attempts + 1, next_at = $3 WHERE run_id = $1 AND attempts = $2 AND closed_at IS NULL',
      [runId, attempts, nextAt],
    );
    return rowCount === 1;
  }

  /** A try came to nothing: why, for whoever looks at the run. */
  async fail(runId: string, reason: string): Promise<void> {
    const values = [runId, reasonText(reason)];
    await this.#pool.query('UPDATE webhooks SET failure = $2 WHERE run_id = $1 AND closed_at IS NULL', values);
  }

  /**
   * Its secret is of no use any more and is not kept.
   * @param reason why the last try came to nothing, where it was given up
   */
  async close(runId: string, outcome: 'delivered' | 'given-up', reason?: string): Promise<void> {
    await this.#pool.query(
      `UPDATE webhooks SET closed_at = CURRENT_TIMESTAMP, outcome = $2, failure = $3, secret = NULL
        WHERE run_id = $1 AND closed_at IS NULL`,
      [runId, outcome, reason === undefined ? null : reasonText(reason)],
    );
  }

  async readEvents(runId: string, afterSeq: number, limit: number): Promise<StoredEvent[]> {
    const { rows } = await this.#pool.query<EventRow>(READ_EVENTS, [runId, afterSeq, lastFirstSeq(afterSeq, limit)]);
    return unpackEvents(rows, afterSeq);
  }
}

/** PostgreSQL takes no NUL in any text. */
function reasonText(reason: string): string {
  return reason.replaceAll('\0', '\ufffd').slice(0, MAX_REASON_CHARS).toWellFormed();
}
