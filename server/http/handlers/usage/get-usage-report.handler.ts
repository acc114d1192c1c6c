import { getUsageReport } from '#lib/api/usage.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readUsageReport } from './read-usage-report.ts';

export const getUsageReportHandler = defineHandler(getUsageReport, async ({ query, ...context }) => {
  return { status: 200, body: await readUsageReport(query, context) };
});
