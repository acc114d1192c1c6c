import { type CronSentence, hourSteps, minuteSteps } from './cron-sentence.ts';

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const DIGITS_ZH = '零一二三四五六七八九';
const WEEKDAYS_ZH = '日一二三四五六';
const NUMBER = `(?:\\d{1,2}|${NUMBERS.join('|')})`;

const STEP = new RegExp(`\\b(?:every|each)\\s+(?:(${NUMBER})\\s+)?(minutes?|hours?)\\b`);
const STEP_ZH = /每隔?(\d{1,2}|[一二两三四五六七八九十]{1,3})?(?:个)?(分钟|小时)/;
const DAY = /\b(?:(?:every|each)\s+(?:single\s+)?(?:day|morning|noon|afternoon|evening|night)|daily)\b|每(?:天|日|早|晚)/;
const WORKDAY = /\b(?:every|each|on)\s+(?:workday|weekday|working day|business day)s?\b|每个?工作日/;
const WEEKLY = new RegExp(`\\b(?:every|each|on)\\s+((?:(?:${DAYS.join('|')})s?(?:, and |, | and | & )?)+)`);
/** `每周一次` is once a week. */
const WEEKLY_ZH = /每个?(?:周|星期)([一二三四五六日天](?![次天])(?:[、和]?(?:周|星期)?[一二三四五六日天])*)/;
const TIME = new RegExp(`\\bat\\s+(noon|midnight|${NUMBER})(?::(\\d{2}))?\\s*(a\\.?m|p\\.?m)?`);
const TIME_ZH = /(\d{1,2}|[一二两三四五六七八九十]{1,3})(?:[点时](半|(\d{1,2})分?)?|[:：](\d{2}))/;
const LATER = /\b(?:afternoon|evening|night)\b|下午|晚/;
const NIGHT = /\bnight\b|晚/;
const DEFAULT_HOURS = { early: 9, late: 18 } as const;

/**
 * The times that a request names, in English or Chinese: "every workday at eight", "每周一上午9点". Days without a time
 * are at nine, or at six in the evening. Undefined where it names no days.
 */
export function sentenceInText(request: string): CronSentence | undefined {
  const text = request.toLowerCase();
  const step = stepIn(text);
  if (step) return step;
  const weekdays = weekdaysIn(text);
  if (weekdays.length > 0) return { kind: 'weekly', weekdays, ...timeIn(text) };
  if (WORKDAY.test(text)) return { kind: 'workdays', ...timeIn(text) };
  return DAY.test(text) ? { kind: 'daily', ...timeIn(text) } : undefined;
}

function stepIn(text: string): CronSentence | undefined {
  const [, count, unit] = STEP.exec(text) ?? STEP_ZH.exec(text) ?? [];
  if (unit === undefined) return undefined;
  const every = count === undefined ? 1 : numberOf(count);
  const isHours = unit.startsWith('hour') || unit === '小时';
  if (isHours) return hourSteps.some((one) => one === every) ? { kind: 'hours', every, minute: 0 } : undefined;
  return minuteSteps.some((one) => one === every) ? { kind: 'minutes', every } : undefined;
}

function weekdaysIn(text: string): readonly number[] {
  const names = WEEKLY.exec(text)?.[1] ?? '';
  const signs = (WEEKLY_ZH.exec(text)?.[1] ?? '').replaceAll('天', '日');
  const days = [0, 1, 2, 3, 4, 5, 6];
  return days.filter((day) => names.includes(DAYS[day] ?? '-') || signs.includes(WEEKDAYS_ZH[day] ?? '-'));
}

function timeIn(text: string): { readonly hour: number; readonly minute: number } {
  const isLate = LATER.test(text);
  const [, word, minutes, half] = TIME.exec(text) ?? [];
  const [, hourZh, rest, past, colon] = word === undefined ? (TIME_ZH.exec(text) ?? []) : [];
  if (word === 'noon') return { hour: 12, minute: 0 };
  if (word === 'midnight') return { hour: 0, minute: 0 };
  const hour = word ?? hourZh;
  if (hour === undefined) return { hour: isLate ? DEFAULT_HOURS.late : DEFAULT_HOURS.early, minute: 0 };
  const minute = word === undefined && rest === '半' ? 30 : Number(minutes ?? past ?? colon ?? 0);
  return clockTime({
    hour: numberOf(hour),
    minute,
    isPm: half?.startsWith('p') ?? (half === undefined && isLate),
    isNight: NIGHT.test(text),
    isAm: half?.startsWith('a') ?? false,
  });
}

type ClockTime = { hour: number; minute: number; isPm: boolean; isAm: boolean; isNight: boolean };

function clockTime({ hour, minute, isPm, isAm, isNight }: ClockTime): { readonly hour: number; readonly minute: number } {
  const isMidnight = hour === 12 && (isAm || (isNight && isPm));
  const onClock = isMidnight ? 0 : isPm && hour < 12 ? hour + 12 : hour;
  return onClock > 23 || minute > 59 ? { hour: DEFAULT_HOURS.early, minute: 0 } : { hour: onClock, minute };
}

/** `8`, `eight`, `八` or `十二`. */
function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  if (NUMBERS.includes(text)) return NUMBERS.indexOf(text);
  const digits = text.replaceAll('两', '二');
  const [tens = '', ones = ''] = digits.includes('十') ? digits.split('十') : ['零', digits];
  return (tens === '' ? 1 : DIGITS_ZH.indexOf(tens)) * 10 + (ones === '' ? 0 : DIGITS_ZH.indexOf(ones));
}
