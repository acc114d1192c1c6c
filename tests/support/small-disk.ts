import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BLOCK = Buffer.alloc(64 * 1024);

/** A disk of a few megabytes in a mount namespace: visible to one process and its children. Linux only. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'threadloom-disk-'));
  readonly #sizeMb: number;

  constructor({ sizeMb }: { sizeMb: number }) {
    this.#sizeMb = sizeMb;
  }

  /** Creates the disk, then execs the command that follows. Without root it needs user namespaces. */
  get startedBy(): readonly string[] {
    const script = 'mount -t tmpfs -o size="$1"m none "$2" && shift 2 && exec "$@"';
    const rights = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
    return ['unshare', '--mount', ...rights, 'sh', '-c', script, 'sh', String(this.#sizeMb), this.folder];
  }

  /** Fills the disk. @param pid of the process that the disk was created for */
  fill(pid: number): void {
    const file = openSync(this.#filler(pid), 'w');
    try {
      for (;;) writeSync(file, BLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  makeRoom(pid: number): void {
    rmSync(this.#filler(pid));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #filler(pid: number): string {
    return join(`/proc/${pid}/root`, this.folder, 'filler');
  }
}
