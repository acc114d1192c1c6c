import { parseEventId } from '../run/event-id.ts';
import { type EventLevel, type PublicEvent, publicEventSchema } from '../run/public-event.ts';
import { ApiError } from './api-error.ts';
import { type BeforeRead, parseEventStream } from './parse-event-stream.ts';
import { readRunEvents } from './run-events.contract.ts';
import { buildUrl, type ClientOptions, send, toApiError } from './send-request.ts';

const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 10_000;

export type StreamEventsOptions = {
  /** Only events with a greater seq. @defaultValue 0 */
  readonly afterSeq?: number;
  /** @defaultValue 'full' */
  readonly events?: EventLevel;
  readonly signal?: AbortSignal;
  /** Continues after a `done` with the status `waiting`, until the run has ended. @defaultValue false */
  readonly isFollowing?: boolean;
  /** Attempts without a new event before the last error is thrown. @defaultValue no limit */
  readonly maxAttempts?: number;
  /** Waits before the next attempt; rejects when the signal aborts. Injected by tests. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Called for every connection, before its first event. */
  readonly onConnect?: () => void;
  /** Awaited before each read; what arrives meanwhile is read together. @defaultValue reads immediately */
  readonly beforeRead?: BeforeRead;
  /** Called for every lost connection, with the time of the next attempt. */
  readonly onReconnect?: (reconnect: { readonly attempt: number; readonly delayMs: number }) => void;
};

/** See `Client.streamEvents`. */
export async function* streamEvents(
  client: ClientOptions,
  runId: string,
  {
    afterSeq = 0,
    events = 'full',
    signal,
    isFollowing = false,
    maxAttempts = Number.POSITIVE_INFINITY,
    sleep = sleepFor,
    onConnect,
    beforeRead,
    onReconnect,
  }: StreamEventsOptions = {},
): AsyncGenerator<PublicEvent, void, undefined> {
  const cursor: Cursor = { seq: afterSeq, end: undefined };
  let failures = 0;
  while (true) {
    const seqBefore = cursor.seq;
    let cause: unknown;
    try {
      if (cursor.end === 'waiting' && !isFollowing && (await isStillWaiting(client, runId, { cursor, signal }))) return;
      yield* readOnce(client, runId, { cursor, events, signal, onConnect, beforeRead });
    } catch (error) {
      cause = error;
      if (signal?.aborted || (error instanceof ApiError && error.status >= 400 && error.status < 500)) throw error;
    }
    if (cursor.end === 'ended') return;
    if (cursor.end === 'waiting' && cause === undefined) continue;
    failures = cursor.seq > seqBefore ? 1 : failures + 1;
    if (failures >= maxAttempts)
      throw cause ?? new ApiError({ status: 0, code: 'connection-failed' }, 'The stream of events was cut');
    const delayMs = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MAX_MS);
    onReconnect?.({ attempt: failures, delayMs });
    await sleep(delayMs, signal);
  }
}

/** `end`: status of the last event, if it was a `done`. */
type Cursor = { seq: number; end: 'waiting' | 'ended' | undefined };
type ReadOnce = {
  readonly cursor: Cursor;
  readonly events: EventLevel;
  readonly signal: AbortSignal | undefined;
  readonly onConnect: (() => void) | undefined;
  readonly beforeRead: BeforeRead | undefined;
};

/**
 * Whether the `done` with the status `waiting` is the last event of the log. The connection may
 * have been cut there, and a stream that starts after it would stay open until a decision.
 */
async function isStillWaiting(
  client: ClientOptions,
  runId: string,
  { cursor, signal }: Pick<ReadOnce, 'cursor' | 'signal'>,
): Promise<boolean> {
  const query = { after: cursor.seq, limit: 1, events: 'summary' };
  const url = buildUrl(client.baseUrl, readRunEvents.path, { params: { id: runId }, query });
  const headers = { ...client.headers, accept: 'application/json' };
  const response = await send(client, url, { method: 'GET', headers, ...(signal ? { signal } : {}) });
  if (!response.ok) throw await toApiError(response);
  const { status, nextAfter } = readRunEvents.results[200].body.parse(await response.json());
  return status === 'waiting' && nextAfter === cursor.seq;
}

async function* readOnce(
  client: ClientOptions,
  runId: string,
  { cursor, events, signal, onConnect, beforeRead }: ReadOnce,
): AsyncGenerator<PublicEvent, void, undefined> {
  const url = buildUrl(client.baseUrl, readRunEvents.path, { params: { id: runId }, query: { events } });
  const headers = {
    accept: 'text/event-stream',
    ...client.headers,
    ...(cursor.seq > 0 ? { 'last-event-id': String(cursor.seq) } : {}),
  };
  const response = await send(client, url, { method: 'GET', headers, ...(signal ? { signal } : {}) });
  if (!response.ok) throw await toApiError(response);
  cursor.end = undefined;
  // The run has ended and there are no further events.
  if (response.status === 204) {
    cursor.end = 'ended';
    return;
  }
  if (!response.body)
    throw new ApiError({ status: response.status, code: 'response-invalid' }, 'The stream of events has no body');
  onConnect?.();
  for await (const frame of parseEventStream(response.body, beforeRead)) {
    const event = publicEventSchema.safeParse(JSON.parse(frame.data));
    cursor.seq = Math.max(cursor.seq, parseEventId(frame.id ?? '')?.seq ?? 0);
    // An event type of a newer server, which this build cannot show.
    if (!event.success) continue;
    cursor.end = event.data.type !== 'done' ? undefined : event.data.status === 'waiting' ? 'waiting' : 'ended';
    // Shares one string between all events of a run, of which a page keeps thousands.
    yield event.data.runId === runId ? Object.assign(event.data, { runId }) : event.data;
    // The log may continue after a `done` with the status `waiting`; the server then sends that too.
    if (cursor.end === 'ended') return;
  }
}

function sleepFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
