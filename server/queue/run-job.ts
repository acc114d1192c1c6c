import { z } from 'zod';
import { workspaceId } from '#lib/ports/run-store.ts';

export const BULL_PREFIX = 'threadloom';
export const RUN_QUEUE = 'runs';

/** What a job of the queue `runs` carries: the address of a row, which says the rest. */
export const runJobSchema = z.object({
  workspaceId: z.string().min(1).max(100).transform(workspaceId),
  runId: z.string().min(1).max(100),
});
