import { z } from 'zod';
import { workspaceId } from '#lib/ports/run-store.ts';

export const BULL_PREFIX = 'threadloom';
export const RUN_QUEUE = 'runs';

/** Payload of a job of the queue `runs`: the key of the row that has everything else. */
export const runJobSchema = z.object({
  workspaceId: z.string().min(1).max(100).transform(workspaceId),
  runId: z.string().min(1).max(100),
});
