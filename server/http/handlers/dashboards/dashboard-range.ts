import { type DashboardQuery, MAX_DASHBOARD_DAYS } from '#lib/api/dashboards.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { DAY_MS, SLOT_MS } from '#lib/statistics/sum-keys.ts';
import { dayOf, dayStart, type Step, stepStarts } from '#lib/statistics/zone-time.ts';

/** The steps of a dashboard and of the time before it, in Unix milliseconds. */
export type DashboardRange = {
  readonly step: Step;
  /** Starts of the steps, and the end of the last one. */
  readonly starts: readonly number[];
  readonly startsBefore: readonly number[];
  /** Where the time before is cut to compare it with one that is not over. */
  readonly beforeUntilMs: number;
};

const HOURS_DAYS = 2;

/** @throws {AppError} `body-invalid` for a range that ends before it begins, or is too long */
export function dashboardRange({ from, to, zone, step: wanted }: DashboardQuery, nowMs: number): DashboardRange {
  const fromMs = Date.parse(from);
  const toMs = to === undefined ? nowMs : Date.parse(to);
  if (toMs <= fromMs) throw refused('query.from', from, `It is not before ${new Date(toMs).toISOString()}, the end`);
  const days = (toMs - fromMs) / DAY_MS;
  if (days > MAX_DASHBOARD_DAYS)
    throw refused('query.from', from, `A dashboard has at most ${MAX_DASHBOARD_DAYS} days, not ${Math.ceil(days)}`);
  const step = wanted ?? (days <= HOURS_DAYS ? 'hour' : 'day');
  const starts = stepStarts({ fromMs, toMs, step, zone });
  const [firstMs = 0, lastMs = 0] = [starts[0], starts.at(-1)];
  const count = starts.length - 1;
  const startsBefore = step === 'hour' ? starts.map((start) => start - (lastMs - firstMs)) : daysBefore(firstMs, count, zone);
  const isOver = lastMs <= nowMs;
  const soFarMs = Math.ceil((nowMs - firstMs) / SLOT_MS) * SLOT_MS;
  const beforeUntilMs = isOver ? (startsBefore.at(-1) ?? 0) : (startsBefore[0] ?? 0) + soFarMs;
  return { step, starts, startsBefore, beforeUntilMs };
}

function daysBefore(firstMs: number, count: number, zone: string): number[] {
  const first = dayOf(firstMs, zone);
  return Array.from({ length: count + 1 }, (_, index) => dayStart(first, zone, index - count));
}

function refused(path: string, value: string, message: string): AppError {
  return new AppError('body-invalid', `${path}: ${message}`, { details: { problems: [{ path, message, value }] } });
}
