import type pg from 'pg';
import type { StoredHeads } from '../../stream/redis-hub.ts';
import { type EventRow, lastFirstSeq, READ_EVENTS, unpackEvents } from './read-events.ts';

/** What the logs of runs hold so far, for who listens to them. */
export function makeRunHeads(pool: pg.Pool): StoredHeads {
  return {
    async lastSeqs(runIds) {
      const { rows } = await pool.query<{ id: string; lastSeq: number }>({
        name: 'last-seqs',
        text: 'SELECT id, last_seq AS "lastSeq" FROM runs WHERE id = ANY ($1)',
        values: [runIds],
      });
      return new Map(rows.map(({ id, lastSeq }) => [id, lastSeq]));
    },
    async readEvents(runId, afterSeq, limit) {
      const values = [runId, afterSeq, lastFirstSeq(afterSeq, limit)];
      return unpackEvents((await pool.query<EventRow>({ name: 'read-events', text: READ_EVENTS, values })).rows, afterSeq);
    },
  };
}
