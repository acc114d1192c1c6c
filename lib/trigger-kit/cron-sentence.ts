/** A time of day. */
type At = { readonly hour: number; readonly minute: number };

/** A cron line as people say it. Weekdays count from 0, Sunday. */
export type CronSentence =
  /** Divides the hour. */
  | { readonly kind: 'minutes'; readonly every: number }
  /** Divides the day; at this minute of the hour. */
  | { readonly kind: 'hours'; readonly every: number; readonly minute: number }
  | ({ readonly kind: 'daily' } & At)
  /** Monday to Friday. */
  | ({ readonly kind: 'workdays' } & At)
  | ({ readonly kind: 'weekly'; readonly weekdays: readonly number[] } & At)
  /** 1 to 31, or the last one. */
  | ({ readonly kind: 'monthDay'; readonly day: number | 'last' } & At)
  | ({ readonly kind: 'monthWeekday'; readonly nth: Nth; readonly weekday: number } & At);
export type Nth = 1 | 2 | 3 | 4 | 'last';

export const minuteSteps = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] as const;
export const hourSteps = [1, 2, 3, 4, 6, 8, 12] as const;

const NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const WORKDAYS = '1,2,3,4,5';

/** The sentence of a cron line of five fields; undefined for one that only cron can say. */
export function sentenceOfCron(line: string): CronSentence | undefined {
  const fields = line.trim().toUpperCase().split(/\s+/);
  const [minutes = '', hours = '', day = '', month = '', weekday = ''] = fields;
  if (fields.length !== 5 || month !== '*') return undefined;
  const isEveryDay = day === '*' && weekday === '*';
  const step = stepOf(minutes, minuteSteps);
  if (step !== undefined && hours === '*' && isEveryDay) return { kind: 'minutes', every: step };
  const minute = numberIn(minutes, 0, 59);
  if (minute === undefined) return undefined;
  const hourStep = hours === '*' ? 1 : stepOf(hours, hourSteps);
  if (hourStep !== undefined && isEveryDay) return { kind: 'hours', every: hourStep, minute };
  const hour = numberIn(hours, 0, 23);
  if (hour === undefined) return undefined;
  const at = { hour, minute };
  if (isEveryDay) return { kind: 'daily', ...at };
  if (day === '*') return onWeekdays(weekday, at);
  if (weekday !== '*') return undefined;
  const monthDay = day === 'L' ? 'last' : numberIn(day, 1, 31);
  return monthDay === undefined ? undefined : { kind: 'monthDay', day: monthDay, ...at };
}

/** The cron line of a sentence; `sentenceOfCron` gives the sentence back. */
export function cronOfSentence(sentence: CronSentence): string {
  switch (sentence.kind) {
    case 'minutes':
      return `${sentence.every === 1 ? '*' : `*/${sentence.every}`} * * * *`;
    case 'hours':
      return `${sentence.minute} ${sentence.every === 1 ? '*' : `*/${sentence.every}`} * * *`;
    case 'daily':
      return `${sentence.minute} ${sentence.hour} * * *`;
    case 'workdays':
      return `${sentence.minute} ${sentence.hour} * * 1-5`;
    case 'weekly':
      return `${sentence.minute} ${sentence.hour} * * ${[...sentence.weekdays].sort((a, b) => a - b).join(',')}`;
    case 'monthDay':
      return `${sentence.minute} ${sentence.hour} ${sentence.day === 'last' ? 'L' : sentence.day} * *`;
    case 'monthWeekday':
      return `${sentence.minute} ${sentence.hour} * * ${sentence.weekday}#${sentence.nth === 'last' ? 'L' : sentence.nth}`;
    default:
      return sentence satisfies never;
  }
}

function onWeekdays(text: string, at: At): CronSentence | undefined {
  const [, ofNth, nth] = /^(\w{1,3})#([1-4L])$/.exec(text) ?? [];
  if (ofNth !== undefined) {
    const weekday = weekdayOf(ofNth);
    if (weekday === undefined) return undefined;
    return { kind: 'monthWeekday', nth: nth === 'L' ? 'last' : (Number(nth) as Nth), weekday, ...at };
  }
  const weekdays = weekdaysOf(text);
  if (weekdays === undefined) return undefined;
  if (weekdays.length === 7) return { kind: 'daily', ...at };
  return weekdays.join() === WORKDAYS ? { kind: 'workdays', ...at } : { kind: 'weekly', weekdays, ...at };
}

/** `1-5`, `MON,WED` or `6,7`, in order. */
function weekdaysOf(text: string): readonly number[] | undefined {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [from, to = from, ...more] = part.split('-').map(weekdayOf);
    if (from === undefined || to === undefined || more.length > 0) return undefined;
    // Sunday at the end of a range is 7, which `weekdayOf` reads as 0.
    const last = to < from && to === 0 ? 7 : to;
    if (last < from) return undefined;
    for (let day = from; day <= last; day++) found.add(day % 7);
  }
  return [...found].sort((a, b) => a - b);
}

function weekdayOf(text: string): number | undefined {
  const named = NAMES.indexOf(text);
  if (named >= 0) return named;
  const number = numberIn(text, 0, 7);
  return number === undefined ? undefined : number % 7;
}

function stepOf(text: string, steps: readonly number[]): number | undefined {
  if (text === '*') return 1;
  const step = Number(/^\*\/(\d{1,2})$/.exec(text)?.[1]);
  return steps.includes(step) ? step : undefined;
}

function numberIn(text: string, min: number, max: number): number | undefined {
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= min && number <= max ? number : undefined;
}
