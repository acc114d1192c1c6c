import type trigger from '#triggers/workflow-failed.trigger.ts';
import { defineTriggerHandler } from '../define-trigger-handler.ts';

const LOOK_EVERY_MS = 5000;
/** Processes may store ends a little out of order. An event that is found again has the same key. */
const OVERLAP_MS = 60_000;
const MAX_EVENTS = 100;

export default defineTriggerHandler<typeof trigger>({
  firstAt: (_, after) => after,

  async collect({ workflows }, { now, state }, { failedRuns }) {
    const nextAt = new Date(now.getTime() + LOOK_EVERY_MS);
    // What failed before the trigger was published is not its business.
    if (state === null) return { events: [], nextAt, state: now.toISOString() };
    const since = new Date(state);
    const runs = await failedRuns({ since, workflows, limit: MAX_EVENTS });
    const last = runs.at(-1)?.failedAt;
    const seenTo = runs.length < MAX_EVENTS ? new Date(now.getTime() - OVERLAP_MS) : last;
    return {
      events: runs.map(({ failedAt, ...run }) => ({ event: { ...run, failedAt: failedAt.toISOString() }, key: run.runId })),
      nextAt,
      state: (seenTo && seenTo > since ? seenTo : since).toISOString(),
    };
  },
});
