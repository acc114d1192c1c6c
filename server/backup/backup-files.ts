import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../process/is-alive.ts';

const ENDING = '.backup.gz';
/** Of those that were taken by the clock. Only they are ever deleted. */
const SCHEDULED = 'threadloom-auto-';
const BY_HAND = 'threadloom-';
const UNFINISHED = '.unfinished-';
/** Older partial files are abandoned, whichever machine they come from. */
const ABANDONED_AFTER_MS = 86_400_000;

/** A name that sorts by time: `threadloom-20261122T133700123Z.backup.gz`. */
export function backupNameOf(now: Date, { isScheduled }: { isScheduled: boolean }): string {
  return `${isScheduled ? SCHEDULED : BY_HAND}${now.toISOString().replace(/[-:.]/g, '')}${ENDING}`;
}

/** Path of a backup until it is complete: next to the final one, for an atomic rename. Names its process. */
export function unfinishedNameOf(file: string): string {
  return join(dirname(file), `${UNFINISHED}${hostname()}-${process.pid}-${basename(file)}`);
}

/** When the latest backup of the clock was taken; undefined when there is none. */
export async function lastScheduledAt(folder: string): Promise<Date | undefined> {
  const last = (await scheduledIn(folder)).at(-1);
  return last === undefined ? undefined : (await stat(join(folder, last))).mtime;
}

/** Deletes all scheduled backups but the newest `keep`. @returns the names of those deleted */
export async function deleteOldBackups(folder: string, { keep }: { keep: number }): Promise<string[]> {
  const old = (await scheduledIn(folder)).slice(0, -keep);
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  return old;
}

/**
 * Deletes what processes left that did not live to finish. Not to be called while this process
 * takes a backup itself.
 * @returns the names of those deleted
 */
export async function deleteUnfinished(folder: string, { now }: { now: Date }): Promise<string[]> {
  const names = (await namesIn(folder)).filter((name) => name.startsWith(UNFINISHED));
  const isLeft = async (name: string) => {
    const here = `${UNFINISHED}${hostname()}-`;
    const pid = name.startsWith(here) ? Number.parseInt(name.slice(here.length), 10) : Number.NaN;
    if (!Number.isNaN(pid)) return pid === process.pid || !isAlive(pid);
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now.getTime() }));
    return now.getTime() - mtimeMs > ABANDONED_AFTER_MS;
  };
  const left = (await Promise.all(names.map(async (name) => ((await isLeft(name)) ? name : [])))).flat();
  await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  return left;
}

export async function makeBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Oldest first. */
async function scheduledIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => name.startsWith(SCHEDULED) && name.endsWith(ENDING)).sort();
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
