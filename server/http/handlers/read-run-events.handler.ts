import { readRunEvents } from '#lib/api/runs.contract.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { readPublicEvent } from '#lib/run/to-public-event.ts';
import { defineHandler } from '../define-handler.ts';
import { loadRun } from '../run-resource.ts';

export const readRunEventsHandler = defineHandler(readRunEvents, async ({ params, query, headers, repos }) => {
  const run = await loadRun(repos, params.id);
  const afterSeq = Number(headers['last-event-id'] ?? query.after ?? 0);
  if (!wantsPage(headers.accept)) {
    // 204 tells an EventSource to stop; after a stream that just ends it would come back for ever
    if (isTerminal(run.status) && afterSeq >= run.lastSeq) return { status: 204 };
    return { stream: { runId: run.runId, afterSeq, level: query.events } };
  }
  const stored = await repos.runs.readEvents(run.runId, afterSeq, query.limit);
  const items = stored
    .map((event) => readPublicEvent(event, { runId: run.runId, level: query.events }))
    .filter((event): event is PublicEvent => event !== undefined);
  const nextAfter = stored.at(-1)?.seq ?? afterSeq;
  return { status: 200, body: { items, nextAfter, isComplete: isTerminal(run.status) && nextAfter >= run.lastSeq } };
});

function wantsPage(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}
