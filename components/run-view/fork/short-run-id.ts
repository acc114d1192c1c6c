const SHOWN_CHARS = 8;

/** The end of a run's id, which tells runs apart; all of it stands beside or behind it. */
export function shortRunId(runId: string): string {
  return runId.length > SHOWN_CHARS ? `…${runId.slice(-SHOWN_CHARS)}` : runId;
}
