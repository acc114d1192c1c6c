import { validate } from '@langchain/langgraph-checkpoint-validation';
import { expect, test } from 'vitest';
import { makeCheckpointer } from '#server/db/database/make-checkpointer.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { type DatabaseLocation, databaseKinds, eachDatabase, makeDatabaseLocation } from '#tests/support/databases.ts';

for (const kind of databaseKinds) {
  let place: DatabaseLocation;
  let database: Database;
  validate({
    checkpointerName: `PostgresSaver on ${kind}`,
    beforeAllTimeout: 60_000,
    async beforeAll() {
      place = await makeDatabaseLocation(kind);
      database = await place.open();
    },
    async afterAll() {
      await database.close();
      await place.remove();
    },
    createCheckpointer: () => makeCheckpointer(database.pool),
    async destroyCheckpointer() {
      await database.pool.query('TRUNCATE langgraph.checkpoints, langgraph.checkpoint_blobs, langgraph.checkpoint_writes');
    },
  });
}

eachDatabase('makeCheckpointer', (database) => {
  test('may be called by several at once, and keeps its tables apart from ours', async () => {
    await Promise.all(Array.from({ length: 5 }, () => makeCheckpointer(database().pool)));
    const { rows } = await database().pool.query("SELECT schemaname AS schema FROM pg_tables WHERE tablename LIKE 'checkpoint%'");
    expect(rows).toEqual(Array.from({ length: 4 }, () => ({ schema: 'langgraph' })));
  });
});
