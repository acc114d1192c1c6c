import type pg from 'pg';
import type { QueuedRun, QueuedRuns } from '#lib/ports/run-queue.ts';
import type { ClaimedRun } from '#lib/ports/run-store.ts';
import { permitsOfStrangers } from '#lib/run/permits-of-strangers.ts';
import { ENDED, IS_OF_STRANGER, isOfStranger, QUEUED_RUN } from '../database/fragments.ts';
import { constant, param, type Sql, sql } from '../database/sql.ts';
import { transact } from '../database/transact.ts';
import { CLAIMED, type ClaimedRow, toClaimedRun } from './claim-runs.ts';
import { IS_NO_POISON_RUN, type LeaseStore, mayBeClaimed } from './lease-store.ts';
import { RUNS_WITH_PENDING_SIGNALS } from './pending-signals.ts';

/**
 * First key of the advisory locks under which claims are counted; the second one is the workspace,
 * or the process.
 */
const CLAIM_LOCK = constant('726002');

const QUEUED = sql`runs.status = 'queued' AND runs.holder = ''`;
const HAS_SIGNAL = sql`runs.status = 'waiting' AND runs.id IN (${RUNS_WITH_PENDING_SIGNALS})`;
/**
 * Runs of one session execute one after the other, in the order of their creation. A run that waits
 * for a person blocks none.
 */
const IS_BEFORE = sql`o.id <> runs.id
    AND (o.status = 'running' OR (o.status = 'queued' AND (o.created_at, o.id) < (runs.created_at, runs.id)))`;
// Runs that an older build stored have the name of their session alone.
const SESSION_IS_FREE = sql`(runs.session_key IS NULL OR NOT EXISTS (SELECT 1 FROM runs o
  WHERE o.session_key = runs.session_key AND ${IS_BEFORE})) AND (runs.session_id IS NULL OR runs.session_key IS NOT NULL OR NOT EXISTS (SELECT 1 FROM runs o
  WHERE o.workspace_id = runs.workspace_id AND o.session_id = runs.session_id AND o.slug IS NOT DISTINCT FROM runs.slug
    AND o.key_id IS NOT DISTINCT FROM runs.key_id AND ${IS_BEFORE}))`;
/** Stopping neither blocks a session nor waits for one. */
const IS_TO_STOP = sql`EXISTS (SELECT 1 FROM run_commands c WHERE c.run_id = runs.id AND c.acknowledged_at IS NULL)`;
const HAS_ITS_TURN = sql`((${SESSION_IS_FREE}) OR ${IS_TO_STOP})`;

type Claim = { readonly instanceId: unknown; readonly runId: string; readonly workspaceId: string; readonly isFree: Sql };

function claim({ instanceId, runId, workspaceId, isFree }: Claim): Sql {
  return sql`UPDATE runs
    SET lease_token = lease_token + 1, holder = ${instanceId}, status = 'running', started_at = coalesce(started_at, CURRENT_TIMESTAMP)
    WHERE id = ${runId} AND workspace_id = ${workspaceId} AND ((${QUEUED}) OR (${HAS_SIGNAL})) AND ${isFree} RETURNING ${CLAIMED}`;
}

const FOUND = constant(`${QUEUED_RUN.text}, runs.created_at AS made`);
const IN_ORDER = constant('ORDER BY runs.created_at, runs.id');
const FIND_SIGNALLED = sql`SELECT ${FOUND} FROM runs WHERE ${HAS_SIGNAL} AND ${HAS_ITS_TURN}`;

type Find = { readonly limit: number; readonly maxOfStrangers: number; readonly queuedForMs: number };
/** The runs of strangers, or all others. */
type Kind = { readonly is: Sql; readonly limit: number; readonly room: 'room' | 'stranger_room' };

function kindsOf({ limit, maxOfStrangers }: Find): readonly [Kind, Kind] {
  return [
    { is: sql`NOT ${IS_OF_STRANGER}`, limit, room: 'room' },
    { is: IS_OF_STRANGER, limit: maxOfStrangers, room: 'stranger_room' },
  ];
}

function findQueued({ queuedForMs }: Find, { is, limit }: Kind, where: Sql = sql`true`): Sql {
  return sql`SELECT ${FOUND} FROM runs WHERE ${where} AND ${is} AND ${QUEUED}
    AND runs.created_at <= CURRENT_TIMESTAMP - ${queuedForMs}::float8 * interval '1 millisecond' AND ${SESSION_IS_FREE}
    ${IN_ORDER} LIMIT ${limit}`;
}

/** Queued runs and those with a pending signal share one order: the latter are older than most. */
function findBoth({ limit, queued, signalled }: { readonly limit: number; readonly queued: Sql; readonly signalled: Sql }): Sql {
  return sql`SELECT * FROM ((${queued}) UNION ALL (${signalled})) both_states ORDER BY made, "runId" LIMIT ${limit}`;
}

function findAll([others, strangers]: readonly [Sql, Sql]): Sql {
  return sql`SELECT "runId", "workspaceId", "leaseToken", "isStranger"
    FROM ((${others}) UNION ALL (${strangers})) found ORDER BY made, "runId"`;
}

function find(wanted: Find): Sql {
  const findKind = (kind: Kind) =>
    findBoth({
      limit: kind.limit,
      queued: findQueued(wanted, kind),
      signalled: sql`${FIND_SIGNALLED} AND ${kind.is} ${IN_ORDER} LIMIT ${kind.limit}`,
    });
  const [others, strangers] = kindsOf(wanted);
  return findAll([findKind(others), findKind(strangers)]);
}

/**
 * Of each workspace as many of each kind as it has free permits, so that the backlog of one hides no run of
 * another. Stopping needs no permit.
 */
function findWithin(wanted: Find, maxPerWorkspace: number): Sql {
  const findKind = (kind: Kind) => {
    const room = constant(`rooms.${kind.room}`);
    const queued = sql`SELECT line."runId", line."workspaceId", line."leaseToken", line."isStranger", line.made FROM rooms, LATERAL (
        SELECT *, row_number() OVER (ORDER BY made, "runId") AS position FROM (
          ${findQueued(wanted, kind, sql`runs.workspace_id = rooms.workspace_id`)}) oldest) line
      WHERE line.position <= ${room} ORDER BY line.made, line."runId" LIMIT ${kind.limit}`;
    const hasRoom = sql`EXISTS (SELECT 1 FROM rooms WHERE rooms.workspace_id = runs.workspace_id AND ${room} > 0)`;
    const signalled = sql`${FIND_SIGNALLED} AND ${kind.is} AND (${IS_TO_STOP} OR ${hasRoom}) ${IN_ORDER} LIMIT ${kind.limit}`;
    return findBoth({ limit: kind.limit, queued, signalled });
  };
  const [others, strangers] = kindsOf(wanted);
  return sql`WITH counts AS (
      SELECT w.workspace_id, ${maxPerWorkspace}::int - count(o.id) AS room,
        ${permitsOfStrangers(maxPerWorkspace)}::int - count(o.id) FILTER (WHERE ${isOfStranger('o')}) AS strangers
      FROM (SELECT DISTINCT workspace_id FROM runs WHERE (${QUEUED}) OR (${HAS_SIGNAL})) w
        LEFT JOIN runs o ON o.workspace_id = w.workspace_id AND o.status = 'running' GROUP BY 1),
      rooms AS (SELECT workspace_id, room, LEAST(room, strangers) AS stranger_room FROM counts)
    ${findAll([findKind(others), findKind(strangers)])}`;
}

type QueueOptions = {
  readonly leases: Pick<LeaseStore, 'id' | 'handOver'>;
  /** Concurrency limit of one workspace over all processes; 0 for none. */
  readonly maxPerWorkspace: number;
};

/** The rows of queued runs, for the process that claims them under the id of its lease. */
export class PgQueuedRuns implements QueuedRuns {
  readonly #pool: pg.Pool;
  readonly #leases: Pick<LeaseStore, 'id' | 'handOver'>;
  readonly #maxPerWorkspace: number;

  constructor(pool: pg.Pool, { leases, maxPerWorkspace }: QueueOptions) {
    this.#pool = pool;
    this.#leases = leases;
    this.#maxPerWorkspace = maxPerWorkspace;
  }

  async claim(
    run: Pick<QueuedRun, 'workspaceId' | 'runId'>,
    { allowsPoisonRuns = true }: { allowsPoisonRuns?: boolean } = {},
  ): Promise<ClaimedRun | undefined> {
    if (this.#maxPerWorkspace === 0) {
      const isFree = sql`session_id IS NULL AND session_key IS NULL AND ${IS_NO_POISON_RUN}`;
      const statement = claim({ ...run, instanceId: this.#leases.id, isFree }).named('claim-at-once');
      const { rows } = await this.#pool.query<ClaimedRow>(statement);
      if (rows[0]) return toClaimedRun(rows[0]);
    }
    return this.#claimInTurn(run, allowsPoisonRuns);
  }

  async find(
    limit: number,
    { queuedForMs = 0, maxOfStrangers = limit }: { queuedForMs?: number; maxOfStrangers?: number } = {},
  ): Promise<QueuedRun[]> {
    const max = this.#maxPerWorkspace;
    const wanted = { limit, maxOfStrangers, queuedForMs };
    const statement = max > 0 ? findWithin(wanted, max).named('find-queued-within') : find(wanted).named('find-queued');
    return (await this.#pool.query<QueuedRun>(statement)).rows;
  }

  async get(runId: string): Promise<QueuedRun | undefined> {
    const { rows } = await this.#pool.query<QueuedRun>(
      sql`SELECT ${QUEUED_RUN} FROM runs WHERE id = ${runId} AND status NOT IN ${ENDED}`,
    );
    return rows[0];
  }

  async findNext(runId: string): Promise<QueuedRun[]> {
    // Without a limit per workspace only the session of the run that ended has room now.
    const isNext =
      this.#maxPerWorkspace > 0
        ? sql`true`
        : sql`(runs.session_key = ended.session_key OR runs.session_id = ended.session_id AND runs.slug IS NOT DISTINCT FROM ended.slug
            AND runs.key_id IS NOT DISTINCT FROM ended.key_id)`;
    const { rows } = await this.#pool.query<QueuedRun>(sql`SELECT DISTINCT ON (${IS_OF_STRANGER}) ${QUEUED_RUN}
      FROM runs, (SELECT workspace_id, slug, session_id, session_key, key_id FROM runs WHERE id = ${runId}) AS ended
      WHERE ${QUEUED} AND runs.workspace_id = ended.workspace_id AND ${isNext} AND ${SESSION_IS_FREE}
      ORDER BY ${IS_OF_STRANGER}, created_at, id`);
    return rows;
  }

  async nextPosition({ workspaceId, isStranger = false }: Pick<QueuedRun, 'workspaceId' | 'isStranger'>): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM runs WHERE status = 'queued' AND workspace_id = ${workspaceId}
        AND ${IS_OF_STRANGER} = ${isStranger}`.named('count-queued'),
    );
    return (rows[0]?.count ?? 0) + 1;
  }

  async handOver(runIds: readonly string[]): Promise<QueuedRun[]> {
    return this.#leases.handOver(runIds);
  }

  /**
   * Claims of one workspace, and of this process, are serialized: each sees what the one before it
   * claimed.
   */
  async #claimInTurn(
    { runId, workspaceId }: Pick<QueuedRun, 'workspaceId' | 'runId'>,
    allowsPoisonRuns: boolean,
  ): Promise<ClaimedRun | undefined> {
    const instanceId = param(this.#leases.id);
    const max = this.#maxPerWorkspace;
    const hasRoom =
      max > 0
        ? sql`(SELECT count(*) < ${max} AND (NOT ${IS_OF_STRANGER} OR count(*) FILTER (WHERE ${isOfStranger('o')}) < ${permitsOfStrangers(max)})
            FROM runs o WHERE o.workspace_id = runs.workspace_id AND o.status = 'running')`
        : sql`true`;
    const isTrusted = allowsPoisonRuns ? sql`true` : IS_NO_POISON_RUN;
    const isFree = sql`${HAS_ITS_TURN} AND ${isTrusted} AND ${mayBeClaimed(instanceId)} AND ${hasRoom}`;
    const claimed = await transact(this.#pool, async (client) => {
      await client.query(sql`SELECT pg_advisory_xact_lock(${CLAIM_LOCK}, hashtext(${workspaceId})),
        pg_advisory_xact_lock(${CLAIM_LOCK}, hashtext(${this.#leases.id}))`);
      return client.query<ClaimedRow>(claim({ instanceId, runId, workspaceId, isFree }));
    });
    return claimed.rows.map(toClaimedRun)[0];
  }
}
