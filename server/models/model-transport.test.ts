import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { BatchClock } from './batch-clock.ts';
import { type ModelFetchOptions, makeModelTransport } from './model-transport.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A server that answers every request by `answer`, and our fetch to it. */
async function serve(answer: (response: ServerResponse) => void, options: ModelFetchOptions & { clock?: BatchClock } = {}) {
  const sockets = new Set<unknown>();
  const server = createServer((_, response) => answer(response)).on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = makeModelTransport({ ...(options.clock && { clock: options.clock }) });
  cleanups.push(
    () => transport.close(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const modelFetch = transport.fetch(options);
  return { call: (init?: RequestInit) => modelFetch(url, init), sockets, transport };
}

const eventStream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
/** A clock that tests move. */
function manualClock() {
  const wakes: (() => void)[] = [];
  return { wakes, now: () => 0, wait: (wake: () => void) => void wakes.push(wake) };
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a body arrives whole, with status and headers', async () => {
  const { call } = await serve((response) => response.writeHead(201, { 'x-a': '1' }).end('{"a":1}'));
  const response = await call({ method: 'POST', body: '{}' });
  expect([response.status, response.headers.get('x-a'), await response.json()]).toEqual([201, '1', { a: 1 }]);
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['deflate', deflateSync],
] as const)('an answer that a proxy packs by %s is unpacked, and fails when it is cut', async (encoding, pack) => {
  const packed = pack(Buffer.from('data: {"a":1}\n\ndata: [DONE]\n\n'));
  const send = (bytes: Uint8Array) =>
    serve((response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': encoding }).end(bytes),
    );
  expect(await (await (await send(packed)).call()).text()).toBe('data: {"a":1}\n\ndata: [DONE]\n\n');
  const { call } = await send(packed.subarray(0, packed.length - 4));
  await expect(call().then((response) => response.text())).rejects.toThrow();
});

test('a character cut between two pieces arrives whole', async () => {
  const bytes = Buffer.from('data: 漢字\n\n');
  const { call } = await serve(async (response) => {
    eventStream(response).write(bytes.subarray(0, 7));
    await nextTurn();
    response.end(bytes.subarray(7));
  });
  expect(await (await call()).text()).toBe('data: 漢字\n\n');
});

test('the first pieces of a stream go at once, later ones with the clock and as one, with the end', async () => {
  const clock = manualClock();
  const opened = Promise.withResolvers<ServerResponse>();
  const { call } = await serve((response) => opened.resolve(eventStream(response)), { clock });
  void opened.promise.then((response) => response.flushHeaders());
  const reader = (await call()).body?.getReader();
  const response = await opened.promise;
  const write = (text: string) => new Promise((resolve) => response.write(text, resolve));
  const read = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
  for (const first of ['1', '2', '3', '4']) {
    await write(`data: ${first}\n\n`);
    expect(await read()).toBe(`data: ${first}\n\n`);
  }
  expect(clock.wakes).toHaveLength(1);
  for (const later of ['5', '6', '7']) await write(`data: ${later}\n\n`);
  await new Promise<void>((resolve) => response.end('data: 8\n\n', resolve));
  await nextTurn();
  clock.wakes.shift()?.();
  expect(await read()).toBe('data: 5\n\ndata: 6\n\ndata: 7\n\ndata: 8\n\n');
  expect((await reader?.read())?.done).toBe(true);
});

test('a body that is no event stream does not wait for the clock', async () => {
  const clock = manualClock();
  const { call } = await serve(
    async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let i = 0; i < 20; i++) {
        response.write(' ');
        await nextTurn();
      }
      response.end('1');
    },
    { clock },
  );
  expect(await (await call()).json()).toBe(1);
  expect(clock.wakes).toEqual([]);
});

test('a line that breaks in the middle is an error, not an end', async () => {
  const { call } = await serve((response) => {
    eventStream(response).write('data: 1\n\n', () => response.destroy());
  });
  await expect((await call()).text()).rejects.toThrow('terminated');
});

test('a server that is not there is a connection failure in the words the SDK knows', async () => {
  const modelFetch = makeModelTransport().fetch();
  await expect(modelFetch('http://127.0.0.1:1/')).rejects.toThrow(new TypeError('fetch failed'));
});

describe('an abort closes the socket', () => {
  test('before the answer', async () => {
    let closed = () => {};
    const wasClosed = new Promise<void>((resolve) => (closed = resolve));
    const controller = new AbortController();
    const { call } = await serve((response) => {
      response.on('close', closed);
      controller.abort(new Error('stopped'));
    });
    await expect(call({ signal: controller.signal })).rejects.toThrow('stopped');
    await wasClosed;
  });

  test('in the middle of the answer', async () => {
    let closed = () => {};
    const wasClosed = new Promise<void>((resolve) => (closed = resolve));
    const controller = new AbortController();
    const { call } = await serve((response) => {
      response.on('close', closed);
      eventStream(response).write('data: 1\n\n');
    });
    const reader = (await call({ signal: controller.signal })).body?.getReader();
    await reader?.read();
    controller.abort(new Error('stopped'));
    await expect(reader?.read()).rejects.toThrow('stopped');
    await wasClosed;
  });

  test('while nothing is read', async () => {
    let closed = () => {};
    const wasClosed = new Promise<void>((resolve) => (closed = resolve));
    const controller = new AbortController();
    const clock = manualClock();
    const { call } = await serve(
      async (response) => {
        response.on('close', closed);
        eventStream(response);
        while (!response.destroyed) {
          response.write('data: 1\n\n');
          await nextTurn();
        }
      },
      { clock },
    );
    const reader = (await call({ signal: controller.signal })).body?.getReader();
    while (clock.wakes.length === 0) await reader?.read();
    controller.abort(new Error('stopped'));
    await expect(reader?.read()).rejects.toThrow('stopped');
    await wasClosed;
  });

  test('and so does a reader that leaves', async () => {
    let closed = () => {};
    const wasClosed = new Promise<void>((resolve) => (closed = resolve));
    const { call } = await serve((response) => {
      response.on('close', closed);
      eventStream(response).write('data: 1\n\n');
    });
    await (await call()).body?.cancel();
    await wasClosed;
  });
});

test('a slow reader pauses the sender', async () => {
  let written = 0;
  const total = 64 * 1024 * 1024;
  const piece = Buffer.alloc(64 * 1024, 'x');
  let hasStalled = () => {};
  const stalled = new Promise<void>((resolve) => (hasStalled = resolve));
  const { call } = await serve((response) => {
    response.writeHead(200);
    const write = () => {
      let mayGoOn = true;
      while (mayGoOn && written < total) {
        mayGoOn = response.write(piece);
        written += piece.length;
      }
      if (written >= total) response.end();
      else response.once('drain', write);
      if (!mayGoOn) hasStalled();
    };
    write();
  });
  const response = await call();
  await stalled;
  let before: number;
  do {
    before = written;
    for (let i = 0; i < 200; i++) await nextTurn();
  } while (written > before);
  expect(written).toBeLessThan(total);
  expect((await response.arrayBuffer()).byteLength).toBe(total);
});

test('sockets are used again, and closed with the transport', async () => {
  const { call, sockets, transport } = await serve((response) => response.end('ok'));
  for (let i = 0; i < 3; i++) await (await call()).text();
  expect(sockets.size).toBe(1);
  const [socket] = sockets as Set<{ on(event: 'close', listener: () => void): void }>;
  const closed = new Promise<void>((resolve) => socket?.on('close', resolve));
  transport.close();
  await closed;
});

describe('a secret that the server repeats does not come back', () => {
  const secrets = ['sk-secret'];
  test('in an error', async () => {
    const { call } = await serve((response) => response.writeHead(401).end('{"message":"bad key sk-secret"}'), { secrets });
    expect(await (await call()).text()).toBe('{"message":"bad key [redacted]"}');
  });

  test('in a stream, cut in the middle', async () => {
    const { call } = await serve(
      async (response) => {
        eventStream(response).write('data: {"error":"sk-se');
        await nextTurn();
        response.end('cret"}\n\n');
      },
      { secrets },
    );
    expect(await (await call()).text()).toBe('data: {"error":"[redacted]"}\n\n');
  });
});

describe('a key stays in', () => {
  test.each([
    ['an answer that has its word', ['ollama'], 'data: {"delta":"use ollama"}\n\n'],
    ['an error, when it is too short to be a secret', ['e'], 'data: {"error":"refused"}\n\n'],
    ['an answer, however long it is', ['not-needed'], 'data: {"delta":"a key is not-needed"}\n\n'],
  ])('%s', async (_, secrets, events) => {
    const { call } = await serve((response) => void eventStream(response).end(events), { secrets });
    expect(await (await call()).text()).toBe(events);
  });
});
