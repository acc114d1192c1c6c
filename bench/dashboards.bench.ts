import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type pg from 'pg';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { migrate } from '#server/db/database/migrate.ts';
import { openDatabase } from '#server/db/database/open-database.ts';
import { RunSumStore } from '#server/db/stores/run-sums/run-sum-store.ts';
import { RunSummarizer } from '#server/db/stores/run-sums/run-summarizer.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { ensureService } from '../scripts/test/services.mjs';
import { aim, median, percentile } from './aims.ts';
import { buildPages } from './build-pages.ts';
import { fillDashboards } from './dashboard-runs.ts';
import { chainFlow } from './flows.ts';
import { applyLoad } from './load.ts';
import { postgresPidOf } from './postgres-pid.ts';
import { cpuMsOf, listProcessTree } from './process-tree.ts';
import { publish } from './published-target.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const DAY_MS = 86_400_000;
const DAYS = 90;
const NODES = 15;
/** What a server counts together at 50 runs a second. */
const BATCH = 250;
/** Counted before the measurement, so that code is compiled as in a server that has run for a while. */
const WARM_RUNS = 1000;
const PAINTS = 5;

/**
 * Dashboards of a million runs over 90 days: time of the API's answers, time from an answer to its picture, and CPU of
 * counting a run relative to that of storing one. `--runs 1000000`, `--requests 60`, `--stored 5000`, `--only
 * query,paint,cpu`, `--embedded` on the embedded database.
 */
export default async function dashboards(options: BenchOptions): Promise<BenchResult> {
  const runs = Number(options.runs ?? 1_000_000);
  const parts = new Set(String(options.only ?? 'query,paint,cpu').split(','));
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-dashboards-'));
  const aims = [];
  const details: Record<string, unknown> = { runs, days: DAYS, embedded: options.embedded === true };
  try {
    if (parts.has('cpu')) {
      const cpu = await measureCpu(join(folder, 'cpu'), Number(options.stored ?? 5000));
      aims.push(aim('cpuShare', cpu.share, { atMost: 0.05 }));
      details.cpu = cpu;
    }
    if (parts.has('query') || parts.has('paint')) {
      const site = await openSite(folder, {
        runs,
        isEmbedded: options.embedded === true,
        hasPages: parts.has('paint'),
      });
      details.rows = site.rows;
      try {
        if (parts.has('query')) {
          const byKind = await measureQueries(site.server.url, Number(options.requests ?? 60));
          const all = Object.values(byKind).flat();
          aims.push(aim('queryMsP95', percentile(all, 0.95), { atMost: 300 }));
          details.queryMs = Object.fromEntries(Object.entries(byKind).map(([kind, times]) => [kind, Math.round(median(times))]));
        }
        if (parts.has('paint')) aims.push(aim('paintMs', await measurePaint(site.server.url), { atMost: 300 }));
      } finally {
        await site.stop();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { name: 'dashboards', aims, ...details };
}

type Wanted = { readonly runs: number; readonly isEmbedded: boolean; readonly hasPages: boolean };

async function openSite(folder: string, { runs, isEmbedded, hasPages }: Wanted) {
  if (hasPages) await buildPages();
  const cluster = isEmbedded ? undefined : await startCluster();
  const dataFolder = join(folder, 'data');
  const place = { dataFolder, databaseUrl: cluster?.url };
  const database = await openDatabase(place);
  await migrate(database.pool);
  const rows = await fillDashboards(database.pool, { runs, days: DAYS, nowMs: Date.now() });
  await database.close();
  const server = await ServerProcess.start({ ...place, isHeadless: !hasPages });
  const stop = async () => {
    await server.end();
    await cluster?.stop();
  };
  return { server, rows, stop };
}

async function measureQueries(url: string, requests: number): Promise<Record<string, number[]>> {
  const kinds = {
    workspace90: { days: 90 },
    workspace30: { days: 30 },
    workflow90: { days: 90, workflowId: 'wf_3' },
    version90: { days: 90, slug: 'desk-4', version: '2' },
    model90: { days: 90, model: 'gpt-5-mini' },
    day: { days: 1 },
  };
  const times: Record<string, number[]> = {};
  for (let round = -1; round < Math.ceil(requests / Object.keys(kinds).length); round++)
    for (const [kind, { days, ...filter }] of Object.entries(kinds)) {
      const from = new Date(Date.now() - (days - 1) * DAY_MS - (days === 1 ? DAY_MS * 0.95 : 0)).toISOString();
      const query = new URLSearchParams({ from, zone: 'Asia/Kolkata', ...filter });
      const sinceMs = performance.now();
      const answer = await fetch(`${url}/api/v1/dashboard?${query}`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${kind} was answered with ${answer.status}`);
      // The first round is warm-up and is not counted.
      if (round >= 0) times[kind] = [...(times[kind] ?? []), performance.now() - sinceMs];
    }
  return times;
}

/** From the last byte of an answer to the frame that shows it. */
async function measurePaint(url: string): Promise<number> {
  const { THREADLOOM_TEST_CHROMIUM: executablePath } = await ensureService('chromium');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' });
    const times: number[] = [];
    for (let index = 0; index < PAINTS; index++) {
      await page.goto(`${url}/dashboards?range=7`);
      await page.locator('[data-dashboard]').waitFor();
      await page.getByRole('radio', { name: '90 d' }).click();
      times.push(await page.evaluate(waitForPaint));
    }
    return median(times);
  } finally {
    await browser.close();
  }
}

/** Runs in the page. Resolves with the time from the answer to the second frame after its plot is there. */
function waitForPaint(): Promise<number> {
  return new Promise((resolve) => {
    const before = document.querySelector('[data-dashboard]')?.textContent;
    const look = () => {
      const shown = document.querySelector('[data-dashboard][aria-busy="false"]');
      const [answer] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/v1/dashboard?'))
        .slice(-1) as PerformanceResourceTiming[];
      if (!shown || shown.textContent === before || !answer) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now() - answer.responseEnd));
    };
    look();
  });
}

/** CPU of counting runs, over that of running and storing them; both with the database's. */
async function measureCpu(dataFolder: string, count: number) {
  const cluster = await startCluster();
  try {
    const server = await ServerProcess.start({ dataFolder, databaseUrl: cluster.url });
    const postgres = await postgresPidOf(cluster.url);
    const target = await publish(server, { workflow: chainFlow(NODES), inputs: { name: 'Ada', n: 3 }, morePids: [postgres] });
    await applyLoad(target, { concurrency: 8, requests: 200 });
    const load = await applyLoad(target, { concurrency: 8, requests: count });
    await server.end();
    const database = await openDatabase({ dataFolder, databaseUrl: cluster.url });
    await database.pool.query('TRUNCATE run_facts, run_sums, run_node_sums');
    const runs = await readPublished(database.pool);
    const summaries = new RunSummarizer({
      store: new RunSumStore(database.pool),
      now: Date.now,
      onError: (error) => {
        throw error;
      },
    });
    const hub = summaries.countThrough({ publish: () => {} });
    const countBatch = async (from: number) => {
      for (const [runId, events] of runs.slice(from, from + BATCH)) hub.publish(runId, events);
      await summaries.flush();
    };
    for (let from = 0; from < WARM_RUNS; from += BATCH) await countBatch(from);
    const pids = [process.pid, ...listProcessTree(postgres)];
    const beforeMs = cpuMsOf(pids);
    for (let from = WARM_RUNS; from < runs.length; from += BATCH) await countBatch(from);
    const countMs = (cpuMsOf(pids) - beforeMs) / (runs.length - WARM_RUNS);
    const { rows: counted } = await database.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM run_facts');
    if (counted[0]?.count !== runs.length) throw new Error(`${counted[0]?.count} of ${runs.length} runs were counted`);
    await database.close();
    const storeMs = load.cpuMsPerRequest - countMs;
    return {
      share: Number((countMs / storeMs).toFixed(4)),
      countMs: Number(countMs.toFixed(4)),
      storeMs: Number(storeMs.toFixed(3)),
    };
  } finally {
    await cluster.stop();
  }
}

/** The runs of a database, each with its events as they were published. */
async function readPublished(pool: pg.Pool): Promise<[string, StoredEvent[]][]> {
  const { rows } = await pool.query<{ runId: string; events: string }>(
    `SELECT run_id AS "runId", string_agg(events, E'\n' ORDER BY first_seq) AS events FROM run_events GROUP BY run_id`,
  );
  return rows.map(({ runId, events }) => [
    runId,
    events.split('\n').map((json) => {
      const { seq, type } = JSON.parse(json) as Pick<StoredEvent, 'seq' | 'type'>;
      return { seq, type, json };
    }),
  ]);
}
