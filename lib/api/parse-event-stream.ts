/** One server-sent event. */
export type ServerSentEvent = { readonly id: string | undefined; readonly event: string; readonly data: string };

/** @param readBytes how many bytes came at the last time; 0 before the first @returns when more is to be read */
export type BeforeRead = (readBytes: number) => Promise<void> | undefined;

/**
 * The events of a `text/event-stream` body as they arrive. A frame cut off by the end of the stream is dropped, as the standard says.
 * @param beforeRead lets a reader that looks only now and then take at once all that has come in between
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* parseEventStream(
  body: ReadableStream<Uint8Array>,
  beforeRead?: BeforeRead,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let isAfterCarriageReturn = false;
  let frame = newFrame();
  let readBytes = 0;
  try {
    while (true) {
      await beforeRead?.(readBytes);
      const { done, value } = await reader.read();
      if (done) return;
      readBytes = value.byteLength;
      let text = decoder.decode(value, { stream: true });
      // CR LF may be cut between its halves; the CR has ended the line already
      if (isAfterCarriageReturn && text.startsWith('\n')) text = text.slice(1);
      if (text !== '') isAfterCarriageReturn = text.endsWith('\r');
      const lines = (rest + text).split(/\r\n|\r|\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== '') {
          readLine(frame, line);
          continue;
        }
        if (frame.data.length > 0) yield { id: frame.id, event: frame.event, data: frame.data.join('\n') };
        frame = newFrame();
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

type Frame = { id: string | undefined; event: string; data: string[] };

function newFrame(): Frame {
  return { id: undefined, event: 'message', data: [] };
}

function readLine(frame: Frame, line: string): void {
  const colon = line.indexOf(':');
  if (colon === 0) return;
  const field = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
  if (field === 'data') frame.data.push(value);
  else if (field === 'event') frame.event = value;
  else if (field === 'id') frame.id = value;
}
