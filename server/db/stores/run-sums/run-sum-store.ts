import type pg from 'pg';
import { addToStoredSlots, type DaySlots, slotOf } from '#lib/statistics/day-slots.ts';
import { addRun, emptySums, mergeSums, namePair, type RunSums, readSums, storeSums } from '#lib/statistics/run-sums.ts';
import { DAY_MS, keysOfRun, partKey, SLOT_MS, type SumPart } from '#lib/statistics/sum-keys.ts';
import { ENDED } from '../../database/fragments.ts';
import { packed } from '../../database/packed-column.ts';
import { sql } from '../../database/sql.ts';
import { type Client, transact } from '../../database/transact.ts';
import { addNodeSums } from './node-sums.ts';
import { type RunsToCount, readRunFacts, type SummedRun } from './read-run-facts.ts';

/** Of the lock that lets one process at a time change sums. Any number that no other lock has. */
const LOCK = 4_120_335;
/** Nodes of one run by which lists of runs find it. */
const MAX_FOUND_NODES = 200;

type SumRow = { workspaceId: string; grain: string; scope: string; part: string; atMs: number };
/** The half hours of a part are in the row of its day: such a day has few runs, and there are many parts. */
type Sum = SumRow & { readonly sums: RunSums; readonly slots: DaySlots; storedSlots: string };
type Fact = { readonly runId: string; readonly rating: string | null };
/** Where a scan of runs continues, newest first. */
export type RunCursor = { readonly createdAt: string; readonly runId: string };

/** Adds ended runs to the sums of dashboards. */
export class RunSumStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Counts each run once, also when called again or by several processes; of a counted run, only a new rating is
   * added. Runs that have not ended are passed over.
   */
  async add(counted: RunsToCount): Promise<void> {
    await this.addRuns(await readRunFacts(this.#pool, counted));
  }

  /** The same for runs that are read already. */
  async addRuns(runs: readonly SummedRun[]): Promise<void> {
    if (runs.length > 0) await transact(this.#pool, (client) => addRuns(client, runs));
  }

  /** A page of runs that ended and are not counted, and where the next page begins; undefined after the last. */
  async findUncounted(
    workspaceId: string,
    { after, since, limit }: { after: RunCursor | undefined; since: Date; limit: number },
  ): Promise<{ runIds: string[]; next: RunCursor | undefined }> {
    const from = after
      ? sql`AND created_at <= ${after.createdAt}::timestamptz AND (created_at < ${after.createdAt}::timestamptz OR id > ${after.runId})`
      : sql``;
    const { rows } = await this.#pool.query<{ runId: string; createdAt: string; isMissing: boolean }>(
      sql`SELECT r.id AS "runId", r.created_at::text AS "createdAt",
          r.status IN ${ENDED} AND r.mode <> 'node' AND f.run_id IS NULL AS "isMissing"
        FROM (SELECT id, created_at, status, mode FROM runs WHERE workspace_id = ${workspaceId} AND created_at >= ${since} ${from}
          ORDER BY created_at DESC, id LIMIT ${limit}) r LEFT JOIN run_facts f ON f.run_id = r.id ORDER BY r.created_at DESC, r.id`,
    );
    const last = rows.at(-1);
    return {
      runIds: rows.filter(({ isMissing }) => isMissing).map(({ runId }) => runId),
      next: rows.length < limit || !last ? undefined : { createdAt: last.createdAt, runId: last.runId },
    };
  }

  async listWorkspaces(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>(sql`SELECT id FROM workspaces`);
    return rows.map(({ id }) => id);
  }

  async deleteOld(before: Date): Promise<void> {
    await this.#pool.query(sql`DELETE FROM run_sums USING workspaces WHERE workspace_id = workspaces.id AND at < ${before}`);
    await this.#pool.query(sql`DELETE FROM run_node_sums USING workspaces WHERE workspace_id = workspaces.id AND at < ${before}`);
  }
}

async function addRuns(client: Client, runs: readonly SummedRun[]): Promise<void> {
  await client.query(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
  const { rows } = await client.query<Fact>(
    sql`SELECT run_id AS "runId", rating FROM run_facts WHERE run_id = ANY(${runs.map(({ runId }) => runId)}::text[])`.named(
      'read-run-facts',
    ),
  );
  const facts = new Map(rows.map((fact) => [fact.runId, fact]));
  const changed = runs.filter(({ runId, rating }) => facts.get(runId)?.rating !== rating);
  if (changed.length === 0) return;
  const added = collect(changed, facts);
  await mergeStored(client, added);
  await storeAll(client, added);
  await addNodeSums(
    client,
    changed.filter(({ runId }) => !facts.has(runId)),
  );
  await storeFacts(client, changed);
}

/** The sums of these runs alone, by row. */
function collect(runs: readonly SummedRun[], facts: ReadonlyMap<string, Fact>): Sum[] {
  const sums = new Map<string, Sum>();
  for (const run of runs) {
    const { workspaceId, createdAtMs } = run;
    const fact = facts.get(run.runId);
    for (const { scope, part } of keysOfRun(run, modelsOf(run))) {
      const row = { workspaceId, scope, part: partKey(part) };
      const day = sumOf(sums, { ...row, grain: 'd', atMs: Math.floor(createdAtMs / DAY_MS) * DAY_MS });
      const halfHour =
        part.kind === 'all'
          ? sumOf(sums, { ...row, grain: 'h', atMs: Math.floor(createdAtMs / SLOT_MS) * SLOT_MS }).sums
          : slotOf(day.slots, createdAtMs);
      count(day.sums, run, { part, fact });
      count(halfHour, run, { part, fact });
    }
  }
  return [...sums.values()];
}

/** A run that is counted already adds only what has changed of its rating. */
function count(sums: RunSums, run: SummedRun, { part, fact }: { part: SumPart; fact: Fact | undefined }): void {
  if (!fact) addRun(sums, run, part.kind === 'model' ? part.id : undefined);
  rate(sums, run.rating, 1);
  if (fact) rate(sums, fact.rating, -1);
}

function modelsOf({ calls }: SummedRun): string[] {
  return [...new Set(calls.map(({ model }) => model))];
}

function sumOf(sums: Map<string, Sum>, row: SumRow): Sum {
  const key = keyOf(row);
  const sum = sums.get(key) ?? { ...row, sums: emptySums(), slots: new Map(), storedSlots: '' };
  sums.set(key, sum);
  return sum;
}

function keyOf({ workspaceId, grain, scope, part, atMs }: SumRow): string {
  return `${workspaceId}\n${grain}\n${scope}\n${part}\n${atMs}`;
}

function rate(sums: RunSums, rating: string | null, by: 1 | -1): void {
  if (rating === null) return;
  sums.rated += by;
  sums.liked += rating === 'up' ? by : 0;
}

const columnsOf = (rows: readonly SumRow[]) => {
  const column = <Key extends keyof SumRow>(key: Key) => rows.map((row) => row[key]);
  return sql`${packed(column('workspaceId'), 'text')}, ${packed(column('grain'), 'text')}, ${packed(column('scope'), 'text')},
    ${packed(column('part'), 'text')}, ${packed(column('atMs'), 'float8')}`;
};

async function mergeStored(client: Client, added: readonly Sum[]): Promise<void> {
  const { rows } = await client.query<SumRow & { sums: string; slots: string }>(
    sql`SELECT s.workspace_id AS "workspaceId", s.grain, s.scope, s.part, k.at_ms AS "atMs", s.sums, s.slots
      FROM unnest(${columnsOf(added)}) AS k (workspace_id, grain, scope, part, at_ms)
      JOIN run_sums s ON s.workspace_id = k.workspace_id AND s.grain = k.grain AND s.scope = k.scope AND s.part = k.part
        AND s.at = to_timestamp(k.at_ms / 1000)`.named('read-run-sums'),
  );
  const byKey = new Map(added.map((sum) => [keyOf(sum), sum]));
  for (const { sums, slots, ...row } of rows) {
    const sum = byKey.get(keyOf(row));
    if (!sum) continue;
    mergeSums(sum.sums, readSums(sums));
    sum.storedSlots = slots;
  }
}

async function storeAll(client: Client, sums: readonly Sum[]): Promise<void> {
  const slots = sums.map((sum) => (sum.slots.size === 0 ? '' : addToStoredSlots(sum.slots, sum.storedSlots)));
  await client.query(
    sql`INSERT INTO run_sums (workspace_id, grain, scope, part, at, sums, slots)
      SELECT k.workspace_id, k.grain, k.scope, k.part, to_timestamp(k.at_ms / 1000), k.sums, k.slots
      FROM unnest(${columnsOf(sums)}, ${packed(
        sums.map((sum) => storeSums(sum.sums)),
        'text',
      )}, ${packed(slots, 'text')})
        AS k (workspace_id, grain, scope, part, at_ms, sums, slots)
      ON CONFLICT (workspace_id, grain, scope, part, at) DO UPDATE SET sums = excluded.sums, slots = excluded.slots`.named(
      'store-run-sums',
    ),
  );
}

/** What a later rating needs, and by what lists find the run; its row has the rest. */
async function storeFacts(client: Client, runs: readonly SummedRun[]): Promise<void> {
  const texts = (of: (run: SummedRun) => readonly string[]) =>
    packed(
      runs.map((run) => JSON.stringify(of(run))),
      'text',
    );
  const models = texts(modelsOf);
  const nodes = texts((run) => [...new Set(run.nodes.map(({ name }) => namePair(name)[1] ?? ''))].slice(0, MAX_FOUND_NODES));
  await client.query(
    sql`INSERT INTO run_facts (run_id, workspace_id, models, nodes, rating)
      SELECT f.run_id, f.workspace_id, ARRAY(SELECT json_array_elements_text(f.models::json)),
        ARRAY(SELECT json_array_elements_text(f.nodes::json)), f.rating
      FROM unnest(${packed(
        runs.map(({ runId }) => runId),
        'text',
      )}, ${packed(
        runs.map(({ workspaceId }) => workspaceId),
        'text',
      )}, ${models}, ${nodes}, ${packed(
        runs.map(({ rating }) => rating),
        'text',
      )})
        AS f (run_id, workspace_id, models, nodes, rating)
      ON CONFLICT (run_id) DO UPDATE SET rating = excluded.rating`.named('store-run-facts'),
  );
}
