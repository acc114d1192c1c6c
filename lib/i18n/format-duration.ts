const SECOND_MS = 1000;

/** Formats a duration: `2 ms`, `0.84 s`, `2 m 41 s`, `2 h 48 m`. The units are the same in all languages. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 10) return `${Math.round(durationMs)} ms`;
  if (durationMs < 100 * SECOND_MS) return `${(durationMs / SECOND_MS).toFixed(2)} s`;
  const seconds = Math.round(durationMs / SECOND_MS);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}

/** Formats the time since something began, in whole seconds: `49 s`, `2 m 41 s`. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(Math.floor(elapsedMs / SECOND_MS), 0);
  return seconds < 100 ? `${seconds} s` : formatDuration(seconds * SECOND_MS);
}
