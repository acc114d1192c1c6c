import type pg from 'pg';
import type { StoredHeads } from '../../stream/missed-events.ts';
import { sql } from '../database/sql.ts';
import { type EventRow, selectEvents, unpackEvents } from './read-events.ts';

/** The stored end of runs' logs, for watchers that missed a notification. */
export function makeRunHeads(pool: pg.Pool): StoredHeads {
  return {
    async lastSeqs(runIds) {
      const { rows } = await pool.query<{ id: string; lastSeq: number }>(
        sql`SELECT id, last_seq AS "lastSeq" FROM runs WHERE id = ANY (${runIds})`.named('last-seqs'),
      );
      return new Map(rows.map(({ id, lastSeq }) => [id, lastSeq]));
    },
    async readEvents(runId, afterSeq, limit) {
      const { rows } = await pool.query<EventRow>(selectEvents({ runId, afterSeq, limit }).named('read-events'));
      return unpackEvents(rows, afterSeq);
    },
  };
}
