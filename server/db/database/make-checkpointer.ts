import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import type pg from 'pg';
import { CHECKPOINT_SCHEMA as SCHEMA } from './checkpoint-tables.ts';

/** Any number that nothing else uses as an advisory lock. */
const SETUP_LOCK = 726_001;

/**
 * LangGraph's checkpointer on the shared pool, with its tables created.
 * @remarks Called at the first use of checkpoints, because loading it would delay the first page.
 * LangGraph versions its tables, so they are not in our migrations. Several processes may call it
 * concurrently.
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
