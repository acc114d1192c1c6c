/** A seq is an `int` in the database, which no log reaches: a larger one is past the end. */
const MAX_SEQ = 2_147_483_000;

/** What `Last-Event-ID` may be: the id of an event, or its `seq` alone. */
export const EVENT_ID = /^(?:[\w-]{1,100}:)?\d{1,15}$/;

/** The `id` of an event in a stream, by which a client that reconnects names the run and the event it has. */
export function eventId(runId: string, seq: number): string {
  return `${runId}:${seq}`;
}

/** @returns undefined for text that is no id */
export function parseEventId(id: string): { readonly runId: string | undefined; readonly seq: number } | undefined {
  if (!EVENT_ID.test(id)) return undefined;
  const colon = id.indexOf(':');
  return { runId: colon < 0 ? undefined : id.slice(0, colon), seq: withinLog(Number(id.slice(colon + 1))) };
}

/** A seq that the database can compare: one past the end of every log for a larger one. */
export function withinLog(seq: number): number {
  return Math.min(seq, MAX_SEQ);
}
