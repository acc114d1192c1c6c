import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { changeLane, outsideLane, RequestLane } from '#server/db/database/request-lane.ts';
import { sql } from '#server/db/database/sql.ts';
import { inTransaction } from '#server/db/database/transaction.ts';
import { eachDatabase } from '../support/databases.ts';

const REQUESTS = 300;

eachDatabase('lanes of requests', (database) => {
  const ask = () => database().pool.query('SELECT count(*) FROM generate_series(1, 20000)');
  /** Requests of strangers that arrive at once. @returns how many have been answered so far, and when all are */
  const flood = () => {
    const state = { answered: 0, all: Promise.resolve<unknown>(undefined) };
    const one = async (index: number) => {
      await (index % 2 === 0 ? ask() : inTransaction(database(), (db) => db.query(sql`SELECT 1`)));
      state.answered++;
    };
    state.all = Promise.all(Array.from({ length: REQUESTS }, (_, index) => new RequestLane('strangers').run(() => one(index))));
    return state;
  };

  test('strangers wait for each other, and other callers for a few of them at most', async () => {
    const strangers = flood();
    await setImmediate();
    expect(database().pool.waitingStrangers).toBeGreaterThan(REQUESTS / 4);
    await ask();
    await new RequestLane('credentials').run(ask);
    await new RequestLane(undefined).run(() => inTransaction(database(), async () => {}));
    expect(strangers.answered).toBeLessThan(REQUESTS / 2);
    await strangers.all;
    expect(strangers.answered).toBe(REQUESTS);
    expect(database().pool.waitingStrangers).toBe(0);
  });

  test('strangers have their turn while others work without a pause', async () => {
    const strangers = flood();
    const working = new AbortController();
    const work = async () => {
      while (!working.signal.aborted) await ask();
    };
    const workers = Promise.all(Array.from({ length: 12 }, work));
    await expect.poll(() => strangers.answered, { timeout: 20_000 }).toBeGreaterThan(3);
    working.abort();
    await Promise.all([workers, strangers.all]);
  });

  test('a caller that is identified leaves the lane, and so does what outlives its request', async () => {
    const strangers = flood();
    await new RequestLane('strangers').run(async () => {
      changeLane(undefined);
      await ask();
      changeLane('strangers');
      await outsideLane(ask);
    });
    let hasEnded = false;
    const later = new RequestLane('strangers', () => hasEnded).run(() => wait(1).then(ask));
    hasEnded = true;
    await later;
    expect(strangers.answered).toBeLessThan(REQUESTS / 2);
    await strangers.all;
  });

  test('a failed statement or transaction frees its turn', async () => {
    const fail = () => new RequestLane('strangers').run(() => database().pool.query('SELECT 1/0'));
    const failures = await Promise.allSettled(Array.from({ length: 10 }, fail));
    expect(failures.every(({ status }) => status === 'rejected')).toBe(true);
    const undo = () => new RequestLane('strangers').run(() => inTransaction(database(), () => Promise.reject(new Error('no'))));
    await Promise.allSettled(Array.from({ length: 10 }, undo));
    await new RequestLane('strangers').run(ask);
    expect(database().pool.waitingStrangers).toBe(0);
  });
});
