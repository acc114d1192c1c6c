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
const INPUTS = { name: 'Ada', n: 3 };

/**
 * Requests per second and CPU per request of a published workflow of ten nodes, with API key and
 * storage before the response, relative to a plain HTTP server with the same steps in hand-written
 * LangGraph without storage. `--seconds` per shot, `--rounds`.
 * `ceiling`: the same ratio for that server when it invokes a LangGraph graph of one step, which each
 * of our runs does, too.
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
    // The first round is warm-up and is not counted.
    for (let round = -1; round < rounds; round++) {
      for (const concurrency of CONCURRENCIES) {
        for (const [name, target] of Object.entries(targets)) {
          const shot = await applyLoad(target, { concurrency, durationMs: round < 0 ? 1000 : durationMs });
          const key = `${name}.c${concurrency}`;
          if (round >= 0) shots.set(key, [...(shots.get(key) ?? []), shot]);
        }
      }
    }
    const requestsPerSecond = mapValues(shots, (of) => median(of.map((shot) => shot.requestsPerSecond)));
    const cpuMsPerRequest = mapValues(shots, (of) => median(of.map((shot) => shot.cpuMsPerRequest)));
    const ratio = (name: string, concurrency: number) =>
      Number(
        (
          (requestsPerSecond[`${name}.c${concurrency}`] as number) / (requestsPerSecond[`floor.c${concurrency}`] as number)
        ).toFixed(2),
      );
    const stored = { embedded: await inspect(servers.embedded), postgres: await inspect(servers.postgres) };
    return {
      name: 'api',
      aims: [
        ...([2, 4, 4] as const).map((least, index) =>
          aim(`embedded.c${CONCURRENCIES[index]}`, ratio('embedded', CONCURRENCIES[index] as number), { atLeast: least }),
        ),
        ...([2, 5, 5] as const).map((least, index) =>
          aim(`postgres.c${CONCURRENCIES[index]}`, ratio('postgres', CONCURRENCIES[index] as number), { atLeast: least }),
        ),
        aim('cpuMsPerRequest', cpuMsPerRequest['embedded.c10'] as number, { atMost: 1.5 }),
        aim('tracesIncomplete', stored.embedded.incomplete + stored.postgres.incomplete, { atMost: 0 }),
      ],
      ceiling: Object.fromEntries(CONCURRENCIES.map((concurrency) => [`c${concurrency}`, ratio('oneStep', concurrency)])),
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
