import type pg from 'pg';
import { quoteTable } from '../db/database/checkpoint-tables.ts';

/** `check` counts bytes of the file, `restore` rows, `write` bytes that the database takes on disk. */
export type BackupProgress = {
  readonly phase: 'check' | 'restore' | 'write';
  readonly done: number;
  readonly total: number;
};
export type OnBackupProgress = (progress: BackupProgress) => void;

type TableSize = { readonly bytes: number; readonly rows: number };

/**
 * Progress of writing a backup. Sizes come from the statistics of Postgres: counting rows would read each table once
 * more.
 */
export class WriteProgress {
  readonly #onProgress: OnBackupProgress;
  readonly #sizes: ReadonlyMap<string, TableSize>;
  readonly #total: number;
  /** Bytes of finished tables and files. */
  #done = 0;

  constructor(sizes: ReadonlyMap<string, TableSize>, fileBytes: number, onProgress: OnBackupProgress) {
    this.#sizes = sizes;
    this.#onProgress = onProgress;
    this.#total = [...sizes.values()].reduce((sum, { bytes }) => sum + bytes, fileBytes);
  }

  /** @param rows written of this table so far */
  noteRows(table: string, rows: number): void {
    const size = this.#sizes.get(table);
    if (!size) return;
    // Without statistics the share within the table is unknown, and it counts when it is finished.
    const share = size.rows > 0 ? Math.min(1, rows / size.rows) : 0;
    this.#report(Math.floor(size.bytes * share));
  }

  finishTable(table: string): void {
    this.#done += this.#sizes.get(table)?.bytes ?? 0;
    this.#report(0);
  }

  finishFile(bytes: number): void {
    this.#done += bytes;
    this.#report(0);
  }

  #report(more: number): void {
    this.#onProgress({ phase: 'write', done: Math.min(this.#done + more, this.#total), total: this.#total });
  }
}

/** Size on disk and estimated rows of tables; rows are -1 before the first ANALYZE. */
export async function readTableSizes(client: pg.PoolClient, tables: readonly string[]): Promise<Map<string, TableSize>> {
  const sizes = new Map<string, TableSize>();
  for (const table of tables) {
    const { rows } = await client.query<TableSize>(
      'SELECT pg_table_size(oid)::float8 AS bytes, reltuples::float8 AS rows FROM pg_class WHERE oid = $1::regclass',
      [quoteTable(table)],
    );
    if (rows[0]) sizes.set(table, rows[0]);
  }
  return sizes;
}
