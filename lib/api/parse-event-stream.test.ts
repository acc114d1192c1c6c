import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEventStream, type ServerSentEvent } from './parse-event-stream.ts';

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function parse(chunks: readonly Uint8Array[]): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of parseEventStream(streamOf(chunks))) events.push(event);
  return events;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('fields, comments and several lines of data are parsed as in the standard', async () => {
  const text = ': a comment\nid: 7\nevent: content\ndata: {"a":\ndata:  1}\nretry: 10\nunknown\n\ndata\n\nid: 8\n\n';
  expect(await parse([bytesOf(text)])).toEqual([
    { id: '7', event: 'content', data: '{"a":\n 1}' },
    { id: undefined, event: 'message', data: '' },
  ]);
});

test('an event without its empty line is dropped', async () => {
  expect(await parse([bytesOf('data: whole\n\ndata: half\n')])).toEqual([{ id: undefined, event: 'message', data: 'whole' }]);
});

test('the events are the same for any chunks and line ends', async () => {
  const written = fc.array(
    fc.record({ id: fc.nat().map(String), data: fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)) }),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(written, fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat({ max: 40 })), async (events, end, cuts) => {
      const bytes = bytesOf(
        events.map(({ id, data }) => [`id: ${id}`, 'event: content', `data: ${data}`, '', ''].join(end)).join(''),
      );
      const chunks: Uint8Array[] = [];
      let at = 0;
      for (const size of cuts) {
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      chunks.push(bytes.subarray(at));
      expect(await parse(chunks)).toEqual(events.map(({ id, data }) => ({ id, event: 'content', data })));
    }),
  );
});

test('a reader that stops early cancels the stream', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytesOf('data: x\n\n')),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const _ of parseEventStream(body)) break;
  expect(isCancelled).toBe(true);
});
