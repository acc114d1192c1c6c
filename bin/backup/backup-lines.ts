import { formatPartOfSize } from '#lib/i18n/format-size.ts';
import { type Estimate, nextEstimate, QUIET_MS, roundTimeLeft, startEstimate } from '#lib/progress/time-left.ts';
import { formatCount } from '#lib/text/format-count.ts';
import type { BackupProgress, OnBackupProgress } from '#server/backup/backup-progress.ts';

const titles = { check: 'Checking the backup', restore: 'Restoring', write: 'Writing the backup' } as const;

const LINE_EVERY_MS = 5000;
/** The parts of a backup are read faster than a rate can be measured. */
const OBSERVE_EVERY_MS = 250;

/** Progress lines of a backup or a restore: the first after two seconds, then one every five. */
export class BackupLines {
  readonly #write: (line: string) => void;
  readonly #now: () => number;
  #phase: BackupProgress['phase'] | undefined;
  #estimate: Estimate | undefined;
  #lineAtMs = 0;

  /** @param now in milliseconds since 1970 */
  constructor(write: (line: string) => void, now: () => number = Date.now) {
    this.#write = write;
    this.#now = now;
  }

  readonly note: OnBackupProgress = (progress) => {
    const now = { ...progress, atMs: this.#now() };
    if (this.#estimate === undefined || this.#phase !== progress.phase) {
      this.#phase = progress.phase;
      this.#estimate = startEstimate(now);
      this.#lineAtMs = now.atMs + QUIET_MS - LINE_EVERY_MS;
    }
    const isDue = now.atMs - this.#lineAtMs >= LINE_EVERY_MS;
    if (isDue || now.atMs - this.#estimate.atMs >= OBSERVE_EVERY_MS) this.#estimate = nextEstimate(this.#estimate, now);
    if (!isDue) return;
    this.#lineAtMs = now.atMs;
    this.#write(`${lineOf(progress, this.#estimate.leftMs)}\n`);
  };
}

function lineOf({ phase, done, total }: BackupProgress, leftMs: number | undefined): string {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  const amount =
    phase === 'restore' ? `${formatCount(done)} of ${formatCount(total)} rows` : formatPartOfSize(done, total).join(' of ');
  const parts = [`${percent} %`, amount, ...(leftMs === undefined ? [] : [wordsOf(leftMs)])];
  return `${titles[phase]}: ${parts.join(', ')}`;
}

function wordsOf(leftMs: number): string {
  const { unit, count } = roundTimeLeft(leftMs);
  const units = { seconds: 's', minutes: 'min', hours: 'h' } as const;
  return unit === 'soon' ? 'a few seconds left' : `about ${count} ${units[unit]} left`;
}
