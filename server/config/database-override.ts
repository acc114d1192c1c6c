import type pg from 'pg';
import type { Logger } from '#lib/ports/logger.ts';
import { transact } from '../db/database/transact.ts';
import { repeat } from '../process/repeat.ts';
import { readConfigText } from './load-config.ts';
import type { OverrideStore } from './override-store.ts';

/** How soon a change by another process is seen. */
const WATCH_INTERVAL_MS = 2000;

const READ = 'SELECT document, revision::int FROM config_override';
const READ_REVISION = 'SELECT revision::int FROM config_override';
/** A process that had no file may have been here first. */
const KEEP = `INSERT INTO config_override (document) VALUES ($1)
  ON CONFLICT (id) DO UPDATE SET document = excluded.document, revision = config_override.revision + 1
    WHERE config_override.document = '' AND excluded.document <> ''`;
const LOCK_ROW = 'SELECT document FROM config_override FOR UPDATE';
const WRITE = 'UPDATE config_override SET document = $1, revision = revision + 1, updated_at = CURRENT_TIMESTAMP';

type Row = { readonly document: string; readonly revision: number };

/**
 * Stores the override in the database, which processes on several machines share. The first process
 * imports the file of an earlier version once; the file is kept for processes of that version.
 */
export async function databaseOverride(
  pool: pg.Pool,
  { file, log }: { file: string; log: Pick<Logger, 'warn'> },
): Promise<OverrideStore> {
  let revision = 0;
  const read = async () => {
    const { rows } = await pool.query<Row>(READ);
    revision = rows[0]?.revision ?? 0;
    return rows[0]?.document || undefined;
  };
  const earlier = await readConfigText(file, { isOptional: true });
  const { rowCount } = await pool.query(KEEP, [earlier ?? '']);
  if (rowCount && earlier !== undefined)
    log.warn('what the studio had changed is in the database now, and this file is not read any more', { file });
  return {
    location: 'the settings of the studio in the database',
    read,
    change: (edit) => changeRow(pool, edit),
    watch: (onChange) => {
      const stop = new AbortController();
      const look = async () => {
        const { rows } = await pool.query<Pick<Row, 'revision'>>({ name: 'config-revision', text: READ_REVISION });
        if (rows[0] && rows[0].revision !== revision) onChange();
      };
      void repeat(look, {
        everyMs: WATCH_INTERVAL_MS,
        signal: stop.signal,
        onError: (error) => log.warn('changes of the settings could not be looked for', { error }),
      });
      return () => stop.abort();
    },
  };
}

/**
 * One change after the other, whichever process makes it: the row is locked from reading it to
 * writing it.
 */
function changeRow(pool: pg.Pool, edit: (source: string | undefined) => string): Promise<void> {
  return transact(pool, async (client) => {
    const { rows } = await client.query<Pick<Row, 'document'>>(LOCK_ROW);
    await client.query(WRITE, [edit(rows[0]?.document || undefined)]);
  });
}

/** What is kept there; undefined also where the tables are those of a version without it. */
export async function readDatabaseOverride(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ isThere: boolean }>(`SELECT to_regclass('config_override') IS NOT NULL AS "isThere"`);
  if (!rows[0]?.isThere) return undefined;
  return (await pool.query<Row>(READ)).rows[0]?.document || undefined;
}
