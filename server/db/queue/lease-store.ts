import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type pg from 'pg';
import type { MonitorProcess } from '#lib/api/monitor.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { QueuedRun } from '#lib/ports/run-queue.ts';
import { POISON_CRASH_COUNT } from '#lib/run/poison-run.ts';
import { isAlive } from '../../process/is-alive.ts';
import { type ProcessUsage, processUsageSchema } from '../../process/process-usage.ts';
import { QUEUED_RUN } from '../database/fragments.ts';
import { constant, type Sql, sql } from '../database/sql.ts';
import { RUNS_WITH_PENDING_SIGNALS } from './pending-signals.ts';

/**
 * How long a process may miss heartbeats before its runs fail over, in milliseconds, by the
 * database's clock alone.
 */
export const LEASE_MS = 5000;
const LEASE = constant(`interval '${LEASE_MS} milliseconds'`);
/**
 * Lost instances are reported again for this long, in case the process that found them crashed
 * before it requeued their runs.
 */
const RECENTLY = constant("interval '1 minute'");
const DELETED_AFTER = constant("interval '1 day'");

const findLostInstances = (instanceId: string) => sql`WITH found AS (
    UPDATE holders SET lost_at = clock_timestamp() WHERE lost_at IS NULL AND lease_until < clock_timestamp() AND id <> ${instanceId}
    RETURNING id)
  SELECT id FROM found UNION SELECT id FROM holders WHERE lost_at > clock_timestamp() - ${RECENTLY}`;
const markLost = (ids: readonly string[]) =>
  sql`UPDATE holders SET lost_at = clock_timestamp() WHERE id = ANY (${[...ids]}) AND lost_at IS NULL`;

const LIST = sql`SELECT id, kind, pid, started_at AS "startedAt", usage,
    greatest(0, extract(epoch FROM clock_timestamp() + ${LEASE} - lease_until) * 1000)::float8 AS "beatAgeMs"
  FROM holders WHERE lost_at IS NULL ORDER BY kind, started_at, id LIMIT 200`;
const COUNT_RUNS = sql`SELECT holder, count(*)::int AS count FROM runs WHERE status IN ('queued', 'running') GROUP BY holder`;
const usageSchema = processUsageSchema.nullable();
type InstanceRow = Omit<MonitorProcess, 'startedAt' | 'usage' | 'runs' | 'isThis'> & {
  readonly startedAt: Date;
  readonly usage: string | null;
};

/** No process has this run: its instance is lost, unknown, or gave it back. */
const HAS_NO_INSTANCE = sql`NOT EXISTS (SELECT 1 FROM holders h WHERE h.id = runs.holder AND h.lost_at IS NULL)`;

const LIVE = constant("status IN ('queued', 'running')");

/**
 * Whether a run made progress since its process last crashed: a milestone, or a side effect that
 * was not discarded. Other events, such as streamed text, come again with each attempt and would
 * hide a run that ends its processes.
 */
function hasProgress(run: 'runs' | 's'): Sql {
  const batches = constant(`FROM run_events e WHERE e.run_id = ${run}.id AND e.last_seq > ${run}.takeover_seq`);
  return sql`(EXISTS (SELECT 1 ${batches} AND e.milestones > 0) OR coalesce((SELECT sum(e.effects) ${batches}), 0) > 0)`;
}

/** Its process had another run, which may have been what ended it. */
const HAD_COMPANY = sql`EXISTS (SELECT 1 FROM runs o WHERE o.holder = runs.holder AND o.id <> runs.id AND o.${LIVE})`;

/**
 * The crash count once the process of a run is lost. It starts anew after progress; a run that was
 * given back does not count.
 */
const COUNT_CRASH = sql`takeovers = CASE WHEN runs.holder = '' THEN runs.takeovers WHEN ${hasProgress('runs')} THEN 1
    WHEN runs.takeovers = ${constant(`${POISON_CRASH_COUNT.possible}`)} AND NOT ${HAD_COMPANY} THEN ${constant(`${POISON_CRASH_COUNT.confirmed}`)}
    ELSE least(runs.takeovers + 1, ${constant(`${POISON_CRASH_COUNT.confirmed}`)}) END,
  takeover_seq = runs.last_seq`;

/** The crash count allows a poison run, but does not confirm one. */
function isPoisonCandidate(run: 'runs' | 's'): Sql {
  return constant(`${run}.takeovers BETWEEN ${POISON_CRASH_COUNT.possible} AND ${POISON_CRASH_COUNT.confirmed - 1}`);
}

/** Not a possible poison run: it may be claimed next to any other run. */
export const IS_NO_POISON_RUN = sql`NOT (${isPoisonCandidate('runs')})`;

/**
 * Whether a process may claim this run. A crash counts for every run of the process, since the
 * cause is unknown, but the crash that confirms a poison run must be its own. So a process has one
 * possible poison run at a time, until that one ends, waits or makes progress.
 */
export function mayBeClaimed(instanceId: unknown): Sql {
  return sql`(${IS_NO_POISON_RUN} OR NOT EXISTS (SELECT 1 FROM runs s
    WHERE s.holder = ${instanceId} AND s.${LIVE} AND ${isPoisonCandidate('s')} AND NOT ${hasProgress('s')}))`;
}

/**
 * Requeues lost runs, counts the crash and fences the lost process off. Locks are waited for rather
 * than skipped: an append of that process may still be in flight, and its run must not be missed.
 */
function requeueLost(limit: number): Sql {
  return sql`UPDATE runs SET status = 'queued', holder = '', lease_token = lease_token + 1, ${COUNT_CRASH}
    WHERE id IN (SELECT id FROM runs WHERE ${LIVE} AND (status = 'running' OR holder <> '') AND ${HAS_NO_INSTANCE}
      ORDER BY id LIMIT ${limit} FOR UPDATE)
    RETURNING ${QUEUED_RUN}`;
}

/**
 * Where a pid means the same process: one boot of one machine, and in it one pid namespace, as each
 * container has its own.
 */
function readPidScope(): string {
  const parts = [() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'), () => readlinkSync('/proc/self/ns/pid')];
  let scope: string;
  try {
    scope = parts.map((read) => read()).join(' ');
  } catch {
    scope = hostname();
  }
  return createHash('sha256').update(scope).digest('base64url').slice(0, 16);
}

type LeaseOptions = {
  readonly kind: 'web' | 'worker';
  /** Of the key this process seals secrets with. */
  readonly keyId?: string;
  /** Sent with each heartbeat. */
  readonly readUsage?: () => ProcessUsage;
};

/**
 * The lease of this process: one row in `holders`, whose id is in every run the process executes.
 * The lease token of a run is the fence; the lease only decides when another process may raise that
 * token.
 */
export class LeaseStore {
  readonly #pool: pg.Pool;
  readonly #options: LeaseOptions;
  readonly #startedAt = new Date();
  readonly #pidScope = readPidScope();
  #id = randomUUID() as string;

  constructor(pool: pg.Pool, options: LeaseOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  /** Of this process instance; the database calls it `holder`. */
  get id(): string {
    return this.#id;
  }

  /** Acquires a lease under a new id. A lost lease is never renewed. */
  async register(): Promise<void> {
    const id = randomUUID();
    const { kind, keyId = null } = this.#options;
    await this.#pool.query(sql`INSERT INTO holders (id, place, pid, kind, key_id, lease_until)
      VALUES (${id}, ${this.#pidScope}, ${process.pid}, ${kind}, ${keyId}, clock_timestamp() + ${LEASE})`);
    this.#id = id;
    await this.#pool.query(sql`DELETE FROM holders WHERE lost_at < clock_timestamp() - ${DELETED_AFTER}`);
  }

  /**
   * Processes with different keys cannot read each other's secrets. The key may change once no
   * other process is alive.
   * @throws {AppError} `config-invalid`
   */
  async refuseOtherKeys(): Promise<void> {
    const { keyId } = this.#options;
    if (keyId === undefined) return;
    await this.markDeadNeighbours();
    const { rows } = await this.#pool.query<{ kind: string; pid: number }>(sql`SELECT kind, pid FROM holders
      WHERE lost_at IS NULL AND lease_until > clock_timestamp() AND key_id <> ${keyId} LIMIT 1`);
    const [other] = rows;
    if (!other) return;
    throw new AppError(
      'config-invalid',
      `THREADLOOM_SECRET_KEY: a ${other.kind} process on this database (pid ${other.pid}) seals secrets with another key. Set the same key for all processes on all machines; without the variable each data folder has a key of its own (secret.key).`,
      { details: { key: 'THREADLOOM_SECRET_KEY' } },
    );
  }

  /**
   * For a process that has the database to itself and needs no lease: all instances in it, as after
   * a restore, are lost.
   */
  async endAllLeases(): Promise<void> {
    await this.#pool.query(sql`UPDATE holders SET lost_at = clock_timestamp() WHERE lost_at IS NULL`);
  }

  /**
   * Sends a heartbeat.
   * @returns false when the lease had expired, so that other processes have the runs of this one
   */
  async heartbeat(): Promise<boolean> {
    const usage = JSON.stringify(this.#options.readUsage?.() ?? null);
    const { rowCount } = await this.#pool.query(
      sql`UPDATE holders SET lease_until = clock_timestamp() + ${LEASE}, usage = ${usage}
        WHERE id = ${this.#id} AND lost_at IS NULL`.named('heartbeat'),
    );
    return rowCount === 1;
  }

  /** The live processes, this one included even where it needs no lease. At most 200. */
  async list(): Promise<MonitorProcess[]> {
    const { kind, readUsage } = this.#options;
    const { rows } = await this.#pool.query<InstanceRow>(LIST);
    const { rows: counts } = await this.#pool.query<{ holder: string; count: number }>(COUNT_RUNS);
    const runsOf = (id: string) => counts.find(({ holder }) => holder === id)?.count ?? 0;
    const instances = rows.map(({ usage, startedAt, ...row }) => ({
      ...row,
      startedAt: startedAt.toISOString(),
      runs: runsOf(row.id),
      isThis: row.id === this.#id,
      usage: usageSchema.parse(JSON.parse(usage ?? 'null')),
    }));
    if (instances.some(({ isThis }) => isThis)) return instances;
    const own = {
      id: this.#id,
      kind,
      pid: process.pid,
      startedAt: this.#startedAt.toISOString(),
      beatAgeMs: 0,
      runs: runsOf(this.#id),
      isThis: true,
      usage: readUsage?.() ?? null,
    };
    return [own, ...instances];
  }

  /** Ends expired leases. @returns whether there are runs to requeue */
  async markExpired(): Promise<boolean> {
    const { rows } = await this.#pool.query(findLostInstances(this.#id).named('find-lost'));
    return rows.length > 0;
  }

  /**
   * Ends leases before they expire, of processes of this machine that are dead or whose pid this
   * process now has.
   */
  async markDeadNeighbours(): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string; pid: number }>(
      sql`SELECT id, pid FROM holders WHERE place = ${this.#pidScope} AND lost_at IS NULL AND id <> ${this.#id}`,
    );
    const dead = rows.filter(({ pid }) => pid === process.pid || !isAlive(pid)).map(({ id }) => id);
    if (dead.length > 0) await this.#pool.query(markLost(dead));
  }

  /** Requeues runs of lost processes. @returns those; at most `limit` */
  async requeueLost(limit: number): Promise<QueuedRun[]> {
    return (await this.#pool.query<QueuedRun>(requeueLost(limit))).rows;
  }

  /**
   * Puts runs of this process back into the queue: the given ones, or all. This process must not
   * write to them any more.
   */
  async handOver(runIds?: readonly string[]): Promise<QueuedRun[]> {
    const isNamed = runIds === undefined ? sql`true` : sql`id = ANY (${[...runIds]})`;
    const { rows } = await this.#pool.query<QueuedRun>(sql`UPDATE runs
      SET status = 'queued', holder = '', lease_token = lease_token + 1
      WHERE id IN (SELECT id FROM runs WHERE ${LIVE} AND holder = ${this.#id} AND ${isNamed} ORDER BY id FOR UPDATE)
      RETURNING ${QUEUED_RUN}`);
    return rows;
  }

  /** Runs of this process with pending signals. */
  async findPendingSignals(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>(
      sql`SELECT id FROM runs WHERE id IN (${RUNS_WITH_PENDING_SIGNALS}) AND status = 'running' AND holder = ${this.#id}`.named(
        'find-pending-signals',
      ),
    );
    return rows.map(({ id }) => id);
  }

  /** Ends the lease of this process, so that others need not wait until it expires. */
  async leave(): Promise<void> {
    await this.#pool.query(markLost([this.#id]));
  }
}
