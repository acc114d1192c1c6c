import { expect, test } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { makeClient } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { RunFeed } from './run-feed.ts';

const base = { runId: 'run_1', at: '2026-11-21T10:00:00.000Z' };
const events: PublicEvent[] = [
  { ...base, seq: 1, type: 'run_started' },
  { ...base, seq: 2, type: 'node_started', nodeId: 'answer' },
  { ...base, seq: 3, type: 'content', nodeId: 'answer', content: 'Be' },
  { ...base, seq: 4, type: 'content', nodeId: 'answer', content: 'cause' },
  { ...base, seq: 5, type: 'done', status: 'succeeded', tokensUsed: 0 },
];

/** A server of event streams: what was asked of it, and the means to answer piece by piece. */
class EventServer {
  readonly requestedAfter: number[] = [];
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;

  readonly client = makeClient({
    baseUrl: '',
    fetch: async (_url, init) => {
      this.requestedAfter.push(Number(new Headers(init.headers).get('last-event-id') ?? 0));
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          this.#stream = controller;
          init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
  });

  /** Pieces that nobody has read. */
  get unread(): number {
    return 1 - (this.#stream?.desiredSize ?? 1);
  }

  close(): void {
    this.#stream?.close();
  }

  send(...sent: PublicEvent[]): void {
    const text = sent.map((event) => `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
    this.#stream?.enqueue(new TextEncoder().encode(text));
  }
}

/** A feed whose frames are drawn by hand. */
function makeFeed(client = new EventServer().client) {
  const frames: (() => void)[] = [];
  const feed = new RunFeed('run_1', { client, onNextFrame: (callback) => frames.push(callback) });
  return { feed, frames, draw: () => frames.splice(0).forEach((callback) => void callback()) };
}

test('all that arrives between two frames is one change', async () => {
  const server = new EventServer();
  const { feed, frames, draw } = makeFeed(server.client);
  let changes = 0;
  feed.subscribe(() => changes++);
  await expect.poll(() => server.requestedAfter).toEqual([0]);
  server.send(...events.slice(0, 4));
  await expect.poll(() => frames.length).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  draw();
  expect(changes).toBe(1);
  expect(feed.read()).toMatchObject({ connection: 'live', run: { lastSeq: 4, nodes: { answer: { text: 'Because' } } } });
  expect(feed.read().events).toHaveLength(4);
});

test('reading pauses until the received events are drawn, and then all later ones are drawn at once', async () => {
  const server = new EventServer();
  const { feed, frames, draw } = makeFeed(server.client);
  feed.subscribe(() => {});
  await expect.poll(() => server.requestedAfter).toEqual([0]);
  server.send(...events.slice(0, 1));
  await expect.poll(() => frames.length).toBe(1);
  for (const event of events.slice(1, 4)) server.send(event);
  await new Promise((resolve) => setImmediate(resolve));
  expect(server.unread).toBeGreaterThan(1);
  draw();
  await expect.poll(() => server.unread).toBe(0);
  expect(frames.length).toBe(1);
  draw();
  expect(feed.read().run.lastSeq).toBe(4);
});

test('a value is stored unchanged, however deep it is and whatever its names are', async () => {
  const server = new EventServer();
  const { feed } = makeFeed(server.client);
  const output = JSON.parse(`{ "__proto__": 1, "deep": ${'['.repeat(3000)}${']'.repeat(3000)} }`);
  const seen = { ...base, type: 'node_finished', nodeId: 'answer', status: 'succeeded', executionTimeMs: 1 } as const;
  feed.subscribe(() => {});
  await expect.poll(() => server.requestedAfter).toHaveLength(1);
  server.send({ ...seen, seq: 1, output }, { ...base, seq: 2, type: 'done', status: 'succeeded', tokensUsed: 0 });
  await expect.poll(() => feed.read().connection).toBe('ended');
  expect(JSON.stringify(feed.read().run.nodes.answer?.output)).toBe(JSON.stringify(output));
});

test('the last event ends the feed without waiting for a frame', async () => {
  const server = new EventServer();
  const { feed } = makeFeed(server.client);
  feed.subscribe(() => {});
  await expect.poll(() => server.requestedAfter).toHaveLength(1);
  server.send(...events);
  await expect.poll(() => feed.read().connection).toBe('ended');
  expect(feed.read().run.status).toBe('succeeded');
});

test('a waiting run stays connected, and shows its events after the decision', async () => {
  const server = new EventServer();
  const { feed, frames, draw } = makeFeed(server.client);
  feed.subscribe(() => {});
  await expect.poll(() => server.requestedAfter).toHaveLength(1);
  server.send(...events.slice(0, 4), { ...base, seq: 5, type: 'done', status: 'waiting', tokensUsed: 0 });
  server.close();
  await expect.poll(() => frames.length).toBe(1);
  draw();
  await expect.poll(() => server.requestedAfter).toEqual([0, 5]);
  expect(feed.read()).toMatchObject({ connection: 'live', run: { status: 'waiting' } });
  server.send(
    { ...base, seq: 6, type: 'run_resumed', reason: 'decided' },
    { ...base, seq: 7, type: 'done', status: 'succeeded', tokensUsed: 0 },
  );
  await expect.poll(() => feed.read().connection).toBe('ended');
  expect(feed.read().run).toMatchObject({ status: 'succeeded', lastSeq: 7 });
});

test('a restored connection is shown as such before the next event', async () => {
  const server = new EventServer();
  const { feed, frames, draw } = makeFeed(server.client);
  const seen: string[] = [];
  feed.subscribe(() => seen.push(feed.read().connection));
  await expect.poll(() => server.requestedAfter).toHaveLength(1);
  server.send(events[0] as PublicEvent);
  await expect.poll(() => frames.length).toBe(1);
  draw();
  server.close();
  await expect.poll(() => server.requestedAfter).toEqual([0, 1]);
  await expect.poll(() => seen).toEqual(['live', 'reconnecting', 'live']);
});

test('the connection closes without subscribers, and the next one resumes after the last event', async () => {
  const server = new EventServer();
  const { feed, frames, draw } = makeFeed(server.client);
  const leave = feed.subscribe(() => {});
  await expect.poll(() => server.requestedAfter).toHaveLength(1);
  server.send(...events.slice(0, 2));
  await expect.poll(() => frames.length).toBe(1);
  draw();
  leave();
  feed.subscribe(() => {});
  await expect.poll(() => server.requestedAfter).toEqual([0, 2]);
  server.send(...events.slice(2));
  await expect.poll(() => feed.read().connection).toBe('ended');
  expect(feed.read().events.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5]);
});

test.each([
  [new ApiError({ status: 404, code: 'run-not-found' }, 'There is no run run_1'), 'not-found'],
  [new ApiError({ status: 403, code: 'host-refused' }, 'Not here'), 'failed'],
] as const)('the refusal of a log determines the state of the connection: %s', async (error, connection) => {
  const { feed } = makeFeed({
    ...new EventServer().client,
    // biome-ignore lint/correctness/useYield: it fails before the first event
    async *streamEvents() {
      throw error;
    },
  });
  feed.subscribe(() => {});
  await expect.poll(() => feed.read().connection).toBe(connection);
  expect(feed.read().problem).toBe(error.message);
});
