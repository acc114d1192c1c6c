import { AppError } from '#lib/errors/app-error.ts';
import { hasErrorCode } from './sql-state.ts';

/** `disk_full`, and `read_only_sql_transaction` of a database that refuses writes before its disk is full. */
const SQL_STATES = ['53100', '25006'];
const CODES = [...SQL_STATES, 'ENOSPC', 'EDQUOT', 'disk-full'];
/** How long a write that failed counts, in milliseconds: a database server does not say when there is room again. */
const FAILED_FOR_MS = 10_000;

export function isDiskFull(error: unknown): boolean {
  return hasErrorCode(error, CODES);
}

export function diskFull(cause?: unknown): AppError {
  return new AppError(
    'disk-full',
    'Nothing can be stored: the disk is full, or the database takes no writes. Make room; nothing has to be restarted.',
    { cause },
  );
}

/** What is known of the room for one database. */
export class DiskState {
  #isLow = false;
  #failedAtMs = Number.NEGATIVE_INFINITY;

  /** The embedded database measures its disk. */
  setLow(isLow: boolean): void {
    this.#isLow = isLow;
    if (!isLow) this.#failedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Of a statement that failed. */
  note(error: unknown): void {
    if (isDiskFull(error)) this.#failedAtMs = performance.now();
  }

  get isFull(): boolean {
    return this.#isLow || performance.now() - this.#failedAtMs < FAILED_FOR_MS;
  }
}
