/** Of one run, as JSON text. */
export const MAX_RESULT_CHARS = 4_000_000;
/** Of one run, both streams together. The rest is dropped, with a note. */
export const MAX_OUTPUT_CHARS = 64_000;
export const MAX_OUTPUT_LINES = 1000;
/** Of an error's message; code may throw a megabyte. */
export const MAX_MESSAGE_CHARS = 4000;
/** Runs that wait for a permit; more are refused. */
export const MAX_WAITING_RUNS = 1000;
