import type pg from 'pg';
import { param, type Sql, sql } from '../database/sql.ts';
import { transact } from '../database/transact.ts';

export type ModelLimits = {
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
};
type Bucket = { readonly capacity: number; readonly refillMs: number };

/** Of the database, so that the clocks of processes need not agree. */
const NOW = sql`clock_timestamp()`;

/** The row is the lock of a name: statements after it see what earlier owners wrote. */
function lockName(name: string): Sql {
  return sql`INSERT INTO rate_windows (name) VALUES (${name}) ON CONFLICT (name) DO UPDATE SET name = excluded.name`;
}

/**
 * Reserves the first moment after all earlier reservations at which the last minute has room, and
 * forgets what left the window. A call with more tokens than the limit has a minute to itself.
 */
function insertReservation(name: string, tokens: number, { requestsPerMinute, tokensPerMinute }: ModelLimits): Sql {
  const [named, needed, max] = [param(name), param(tokens), param(tokensPerMinute ?? null)];
  return sql`WITH clock AS MATERIALIZED (SELECT ${NOW} AS now),
    gone AS (DELETE FROM rate_reservations WHERE name = ${named} AND starts_at <= (SELECT now FROM clock) - interval '1 minute'),
    recent AS (
      SELECT starts_at, row_number() OVER newest AS place, sum(tokens) OVER newest AS used
      FROM rate_reservations WHERE name = ${named} AND starts_at > (SELECT now FROM clock) - interval '1 minute'
      WINDOW newest AS (ORDER BY starts_at DESC, id DESC)
    ),
    free AS (
      SELECT greatest(
        (SELECT now FROM clock),
        max(starts_at),
        max(starts_at) FILTER (WHERE place >= ${requestsPerMinute ?? null}::bigint) + interval '1 minute',
        max(starts_at) FILTER (WHERE used + least(${needed}::bigint, ${max}::bigint) > ${max}::bigint) + interval '1 minute'
      ) AS at FROM recent
    )
    INSERT INTO rate_reservations (name, starts_at, tokens) SELECT ${named}, at, ${needed} FROM free
    RETURNING id, extract(epoch FROM starts_at - (SELECT now FROM clock))::float8 * 1000 AS "waitMs"`;
}

/**
 * Refills by the time since the last take, then takes that many if they are there. The row is a lock that all processes
 * wait for, so its commit waits for no disk: a rate that a crash of the server forgets is harmless.
 */
function takeSome(name: string, { capacity, refillMs }: Bucket, count: number): Sql {
  const [full, wanted] = [param(capacity), param(count)];
  const refilled = sql`least(${full}::float8, rate_windows.tokens
    + greatest(0, extract(epoch FROM ${NOW} - rate_windows.at)::float8 * 1000) * ${capacity / refillMs}::float8)`;
  return sql`WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO rate_windows (name, tokens, at, is_granted) SELECT ${name}, ${full}::float8 - ${wanted}::float8, ${NOW}, true FROM quick
    ON CONFLICT (name) DO UPDATE SET
      is_granted = ${refilled} >= ${wanted}::float8,
      tokens = ${refilled} - CASE WHEN ${refilled} >= ${wanted}::float8 THEN ${wanted}::float8 ELSE 0 END,
      at = ${NOW}
    RETURNING tokens, is_granted AS "isGranted"`;
}

/** Rate limits that all processes on the database share. */
export class RateStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Reserves a call of a model. @returns how long it has to wait, and the id of its reservation */
  async reserve(name: string, tokens: number, limits: ModelLimits): Promise<{ id: string; waitMs: number }> {
    return transact(this.#pool, async (client) => {
      await client.query(lockName(name).named('lock-rate-window'));
      const { rows } = await client.query<{ id: string; waitMs: number }>(
        insertReservation(name, Math.round(tokens), limits).named('reserve-model-call'),
      );
      const [reserved] = rows;
      if (!reserved) throw new Error(`No call of ${name} was reserved`);
      return reserved;
    });
  }

  /** Replaces the estimated tokens of a reservation. */
  async setTokens(id: string, tokens: number): Promise<void> {
    await this.#pool.query(sql`UPDATE rate_reservations SET tokens = ${Math.round(tokens)} WHERE id = ${id}::bigint`);
  }

  async cancel(id: string): Promise<void> {
    await this.#pool.query(sql`DELETE FROM rate_reservations WHERE id = ${id}::bigint`);
  }

  /**
   * Takes `count` of `capacity`, refilled evenly, or none of them.
   * @param count at most `capacity`
   * @returns 0 if they were there, else milliseconds until they are
   */
  async take(name: string, bucket: Bucket, count = 1): Promise<number> {
    const { rows } = await this.#pool.query<{ tokens: number; isGranted: boolean }>(
      takeSome(name, bucket, count).named('take-of-rate-window'),
    );
    const [taken] = rows;
    if (!taken || taken.isGranted) return 0;
    return (count - taken.tokens) / (bucket.capacity / bucket.refillMs);
  }
}
