import { expect, test, vi } from 'vitest';
import { asEventStream, eventsOf, withHeartbeat } from './event-stream.ts';

const text = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

test('a quiet stream has comments between its events, and never within one', async () => {
  vi.useFakeTimers();
  try {
    const source = new TransformStream<Uint8Array, Uint8Array>();
    const writer = source.writable.getWriter();
    const read = text(withHeartbeat(source.readable, 1000));
    const write = (part: string) => writer.write(new TextEncoder().encode(part));
    await write('data: 1\n\n');
    await vi.advanceTimersByTimeAsync(1000);
    await write('data: ');
    await vi.advanceTimersByTimeAsync(3000);
    await write('2\n\n');
    await writer.close();
    expect(await read).toBe('data: 1\n\n: still here\n\ndata: 2\n\n');
  } finally {
    vi.useRealTimers();
  }
});

test('a reader that leaves ends the source', async () => {
  let hasEnded = false;
  async function* count() {
    try {
      for (let index = 0; ; index += 1) yield index;
    } finally {
      hasEnded = true;
    }
  }
  const reader = withHeartbeat(eventsOf(count())).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: 0\n\n');
  await reader.cancel();
  expect(hasEnded).toBe(true);
});

test('the stream of a library is sent as all others, and its other answers as they are', async () => {
  const stream = asEventStream(new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } }));
  expect(stream.headers.get('x-accel-buffering')).toBe('no');
  expect(await stream.text()).toBe('data: 1\n\n');
  const json = Response.json({});
  expect(asEventStream(json)).toBe(json);
});
