import { readRunEvents } from '#lib/api/run-events.contract.ts';
import { parseEventId, withinLog } from '#lib/run/event-id.ts';
import { levelFor } from '../../handler-kit/authenticate.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRunHead } from '../../resources/run-resource.ts';
import { readEventPage } from '../../start/read-event-page.ts';
import { streamRun } from '../../start/stream-run.ts';

export const readRunEventsHandler = defineHandler(readRunEvents, async ({ params, query, headers, ...context }) => {
  const run = await loadRunHead(params.id, context);
  const level = levelFor(context, query.events);
  const afterSeq = parseEventId(headers['last-event-id'] ?? '')?.seq ?? withinLog(query.after ?? 0);
  if (!wantsPage(headers.accept)) return streamRun(run, { afterSeq, level }, context);
  return { status: 200, body: await readEventPage(run, { afterSeq, limit: query.limit, level }, context) };
});

function wantsPage(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}
