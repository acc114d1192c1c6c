import { expect, test } from 'vitest';
import { sql } from '#server/db/database/sql.ts';
import { transact } from '#server/db/database/transact.ts';
import { inTransaction } from '#server/db/database/transaction.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { eachDatabase } from '#tests/support/databases.ts';
import { localWorkspace, makeBatch, makeEvents } from '#tests/support/run-batch.ts';

eachDatabase('inTransaction', (database) => {
  const outside = () => reposFor(database().db, localWorkspace);

  test('commits all or nothing, through repositories and SQL alike', async () => {
    await inTransaction(database(), async (db) => {
      await reposFor(db, localWorkspace).workflows.create('wf_kept', { name: 'Kept', document: '{}' });
      await db.query(sql`UPDATE workflows SET name = ${'Kept by SQL'} WHERE id = ${'wf_kept'}`);
    });
    expect(await outside().workflows.get('wf_kept')).toMatchObject({ name: 'Kept by SQL' });

    const failing = inTransaction(database(), async (db) => {
      await reposFor(db, localWorkspace).workflows.create('wf_undone', { name: 'Undone', document: '{}' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await outside().workflows.get('wf_undone')).toBeNull();
  });

  test('the repositories answer the same inside as outside', async () => {
    await new PgRunStore(database().pool).append([makeBatch({ runId: 'run_tx', events: makeEvents(1, 3), status: 'succeeded' })]);
    const read = async ({ runs }: ReturnType<typeof outside>) => ({
      events: await runs.readEvents('run_tx', 1),
      last: await runs.lastSeqWhenFinished('run_tx'),
      status: await runs.requestStop('run_tx'),
      run: await runs.get('run_tx'),
    });
    const inside = await inTransaction(database(), (db) => read(reposFor(db, localWorkspace)));
    expect(inside).toEqual(await read(outside()));
    expect(inside.events).toEqual(makeEvents(2, 3));
  });

  test.each([
    ['a repository made outside', () => outside().workflows.get('wf_kept')],
    ['the run store', () => new PgRunStore(database().pool).readEvents('run_tx', 0)],
    ['the entity client', () => database().prisma.workflow.count()],
    ['the pool', () => database().pool.query('SELECT 1')],
    ['a client of the pool', () => database().pool.connect()],
  ])('using %s inside is refused at once instead of hanging, and undoes the transaction', async (_, use) => {
    const attempt = inTransaction(database(), async (db) => {
      await reposFor(db, localWorkspace).workflows.create('wf_never', { name: 'Never', document: '{}' });
      await use();
    });
    await expect(attempt).rejects.toThrow('not through the transaction');
    expect(await outside().workflows.get('wf_never')).toBeNull();
  });

  test('the same holds inside transact', async () => {
    const attempt = transact(database().pool, async (client) => {
      await client.query("INSERT INTO rate_windows (name, tokens, at) VALUES ('never', 1, now())");
      await database().pool.query('SELECT 1');
    });
    await expect(attempt).rejects.toThrow('not through the transaction');
    const nested = transact(database().pool, () => transact(database().pool, async () => 'never'));
    await expect(nested).rejects.toThrow('not through the transaction');
    expect((await database().pool.query("SELECT 1 FROM rate_windows WHERE name = 'never'")).rows).toEqual([]);
  });

  test('a transaction inside a transaction is refused', async () => {
    const nested = inTransaction(database(), () => inTransaction(database(), async () => 'never'));
    await expect(nested).rejects.toThrow('inside a transaction');
  });

  test('other connections may use the database meanwhile, and leftover work may use it afterwards', async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let left: Promise<unknown> = Promise.resolve();
    const transaction = inTransaction(database(), async (db) => {
      left = finished.then(() => database().pool.query('SELECT 1'));
      await db.query(sql`SELECT 1`);
    });
    const beside = outside().workflows.list();
    await Promise.all([transaction, beside]);
    finish();
    await expect(left).resolves.toMatchObject({ rowCount: 1 });
  });
});
