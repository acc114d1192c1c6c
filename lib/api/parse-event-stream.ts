import { createParser } from 'eventsource-parser';

/** One server-sent event. */
export type ServerSentEvent = { readonly id: string | undefined; readonly event: string; readonly data: string };

/**
 * @param readBytes size of what was read last; 0 before the first @returns resolves when the next chunk
 * may be read
 */
export type BeforeRead = (readBytes: number) => Promise<void> | undefined;

/** A log that is far behind is handed on in pieces of about that size. */
const MAX_GATHERED_BYTES = 65_536;

/**
 * The events of a `text/event-stream` body as they arrive. An event cut off by the end of the
 * stream is dropped.
 * @param beforeRead lets a reader throttle itself: what arrives meanwhile is read at once
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* parseEventStream(
  body: ReadableStream<Uint8Array>,
  beforeRead?: BeforeRead,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events: ServerSentEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event = 'message', data }) => events.push({ id, event, data }),
  });
  let readBytes = 0;
  let isAfterCarriageReturn = false;
  let next = readNext(reader);
  try {
    while (true) {
      await beforeRead?.(readBytes);
      readBytes = 0;
      let isDone = false;
      do {
        const { done, value } = await next;
        isDone = done;
        // The parser holds back a line that ends with CR until it sees whether LF follows.
        if (done && isAfterCarriageReturn) parser.feed('\n');
        if (done) break;
        readBytes += value.byteLength;
        const text = decoder.decode(value, { stream: true });
        if (text !== '') isAfterCarriageReturn = text.endsWith('\r');
        parser.feed(text);
        next = readNext(reader);
        // A browser keeps what arrives in the pieces in which it was sent.
      } while (beforeRead && readBytes < MAX_GATHERED_BYTES && (await isThere(next)));
      yield* events.splice(0);
      if (isDone) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** It may fail before it is awaited. */
function readNext(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const next = reader.read();
  next.catch(() => undefined);
  return next;
}

/** Whether a read needs nothing that is still to arrive. */
function isThere(read: Promise<unknown>): Promise<boolean> {
  const isRead = read.then(
    () => true,
    () => true,
  );
  return Promise.race([isRead, new Promise<boolean>((resolve) => setTimeout(() => resolve(false)))]);
}
