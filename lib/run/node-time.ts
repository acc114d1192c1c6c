/** A larger difference between duration and work means a wait: for a decision, or for another process after a crash. */
const WAIT_MIN_MS = 1000;

/**
 * How long something took, in milliseconds, wherever it is shown: what its process measured, which is more exact; from
 * begin to end where it also waited, as its bar in the timeline does.
 */
export function spentMs({ spanMs, workMs }: { spanMs: number; workMs: number | undefined }): number {
  return workMs !== undefined && spanMs - workMs < WAIT_MIN_MS ? workMs : spanMs;
}

type Times = {
  readonly startedAt?: string | undefined;
  readonly finishedAt?: string | undefined;
  readonly executionTimeMs?: number | undefined;
};

/** As `spentMs`, of a node; of one that has not ended until `nowMs`; undefined for one that never began. */
export function nodeTimeMs({ startedAt, finishedAt, executionTimeMs }: Times, nowMs: number): number | undefined {
  if (startedAt === undefined) return finishedAt === undefined ? undefined : executionTimeMs;
  const spanMs = Math.max((finishedAt === undefined ? nowMs : Date.parse(finishedAt)) - Date.parse(startedAt), 0);
  return finishedAt === undefined ? spanMs : spentMs({ spanMs, workMs: executionTimeMs });
}
