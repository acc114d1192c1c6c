/** Exit codes of the CLI. */
export const exitCode = {
  ok: 0,
  /** A run failed, a document is not valid (`validate`) or not formatted (`fmt --check`). */
  failed: 1,
  /** Wrong usage, or a document or inputs that cannot be run. */
  usage: 2,
  /** The run waits for a decision, which was not made here. */
  waiting: 3,
  /** Stopped by Ctrl-C, or from elsewhere. */
  cancelled: 130,
  /** The reader of our output closed the pipe. */
  brokenPipe: 141,
} as const;
