import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import type pg from 'pg';

/** Apart from our tables, so that Prisma neither sees nor touches them. */
const SCHEMA = 'langgraph';
/** Any number that nothing else uses as an advisory lock. */
const SETUP_LOCK = 726_001;

/**
 * LangGraph's checkpoints on the pool that everything shares, tables made.
 * @remarks Called when the engine first wants checkpoints and not at start: its tables are
 * LangGraph's own and versioned by it, so they are no part of our migrations, and loading it would
 * hold up the first page. Several processes may call it at once.
 */
export async function makeCheckpointer(pool: pg.Pool): Promise<PostgresSaver> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [SETUP_LOCK]);
    await new PostgresSaver(onlyClient(client), undefined, { schema: SCHEMA }).setup();
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [SETUP_LOCK]).catch(() => {});
    client.release();
  }
  return new PostgresSaver(pool, undefined, { schema: SCHEMA });
}

/**
 * A pool of the client that has the lock: the embedded database has no second one. `setup` uses
 * only these methods.
 */
function onlyClient(client: pg.PoolClient): pg.Pool {
  const borrowed = { query: client.query.bind(client), release: () => {} };
  return { connect: async () => borrowed } as unknown as pg.Pool;
}
