import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { AppError } from '#lib/errors/app-error.ts';
import {
  type BackupEnd,
  type BackupHeader,
  BLOB_MARK,
  backupEndSchema,
  backupHeaderSchema,
  blobLineSchema,
  END_MARK,
  OVERRIDE_TABLE,
  overrideRowSchema,
  ROW_MARK,
  TABLE_MARK,
  tableLineSchema,
} from './backup-format.ts';
import type { OnBackupProgress } from './backup-progress.ts';

export type CheckedBackup = {
  readonly header: BackupHeader;
  readonly rows: BackupEnd['rows'];
  /** Overrides of the config in it: that of a file, and those of a database server. */
  readonly overrides: readonly string[];
} & Pick<BackupEnd, 'sha256' | 'seal'>;
export type BackupRow = { readonly table: string; readonly json: string };

/**
 * Reads a backup from its first byte to its last, and believes none of it before.
 * @throws {AppError} `backup-unusable` when it is no backup, was cut short, or is not as it was written
 */
export async function checkBackup(file: string, onProgress?: OnBackupProgress): Promise<CheckedBackup> {
  // A file that cannot be read is refused below.
  const total = onProgress
    ? await stat(file).then(
        ({ size }) => size,
        () => 0,
      )
    : 0;
  const onRead = onProgress && ((done: number) => onProgress({ phase: 'check', done, total }));
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  let header: BackupHeader | undefined;
  let end: BackupEnd | undefined;
  let table = '';
  let blobs = 0;
  const overrides: string[] = [];
  for await (const line of linesOf(file, onRead)) {
    if (end) throw damaged(file, 'something comes after its end');
    if (line[0] === END_MARK) {
      end = parseLine(backupEndSchema, line.slice(1), file);
      continue;
    }
    hash.update(line).update('\n');
    if (!header) header = parseLine(backupHeaderSchema, line, file);
    else if (line[0] === TABLE_MARK) {
      table = parseLine(tableLineSchema, line.slice(1), file).table;
      counts[table] = 0;
    } else if (line[0] === ROW_MARK && table !== '') {
      counts[table] = (counts[table] ?? 0) + 1;
      if (table === OVERRIDE_TABLE) overrides.push(parseLine(overrideRowSchema, line.slice(1), file).document);
    } else if (line[0] === BLOB_MARK) blobs++;
    else throw damaged(file, 'it has a line of no known kind');
  }
  if (!header || !end) throw damaged(file, 'it ends too early');
  if (hash.digest('hex') !== end.sha256) throw damaged(file, 'its content is not what was written');
  if (Object.entries(end.rows).some(([name, count]) => counts[name] !== count)) throw damaged(file, 'rows are missing');
  if (blobs !== end.blobs) throw damaged(file, 'content of files is missing');
  const { rows, sha256, seal } = end;
  if (header.override !== null) overrides.push(header.override);
  return { header, rows, overrides, sha256, seal };
}

/** The parts of files of a backup that was checked. */
export async function* readBlobs(file: string): AsyncGenerator<{ readonly key: string; readonly bytes: Buffer }> {
  for await (const line of linesOf(file)) {
    if (line[0] !== BLOB_MARK) continue;
    const { key, base64 } = parseLine(blobLineSchema, line.slice(1), file);
    yield { key, bytes: Buffer.from(base64, 'base64') };
  }
}

/** The rows of a backup that was checked, in their order. */
export async function* readRows(file: string): AsyncGenerator<BackupRow> {
  let table = '';
  for await (const line of linesOf(file)) {
    if (line[0] === TABLE_MARK) table = parseLine(tableLineSchema, line.slice(1), file).table;
    if (line[0] === ROW_MARK) yield { table, json: line.slice(1) };
  }
}

/** Splits at line feeds only: `node:readline` also splits at characters that a text may contain. */
async function* linesOf(file: string, onRead?: (bytes: number) => void): AsyncGenerator<string> {
  const source = createReadStream(file);
  const text = createGunzip().setEncoding('utf8');
  source.once('error', (error) => text.destroy(error));
  let begun: string[] = [];
  try {
    for await (const chunk of source.pipe(text) as AsyncIterable<string>) {
      onRead?.(source.bytesRead);
      const [first = '', ...rest] = chunk.split('\n');
      begun.push(first);
      const last = rest.pop();
      if (last === undefined) continue;
      yield begun.join('');
      yield* rest;
      begun = [last];
    }
  } catch (cause) {
    if (isNotThere(cause)) throw new AppError('backup-unusable', `The file ${file} cannot be read: ${cause.message}.`, { cause });
    throw damaged(file, cause instanceof Error ? cause.message : String(cause), cause);
  } finally {
    source.destroy();
  }
  if (begun.join('') !== '') yield begun.join('');
}

function isNotThere(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function parseLine<T>(schema: { parse(value: unknown): T }, json: string, file: string): T {
  try {
    return schema.parse(JSON.parse(json));
  } catch (cause) {
    throw damaged(file, 'a line of it cannot be read', cause);
  }
}

function damaged(file: string, why: string, cause?: unknown): AppError {
  return new AppError('backup-unusable', `${file} is no whole backup: ${why}. Nothing was changed; take another backup.`, {
    cause,
  });
}
