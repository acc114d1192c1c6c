import { readRunEvents } from '#lib/api/runs.contract.ts';
import { parseEventId } from '#lib/run/event-id.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { readPublicEvent } from '#lib/run/to-public-event.ts';
import { levelFor } from '../../handler-kit/authenticate.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRunHead } from '../../resources/run-resource.ts';
import { shownTexts, streamRun } from '../../start/stream-run.ts';

export const readRunEventsHandler = defineHandler(readRunEvents, async ({ params, query, headers, ...context }) => {
  const run = await loadRunHead(params.id, context);
  const level = levelFor(context, query.events);
  const afterSeq = parseEventId(headers['last-event-id'] ?? String(query.after ?? 0))?.seq ?? 0;
  if (!wantsPage(headers.accept)) return streamRun(run, { afterSeq, level }, context);
  const texts = await shownTexts(run, level, context);
  const stored = await context.repos.runs.readEvents(run.runId, afterSeq, query.limit);
  const items = stored
    .map((event) => readPublicEvent(event, { runId: run.runId, level, texts }))
    .filter((event): event is PublicEvent => event !== undefined);
  const nextAfter = stored.at(-1)?.seq ?? afterSeq;
  const isComplete = isTerminal(run.status) && nextAfter >= run.lastSeq;
  return { status: 200, body: { items, nextAfter, status: run.status, isComplete } };
});

function wantsPage(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}
