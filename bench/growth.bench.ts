import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Client, makeClient } from '#lib/api/client.ts';
import { listRunsQuery } from '#server/db/list-runs-query.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { READ_EVENTS } from '#server/db/read-events.ts';
import { PgRunStore } from '#server/db/run-store.ts';
import { explainAsPlanned } from '#tests/support/explain-as-planned.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { localWorkspace, makeBatch, makeEvents } from '#tests/support/run-batch.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { aim, percentile } from './aims.ts';
import { chainFlow } from './flows.ts';
import { applyLoad, type LoadTarget } from './load.ts';
import { postgresPidOf } from './postgres-pid.ts';
import { publish } from './published-target.ts';
import type { BenchOptions, BenchResult } from './run.ts';
import { storeRuns } from './stored-runs.ts';

/** Of about 32 events each: the last is a million events. */
const SIZES = [1000, 10_000, 33_000];
const NODES = 15;
const INPUTS = { name: 'Ada', n: 3 };
const MOST_TIMES_SMALLEST = 2;

type Site = {
  readonly sql: pg.Pool;
  readonly pattern: string;
  readonly api: Client;
  readonly store: PgRunStore;
  readonly target: LoadTarget;
};
type Measures = { listMs: number; pageMs: number; appendMs: number; cpuMsPerRun: number; listMsByKind: Record<string, number> };

/**
 * What becomes slower as runs are stored: the list of runs (six kinds of page, searches among them), what a run's page asks for, an append, and a whole
 * published run, each at 33,000 runs and a million events over the same at 1,000 runs. `--rounds`, `--requests` of each kind a round, `--seconds` of load.
 */
export default async function growth(options: BenchOptions): Promise<BenchResult> {
  const rounds = Number(options.rounds ?? 4);
  const requests = Number(options.requests ?? 60);
  const seconds = Number(options.seconds ?? 4);
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
    const site: Site = { sql, api, target, pattern, store: new PgRunStore(database.pool) };
    const sizes: Record<number, Measures> = {};
    let stored = 0;
    // The first look warms the code and is not counted.
    await storeRuns(sql, pattern, { from: 0, to: requests, of: SIZES.at(-1) ?? 0 });
    await measure(site, { rounds: 2, requests, seconds });
    stored = requests;
    for (const size of SIZES) {
      await deleteOthers(sql, pattern);
      await storeRuns(sql, pattern, { from: stored, to: size, of: SIZES.at(-1) ?? size });
      stored = size;
      sizes[size] = await measure(site, { rounds, requests, seconds });
    }
    const ratio = (of: keyof Omit<Measures, 'listMsByKind'>) =>
      Number(((sizes[SIZES.at(-1) ?? 0]?.[of] ?? Number.NaN) / (sizes[SIZES[0] ?? 0]?.[of] ?? Number.NaN)).toFixed(2));
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
      plans: await readPlans(database.pool, pattern),
    };
  } finally {
    await Promise.all([database.close(), sql.end(), server.end()]);
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What was run and appended to measure the size before. */
async function deleteOthers(sql: pg.Pool, pattern: string): Promise<void> {
  const others = `SELECT id FROM runs WHERE id <> '${pattern}' AND holder <> ''`;
  for (const [table, column] of [
    ['run_events', 'run_id'],
    ['run_nodes', 'run_id'],
    ['runs', 'id'],
  ])
    await sql.query(`DELETE FROM ${table} WHERE ${column} IN (${others})`);
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

/** The best of several rounds: what else happens on the machine only adds. */
async function measure(
  site: Site,
  { rounds, requests, seconds }: { rounds: number; requests: number; seconds: number },
): Promise<Measures> {
  const { pattern } = site;
  const { rows } = await site.sql.query<{ id: string }>(
    "SELECT id FROM runs WHERE holder = '' OR id = $2 ORDER BY md5(id) LIMIT $1",
    [requests, pattern],
  );
  const some = rows.map(({ id }) => id);
  const taken: Omit<Measures, 'cpuMsPerRun'>[] = [];
  for (let round = 0; round < rounds; round++) {
    const byKind = await timeLists(site.api, some);
    taken.push({
      listMs: percentile(Object.values(byKind).flat(), 0.95),
      pageMs: percentile(await timeAll(some, (runId) => readPage(site.api, runId)), 0.95),
      appendMs: percentile(await timeAppends(site.store, { round, requests: 5 * requests }), 0.95),
      listMsByKind: Object.fromEntries(Object.entries(byKind).map(([kind, times]) => [kind, percentile(times, 0.95)])),
    });
  }
  // Last, since what is run here lies above all that is stored.
  const costs: number[] = [];
  for (let round = 0; round < rounds; round++)
    costs.push((await applyLoad(site.target, { concurrency: 4, durationMs: seconds * 1000 })).cpuMsPerRequest);
  const best = (of: (measures: (typeof taken)[number]) => number) => Number(Math.min(...taken.map(of)).toFixed(2));
  const kinds = Object.keys(taken[0]?.listMsByKind ?? {});
  return {
    listMs: best(({ listMs }) => listMs),
    pageMs: best(({ pageMs }) => pageMs),
    appendMs: best(({ appendMs }) => appendMs),
    cpuMsPerRun: Math.min(...costs),
    listMsByKind: Object.fromEntries(kinds.map((kind) => [kind, best(({ listMsByKind }) => listMsByKind[kind] ?? Number.NaN)])),
  };
}

/** As the page of runs asks: the newest, further down, those that failed, of one workflow, and two searches. */
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

/** How PostgreSQL reads what grows, at the largest size: for docs/scale.md. */
async function readPlans(pool: pg.Pool, runId: string): Promise<Record<string, string[]>> {
  const list = (wanted: object) => listRunsQuery(localWorkspace, { limit: 51, ...wanted });
  const queries: Record<string, { text: string; values: unknown[] }> = {
    newest: list({}),
    failed: list({ status: ['failed'] }),
    workflow: list({ workflowId: 'wf_3' }),
    searchId: list({ search: runId.slice(-12) }),
    events: { text: READ_EVENTS, values: [runId, 0, 1000] },
  };
  const plans: Record<string, string[]> = {};
  for (const [name, query] of Object.entries(queries)) {
    const lines = await explainAsPlanned(pool, query, 'ANALYZE, COSTS OFF, BUFFERS OFF');
    plans[name] = lines.filter((line) => /Scan|Execution/.test(line));
  }
  return plans;
}
