import { expect, test } from 'vitest';
import { findGaps } from '#server/backup/find-gaps.ts';
import { runStorm, type StormReport } from '../support/chaos/run-storm.ts';
import type { StormClients } from '../support/chaos/storm-clients.ts';
import type { FlowKind, stormFlow } from '../support/chaos/storm-flows.ts';
import { embeddedSite, type FleetSite, fleetSite } from '../support/chaos/storm-site.ts';

/** `CHAOS_SEED=123 npm test -- chaos` makes another storm; a failure tells its own. */
const seed = Number(process.env.CHAOS_SEED ?? 20_261_122);
/** About a minute each where nobody else wants the machine. */
const LIMIT_MS = 240_000;
/** More than the ten places of both workers. */
const WAITING = 16;
const PLACES = 10;

function expectNoHarm(report: StormReport): void {
  if (process.env.SHOW) console.log(JSON.stringify(report));
  expect(report.problems, `CHAOS_SEED=${report.seed}: ${report.faults.join(', ')}`).toEqual([]);
  expect(report.resumedRuns).toBeGreaterThan(3);
  expect(report.connections).toBeGreaterThan(report.runs);
}

/** Fills the queue before a worker is there: each run tells its place in it, and once there are workers the runs begin in about that order. */
async function fillQueue(
  site: FleetSite,
  clients: StormClients,
  flow: (kind: FlowKind) => ReturnType<typeof stormFlow>,
): Promise<string[]> {
  const problems: string[] = [];
  for (let number = 1; number <= WAITING; number++) await clients.start('effects', flow('effects'), `early${number}`);
  const early = [...clients.runs];
  await expect.poll(() => early.every(({ seen }) => seen.some(({ type }) => type === 'queued')), { timeout: 20_000 }).toBe(true);
  const positions = early.map(({ seen }) => seen.flatMap((event) => (event.type === 'queued' ? [event.position] : []))[0]);
  if (positions.some((position, index) => position !== index + 1))
    problems.push(`the places in the queue were ${positions.join(' ')}`);
  await site.startWorkers();
  const begun = async () => {
    const { rows } = await site.sql.query<{ id: string }>(
      "SELECT id FROM runs WHERE status NOT IN ('queued') ORDER BY started_at, id",
    );
    return rows.map(({ id }) => id);
  };
  await expect.poll(async () => (await begun()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(WAITING);
  const order = (await begun()).map((runId) => early.findIndex((run) => run.runId === runId)).filter((index) => index >= 0);
  const passed = order.filter((index, place) => Math.abs(index - place) > PLACES);
  if (passed.length > 0) problems.push(`runs that waited were passed over: they began in the order ${order.join(' ')}`);
  return problems;
}

test('a web process, two workers, Postgres and Redis: whatever befalls them, every run ends as it would have, once, and is seen whole', async () => {
  let gaps: unknown;
  const report = await runStorm({
    ...{ seed, limitMs: LIMIT_MS, prepare: fillQueue },
    openSite: async (options) => {
      const site = await fleetSite(options);
      const stop = async () => {
        // Also of runs whose start was never answered.
        gaps = await findGaps(site.sql as never);
        await site.stop();
      };
      return { ...site, stop };
    },
  });
  expectNoHarm(report);
  expect(gaps).toEqual([]);
});

test('the only process with its embedded database: however often it is killed, every run ends as it would have, once, and is seen whole', async () => {
  expectNoHarm(await runStorm({ seed, limitMs: LIMIT_MS, openSite: embeddedSite }));
});
