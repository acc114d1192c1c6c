import { rateRun } from '#lib/api/feedback.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRunHead } from '../../resources/run-resource.ts';

export const rateRunHandler = defineHandler(
  rateRun,
  async ({ params: { id }, body: { rating, comment, reasons }, ...context }) => {
    await loadRunHead(id, context);
    const feedback = rating && { rating, comment, reasons: [...new Set(reasons)] };
    await context.repos.runs.rate(id, feedback);
    context.deps.summaries.add(id);
    return { status: 200, body: { feedback } };
  },
);
