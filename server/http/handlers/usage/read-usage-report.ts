import { MAX_USAGE_DAYS, MAX_USAGE_GROUPS, type UsageQuery, type UsageReport } from '#lib/api/usage.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { HandlerContext } from '../../handler-kit/define-handler.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const noRuns = { runs: 0, failed: 0, tokens: 0, costUsd: 0, pricedRuns: 0, p50Ms: null, p95Ms: null };

/**
 * The usage of a range of days.
 * @throws {AppError} `body-invalid` for a range that ends before it begins, or is too long
 */
export async function readUsageReport(
  { group, slug, ...asked }: UsageQuery,
  { repos, deps }: Pick<HandlerContext, 'repos' | 'deps'>,
): Promise<UsageReport> {
  const to = asked.to ?? dayOf(deps.clock.now());
  const from = asked.from ?? dayOf(Math.max(0, Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS));
  const dayCount = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (dayCount < 1) throw refused('from', from, `It is after ${to}, the last day`);
  if (dayCount > MAX_USAGE_DAYS) throw refused('from', from, `A report has at most ${MAX_USAGE_DAYS} days, not ${dayCount}`);
  const found = await repos.usage.report({ from, to, group, slug, limit: MAX_USAGE_GROUPS + 1 });
  const days = Array.from({ length: dayCount }, (_, index) => dayOf(Date.parse(from) + index * DAY_MS));
  return {
    from,
    to,
    group,
    total: found.total,
    groups: found.groups.slice(0, MAX_USAGE_GROUPS),
    hasMore: found.groups.length > MAX_USAGE_GROUPS,
    days: days.map((day) => ({ day, ...(found.days.get(day) ?? noRuns) })),
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function refused(field: string, value: string, message: string): AppError {
  const problem = { path: `query.${field}`, message, value };
  return new AppError('body-invalid', `${problem.path}: ${message}`, { details: { problems: [problem] } });
}
