import { createParser } from 'eventsource-parser';

/** One server-sent event. */
export type ServerSentEvent = { readonly id: string | undefined; readonly event: string; readonly data: string };

/**
 * @param readBytes size of the last chunk; 0 before the first @returns resolves when the next chunk
 * may be read
 */
export type BeforeRead = (readBytes: number) => Promise<void> | undefined;

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
  try {
    while (true) {
      await beforeRead?.(readBytes);
      const { done, value } = await reader.read();
      // The parser holds back a line that ends with CR until it sees whether LF follows.
      if (done && isAfterCarriageReturn) parser.feed('\n');
      if (!done) {
        readBytes = value.byteLength;
        const text = decoder.decode(value, { stream: true });
        if (text !== '') isAfterCarriageReturn = text.endsWith('\r');
        parser.feed(text);
      }
      yield* events.splice(0);
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
