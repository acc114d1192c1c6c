const DAY_MS = 86_400_000;
/** Day 0 of the two ways of counting that workbooks have. */
const DAY_0 = { of1900: Date.UTC(1899, 11, 30), of1904: Date.UTC(1904, 0, 1) } as const;
/** Lotus and Excel count a day that 1900 did not have. */
const MISSING_DAY = 60;
const MAX_DAYS = 2_958_466;
const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };

/** A day as `2026-11-29`, and with a time as `2026-11-29T18:00:00.000Z`. */
export function dateText(days: number, { is1904 }: { readonly is1904: boolean }): string {
  if (days >= MAX_DAYS) return String(days);
  if (!is1904 && Math.floor(days) === MISSING_DAY) return '1900-02-29';
  if (!is1904 && days < 1) return '1900-01-00';
  const first = is1904 ? DAY_0.of1904 : DAY_0.of1900 + (days < MISSING_DAY ? DAY_MS : 0);
  return new Date(first + Math.round(days * DAY_MS)).toISOString().replace(/T00:00:00\.000Z$/, '');
}

/** A time of a day as `18:00`, with seconds where there are some. Hours run on after a day. */
export function timeText(days: number, { hasSeconds }: { readonly hasSeconds: boolean }): string {
  const { seconds, fraction } = secondsOf(days);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const showsSeconds = hasSeconds || rest > 0 || fraction !== '';
  return `${pad(hours)}:${pad(minutes)}${showsSeconds ? `:${pad(rest)}${fraction}` : ''}`;
}

/** A duration as `36:00`, in hours, minutes or seconds as its largest unit: `h`, `m` or `s`. */
export function durationText(
  days: number,
  { unit, hasSeconds }: { readonly unit: string; readonly hasSeconds: boolean },
): string {
  const { seconds, fraction } = secondsOf(Math.abs(days));
  const sign = days < 0 ? '-' : '';
  const most = Math.floor(seconds / (UNIT_SECONDS[unit] ?? 1));
  if (unit === 's') return `${sign}${most}${fraction}`;
  const rest = seconds % 60;
  const tail = `${pad(rest)}${fraction}`;
  if (unit === 'm') return `${sign}${most}:${tail}`;
  const showsSeconds = hasSeconds || rest > 0 || fraction !== '';
  return `${sign}${most}:${pad(Math.floor(seconds / 60) % 60)}${showsSeconds ? `:${tail}` : ''}`;
}

/** Whole seconds, and thousandths as `.250`. */
function secondsOf(days: number): { seconds: number; fraction: string } {
  const all = Math.round(days * DAY_MS);
  const rest = all % 1000;
  return { seconds: Math.floor(all / 1000), fraction: rest === 0 ? '' : `.${String(rest).padStart(3, '0')}` };
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
