import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeClient } from '#lib/api/client.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { aim, median } from './aims.ts';
import { startFloor } from './floors/http-floor-process.ts';
import { chainFlow } from './flows.ts';
import { applyLoad, type LoadResult, type LoadTarget } from './load.ts';
import { postgresPidOf } from './postgres-pid.ts';
import { publish } from './published-target.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const CONCURRENCIES = [1, 10, 50] as const;
/** Of the requests per second of a server that only invokes a graph of one step. */
const LEAST_SHARE = { 1: 0.25, 10: 0.4, 50: 0.65 } as const;
const INPUTS = { name: 'Ada', n: 3 };
/** V8 optimises a server within some 20,000 requests, and the small programs next to it within a thousand. */
const WARM_UP = { concurrency: 50, durationMs: 10_000 };

/**
 * Requests per second and CPU per request of a published flow of ten nodes, key checked, everything
 * stored before the answer. The aims are shares of a bare HTTP server that invokes a graph of one
 * step, as each of our runs does before any work of its own, and does nothing else. `timesFloor` compares
 * both with a bare server that runs the same ten steps in hand-written LangGraph and stores nothing.
 * `--seconds` per shot, `--rounds`.
 */
export default async function api(options: BenchOptions): Promise<BenchResult> {
  const durationMs = Number(options.seconds ?? 4) * 1000;
  const rounds = Number(options.rounds ?? 3);
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-api-'));
  const cluster = await startCluster();
  const floor = await startFloor();
  const servers = {
    embedded: await ServerProcess.start({ dataFolder: join(folder, 'data') }),
    postgres: await ServerProcess.start({ dataFolder: join(folder, 'unused'), databaseUrl: cluster.url }),
  };
  try {
    const postgresPid = await postgresPidOf(cluster.url);
    const targets: Record<string, LoadTarget> = {
      floor: { url: `${floor.url}/langgraph`, headers: {}, body: JSON.stringify({ inputs: INPUTS }), pids: [floor.pid] },
      oneStep: { url: `${floor.url}/one-step`, headers: {}, body: JSON.stringify({ inputs: INPUTS }), pids: [floor.pid] },
      echo: { url: `${floor.url}/echo`, headers: {}, body: JSON.stringify({ inputs: INPUTS }), pids: [floor.pid] },
      embedded: await publish(servers.embedded, { workflow: chainFlow(10), inputs: INPUTS }),
      postgres: await publish(servers.postgres, { workflow: chainFlow(10), inputs: INPUTS, morePids: [postgresPid] }),
    };
    const shots = new Map<string, LoadResult[]>();
    for (const target of Object.values(targets)) await applyLoad(target, WARM_UP);
    for (let round = 0; round < rounds; round++) {
      for (const concurrency of CONCURRENCIES) {
        for (const [name, target] of Object.entries(targets)) {
          const shot = await applyLoad(target, { concurrency, durationMs });
          const key = `${name}.c${concurrency}`;
          shots.set(key, [...(shots.get(key) ?? []), shot]);
        }
      }
    }
    const requestsPerSecond = mapValues(shots, (of) => median(of.map((shot) => shot.requestsPerSecond)));
    const cpuMsPerRequest = mapValues(shots, (of) => median(of.map((shot) => shot.cpuMsPerRequest)));
    const ratio = (name: string, concurrency: number, to = 'floor') => {
      const [ours, theirs] = [name, to].map((target) => requestsPerSecond[`${target}.c${concurrency}`] as number);
      return Number(((ours as number) / (theirs as number)).toFixed(2));
    };
    const timesFloor = (name: string) =>
      Object.fromEntries(CONCURRENCIES.map((concurrency) => [`c${concurrency}`, ratio(name, concurrency)]));
    const stored = { embedded: await inspect(servers.embedded), postgres: await inspect(servers.postgres) };
    return {
      name: 'api',
      aims: [
        ...(['embedded', 'postgres'] as const).flatMap((name) =>
          CONCURRENCIES.map((concurrency) =>
            aim(`${name}.c${concurrency}`, ratio(name, concurrency, 'oneStep'), { atLeast: LEAST_SHARE[concurrency] }),
          ),
        ),
        aim('cpuMsPerRequest', cpuMsPerRequest['embedded.c10'] as number, { atMost: 1.5 }),
        aim('tracesIncomplete', stored.embedded.incomplete + stored.postgres.incomplete, { atMost: 0 }),
      ],
      timesFloor: { ceiling: timesFloor('oneStep'), embedded: timesFloor('embedded'), postgres: timesFloor('postgres') },
      requestsPerSecond,
      cpuMsPerRequest,
      floorSpread: mapValues(shots, (of) => of.map((shot) => shot.requestsPerSecond), 'floor.'),
      stored,
      rounds,
    };
  } finally {
    await Promise.all([servers.embedded.end(), servers.postgres.end()]);
    floor.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Verifies that the newest twenty runs have ended and their logs contain the end of every node. */
async function inspect(server: ServerProcess): Promise<{ read: number; incomplete: number }> {
  const client = makeClient({ baseUrl: server.url, fetch });
  const { items } = await client.listRuns({ query: { limit: 20 } });
  let incomplete = 0;
  for (const { runId, status } of items) {
    let finished = 0;
    let last = '';
    for await (const event of client.streamEvents(runId)) {
      if (event.type === 'node_finished') finished++;
      last = event.type;
    }
    if (status !== 'succeeded' || finished !== 10 || last !== 'done') incomplete++;
  }
  return { read: items.length, incomplete: incomplete + (items.length === 20 ? 0 : 1) };
}

function mapValues<T>(shots: ReadonlyMap<string, LoadResult[]>, map: (of: LoadResult[]) => T, prefix = ''): Record<string, T> {
  return Object.fromEntries([...shots].filter(([key]) => key.startsWith(prefix)).map(([key, of]) => [key, map(of)]));
}
