import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Queue } from 'bullmq';
import pg from 'pg';
import { BULL_PREFIX, RUN_QUEUES } from '#server/queue/run-job.ts';
import { Fleet } from '../fleet.ts';
import type { RandomSource } from '../random/random-source.ts';
import { ServerProcess } from '../server-process.ts';

/** The site under test: a constant address, and the faults that can be injected. */
export type StormSite = {
  readonly url: string;
  readonly faults: Readonly<Record<string, () => Promise<void>>>;
  stop(): Promise<void>;
};

const AWAY_MS = 5000;
/** A killed worker is replaced at once, or only after its lease has expired. */
const REPLACE_AFTER_MS = [0, 6500];

/** One process with its embedded database. */
export async function embeddedSite({ config }: { config: string }): Promise<StormSite> {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-storm-'));
  const start = (port: string) => ServerProcess.start({ dataFolder: join(folder, 'data'), config, env: { PORT: port } });
  let server = await start('0');
  const { url } = server;
  const restart = (signal: 'SIGKILL' | 'SIGTERM') => async () => {
    await server.end(signal);
    server = await start(new URL(url).port);
  };
  return {
    url,
    faults: {
      'kill 1': restart('SIGKILL'),
      'kill 2': restart('SIGKILL'),
      'kill while it starts': async () => {
        await restart('SIGKILL')();
        await restart('SIGKILL')();
      },
      'end in order': restart('SIGTERM'),
    },
    stop: async () => {
      await server.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type FleetSite = StormSite & {
  readonly sql: pg.Pool;
  /** No workers at first, so that runs started before wait in the queue. */
  startWorkers(): Promise<void>;
};

/** One web process and two queue workers with their own Postgres and Redis. */
export async function fleetSite({ config, random }: { config: string; random: RandomSource }): Promise<FleetSite> {
  const fleet = await Fleet.start({ config });
  const sql = new pg.Pool({ connectionString: fleet.postgres.url, max: 2 });
  sql.on('error', () => {});
  const queue = new Queue(RUN_QUEUES.others, {
    connection: { url: fleet.redis.url, maxRetriesPerRequest: null },
    prefix: BULL_PREFIX,
  });
  queue.on('error', () => {});
  let web = (await fleet.startWeb()).process;
  const { url } = web;
  const workers: ServerProcess[] = [];
  const addWorker = async () => void workers.push(await fleet.startWorker());
  const kill = async (process: ServerProcess) => {
    const endedBy = await fleet.end(process, 'SIGKILL');
    if (endedBy !== 'SIGKILL') throw new Error(`A process had ended by itself with ${endedBy}: ${process.output.slice(-2000)}`);
  };
  const takeWorker = () => workers.shift() as ServerProcess;
  return {
    url,
    sql,
    startWorkers: async () => void (await Promise.all([addWorker(), addWorker()])),
    faults: {
      'kill a worker': async () => {
        await kill(takeWorker());
        await wait(random.pick(REPLACE_AFTER_MS));
        await addWorker();
      },
      'kill both workers': async () => {
        await Promise.all([kill(takeWorker()), kill(takeWorker())]);
        await Promise.all([addWorker(), addWorker()]);
      },
      'end a worker in order': async () => {
        await Promise.all([fleet.end(takeWorker(), 'SIGTERM'), addWorker()]);
      },
      'kill the web process': async () => {
        await kill(web);
        web = (await fleet.startWeb({ env: { PORT: new URL(url).port } })).process;
      },
      'stop Redis for 5 s': async () => {
        fleet.redis.freeze();
        await wait(AWAY_MS);
        fleet.redis.thaw();
      },
      'Redis forgets all': () => fleet.redis.forget(),
      'stop Postgres for 5 s': async () => {
        await fleet.postgres.halt();
        await wait(AWAY_MS);
        await fleet.postgres.resume();
      },
      'send every job twice': async () => {
        const { rows } = await sql.query<{ id: string }>('SELECT id FROM runs ORDER BY created_at DESC LIMIT 100');
        const jobs = rows.map(({ id }) => ({ name: RUN_QUEUES.others, data: { workspaceId: 'ws_local', runId: id } }));
        await queue.addBulk([...jobs, ...jobs]);
      },
    },
    stop: async () => {
      for (const process of [web, ...workers]) await kill(process);
      await queue.close();
      await sql.end();
      await fleet.stop();
    },
  };
}
