import { Cron } from 'croner';
import { isRepeatedTime } from '../expression/zoned-date.ts';

export type ScheduleTimes = {
  /** Cron lines of five fields, or of six with seconds first. Empty for an interval. */
  readonly cron: readonly string[];
  readonly everyMs?: number | undefined;
  /** IANA name. */
  readonly timeZone: string;
};

/** Lines of a text, without those that are empty or comments. */
export function cronLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Why a line is no schedule; undefined if it is one. */
export function cronProblem(line: string): string | undefined {
  try {
    return read(line, 'UTC').nextRun(new Date(0)) === null ? 'It never comes' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
  }
}

/** Whether the runtime knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The first time after `after`. At daylight saving, a fixed time that does not exist is moved to the first
 * time after the gap, and one that exists twice comes once; lines with `*` for hours, minutes or
 * seconds follow the elapsed time.
 * Intervals count from 1970, so that they are the same in every process.
 * @returns null when none will come
 */
export function nextScheduledTime({ cron, everyMs, timeZone }: ScheduleTimes, after: Date): Date | null {
  const times = cron.flatMap((line) => nextOfLine(line, timeZone, after) ?? []);
  if (everyMs !== undefined) times.push(new Date((Math.floor(after.getTime() / everyMs) + 1) * everyMs));
  return times.reduce<Date | null>((first, time) => (first === null || time < first ? time : first), null);
}

/** The next times, `atMost` of them, and none after `until`. A later time is not computed: it may be years ahead. */
export function nextScheduledTimes(
  times: ScheduleTimes,
  { after, atMost, until }: { after: Date; atMost: number; until?: Date },
): Date[] {
  const found: Date[] = [];
  while (found.length < atMost) {
    const next = nextScheduledTime(times, found.at(-1) ?? after);
    if (!next || (until && next > until)) break;
    found.push(next);
  }
  return found;
}

function nextOfLine(line: string, timeZone: string, after: Date): Date | null {
  const cron = read(line, timeZone);
  let next = cron.nextRun(after);
  if (hasWildcardTime(line)) return next;
  while (next && isRepeatedTime(next, timeZone)) next = cron.nextRun(next);
  return next;
}

/** By hour, minute or second. Names as `@hourly` have them, too. */
function hasWildcardTime(line: string): boolean {
  const fields = line.split(/\s+/);
  return fields.length < 5 ? /^@hourly$/i.test(line) : fields.slice(0, fields.length - 3).some((field) => field.includes('*'));
}

function read(line: string, timeZone: string): Cron {
  // No seven-part lines: years are not of cron.
  return new Cron(line, { timezone: timeZone, mode: '5-or-6-parts', paused: true });
}
