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
import { toldRuns } from './waiting-approvals.ts';

/** How long a process may be silent before its runs are taken, in milliseconds. By the database's clock alone. */
export const LEASE_MS = 5000;
const LEASE = `interval '${LEASE_MS} milliseconds'`;
/** Holders that were found lost are looked at again for as long as this, in case whoever found them died before it took their runs. */
const RECENTLY = `interval '1 minute'`;
const FORGOTTEN = `interval '1 day'`;

const REGISTER = `INSERT INTO holders (id, place, pid, kind, key_id, lease_until) VALUES ($1, $2, $3, $4, $5, clock_timestamp() + ${LEASE})`;
const FIND_OTHER_KEY = `SELECT kind, pid FROM holders WHERE lost_at IS NULL AND lease_until > clock_timestamp() AND key_id <> $1 LIMIT 1`;
const BEAT = `UPDATE holders SET lease_until = clock_timestamp() + ${LEASE}, usage = $2 WHERE id = $1 AND lost_at IS NULL`;
const FIND_LOST = `WITH found AS (
    UPDATE holders SET lost_at = clock_timestamp() WHERE lost_at IS NULL AND lease_until < clock_timestamp() AND id <> $1 RETURNING id)
  SELECT id FROM found UNION SELECT id FROM holders WHERE lost_at > clock_timestamp() - ${RECENTLY}`;
const NEIGHBOURS = 'SELECT id, pid FROM holders WHERE place = $1 AND lost_at IS NULL AND id <> $2';
const MARK_LOST = 'UPDATE holders SET lost_at = clock_timestamp() WHERE id = ANY ($1) AND lost_at IS NULL';
const END_ALL = 'UPDATE holders SET lost_at = clock_timestamp() WHERE lost_at IS NULL';
const FORGET = `DELETE FROM holders WHERE lost_at < clock_timestamp() - ${FORGOTTEN}`;

const LIST = `SELECT id, kind, pid, started_at AS "startedAt", usage,
    greatest(0, extract(epoch FROM clock_timestamp() + ${LEASE} - lease_until) * 1000)::float8 AS "beatAgeMs"
  FROM holders WHERE lost_at IS NULL ORDER BY kind, started_at, id LIMIT 200`;
const HELD = "SELECT holder, count(*)::int AS count FROM runs WHERE status IN ('queued', 'running') GROUP BY holder";
const usageSchema = processUsageSchema.nullable();
type HolderRow = Omit<MonitorProcess, 'startedAt' | 'usage' | 'runs' | 'isThis'> & {
  readonly startedAt: Date;
  readonly usage: string | null;
};

/** Nobody has this run: its holder is known to be lost, or not known at all. One that was let go of has none either. */
const HAS_NO_HOLDER = 'NOT EXISTS (SELECT 1 FROM holders h WHERE h.id = runs.holder AND h.lost_at IS NULL)';

/**
 * Events that are written once, however often a run is taken up again: what a later process finds asked, decided or finished it does not do anew. Everything else,
 * as what a model streams, code prints or a try fails with, comes again with each process, and would hide a run that ends them all.
 */
const PROGRESS = ['node_finished', 'confirm_required', 'approval_decided', 'run_continued', 'done'];
const TYPE = `substring(line FROM '"type":"([a-z_]+)"')`;
const newLines = (run: string) =>
  `FROM run_events e, regexp_split_to_table(e.events, '\\n') AS line WHERE e.run_id = ${run}.id AND e.last_seq > ${run}.takeover_seq`;
/** An effect is done once, too, unless it failed or its node has thrown its result away. */
const hasProgress = (
  run: string,
) => `(EXISTS (SELECT 1 ${newLines(run)} AND ${TYPE} IN (${PROGRESS.map((type) => `'${type}'`).join(', ')}))
  OR (SELECT count(*) FILTER (WHERE ${TYPE} = 'effect_finished' AND line::json -> 'error' IS NULL) > count(*) FILTER (WHERE ${TYPE} = 'effect_discarded')
    ${newLines(run)} AND ${TYPE} IN ('effect_finished', 'effect_discarded')))`;

const LIVE = "status IN ('queued', 'running')";
/** Its process had another run, which may have been what ended it. */
const HAD_COMPANY = `EXISTS (SELECT 1 FROM runs o WHERE o.holder = runs.holder AND o.id <> runs.id AND o.${LIVE})`;

/** What a run's row says once its process was lost: one that has come further since the last time begins to count anew, and one that was let go of does not count. */
const COUNT_TAKEOVER = `takeovers = CASE WHEN runs.holder = '' THEN runs.takeovers WHEN ${hasProgress('runs')} THEN 1
    WHEN runs.takeovers = ${POISON_CRASH_COUNT.suspected} AND NOT ${HAD_COMPANY} THEN ${POISON_CRASH_COUNT.confirmed} ELSE least(runs.takeovers + 1, ${POISON_CRASH_COUNT.confirmed}) END,
  takeover_seq = runs.last_seq`;

/** As `isSuspectedPoison`. */
const isSuspectSql = (run: string) =>
  `${run}.takeovers BETWEEN ${POISON_CRASH_COUNT.suspected} AND ${POISON_CRASH_COUNT.confirmed - 1}`;
/** Whether the process $1 has a suspect that has not shown yet that it can be run. */
const HOLDS_SUSPECT = `EXISTS (SELECT 1 FROM runs s WHERE s.holder = $1 AND s.${LIVE} AND ${isSuspectSql('s')} AND NOT ${hasProgress('s')})`;

/** No suspect: it may be taken beside whatever a process has. */
export const IS_NO_SUSPECT = `NOT (${isSuspectSql('runs')})`;
/**
 * The process $1 may take this run. Which of the runs of a lost process ended it nobody knows, so each of them counts the loss; but the losses that prove
 * it must be its own. So a process has one suspect at a time: the next one when that has ended, waits or has come further.
 */
export const MAY_BE_TAKEN = `(${IS_NO_SUSPECT} OR NOT ${HOLDS_SUSPECT})`;

/**
 * Makes at most $1 lost runs queued again, each with its count and fenced off from the process it was lost with. The lock is waited for and not skipped: an
 * append of that process may still be on its way in the server, and its run must not be overlooked.
 */
const requeue = (
  isLost: string,
) => `UPDATE runs SET status = 'queued', holder = '', lease_token = lease_token + 1, ${COUNT_TAKEOVER}
  WHERE id IN (SELECT id FROM runs WHERE ${LIVE} AND (status = 'running' OR holder <> '') AND ${isLost} ORDER BY id LIMIT $1 FOR UPDATE)
  RETURNING id AS "runId", workspace_id AS "workspaceId", lease_token::int AS "leaseToken"`;
/** Where other processes may live. */
export const REQUEUE_LOST = requeue(HAS_NO_HOLDER);
/** For a process $2 that has the database to itself: what it does not hold itself is lost. */
export const REQUEUE_OTHERS = requeue('holder <> $2');
const HAND_OVER = `UPDATE runs SET status = 'queued', holder = '', lease_token = lease_token + 1
  WHERE id IN (SELECT id FROM runs WHERE status IN ('queued', 'running') AND holder = $1 AND ($2::text[] IS NULL OR id = ANY ($2)) ORDER BY id FOR UPDATE)
  RETURNING id AS "runId", workspace_id AS "workspaceId", lease_token::int AS "leaseToken"`;
const FIND_TOLD = `SELECT id FROM runs WHERE id IN (${toldRuns()}) AND status = 'running' AND holder = $1`;

/** Where a pid means the same process: one start of one machine, and in it one namespace of pids, as each container has its own. */
function readPlace(): string {
  const parts = [() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'), () => readlinkSync('/proc/self/ns/pid')];
  let place: string;
  try {
    place = parts.map((read) => read()).join(' ');
  } catch {
    place = hostname();
  }
  return createHash('sha256').update(place).digest('base64url').slice(0, 16);
}

/**
 * The lease of this process: one row, whose id stands in every run that it holds. The token of a run is what fences; the lease only says when others may
 * raise it.
 */
export class LeaseStore {
  readonly #pool: pg.Pool;
  readonly #kind: 'web' | 'worker';
  readonly #keyId: string | undefined;
  readonly #readUsage: (() => ProcessUsage) | undefined;
  readonly #startedAt = new Date();
  readonly #place = readPlace();
  #id = randomUUID() as string;

  /** @param options.keyId of the key that this process seals secrets with; `readUsage`: what is told of this process with each beat */
  constructor(
    pool: pg.Pool,
    { kind, keyId, readUsage }: { kind: 'web' | 'worker'; keyId?: string; readUsage?: () => ProcessUsage },
  ) {
    this.#pool = pool;
    this.#kind = kind;
    this.#keyId = keyId;
    this.#readUsage = readUsage;
  }

  /** Who this process is among those that hold runs. */
  get id(): string {
    return this.#id;
  }

  /** Takes a lease, under a new id: one that was lost never comes back. */
  async register(): Promise<void> {
    const id = randomUUID();
    await this.#pool.query(REGISTER, [id, this.#place, process.pid, this.#kind, this.#keyId ?? null]);
    this.#id = id;
    await this.#pool.query(FORGET);
  }

  /**
   * A process that seals with another key than those beside it could read none of their secrets, nor they its own. Once nobody else is there the key may be another.
   * @throws {AppError} `config-invalid`
   */
  async refuseOtherKeys(): Promise<void> {
    if (this.#keyId === undefined) return;
    await this.findGone();
    const { rows } = await this.#pool.query<{ kind: string; pid: number }>(FIND_OTHER_KEY, [this.#keyId]);
    const [other] = rows;
    if (!other) return;
    throw new AppError(
      'config-invalid',
      `THREADLOOM_SECRET_KEY: a ${other.kind} process on this database (pid ${other.pid}) seals secrets with another key. Set the same key for all processes on all machines; without the variable each data folder has a key of its own (secret.key).`,
      { details: { key: 'THREADLOOM_SECRET_KEY' } },
    );
  }

  /** This process has the database to itself and needs no lease: whoever else is written down there, as in a backup, is gone. */
  async standAlone(): Promise<void> {
    await this.#pool.query(END_ALL);
  }

  /** @returns false when the lease was found to have run out, so that others have the runs of this process */
  async beat(): Promise<boolean> {
    const { rowCount } = await this.#pool.query({
      name: 'beat',
      text: BEAT,
      values: [this.#id, JSON.stringify(this.#readUsage?.() ?? null)],
    });
    return rowCount === 1;
  }

  /** The processes that hold runs now, this one among them also where it needs no lease. At most 200. */
  async list(): Promise<MonitorProcess[]> {
    const { rows } = await this.#pool.query<HolderRow>(LIST);
    const { rows: held } = await this.#pool.query<{ holder: string; count: number }>(HELD);
    const runsOf = (id: string) => held.find(({ holder }) => holder === id)?.count ?? 0;
    const others = rows.map(({ usage, startedAt, ...row }) => ({
      ...row,
      startedAt: startedAt.toISOString(),
      runs: runsOf(row.id),
      isThis: row.id === this.#id,
      usage: usageSchema.parse(JSON.parse(usage ?? 'null')),
    }));
    if (others.some(({ isThis }) => isThis)) return others;
    const own = { id: this.#id, kind: this.#kind, pid: process.pid, startedAt: this.#startedAt.toISOString(), beatAgeMs: 0 };
    return [{ ...own, runs: runsOf(this.#id), isThis: true, usage: this.#readUsage?.() ?? null }, ...others];
  }

  /** Ends the leases that have run out. @returns whether there are runs to be looked for */
  async findLost(): Promise<boolean> {
    const { rows } = await this.#pool.query({ name: 'find-lost', text: FIND_LOST, values: [this.#id] });
    return rows.length > 0;
  }

  /** Ends the leases of processes that are known to be gone, before they run out: those of this machine whose pid nobody has, or that this process has now. */
  async findGone(): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string; pid: number }>(NEIGHBOURS, [this.#place, this.#id]);
    const gone = rows.filter(({ pid }) => pid === process.pid || !isAlive(pid)).map(({ id }) => id);
    if (gone.length > 0) await this.#pool.query(MARK_LOST, [gone]);
  }

  /** Makes runs that nobody holds any more queued again. @returns those; at most `limit` */
  async requeueLost(limit: number): Promise<QueuedRun[]> {
    return (await this.#pool.query<QueuedRun>(REQUEUE_LOST, [limit])).rows;
  }

  /** Gives runs of this process back to the queue: those named, or all. It must not write to them any more. */
  async handOver(runIds?: readonly string[]): Promise<QueuedRun[]> {
    return (await this.#pool.query<QueuedRun>(HAND_OVER, [this.#id, runIds ?? null])).rows;
  }

  /** Runs of this process that were commanded or decided about without anything having come of it. */
  async findTold(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>({ name: 'find-told', text: FIND_TOLD, values: [this.#id] });
    return rows.map(({ id }) => id);
  }

  /** Ends the lease of this process, so that nobody has to wait until it runs out. */
  async leave(): Promise<void> {
    await this.#pool.query(MARK_LOST, [[this.#id]]);
  }
}
