import { type EventLevel, type PublicEvent, publicEventSchema } from '../run/public-event.ts';
import { ApiError } from './api-error.ts';
import { parseEventStream } from './parse-event-stream.ts';
import { readRunEvents } from './runs.contract.ts';
import { buildUrl, type ClientOptions, send, toApiError } from './send-request.ts';

const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 10_000;

export type StreamEventsOptions = {
  /** Only events with a greater seq. @defaultValue 0 */
  readonly afterSeq?: number;
  /** @defaultValue 'full' */
  readonly events?: EventLevel;
  readonly signal?: AbortSignal;
  /** Tries in a row without a new event before it gives up and throws what the last one met. @defaultValue no limit */
  readonly maxAttempts?: number;
  /** Waits before the next try; rejects when the signal aborts. Handed in by tests. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Told of every lost connection and when the next try is due, for a page that wants to show it. */
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
    maxAttempts = Number.POSITIVE_INFINITY,
    sleep = sleepFor,
    onReconnect,
  }: StreamEventsOptions = {},
): AsyncGenerator<PublicEvent, void, undefined> {
  const cursor = { seq: afterSeq, isDone: false };
  let failures = 0;
  while (true) {
    const seqBefore = cursor.seq;
    let cause: unknown;
    try {
      yield* readOnce(client, runId, { cursor, events, signal });
    } catch (error) {
      cause = error;
      if (signal?.aborted || (error instanceof ApiError && error.status >= 400 && error.status < 500)) throw error;
    }
    if (cursor.isDone) return;
    failures = cursor.seq > seqBefore ? 1 : failures + 1;
    if (failures >= maxAttempts)
      throw cause ?? new ApiError({ status: 0, code: 'connection-failed' }, 'The stream of events was cut');
    const delayMs = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MAX_MS);
    onReconnect?.({ attempt: failures, delayMs });
    await sleep(delayMs, signal);
  }
}

type Cursor = { seq: number; isDone: boolean };

async function* readOnce(
  client: ClientOptions,
  runId: string,
  { cursor, events, signal }: { cursor: Cursor; events: EventLevel; signal: AbortSignal | undefined },
): AsyncGenerator<PublicEvent, void, undefined> {
  const url = buildUrl(client.baseUrl, readRunEvents.path, { params: { id: runId }, query: { events } });
  const headers = {
    accept: 'text/event-stream',
    ...client.headers,
    ...(cursor.seq > 0 ? { 'last-event-id': String(cursor.seq) } : {}),
  };
  const response = await send(client, url, { method: 'GET', headers, ...(signal ? { signal } : {}) });
  if (!response.ok) throw await toApiError(response);
  // nothing is left of a run that has ended
  if (response.status === 204) {
    cursor.isDone = true;
    return;
  }
  if (!response.body)
    throw new ApiError({ status: response.status, code: 'response-invalid' }, 'The stream of events has no body');
  for await (const frame of parseEventStream(response.body)) {
    const event = publicEventSchema.safeParse(JSON.parse(frame.data));
    cursor.seq = Math.max(cursor.seq, Number(frame.id ?? 0));
    // a type this build does not know: a newer server, and nothing it could show
    if (!event.success) continue;
    cursor.isDone = event.data.type === 'done';
    yield event.data;
    if (cursor.isDone) return;
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
