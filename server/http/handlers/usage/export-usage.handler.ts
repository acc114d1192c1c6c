import { exportUsage, type UsageGroup } from '#lib/api/usage.contract.ts';
import { csvFile } from '../../handler-kit/csv-file.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readUsageReport } from './read-usage-report.ts';

export const exportUsageHandler = defineHandler(exportUsage, async ({ query, ...context }) => {
  const { from, to, group, groups } = await readUsageReport(query, context);
  const head = [group, 'name', 'runs', 'failed', 'tokens', 'cost_usd', 'p50_ms', 'p95_ms'];
  return csvFile(`usage-${from}-${to}.csv`, head, groups.map(toRow));
});

function toRow({ id, name, runs, failed, tokens, costUsd, p50Ms, p95Ms }: UsageGroup): (string | number | null)[] {
  return [id, name, runs, failed, tokens, costUsd, p50Ms, p95Ms];
}
