import type pg from 'pg';
import type { QueuedRun, QueuedRuns } from '#lib/ports/run-queue.ts';
import type { ClaimedRun, WorkspaceId } from '#lib/ports/run-store.ts';
import { CLAIMED, type ClaimedRow, toClaimedRun } from './claim-runs.ts';
import { IS_NO_SUSPECT, type LeaseStore, MAY_BE_TAKEN } from './lease-store.ts';
import { toldRuns } from './waiting-approvals.ts';

/** First key of the advisory locks under which runs are claimed where they have to be counted; the second one is the workspace, or the process. */
const CLAIM_LOCK = 726_002;
const LOCK_CLAIMS = 'SELECT pg_advisory_xact_lock($1, hashtext($2)), pg_advisory_xact_lock($1, hashtext($3))';

const QUEUED = `runs.status = 'queued' AND runs.holder = ''`;
const TOLD = `runs.status = 'waiting' AND runs.id IN (${toldRuns()})`;
/** Runs of one session go one after the other, in the order in which they came. One that waits for a person holds up nobody. */
const SESSION_IS_FREE = `(runs.session_id IS NULL OR NOT EXISTS (SELECT 1 FROM runs o
  WHERE o.workspace_id = runs.workspace_id AND o.session_id = runs.session_id AND o.slug IS NOT DISTINCT FROM runs.slug AND o.key_id IS NOT DISTINCT FROM runs.key_id AND o.id <> runs.id
    AND (o.status = 'running' OR (o.status = 'queued' AND (o.created_at, o.id) < (runs.created_at, runs.id)))))`;
/** Ending holds up nobody, and waits for nobody. */
const IS_TO_STOP = 'EXISTS (SELECT 1 FROM run_commands c WHERE c.run_id = runs.id AND c.acknowledged_at IS NULL)';
const HAS_ITS_TURN = `(${SESSION_IS_FREE} OR ${IS_TO_STOP})`;
const HAS_ROOM = `(SELECT count(*) FROM runs o WHERE o.workspace_id = runs.workspace_id AND o.status = 'running') < $5`;

const claim = (isFree: string) => `UPDATE runs
  SET lease_token = lease_token + 1, holder = $1, status = 'running', started_at = coalesce(started_at, CURRENT_TIMESTAMP)
  WHERE id = $2 AND workspace_id = $3 AND ((${QUEUED}) OR (${TOLD})) AND ${isFree} RETURNING ${CLAIMED}`;
const CLAIM_AT_ONCE = claim(`session_id IS NULL AND ${IS_NO_SUSPECT}`);
const IS_TRUSTED = `(${IS_NO_SUSPECT} OR $4::boolean)`;
const CLAIM_IN_TURN = claim(`${HAS_ITS_TURN} AND ${IS_TRUSTED} AND ${MAY_BE_TAKEN}`);
const CLAIM_IN_TURN_WITHIN = claim(`${HAS_ITS_TURN} AND ${IS_TRUSTED} AND ${MAY_BE_TAKEN} AND ${HAS_ROOM}`);

const FOUND = `runs.id AS "runId", runs.workspace_id AS "workspaceId", runs.lease_token::int AS "leaseToken", runs.created_at AS made`;
const OLD_ENOUGH = "runs.created_at <= CURRENT_TIMESTAMP - $2 * interval '1 millisecond'";
const OLDEST = 'ORDER BY runs.created_at, runs.id LIMIT $1';
/** A run that was decided about is older than most that are queued: both kinds are one line. */
const find = (queued: string, told: string) => `SELECT "runId", "workspaceId", "leaseToken"
  FROM ((${queued}) UNION ALL (${told})) found ORDER BY made, "runId" LIMIT $1`;
const FIND_TOLD = `SELECT ${FOUND} FROM runs WHERE ${TOLD} AND ${HAS_ITS_TURN}`;
const FIND = find(
  `SELECT ${FOUND} FROM runs WHERE ${QUEUED} AND ${OLD_ENOUGH} AND ${SESSION_IS_FREE} ${OLDEST}`,
  `${FIND_TOLD} ${OLDEST}`,
);
/** Of each workspace as many as it has room for: those of a full one, however many and old, hide nobody else's. Stopping needs no room. */
const FIND_WITHIN = `WITH rooms AS (
    SELECT w.workspace_id, $3 - count(o.id) AS room
    FROM (SELECT DISTINCT workspace_id FROM runs WHERE (${QUEUED}) OR (${TOLD})) w
      LEFT JOIN runs o ON o.workspace_id = w.workspace_id AND o.status = 'running' GROUP BY 1)
  ${find(
    `SELECT line."runId", line."workspaceId", line."leaseToken", line.made FROM rooms, LATERAL (
      SELECT *, row_number() OVER (ORDER BY made, "runId") AS place FROM (
        SELECT ${FOUND} FROM runs
        WHERE runs.workspace_id = rooms.workspace_id AND ${QUEUED} AND ${OLD_ENOUGH} AND ${SESSION_IS_FREE} ${OLDEST}) oldest) line
    WHERE line.place <= rooms.room ORDER BY line.made, line."runId" LIMIT $1`,
    `${FIND_TOLD} AND (${IS_TO_STOP} OR EXISTS (SELECT 1 FROM rooms WHERE rooms.workspace_id = runs.workspace_id AND room > 0)) ${OLDEST}`,
  )}`;
const OFFERED = `runs.id AS "runId", runs.workspace_id AS "workspaceId", runs.lease_token::int AS "leaseToken"`;
const GET = `SELECT ${OFFERED} FROM runs WHERE id = $1 AND status NOT IN ('succeeded', 'failed', 'cancelled')`;
const FIND_NEXT = `SELECT ${OFFERED} FROM runs, (SELECT workspace_id, slug, session_id, key_id FROM runs WHERE id = $1) AS ended
  WHERE ${QUEUED} AND runs.workspace_id = ended.workspace_id AND ($2 > 0 OR (runs.session_id = ended.session_id AND runs.slug IS NOT DISTINCT FROM ended.slug AND runs.key_id IS NOT DISTINCT FROM ended.key_id))
    AND ${SESSION_IS_FREE} ORDER BY created_at, id LIMIT 1`;
const COUNT_QUEUED = `SELECT count(*)::int AS count FROM runs WHERE status = 'queued' AND workspace_id = $1`;

/** The rows of runs that wait for a place, for the process that takes them under the id of its lease. */
export class PgQueuedRuns implements QueuedRuns {
  readonly #pool: pg.Pool;
  readonly #leases: Pick<LeaseStore, 'id' | 'handOver'>;
  readonly #maxPerWorkspace: number;

  /** @param options.maxPerWorkspace runs of one workspace at once, in all processes together; 0 for as many as there is room for */
  constructor(
    pool: pg.Pool,
    { leases, maxPerWorkspace }: { leases: Pick<LeaseStore, 'id' | 'handOver'>; maxPerWorkspace: number },
  ) {
    this.#pool = pool;
    this.#leases = leases;
    this.#maxPerWorkspace = maxPerWorkspace;
  }

  async claim(
    { runId, workspaceId }: Pick<QueuedRun, 'workspaceId' | 'runId'>,
    { allowsPoisonRuns = true }: { allowsPoisonRuns?: boolean } = {},
  ): Promise<ClaimedRun | undefined> {
    const values = [this.#leases.id, runId, workspaceId];
    const trusting = [...values, allowsPoisonRuns];
    if (this.#maxPerWorkspace > 0) return this.#claimInTurn(CLAIM_IN_TURN_WITHIN, [...trusting, this.#maxPerWorkspace]);
    const { rows } = await this.#pool.query<ClaimedRow>({ name: 'claim-at-once', text: CLAIM_AT_ONCE, values });
    return rows[0] ? toClaimedRun(rows[0]) : this.#claimInTurn(CLAIM_IN_TURN, trusting);
  }

  async find(limit: number, { queuedForMs = 0 }: { queuedForMs?: number } = {}): Promise<QueuedRun[]> {
    const max = this.#maxPerWorkspace;
    const { rows } = await (max > 0
      ? this.#pool.query<QueuedRun>(FIND_WITHIN, [limit, queuedForMs, max])
      : this.#pool.query<QueuedRun>(FIND, [limit, queuedForMs]));
    return rows;
  }

  async get(runId: string): Promise<QueuedRun | undefined> {
    return (await this.#pool.query<QueuedRun>(GET, [runId])).rows[0];
  }

  async findNext(runId: string): Promise<QueuedRun[]> {
    return (await this.#pool.query<QueuedRun>(FIND_NEXT, [runId, this.#maxPerWorkspace])).rows;
  }

  async nextPosition(workspaceId: WorkspaceId): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>({
      name: 'count-queued',
      text: COUNT_QUEUED,
      values: [workspaceId],
    });
    return (rows[0]?.count ?? 0) + 1;
  }

  async handOver(runIds: readonly string[]): Promise<QueuedRun[]> {
    return this.#leases.handOver(runIds);
  }

  /** One claim of a workspace, and of this process, at a time: a second statement sees what the one before has taken, and the same statement would not. */
  async #claimInTurn(text: string, values: unknown[]): Promise<ClaimedRun | undefined> {
    const client = await this.#pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(LOCK_CLAIMS, [CLAIM_LOCK, values[2], values[0]]);
      const { rows } = await client.query<ClaimedRow>(text, values);
      await client.query('COMMIT');
      client.release();
      return rows.map(toClaimedRun)[0];
    } catch (error) {
      // What is left of a transaction goes with its connection.
      client.release(true);
      throw error;
    }
  }
}
