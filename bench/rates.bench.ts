import pg from 'pg';
import { migrate } from '#server/db/database/migrate.ts';
import { RateStore } from '#server/db/stores/rate-store.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { aim } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';

/** Connections of each of two processes that limit the same model. */
const CONNECTIONS = 4;
const CALLS = 2000;
/** Calls of the last minute that a reservation has to read. */
const BUSY = 6000;

/**
 * Cost of rate limits that processes share on Postgres: time of one reservation of a model call, in an
 * empty and in a full minute, and of one run of an API key; then whether eight connections that
 * reserve at once ever exceed a limit. `--calls` (2000).
 */
export default async function rates(options: BenchOptions): Promise<BenchResult> {
  const calls = Number(options.calls ?? CALLS);
  const cluster = await startCluster();
  const pools = [0, 1].map(() => new pg.Pool({ connectionString: cluster.url, max: CONNECTIONS }));
  // The cluster may close a connection before its pool has.
  for (const pool of pools) pool.on('error', () => {});
  try {
    const stores = pools.map((pool) => new RateStore(pool));
    const [store] = stores;
    if (!store) throw new Error('There is no pool');
    await migrate(pools[0] as pg.Pool);
    const reserve = (name: string, limit: number) => () =>
      store.reserve(name, 100, { requestsPerMinute: limit, tokensPerMinute: limit * 1000 });
    await timesOf(200, reserve('warm-up', BUSY));
    const quietMs = median(await timesOf(calls / 10, reserve('quiet', BUSY)));
    await Promise.all(Array.from({ length: CONNECTIONS }, () => timesOf(BUSY / CONNECTIONS, reserve('busy', BUSY))));
    const busyMs = median(await timesOf(calls / 10, reserve('busy', BUSY)));
    const takeMs = median(await timesOf(calls, () => store.take('key', { capacity: 1e9, refillMs: 60_000 })));
    const limit = 50;
    const shared = await Promise.all(
      Array.from({ length: limit * 3 }, (_, index) =>
        (stores[index % stores.length] as RateStore).reserve('shared', 0, { requestsPerMinute: limit }),
      ),
    );
    const early = shared.filter(({ waitMs }) => waitMs < 30_000).length;
    return {
      name: 'rates',
      aims: [
        aim('reserveQuietMs', quietMs, { atMost: 3 }),
        aim('reserveBusyMs', busyMs, { atMost: 12 }),
        aim('takeMs', takeMs, { atMost: 1.5 }),
        aim('beyondLimit', Math.max(0, early - limit), { atMost: 0 }),
      ],
      calls,
    };
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await cluster.stop();
  }
}

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times;
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 100) / 100;
}
