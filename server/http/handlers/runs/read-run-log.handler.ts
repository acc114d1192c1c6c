import { readRunLog } from '#lib/api/run-events.contract.ts';
import { withinLog } from '#lib/run/event-id.ts';
import { levelFor } from '../../handler-kit/authenticate.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRunHead } from '../../resources/run-resource.ts';
import { readEventPage } from '../../start/read-event-page.ts';

export const readRunLogHandler = defineHandler(readRunLog, async ({ params, query, ...context }) => {
  const run = await loadRunHead(params.id, context);
  const afterSeq = withinLog(query.after ?? 0);
  const level = levelFor(context, query.events);
  return { status: 200, body: await readEventPage(run, { afterSeq, limit: query.limit, level }, context) };
});
