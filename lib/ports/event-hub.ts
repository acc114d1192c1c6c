import type { StoredEvent } from '../run/run-event.ts';

/** Live events of runs, committed ones only. A subscriber that was there before a commit sees it. */
export interface EventHub {
  /** Never throws: errors of subscribers must not affect the run. */
  publish(runId: string, events: readonly StoredEvent[]): void;
  /** Whether the run has a subscriber here. Undefined where subscribers of other processes are not known. */
  isWatched?(runId: string): boolean;
  /** @returns how to leave */
  subscribe(runId: string, listener: (events: readonly StoredEvent[]) => void): () => void;
}
