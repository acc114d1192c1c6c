import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Client, makeClient } from '#lib/api/client.ts';
import { openDatabase } from '#server/db/database/open-database.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { localWorkspace, makeBatch, makeEvents } from '#tests/support/run-batch.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { aim, median, percentile } from './aims.ts';
import { chainFlow } from './flows.ts';
import { applyLoad, type LoadTarget } from './load.ts';
import { postgresPidOf } from './postgres-pid.ts';
import { publish } from './published-target.ts';
import { describePlans, readQueryPlans } from './query-plans.ts';
import type { BenchOptions, BenchResult } from './run.ts';
import { storeRuns } from './stored-runs.ts';

/** Numbers of runs with about 32 events each: the last has a million events. */
const SIZES = [1000, 10_000, 33_000] as const;
const LARGEST = 33_000;
const NODES = 15;
const INPUTS = { name: 'Ada', n: 3 };
const MOST_TIMES_SMALLEST = 2;
const PLANS_PAGE = 'docs/query-plans.md';

type Site = {
  readonly sql: pg.Pool;
  readonly pattern: string;
  readonly api: Client;
  readonly store: PgRunStore;
  readonly target: LoadTarget;
  /** Settings of the product's connections. */
  readonly database: pg.Pool;
};
type Measures = { listMs: number; pageMs: number; appendMs: number; cpuMsPerRun: number; listMsByKind: Record<string, number> };

/** Runs per round: one is too fast to be measured, and a round adds few runs to the stored ones. */
const RUNS_A_ROUND = 50;
const LOADS_A_ROUND = 4;

/**
 * Time at 33,000 runs and a million events, relative to 1,000 runs: the list of runs (six queries,
 * with searches), the queries of a run's page, an append, and a published run. Rows that a round
 * adds are deleted before the next one. The median of the rounds counts. `--rounds`, `--requests`
 * of each kind a round. `--plans` measures nothing and writes docs/query-plans.md.
 */
export default async function growth(options: BenchOptions): Promise<BenchResult> {
  const rounds = Number(options.rounds ?? 7);
  const requests = Number(options.requests ?? 60);
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-growth-'));
  const cluster = await startCluster();
  const server = await ServerProcess.start({ dataFolder: folder, databaseUrl: cluster.url });
  const sql = new pg.Pool({ connectionString: cluster.url, max: 2 });
  const database = await openDatabase({ databaseUrl: cluster.url, dataFolder: folder });
  try {
    const api = makeClient({ baseUrl: server.url, fetch });
    const morePids = [await postgresPidOf(cluster.url)];
    const target = await publish(server, { workflow: chainFlow(NODES), inputs: INPUTS, morePids });
    const pattern = await runOnce({ api, target });
    const site: Site = { sql, api, target, pattern, store: new PgRunStore(database.pool), database: database.pool };
    if (options.plans) return await writePlans(site);
    // The first request is warm-up and is not counted.
    await storeRuns(sql, pattern, { from: 0, to: requests, of: LARGEST });
    await measure(site, { rounds: 2, requests, runs: requests });
    const sizes: Record<number, Measures> = {};
    let stored = requests;
    for (const size of SIZES) {
      await storeRuns(sql, pattern, { from: stored, to: size, of: LARGEST });
      stored = size;
      sizes[size] = await measure(site, { rounds, requests, runs: size });
    }
    const ratio = (of: keyof Omit<Measures, 'listMsByKind'>) =>
      Number(((sizes[LARGEST]?.[of] ?? Number.NaN) / (sizes[SIZES[0]]?.[of] ?? Number.NaN)).toFixed(2));
    const bound = { atMost: MOST_TIMES_SMALLEST };
    return {
      name: 'growth',
      aims: [
        aim('runsListP95', ratio('listMs'), bound),
        aim('runPageP95', ratio('pageMs'), bound),
        aim('appendP95', ratio('appendMs'), bound),
        aim('costPerRun', ratio('cpuMsPerRun'), bound),
      ],
      sizes,
      stored: await describeStored(sql),
    };
  } finally {
    await Promise.all([database.close(), sql.end(), server.end()]);
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Deletes the runs that the measurement added, so that only the copies and their source remain. */
async function deleteOthers({ sql, pattern }: Site, runs: number): Promise<void> {
  const others = `SELECT id FROM runs WHERE id <> '${pattern}' AND holder <> ''`;
  for (const [table, column] of [
    ['run_events', 'run_id'],
    ['run_nodes', 'run_id'],
    ['runs', 'id'],
  ])
    await sql.query(`DELETE FROM ${table} WHERE ${column} IN (${others})`);
  await sql.query('VACUUM (ANALYZE) runs, run_events, run_nodes');
  const { rows } = await sql.query<{ count: number }>('SELECT count(*)::int AS count FROM runs');
  if (rows[0]?.count !== runs + 1) throw new Error(`There should be ${runs + 1} runs, and there are ${rows[0]?.count}`);
}

async function runOnce({ target, api }: Pick<Site, 'target' | 'api'>): Promise<string> {
  const answer = await fetch(target.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...target.headers },
    body: target.body,
  });
  const { runId } = (await answer.json()) as { runId: string };
  if ((await api.getRun({ params: { id: runId } })).status !== 'succeeded')
    throw new Error('The run to be copied did not succeed.');
  return runId;
}

/** The medians of several rounds, each at the same number of stored runs. */
async function measure(
  site: Site,
  { rounds, requests, runs }: { rounds: number; requests: number; runs: number },
): Promise<Measures> {
  const { rows } = await site.sql.query<{ id: string }>(
    "SELECT id FROM runs WHERE holder = '' OR id = $2 ORDER BY md5(id) LIMIT $1",
    [requests, site.pattern],
  );
  const some = rows.map(({ id }) => id);
  const taken: Measures[] = [];
  for (let round = 0; round < rounds; round++) taken.push(await measureOnce(site, { round, some, requests, runs }));
  const middle = (of: (measures: Measures) => number) => Number(median(taken.map(of)).toFixed(3));
  const kinds = Object.keys(taken[0]?.listMsByKind ?? {});
  return {
    listMs: middle(({ listMs }) => listMs),
    pageMs: middle(({ pageMs }) => pageMs),
    appendMs: middle(({ appendMs }) => appendMs),
    cpuMsPerRun: middle(({ cpuMsPerRun }) => cpuMsPerRun),
    listMsByKind: Object.fromEntries(kinds.map((kind) => [kind, middle(({ listMsByKind }) => listMsByKind[kind] ?? Number.NaN)])),
  };
}

type Round = { readonly round: number; readonly some: readonly string[]; readonly requests: number; readonly runs: number };

async function measureOnce(site: Site, { round, some, requests, runs }: Round): Promise<Measures> {
  const byKind = await timeLists(site.api, some);
  const pageMs = percentile(await timeAll(some, (runId) => readPage(site.api, runId)), 0.95);
  const appendMs = percentile(await timeAppends(site.store, { round, requests }), 0.95);
  await deleteOthers(site, runs);
  const costs: number[] = [];
  for (let load = 0; load < LOADS_A_ROUND; load++) {
    costs.push((await applyLoad(site.target, { concurrency: 4, requests: RUNS_A_ROUND })).cpuMsPerRequest);
    await deleteOthers(site, runs);
  }
  return {
    listMs: percentile(Object.values(byKind).flat(), 0.95),
    pageMs,
    appendMs,
    cpuMsPerRun: median(costs),
    listMsByKind: Object.fromEntries(Object.entries(byKind).map(([kind, times]) => [kind, percentile(times, 0.95)])),
  };
}

/** Queries of the page of runs: the newest, a later page, failed ones, those of one workflow, two searches. */
async function timeLists(api: Client, runIds: readonly string[]): Promise<Record<string, number[]>> {
  const { nextCursor } = await api.listRuns({ query: { limit: 50 } });
  const kinds: Record<string, (runId: string, index: number) => Parameters<Client['listRuns']>[0]> = {
    newest: () => ({ query: { limit: 50 } }),
    next: () => ({ query: { limit: 50, cursor: nextCursor ?? undefined } }),
    failed: () => ({ query: { limit: 50, status: 'failed' } }),
    workflow: (_, index) => ({ query: { limit: 50, workflowId: `wf_${index % 20}` } }),
    searchName: (_, index) => ({ query: { limit: 50, search: `desk ${index % 20}` } }),
    searchId: (runId) => ({ query: { limit: 50, search: runId.slice(-12) } }),
  };
  const times: Record<string, number[]> = {};
  for (const [kind, wanted] of Object.entries(kinds))
    times[kind] = await timeAll(runIds, (runId, index) => api.listRuns(wanted(runId, index)));
  return times;
}

async function readPage(api: Client, runId: string): Promise<void> {
  await Promise.all([api.getRun({ params: { id: runId } }), api.getRunWorkflow({ params: { id: runId } })]);
  let last = '';
  for await (const event of api.streamEvents(runId)) last = event.type;
  if (last !== 'done') throw new Error(`The log of ${runId} ended with ${last}`);
}

/** A run's first events, and its last. */
async function timeAppends(store: PgRunStore, { round, requests }: { round: number; requests: number }): Promise<number[]> {
  const prefix = `run_bench_${Date.now()}_${round}`;
  const names = Array.from({ length: requests }, (_, index) => `${prefix}_${index}`);
  const begin = await timeAll(names, (runId) =>
    store.append([makeBatch({ runId, workspaceId: localWorkspace, events: makeEvents(1, 10) })]),
  );
  const end = await timeAll(names, (runId) =>
    store.append([makeBatch({ runId, status: 'succeeded', events: makeEvents(11, 20), outputs: '{}' })]),
  );
  return [...begin, ...end];
}

async function timeAll<T>(items: readonly T[], work: (item: T, index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const [index, item] of items.entries()) {
    const startedMs = performance.now();
    await work(item, index);
    times.push(performance.now() - startedMs);
  }
  return times;
}

async function describeStored(sql: pg.Pool) {
  const { rows } =
    await sql.query(`SELECT (SELECT count(*)::int FROM runs) AS runs, (SELECT sum(last_seq - first_seq + 1)::int FROM run_events) AS events,
    round(pg_database_size(current_database()) / 1e6)::int AS "databaseMb"`);
  return rows[0] as { runs: number; events: number; databaseMb: number };
}

async function writePlans({ sql, pattern, database }: Site): Promise<BenchResult> {
  await storeRuns(sql, pattern, { from: 0, to: LARGEST, of: LARGEST });
  const { runs, events } = await describeStored(sql);
  const { rows } = await sql.query<{ server_version: string }>('SHOW server_version');
  const place = `on PostgreSQL ${rows[0]?.server_version.split(' ')[0]} at ${runs} runs with ${events} events`;
  const plans = await readQueryPlans(database, pattern);
  writeFileSync(PLANS_PAGE, describePlans(plans, place));
  return { name: 'growth', aims: [aim('plans', plans.length, { atLeast: 10 })], page: PLANS_PAGE };
}
