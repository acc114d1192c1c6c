import { join } from 'node:path';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { markDone, readTimeSince } from '../db/maintenance/job-watermarks.ts';
import { backupNameOf, deleteOldBackups, deleteUnfinished, lastScheduledAt, makeBackupFolder } from './backup-files.ts';
import type { TakeBackup } from './take-backup.ts';
import type { WrittenBackup } from './write-backup.ts';

const HOUR_MS = 3_600_000;
/** Retry delay after a failed backup, so that a temporarily full disk does not skip a day. */
const RETRY_MS = 600_000;
/** Of several processes on one database one takes the backup that is due. */
const BACKUP_LOCK = 726_003;

type BackupKeeperOptions = Omit<TakeBackup, 'file' | 'now' | 'isShared' | 'signal'> & {
  readonly folder: string;
  /** 0: on request only. */
  readonly everyHours: number;
  readonly keep: number;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'error'>;
};

/** Takes backups of the database of this process: on request, and on a schedule. */
export class BackupKeeper {
  readonly #options: BackupKeeperOptions;
  readonly #closing = new AbortController();
  #taking: Promise<WrittenBackup> | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(options: BackupKeeperOptions) {
    this.#options = options;
  }

  /**
   * From now on by the clock, where that is wanted. The first one when the last is old enough,
   * however often the server was started since.
   */
  start(): void {
    if (this.#options.everyHours > 0) this.#work = this.#keep();
  }

  /** Takes one now, or joins the one in progress. */
  take({ isScheduled = false }: { isScheduled?: boolean } = {}): Promise<WrittenBackup> {
    this.#taking ??= this.#take(isScheduled).finally(() => {
      this.#taking = undefined;
    });
    return this.#taking;
  }

  /** Aborts a backup in progress and deletes its file. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([this.#work, this.#taking]);
  }

  async #take(isScheduled: boolean): Promise<WrittenBackup> {
    const { folder, clock, log } = this.#options;
    const startedMs = clock.now();
    const now = new Date(startedMs);
    await makeBackupFolder(folder);
    await deleteUnfinished(folder, { now });
    const file = join(folder, backupNameOf(now, { isScheduled }));
    const { takeBackup } = await import('./take-backup.ts');
    const taken = await takeBackup({ ...this.#options, file, now, isShared: true, signal: this.#closing.signal });
    log.info('backup taken', { file: taken.file, sizeBytes: taken.sizeBytes, tookMs: clock.now() - startedMs });
    return taken;
  }

  async #keep(): Promise<void> {
    const { folder, keep, clock, log, everyHours } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      let pauseMs = await this.#untilDue().catch(() => 0);
      if (pauseMs <= 0) {
        pauseMs = Math.min(everyHours * HOUR_MS, RETRY_MS);
        try {
          await this.#takeWhenNobodyElseDoes();
          await deleteOldBackups(folder, { keep });
        } catch (error) {
          if (!signal.aborted) log.error('the backup that was due could not be taken', { error });
        }
      }
      await clock.sleep(Math.min(pauseMs, HOUR_MS), signal).catch(() => {});
    }
  }

  /** How long until the next one is due, in milliseconds. */
  async #untilDue(): Promise<number> {
    const { everyHours } = this.#options;
    const sinceMs = await this.#sinceLast();
    return sinceMs === undefined ? 0 : everyHours * HOUR_MS - sinceMs;
  }

  /**
   * Processes on several machines see each other's backups in the database alone: their folders may
   * be different ones.
   */
  async #sinceLast(): Promise<number | undefined> {
    const { database, folder, clock } = this.#options;
    const sinceMs = this.#isAlone ? undefined : await readTimeSince(database.pool, 'backup');
    if (sinceMs !== undefined) return sinceMs;
    const last = await lastScheduledAt(folder);
    return last && clock.now() - last.getTime();
  }

  /** The embedded database has no other processes, and one session that must not be held. */
  get #isAlone(): boolean {
    return this.#options.database.copyTo !== undefined;
  }

  async #takeWhenNobodyElseDoes(): Promise<void> {
    if (this.#isAlone) return void (await this.take({ isScheduled: true }));
    const { pool } = this.#options.database;
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ isMine: boolean }>('SELECT pg_try_advisory_lock($1) AS "isMine"', [BACKUP_LOCK]);
      if (rows[0]?.isMine && (await this.#untilDue()) <= 0) {
        await this.take({ isScheduled: true });
        await markDone(pool, 'backup');
      }
      await client.query('SELECT pg_advisory_unlock($1)', [BACKUP_LOCK]);
      client.release();
    } catch (error) {
      // Closing the connection releases the lock.
      client.release(true);
      throw error;
    }
  }
}
