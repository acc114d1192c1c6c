import type pg from 'pg';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { ENDED, storableText } from '../database/fragments.ts';
import { sql } from '../database/sql.ts';
import { type EventRow, selectEvents, unpackEvents } from '../event-log/read-events.ts';

/** A webhook that is due: its run has ended. */
export type DueWebhook = {
  readonly runId: string;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  /** Attempts before this one. */
  readonly attempts: number;
  readonly nextAt: Date;
};

/** Messages of servers and libraries may be of any length. */
const MAX_REASON_CHARS = 500;

/** Webhook deliveries of all workspaces. */
export class WebhookStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Runs with an open webhook. */
  async listOpen(): Promise<{ readonly runId: string; readonly hasEnded: boolean }[]> {
    const { rows } = await this.#pool.query<{ runId: string; hasEnded: boolean }>(
      sql`SELECT run_id AS "runId", status IN ${ENDED} AS "hasEnded" FROM webhooks JOIN runs ON runs.id = run_id
        WHERE closed_at IS NULL ORDER BY next_at`,
    );
    return rows;
  }

  /** Null before the run has ended, and once its webhook is closed. */
  async findDue(runId: string): Promise<DueWebhook | null> {
    const { rows } = await this.#pool.query<DueWebhook>(
      sql`SELECT run_id AS "runId", url, secret, attempts, next_at AS "nextAt" FROM webhooks JOIN runs ON runs.id = run_id
        WHERE run_id = ${runId} AND closed_at IS NULL AND status IN ${ENDED}`,
    );
    return rows[0] ?? null;
  }

  /**
   * Counts an attempt before it is made, so that one that crashes the process counts too.
   * @returns false when another process claimed it
   */
  async begin({ runId, attempts }: DueWebhook, { nextAt }: { nextAt: Date }): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      sql`UPDATE webhooks SET attempts = attempts + 1, next_at = ${nextAt}
        WHERE run_id = ${runId} AND attempts = ${attempts} AND closed_at IS NULL`,
    );
    return rowCount === 1;
  }

  /** Stores why an attempt failed, for the run's page. */
  async fail(runId: string, reason: string): Promise<void> {
    await this.#pool.query(
      sql`UPDATE webhooks SET failure = ${storableText(reason, MAX_REASON_CHARS)} WHERE run_id = ${runId} AND closed_at IS NULL`,
    );
  }

  /**
   * Ends delivery and deletes the secret.
   * @param reason why the last attempt failed, where it was given up
   */
  async close(runId: string, outcome: 'delivered' | 'given-up', reason?: string): Promise<void> {
    const failure = reason === undefined ? null : storableText(reason, MAX_REASON_CHARS);
    await this.#pool.query(sql`UPDATE webhooks SET closed_at = CURRENT_TIMESTAMP, outcome = ${outcome}, failure = ${failure}, secret = NULL
      WHERE run_id = ${runId} AND closed_at IS NULL`);
  }

  async readEvents(runId: string, afterSeq: number, limit: number): Promise<StoredEvent[]> {
    const { rows } = await this.#pool.query<EventRow>(selectEvents({ runId, afterSeq, limit }));
    return unpackEvents(rows, afterSeq);
  }
}
