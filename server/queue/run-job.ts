import { z } from 'zod';
import { workspaceId } from '#lib/ports/run-store.ts';

export const BULL_PREFIX = 'threadloom';
/** Runs of strangers wait in a queue of their own, so that their backlog takes no turn of others. */
export const RUN_QUEUES = { others: 'runs', strangers: 'runs-of-strangers' } as const;

/** Payload of a job: the key of the row that has everything else. */
export const runJobSchema = z.object({
  workspaceId: z.string().min(1).max(100).transform(workspaceId),
  runId: z.string().min(1).max(100),
});
