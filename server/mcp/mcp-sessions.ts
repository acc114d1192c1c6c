import { Semaphore } from '#lib/async/semaphore.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { isProtocolError } from './mcp-failure.ts';
import type { McpSession } from './mcp-session.ts';

const MAX_PER_SERVER = 4;
const IDLE_MS = 60_000;
/** A process has what its calls made, such as a page that is open: a model may think for long, or a person decide. */
const IDLE_PROCESS_MS = 600_000;

type Pool = {
  readonly idle: Set<McpSession>;
  readonly permits: Semaphore;
  readonly key: string;
  readonly idleMs: number;
};

/**
 * Open connections, one call at a time each. They are opened when they are needed, kept for a while, and never
 * shared between settings of a server: a changed one gets new connections.
 */
export class McpSessions {
  readonly #pools = new Map<string, Pool>();
  readonly #timers = new Map<McpSession, NodeJS.Timeout>();
  #isClosed = false;

  /**
   * @param key of the server's settings
   * @param options `isSingle`: one connection at a time, for a process with state
   */
  async use<T>(
    serverId: string,
    { key, isSingle, open, signal }: { key: string; isSingle: boolean; open: () => Promise<McpSession>; signal: AbortSignal },
    work: (session: McpSession) => Promise<T>,
  ): Promise<T> {
    const pool = this.#poolOf(serverId, key, isSingle);
    return pool.permits.run(
      async () => {
        const session = this.#takeIdle(pool) ?? (await open());
        let isUsable = false;
        try {
          const result = await work(session);
          isUsable = true;
          return result;
        } catch (error) {
          isUsable = isProtocolError(error) || NodeFailure.is(error);
          throw error;
        } finally {
          // After a failure the state of the connection is not known, unless the server itself answered.
          if (isUsable) this.#putBack(pool, serverId, session);
          else await session.close();
        }
      },
      { signal },
    );
  }

  /** Closes the connections of a server that are not in use. */
  async drop(serverId: string): Promise<void> {
    const pool = this.#pools.get(serverId);
    this.#pools.delete(serverId);
    await Promise.all([...(pool?.idle ?? [])].map((session) => this.#close(session)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#pools.keys()].map((serverId) => this.drop(serverId)));
  }

  #poolOf(serverId: string, key: string, isSingle: boolean): Pool {
    const known = this.#pools.get(serverId);
    if (known?.key === key) return known;
    if (known) void this.drop(serverId);
    const permits = new Semaphore(isSingle ? 1 : MAX_PER_SERVER);
    const pool = { idle: new Set<McpSession>(), permits, key, idleMs: isSingle ? IDLE_PROCESS_MS : IDLE_MS };
    this.#pools.set(serverId, pool);
    return pool;
  }

  #takeIdle(pool: Pool): McpSession | undefined {
    for (const session of pool.idle) {
      pool.idle.delete(session);
      clearTimeout(this.#timers.get(session));
      this.#timers.delete(session);
      if (!session.isClosed) return session;
      void session.close();
    }
    return undefined;
  }

  #putBack(pool: Pool, serverId: string, session: McpSession): void {
    if (this.#isClosed || session.isClosed || this.#pools.get(serverId) !== pool) return void session.close();
    pool.idle.add(session);
    const timer = setTimeout(() => {
      pool.idle.delete(session);
      void this.#close(session);
    }, pool.idleMs);
    timer.unref();
    this.#timers.set(session, timer);
  }

  async #close(session: McpSession): Promise<void> {
    clearTimeout(this.#timers.get(session));
    this.#timers.delete(session);
    await session.close();
  }
}
