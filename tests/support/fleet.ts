import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, makeClient } from '#lib/api/client.ts';
import { type Cluster, startCluster } from './postgres-cluster.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { type ServerOptions, ServerProcess } from './server-process.ts';

type StartOptions = {
  readonly env?: Record<string, string>;
  /** Folder of its build. @defaultValue this one */
  readonly folder?: string;
  /** @defaultValue the shared one */
  readonly dataFolder?: string;
  /** YAML. @defaultValue that of the fleet */
  readonly config?: string;
};
type Signal = Parameters<ServerProcess['end']>[0];

/**
 * A web process and queue workers with their own Postgres and Redis, so that stopping those affects
 * no other test.
 */
export class Fleet {
  readonly postgres: Cluster;
  readonly redis: RedisServer;
  readonly #folder = mkdtempSync(join(tmpdir(), 'threadloom-fleet-'));
  readonly #config: string;
  readonly #processes = new Set<ServerProcess>();

  private constructor(postgres: Cluster, redis: RedisServer, config: string) {
    this.postgres = postgres;
    this.redis = redis;
    this.#config = config;
  }

  /** @param config YAML of all its processes */
  static async start({ config = '' }: { config?: string } = {}): Promise<Fleet> {
    const [postgres, redis] = await Promise.all([startCluster(), startRedis()]);
    return new Fleet(postgres, redis, config);
  }

  async startWeb(options?: StartOptions): Promise<{ process: ServerProcess; api: Client }> {
    const process = await this.#start('server.ts', options);
    return { process, api: makeClient({ baseUrl: process.url, fetch }) };
  }

  async startWorker(options?: StartOptions): Promise<ServerProcess> {
    return this.#start('worker.ts', options);
  }

  /** Like `npm run worker`. */
  async startWorkerByScript(): Promise<ServerProcess> {
    return this.#start('scripts/worker.mjs');
  }

  async end(process: ServerProcess, signal?: Signal): Promise<number | string> {
    this.#processes.delete(process);
    return process.end(signal);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#processes].map((process) => process.end('SIGKILL')));
    await Promise.all([this.postgres.stop(), this.redis.stop()]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #start(
    entry: NonNullable<ServerOptions['entry']>,
    { env = {}, folder, dataFolder = this.#folder, config = this.#config }: StartOptions = {},
  ): Promise<ServerProcess> {
    const process = await ServerProcess.start({
      entry,
      folder,
      dataFolder,
      databaseUrl: this.postgres.url,
      config,
      env: { REDIS_URL: this.redis.url, THREADLOOM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), ...env },
    });
    this.#processes.add(process);
    return process;
  }
}
