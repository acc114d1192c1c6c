import { isTerminal, runStatusSchema, terminalStatuses } from '#lib/run/run-status.ts';
import { constant, type Sql, sql } from './sql.ts';

/** Statuses of runs that have ended: `status IN ${ENDED}`. */
export const ENDED = constant(`(${terminalStatuses.map((status) => `'${status}'`).join(', ')})`);

const openStatuses = runStatusSchema.options.filter((status) => !isTerminal(status));
/** Those of runs that have not. An index has the runs by status that did not succeed. */
export const IS_OPEN = constant(
  `status IN (${openStatuses.map((status) => `'${status}'`).join(', ')}) AND status <> 'succeeded'`,
);

/** Of a row of `runs`: a visitor of a page or the sender of a form started it. */
export const IS_OF_STRANGER = isOfStranger('runs');

/** @param run the name of a row of `runs` */
export function isOfStranger(run: 'runs' | 'o'): Sql {
  return constant(`((${run}.owner_kind = 'visitor' OR ${run}.surface = 'form') IS TRUE)`);
}

/** A run as a queue offers it. */
export const QUEUED_RUN = constant(
  `runs.id AS "runId", runs.workspace_id AS "workspaceId", runs.lease_token::int AS "leaseToken", ${IS_OF_STRANGER.text} AS "isStranger"`,
);

/** The time so many milliseconds after the statement's, by the clock of the database; null for null. */
export function msFromNow(ms: number | null): Sql {
  return sql`CURRENT_TIMESTAMP + ${ms}::float8 * interval '1 millisecond'`;
}

/**
 * A text of others as a column can hold it: PostgreSQL refuses NUL, which becomes U+FFFD, and half a
 * surrogate pair.
 * @param maxChars the rest is cut off. @defaultValue none
 */
export function storableText(text: string, maxChars = Number.POSITIVE_INFINITY): string {
  return text.replaceAll('\0', '\ufffd').slice(0, maxChars).toWellFormed();
}
