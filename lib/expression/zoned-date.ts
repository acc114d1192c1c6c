import { ExpressionError } from './expression-error.ts';

/** A date and a time of day as a clock on the wall shows it; months from 1. */
type WallTime = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly ms: number;
};

const MAX_CACHED_ZONES = 50;
const MAX_PATTERN_CHARS = 200;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** More than clocks are set back by. */
const MAX_SET_BACK_MS = 4 * 3_600_000;
const UTC = 'UTC';
/** As cel-js: the years 1 to 9999. */
const MIN_MS = -62_135_596_800_000;
const MAX_MS = 253_402_300_799_999;

const lengthsMs = { millisecond: 1, second: 1000, minute: MINUTE_MS, hour: 3_600_000 } as const;
const calendarUnits = ['day', 'week', 'month', 'year'] as const;
const dateUnits = [...Object.keys(lengthsMs), ...calendarUnits];

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;
/** As in mails and HTTP: `Mon, 25 Dec 1995 13:30:00 +0430`. */
const MAIL = /^(?:\w{3},\s*)?\d{1,2} \w{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|[+-]\d{4})$/;

/**
 * A text as a moment. Without an offset in it, it is the time in `zone`.
 * @throws {ExpressionError} for a text that is no date
 */
export function readDate(text: string, zone: string = UTC): Date {
  const trimmed = text.trim();
  const iso = ISO.exec(trimmed);
  if (!iso && MAIL.test(trimmed)) return inRange(Date.parse(trimmed), text);
  if (!iso) throw noDate(text);
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = iso;
  const wall = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    ms: Number(fraction.padEnd(3, '0').slice(0, 3)),
  };
  // `Date` would turn February 30 into March 2.
  const isReal = wall.hour < 24 && wall.minute < 60 && wall.second < 60 && wall.day >= 1 && wall.month >= 1;
  if (!isReal || wall.month > 12 || wall.day > daysIn(wall.year, wall.month)) throw noDate(text);
  return inRange(offset === undefined ? instantOf(wall, zone) : utcOf(wall) - offsetMs(offset), text);
}

/**
 * Adds so many units. Days and longer units keep the time of day in `zone`; a day that the month does not have becomes
 * its last.
 */
export function addToDate(date: Date, amount: number, { unit, zone = UTC }: { unit: string; zone?: string }): Date {
  const name = unitOf(unit);
  if (name in lengthsMs) return inRange(date.getTime() + amount * lengthsMs[name as keyof typeof lengthsMs], `${amount} ${unit}`);
  if (!Number.isInteger(amount))
    throw new ExpressionError('expression-failed', `add(…) takes whole ${name}s, not ${amount}`, {
      hint: 'Use hours or minutes',
    });
  const wall = wallTimeOf(date, zone);
  const isMonths = name === 'month' || name === 'year';
  const months = wall.year * 12 + wall.month - 1 + (isMonths ? amount * (name === 'year' ? 12 : 1) : 0);
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  const day = Math.min(wall.day, daysIn(year, month)) + (isMonths ? 0 : amount * (name === 'week' ? 7 : 1));
  return inRange(instantOf({ ...wall, year, month, day }, zone), `${amount} ${unit}`);
}

/** The units from one moment to another, with a fraction. Months and years have no fixed length and are refused. */
export function dateDifference(later: Date, earlier: Date, unit: string): number {
  const name = unitOf(unit);
  if (name === 'month' || name === 'year')
    throw new ExpressionError('expression-failed', `diff(…) does not count ${name}s, which differ in length`, {
      hint: 'Count days or weeks',
    });
  const lengthMs = name === 'day' ? DAY_MS : name === 'week' ? 7 * DAY_MS : lengthsMs[name as keyof typeof lengthsMs];
  return (later.getTime() - earlier.getTime()) / lengthMs;
}

/**
 * Writes a date by the signs of the filter `date`: `%Y-%m-%d %H:%M`.
 * @throws {ExpressionError} for an unknown zone or sign
 */
export function formatDate(date: Date, pattern: string, zone: string = UTC): string {
  if (pattern.length > MAX_PATTERN_CHARS)
    throw new ExpressionError('expression-failed', `A date pattern may hold ${MAX_PATTERN_CHARS} characters`);
  if (hasOtherSigns(pattern))
    throw new ExpressionError('expression-failed', `A date pattern has signs with %, and '${pattern}' has none`, {
      hint: 'Write %Y-%m-%d for the date, and %H:%M:%S for the time',
    });
  const wall = wallTimeOf(date, zone);
  return pattern.replace(/%([a-zA-Z%])/g, (whole, sign: string) => {
    const write = signs[sign];
    if (!write)
      throw new ExpressionError('expression-failed', `A date pattern has no sign '${whole}'`, {
        hint: `The signs are ${Object.keys(signs)
          .map((known) => `%${known}`)
          .join(' ')}`,
      });
    return write(wall, { date, zone });
  });
}

/** True for a pattern with the signs of other products and none of ours. */
export function hasOtherSigns(pattern: string): boolean {
  return !pattern.includes('%') && OTHER_PATTERN.test(pattern);
}

/** As of Java, Moment and .NET: `yyyy-MM-dd HH:mm`, `DD.MM.YYYY`. */
const OTHER_PATTERN = /(?<!\p{L})(?:y{2,4}|M{2,4}|d{2,4}|E{3,4}|H{2}|h{2}|m{2}|s{2}|Y{2,4}|D{2})(?!\p{Ll})/u;

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'];
const monthNames = [...MONTHS, 'November', 'December'];
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type Moment = { readonly date: Date; readonly zone: string };

const signs: Readonly<Record<string, (wall: WallTime, moment: Moment) => string>> = {
  Y: ({ year }) => String(year).padStart(4, '0'),
  y: ({ year }) => digits(year % 100),
  m: ({ month }) => digits(month),
  d: ({ day }) => digits(day),
  e: ({ day }) => String(day),
  H: ({ hour }) => digits(hour),
  I: ({ hour }) => digits(hour % 12 || 12),
  M: ({ minute }) => digits(minute),
  S: ({ second }) => digits(second),
  L: ({ ms }) => digits(ms, 3),
  p: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  B: ({ month }) => monthNames[month - 1] ?? '',
  b: ({ month }) => (monthNames[month - 1] ?? '').slice(0, 3),
  A: (wall) => dayNames[weekdayOf(wall)] ?? '',
  a: (wall) => (dayNames[weekdayOf(wall)] ?? '').slice(0, 3),
  u: (wall) => String(weekdayOf(wall) || 7),
  j: (wall) => digits(Math.floor((utcOf(wall) - Date.UTC(wall.year, 0, 1)) / DAY_MS) + 1, 3),
  F: ({ year, month, day }) => `${digits(year, 4)}-${digits(month)}-${digits(day)}`,
  T: ({ hour, minute, second }) => `${digits(hour)}:${digits(minute)}:${digits(second)}`,
  s: (_, { date }) => String(Math.floor(date.getTime() / 1000)),
  z: (wall, { date }) => {
    const minutes = Math.round((utcOf(wall) - date.getTime()) / MINUTE_MS);
    return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(Math.abs(minutes) / 60))}${digits(Math.abs(minutes) % 60)}`;
  },
  Z: (_, { zone }) => zone,
  '%': () => '%',
};

function digits(value: number, count = 2): string {
  return String(value).padStart(count, '0');
}

function weekdayOf(wall: WallTime): number {
  return new Date(utcOf(wall)).getUTCDay();
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function utcOf({ year, month, day, hour, minute, second, ms }: WallTime): number {
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second, ms));
  // `Date.UTC` reads the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

/** A time that a change of clocks skips is read by the offset before it. */
function instantOf(wall: WallTime, zone: string): number {
  const utcMs = utcOf(wall);
  const first = utcMs - zoneOffsetMs(utcMs, zone);
  const second = utcMs - zoneOffsetMs(first, zone);
  return utcOf(wallTimeOf(new Date(second), zone)) === utcMs ? second : Math.max(first, second);
}

function zoneOffsetMs(instantMs: number, zone: string): number {
  return utcOf(wallTimeOf(new Date(instantMs), zone)) - instantMs;
}

/** True for the second of two moments at which clocks show the same time, after they were set back. */
export function isRepeatedTime(date: Date, zone: string): boolean {
  const ms = date.getTime();
  const offset = zoneOffsetMs(ms, zone);
  const setBackMs = zoneOffsetMs(ms - MAX_SET_BACK_MS, zone) - offset;
  return setBackMs > 0 && zoneOffsetMs(ms - setBackMs, zone) === offset + setBackMs;
}

function wallTimeOf(date: Date, zone: string): WallTime {
  const ms = ((date.getTime() % 1000) + 1000) % 1000;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
    ms,
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a hundred times as long as using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  try {
    const numeric = 'numeric' as const;
    const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric };
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', calendar: 'iso8601', ...fields });
    if (formats.size >= MAX_CACHED_ZONES) formats.clear();
    formats.set(zone, format);
    return format;
  } catch (error) {
    throw new ExpressionError('expression-failed', `There is no time zone '${zone}'`, {
      hint: 'Write a city of the zone, as in Asia/Shanghai or Europe/Paris, or UTC',
      cause: error,
    });
  }
}

function unitOf(unit: string): string {
  const name = unit.toLowerCase().replace(/s$/, '');
  if (dateUnits.includes(name)) return name;
  throw new ExpressionError('expression-failed', `There is no unit '${unit}'`, { hint: `The units are ${dateUnits.join(', ')}` });
}

function offsetMs(offset: string): number {
  if (/^z$/i.test(offset)) return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith('-') ? -minutes : minutes) * MINUTE_MS;
}

/** A moment within the years that CEL knows. */
function inRange(instantMs: number, said: string): Date {
  if (instantMs >= MIN_MS && instantMs <= MAX_MS) return new Date(instantMs);
  throw new ExpressionError('expression-failed', `'${said}' is outside of the years 1 to 9999`);
}

function noDate(text: string): ExpressionError {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return new ExpressionError('expression-failed', `date(…) cannot read '${shown}'`, {
    hint: 'Write it as in 2026-03-01 or 2026-03-01T09:30:00+08:00',
  });
}
