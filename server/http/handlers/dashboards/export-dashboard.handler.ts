import { type DashboardResource, exportDashboard } from '#lib/api/dashboards.contract.ts';
import { csvFile } from '../../handler-kit/csv-file.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readDashboard } from './read-dashboard.ts';

const NUMBERS = [
  ...(['runs', 'succeeded', 'failed', 'cancelled', 'open', 'p50Ms', 'p95Ms', 'firstTokenMs', 'tokens', 'costUsd'] as const),
  ...(['pricedRuns', 'unpricedRuns', 'liked', 'rated'] as const),
];

export const exportDashboardHandler = defineHandler(exportDashboard, async ({ query, ...context }) => {
  const dashboard = await readDashboard(query, context);
  const name = `dashboard-${dashboard.from.slice(0, 10)}-${dashboard.to.slice(0, 10)}.csv`;
  return csvFile(name, ['from', 'to', ...NUMBERS], rowsOf(dashboard));
});

function rowsOf({ before, points }: DashboardResource): (string | number | null)[][] {
  return [...(before?.points ?? []), ...points].map((point) => [point.from, point.to, ...NUMBERS.map((name) => point[name])]);
}
