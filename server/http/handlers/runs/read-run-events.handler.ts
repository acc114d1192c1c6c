import { readRunEvents } from '#lib/api/runs.contract.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { readPublicEvent } from '#lib/run/to-public-event.ts';
import { leavingTexts } from '#lib/workflow/leaving-texts.ts';
import { levelFor } from '../../handler-kit/authenticate.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRunHead } from '../../resources/run-resource.ts';

/** A seq is an `int` in the database, which no log reaches: a larger one is past the end. */
const MAX_AFTER_SEQ = 2_147_483_000;

export const readRunEventsHandler = defineHandler(readRunEvents, async ({ params, query, headers, ...context }) => {
  const run = await loadRunHead(params.id, context);
  const level = levelFor(context, query.events);
  const { endpoint, deps } = context;
  const texts =
    endpoint && level === 'summary' ? leavingTexts(await deps.publishing.frozen.get(run.documentHash), deps.nodes) : undefined;
  const afterSeq = Math.min(Number(headers['last-event-id'] ?? query.after ?? 0), MAX_AFTER_SEQ);
  if (!wantsPage(headers.accept)) {
    // 204 tells an EventSource to stop; after a stream that just ends it would come back for ever
    if (isTerminal(run.status) && afterSeq >= run.lastSeq) return { status: 204 };
    return { stream: { runId: run.runId, afterSeq, level, texts } };
  }
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
