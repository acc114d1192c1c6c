/** Of every answer that is a stream of server-sent events. */
export const eventStreamHeaders = {
  // Some clients read text without a charset as ISO-8859-1.
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  // nginx would collect the answer.
  'x-accel-buffering': 'no',
} as const;

/** Proxies close what is quiet, nginx after a minute. */
export const HEARTBEAT_MS = 15_000;
/** A comment, which clients ignore. */
export const HEARTBEAT = ': still here\n\n';

const encoder = new TextEncoder();
const LINE_END = 0x0a;

/** Values as server-sent events, which are taken as the reader has room for them. */
export function eventsOf(values: AsyncIterable<unknown>): ReadableStream<Uint8Array> {
  const iterator = values[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(`data: ${JSON.stringify(next.value)}\n\n`));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** The same stream, with comments between its events while it is quiet. */
export function withHeartbeat(source: ReadableStream<Uint8Array>, heartbeatMs = HEARTBEAT_MS): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const comment = encoder.encode(HEARTBEAT);
  let timer: NodeJS.Timeout | undefined;
  let isBetweenEvents = true;
  const stop = () => clearInterval(timer);
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => {
        if (isBetweenEvents && (controller.desiredSize ?? 0) > 0) controller.enqueue(comment);
      }, heartbeatMs).unref();
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          stop();
          return controller.close();
        }
        isBetweenEvents = value.at(-1) === LINE_END && value.at(-2) === LINE_END;
        controller.enqueue(value);
      } catch (error) {
        stop();
        throw error;
      }
    },
    async cancel(reason) {
      stop();
      await reader.cancel(reason);
    },
  });
}

/** An answer of a library, as all streams are sent; any other answer as it is. */
export function asEventStream(answer: Response, heartbeatMs?: number): Response {
  if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
  const sent = new Response(withHeartbeat(answer.body, heartbeatMs), answer);
  for (const [name, value] of Object.entries(eventStreamHeaders)) sent.headers.set(name, value);
  return sent;
}
