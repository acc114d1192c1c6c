const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws {RangeError} for a zone that the runtime does not know */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** What clocks of the zone show, as if it were UTC. Cut to seconds. */
function wallMs(ms: number, zone: string): number {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Offset of the zone from UTC at that moment, in milliseconds. */
export function zoneOffsetMs(ms: number, zone: string): number {
  return wallMs(ms, zone) - Math.floor(ms / 1000) * 1000;
}

/** The moment at which clocks of the zone show that; the first one if they show it twice. */
function momentOf(wall: number, zone: string): number {
  const guess = wall - zoneOffsetMs(wall, zone);
  return wall - zoneOffsetMs(guess, zone);
}

/** The day of a moment in the zone, as 2026-11-28. */
export function dayOf(ms: number, zone: string): string {
  return new Date(wallMs(ms, zone)).toISOString().slice(0, 10);
}

/** When a day such as 2026-11-28 begins in the zone. */
export function dayStart(day: string, zone: string, plusDays = 0): number {
  return momentOf(Date.parse(`${day}T00:00:00Z`) + plusDays * DAY_MS, zone);
}

/** Hour and weekday of a moment, Monday being 0. */
export function hourAndWeekday(ms: number, offsetMs: number): { hour: number; weekday: number } {
  const local = new Date(ms + offsetMs);
  return { hour: local.getUTCHours(), weekday: (local.getUTCDay() + 6) % 7 };
}

export type Step = 'hour' | 'day';

/**
 * Starts of the hours or days of the zone from `fromMs` to before `toMs`, and the end of the last one. A day has 23
 * or 25 hours where clocks change.
 */
export function stepStarts({ fromMs, toMs, step, zone }: { fromMs: number; toMs: number; step: Step; zone: string }): number[] {
  if (step === 'hour') {
    const first = Math.floor((fromMs + zoneOffsetMs(fromMs, zone)) / HOUR_MS) * HOUR_MS - zoneOffsetMs(fromMs, zone);
    const count = Math.max(1, Math.ceil((toMs - first) / HOUR_MS));
    return Array.from({ length: count + 1 }, (_, index) => first + index * HOUR_MS);
  }
  const starts: number[] = [];
  const firstDay = dayOf(fromMs, zone);
  for (let index = 0; ; index++) {
    const start = dayStart(firstDay, zone, index);
    starts.push(start);
    if (index > 0 && start >= toMs) return starts;
  }
}
