import type { RunResult } from '#lib/api/run-starts.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { readPublicEvent } from '#lib/run/to-public-event.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';
import type { WebhookStore } from '../db/stores/webhook-store.ts';

/** Events read in one go. */
const READ_BATCH = 5000;

/** How a run ended, from its log, as a `sync` answer says it; errors as the summary shows them. */
export async function readRunResult(runId: string, store: Pick<WebhookStore, 'readEvents'>): Promise<RunResult> {
  let usage = NO_USAGE;
  for (let afterSeq = 0; ; ) {
    const events = await store.readEvents(runId, afterSeq, READ_BATCH);
    for (const stored of events) {
      if (stored.type !== 'llm_result' && stored.type !== 'done') continue;
      const event = readPublicEvent(stored, { runId, level: 'summary' });
      if (event?.type === 'llm_call' && event.usage) usage = addUsage(usage, event.usage);
      // one that says `waiting` is not the end
      if (event?.type !== 'done' || !isTerminal(event.status)) continue;
      const { status, reason, outputs = {}, error } = event;
      return { runId, status, ...(reason !== undefined && { reason }), outputs, ...(error && { error }), usage };
    }
    const last = events.at(-1);
    if (!last) throw new AppError('internal', `The log of the run ${runId} has no end.`);
    afterSeq = last.seq;
  }
}
