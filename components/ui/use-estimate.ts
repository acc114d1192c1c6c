'use client';
import { useState } from 'react';
import { useNow } from '#components/ui/use-now.ts';
import { type Estimate, nextEstimate, QUIET_MS, startEstimate } from '#lib/progress/time-left.ts';

export type Work = {
  /** Units that are done, of `total`. */
  readonly done: number;
  /** Undefined while it is unknown how many there are. */
  readonly total: number | undefined;
};

export type WorkEstimate = Pick<Estimate, 'leftMs'> & {
  /** Work that takes a moment needs no progress. */
  readonly isLong: boolean;
};

/** How long work still takes that began when this was mounted; once a second. */
export function useEstimate(work: Work): WorkEstimate {
  const atMs = useNow('slow');
  const [last, setLast] = useState(() => startEstimate({ ...work, atMs }));
  // 0: drawn on the server, whose clock is not that of the page.
  const next = last.startedAtMs === 0 ? startEstimate({ ...work, atMs }) : nextEstimate(last, { ...work, atMs });
  // React draws again at once, with the estimate as the state before.
  if (next !== last && atMs !== 0) setLast(next);
  return { leftMs: next.leftMs, isLong: atMs - next.startedAtMs >= QUIET_MS };
}
