import { getDashboard } from '#lib/api/dashboards.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readDashboard } from './read-dashboard.ts';

export const getDashboardHandler = defineHandler(getDashboard, async ({ query, ...context }) => {
  return { status: 200, body: await readDashboard(query, context) };
});
