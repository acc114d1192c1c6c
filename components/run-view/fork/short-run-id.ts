const SHOWN_CHARS = 8;

/** The end of a run's id, which distinguishes runs; the full id is nearby. */
export function shortRunId(runId: string): string {
  return runId.length > SHOWN_CHARS ? `…${runId.slice(-SHOWN_CHARS)}` : runId;
}
