import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeClient } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import { readPublicEvent } from '#lib/run/to-public-event.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { RunStream } from '#server/http/runs/run-stream.ts';
import { EventPages } from '#server/stream/event-pages.ts';
import { type ApiServer, startApi } from '#tests/support/api-server.ts';
import { withDatabase } from '#tests/support/databases.ts';
import { readFixtureLog } from '#tests/support/read-fixture-log.ts';
import { makeBatch, makeEvents } from '#tests/support/run-batch.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

/** Commits like the engine: stores first, then publishes. */
class ScriptedRun {
  readonly runId = `run_${crypto.randomUUID()}`;
  readonly #api: ApiServer;

  constructor(api: ApiServer) {
    this.#api = api;
  }

  async commit(events: readonly StoredEvent[]): Promise<void> {
    const last = events.at(-1);
    const status: RunStatus = last?.type === 'done' ? JSON.parse(last.json).status : 'running';
    const committed = await this.#api.store.append([
      makeBatch({ runId: this.runId, events, status, ...(status === 'succeeded' && { outputs: '{}' }) }),
    ]);
    expect(committed.size).toBe(1);
    this.#api.hub.publish(this.runId, events);
  }

  /** The expected events at a client. */
  async publicLog(level: 'full' | 'summary' = 'full'): Promise<PublicEvent[]> {
    const stored = await this.#api.store.readEvents(this.runId, 0);
    return stored.flatMap((event) => readPublicEvent(event, { runId: this.runId, level }) ?? []);
  }
}

/** `hello`, with its answer in more pieces: 40 events, the last one `done`. */
function scriptedLog(): StoredEvent[] {
  const hello = readFixtureLog('hello');
  const isDelta = ({ type }: StoredEvent) => type === 'content';
  const first = hello.findIndex(isDelta);
  const head = hello.slice(0, first);
  const tail = hello.slice(hello.findLastIndex(isDelta) + 1);
  const deltas = makeEvents(1, 40 - head.length - tail.length, 'word 字 ');
  return [...head, ...deltas, ...tail].map(({ type, json }, index) => ({
    seq: index + 1,
    type,
    json: JSON.stringify({ ...JSON.parse(json), seq: index + 1 }),
  }));
}

const EVENT_COUNT = 40;

/**
 * A proxy that cuts each response where `cut` says: after a number of frames and of bytes of the
 * next one.
 */
async function startCutter(target: ApiServer, cut: () => { frames: number; bytes: number }): Promise<string> {
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const headers = { ...incoming.headers, host: `127.0.0.1:${target.port}` };
    const upstream = request(target.url + incoming.url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      outgoing.flushHeaders();
      const { frames, bytes } = cut();
      let seen = Buffer.alloc(0);
      let sent = 0;
      answer.on('data', (chunk: Buffer) => {
        seen = Buffer.concat([seen, chunk]);
        const end = frames === Number.POSITIVE_INFINITY ? seen.length : cutAt(seen, frames, bytes);
        outgoing.write(
          seen.subarray(sent, end ?? seen.length),
          () => end !== undefined && frames !== Number.POSITIVE_INFINITY && outgoing.destroy(),
        );
        sent = end ?? seen.length;
        if (end !== undefined && frames !== Number.POSITIVE_INFINITY) upstream.destroy();
      });
      answer.on('end', () => outgoing.end());
    });
    upstream.on('error', () => undefined);
    upstream.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Offset at which to cut; undefined while there is not enough data. */
function cutAt(bytes: Buffer, frames: number, extraBytes: number): number | undefined {
  let end = 0;
  for (let frame = 0; frame < frames; frame++) {
    const next = bytes.indexOf('\n\n', end);
    if (next === -1) return undefined;
    end = next + 2;
  }
  return bytes.length >= end + extraBytes ? end + extraBytes : undefined;
}

async function collect(events: AsyncIterable<PublicEvent>): Promise<PublicEvent[]> {
  const all: PublicEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The raw text of a stream, up to its end. */
async function readStream(
  api: ApiServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const response = await fetch(api.url + path, { headers });
  return { status: response.status, text: await response.text() };
}

const idsOf = (text: string) => [...text.matchAll(/^id: run_[\w-]+:(\d+)$/gm)].map(([, id]) => Number(id));
const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

withDatabase('a stream of events', (database) => {
  const startRun = async (changes?: Parameters<typeof startApi>[1]) => {
    const api = await startApi(database() satisfies Database, changes);
    return { api, run: new ScriptedRun(api) };
  };

  test('cut after every k events, at every k, while the run is live: the client ends with the stored log', async () => {
    for (let every = 1; every <= EVENT_COUNT; every++) {
      const { api, run } = await startRun();
      const log = scriptedLog();
      await run.commit(log.slice(0, 3));
      const url = await startCutter(api, () => ({ frames: every, bytes: 0 }));
      const reading = collect(makeClient({ baseUrl: url }).streamEvents(run.runId, { sleep: async () => {} }));
      for (let seq = 3; seq < log.length; seq += 1 + (seq % 4)) await run.commit(log.slice(seq, seq + 1 + (seq % 4)));
      expect(await reading).toEqual(await run.publicLog());
    }
  });

  test('cut within a frame, a character or a line end: the incomplete event is sent again', async () => {
    const { api, run } = await startRun();
    await run.commit(scriptedLog());
    const wanted = await run.publicLog();
    for (let bytes = 1; bytes < 120; bytes += 4) {
      const url = await startCutter(api, () => ({ frames: 9, bytes }));
      expect(await collect(makeClient({ baseUrl: url }).streamEvents(run.runId, { sleep: async () => {} }))).toEqual(wanted);
    }
  });

  test('a reader of the summary gets the same seqs with gaps, cut or not', async () => {
    const { api, run } = await startRun();
    await run.commit(scriptedLog());
    const url = await startCutter(api, () => ({ frames: 3, bytes: 5 }));
    const events = await collect(
      makeClient({ baseUrl: url }).streamEvents(run.runId, { events: 'summary', sleep: async () => {} }),
    );
    expect(events).toEqual(await run.publicLog('summary'));
    expect(events.map(({ seq }) => seq)).not.toEqual(oneTo(EVENT_COUNT));
  });

  test('id is the seq, the event name its type, the data JSON, and the last one is done', async () => {
    const { api, run } = await startRun();
    await run.commit(scriptedLog());
    const { text } = await readStream(api, `/api/v1/runs/${run.runId}/events`);
    expect(text.split('\n\n')[0]?.split('\n')).toEqual([
      `id: ${run.runId}:1`,
      'event: run_started',
      expect.stringMatching(/^data: \{.*"type":"run_started".*\}$/),
    ]);
    expect(idsOf(text)).toEqual(oneTo(EVENT_COUNT));
    expect(text).toMatch(/id: [\w-]+:40\nevent: done\ndata: [^\n]+\n\n$/);
  });

  test('headers come before the first event', async () => {
    const { api, run } = await startRun();
    await run.commit(makeEvents(1, 1));
    const response = await fetch(`${api.url}/api/v1/runs/${run.runId}/events`, { headers: { 'last-event-id': '1' } });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-run-id': run.runId,
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    await run.commit(scriptedLog().slice(1));
    expect(idsOf(await response.text())).toEqual(oneTo(EVENT_COUNT).slice(1));
  });

  test('requested past the end of a finished run, it ends at once', async () => {
    const { api, run } = await startRun();
    await run.commit(scriptedLog());
    for (const seen of ['40', '41', '999']) {
      expect(await readStream(api, `/api/v1/runs/${run.runId}/events`, { 'last-event-id': seen })).toEqual({
        status: 204,
        text: '',
      });
    }
    expect(await collect(api.client.streamEvents(run.runId, { afterSeq: 40 }))).toEqual([]);
    expect(idsOf((await readStream(api, `/api/v1/runs/${run.runId}/events?after=38`)).text)).toEqual([39, 40]);
  });

  test('requested past the end of a live run, it ends when the run does', async () => {
    const { api, run } = await startRun();
    const log = scriptedLog();
    await run.commit(log.slice(0, 10));
    const response = await fetch(`${api.url}/api/v1/runs/${run.runId}/events`, { headers: { 'last-event-id': '999' } });
    await run.commit(log.slice(10));
    expect(idsOf(await response.text())).toEqual([]);
  });

  describe('of a run that waits for an approval', () => {
    const log = readFixtureLog('tools-and-approval');
    const waitSeq = 22;

    test('ends where it waits, be it watched live or read from the store', async () => {
      const { api, run } = await startRun();
      await run.commit(log.slice(0, 3));
      const live = readStream(api, `/api/v1/runs/${run.runId}/events`);
      await expect.poll(() => api.answers[0]?.headersSent).toBe(true);
      await run.commit(log.slice(3, waitSeq));
      expect(idsOf((await live).text)).toEqual(oneTo(waitSeq));
      const stored = await readStream(api, `/api/v1/runs/${run.runId}/events`);
      expect(idsOf(stored.text)).toEqual(oneTo(waitSeq));
      const page = await api.client.readRunEvents({ params: { id: run.runId }, query: { limit: 5000 } });
      expect(page).toMatchObject({ status: 'waiting', isComplete: false });
    });

    test('requested from that event on, stays open and delivers the rest', async () => {
      const { api, run } = await startRun();
      await run.commit(log.slice(0, waitSeq));
      const reading = readStream(api, `/api/v1/runs/${run.runId}/events`, { 'last-event-id': String(waitSeq) });
      await expect.poll(() => api.answers[0]?.headersSent).toBe(true);
      for (let seq = waitSeq; seq < log.length; seq += 3) await run.commit(log.slice(seq, seq + 3));
      expect(idsOf((await reading).text)).toEqual(oneTo(log.length).slice(waitSeq));
    });

    test('after it resumed, is its whole log and does not end at the wait', async () => {
      const { api, run } = await startRun();
      await run.commit(log.slice(0, waitSeq));
      await run.commit(log.slice(waitSeq, waitSeq + 4));
      const reading = readStream(api, `/api/v1/runs/${run.runId}/events`);
      await expect.poll(() => api.answers[0]?.headersSent).toBe(true);
      await run.commit(log.slice(waitSeq + 4));
      expect(idsOf((await reading).text)).toEqual(oneTo(log.length));
      expect(idsOf((await readStream(api, `/api/v1/runs/${run.runId}/events`)).text)).toEqual(oneTo(log.length));
    });

    test('ends for a client that does not follow, and continues for one that does, however often it is cut', async () => {
      for (let every = 1; every <= waitSeq; every++) {
        const { api, run } = await startRun();
        await run.commit(log.slice(0, waitSeq));
        const client = makeClient({ baseUrl: await startCutter(api, () => ({ frames: every, bytes: 0 })) });
        const following = collect(client.streamEvents(run.runId, { isFollowing: true, sleep: async () => {} }));
        const before = await collect(client.streamEvents(run.runId, { sleep: async () => {} }));
        expect(before).toEqual(await run.publicLog());
        await run.commit(log.slice(waitSeq));
        expect(await following).toEqual(await run.publicLog());
        expect(await collect(client.streamEvents(run.runId, { sleep: async () => {} }))).toEqual(await run.publicLog());
      }
    });

    test('is no lost connection to a client that follows', async () => {
      const { api, run } = await startRun();
      await run.commit(log.slice(0, waitSeq));
      const heard: string[] = [];
      const following = collect(
        api.client.streamEvents(run.runId, {
          isFollowing: true,
          onConnect: () => heard.push('connected'),
          onReconnect: () => heard.push('lost'),
        }),
      );
      await expect.poll(() => api.answers.length).toBe(2);
      await run.commit(log.slice(waitSeq));
      await following;
      expect(heard).toEqual(['connected', 'connected']);
    });
  });

  test('events that are committed while the stored part is read are neither lost nor duplicated', async () => {
    const { api, run } = await startRun();
    await run.commit(makeEvents(1, 1));
    const committing = (async () => {
      for (let seq = 2; seq <= 3000; seq += 50) await run.commit(makeEvents(seq, Math.min(seq + 49, 3000)));
      await run.commit([
        { seq: 3001, type: 'done', json: '{"seq":3001,"at":1,"v":1,"type":"done","status":"succeeded","tokensUsed":0}' },
      ]);
    })();
    const readers = await Promise.all(Array.from({ length: 5 }, () => readStream(api, `/api/v1/runs/${run.runId}/events`)));
    await committing;
    for (const { text } of readers) expect(idsOf(text)).toEqual(oneTo(3001));
  });

  test('a slow client blocks nothing: the server buffers little for it, and it receives everything', async () => {
    const { api, run } = await startRun();
    // More than the buffers of a connection hold.
    const last = 160;
    const chunk = 'x'.repeat(64 * 1024);
    await run.commit(makeEvents(1, 1));
    const slow = await new Promise<IncomingMessage>((resolve) =>
      request(`${api.url}/api/v1/runs/${run.runId}/events`, resolve).end(),
    );
    slow.pause();
    let mostPendingBytes = 0;
    for (let seq = 2; seq <= last; seq++) {
      await run.commit(makeEvents(seq, seq, chunk));
      mostPendingBytes = Math.max(mostPendingBytes, ...api.answers.map(({ writableLength }) => writableLength));
    }
    expect(mostPendingBytes).toBeGreaterThan(64 * 1024);
    expect(mostPendingBytes).toBeLessThan(256 * 1024);
    const fast = collect(api.client.streamEvents(run.runId));
    await run.commit([
      { seq: last + 1, type: 'done', json: `{"seq":${last + 1},"at":1,"v":1,"type":"done","status":"succeeded","tokensUsed":0}` },
    ]);
    expect(await fast).toHaveLength(last + 1);
    let text = '';
    for await (const part of slow.setEncoding('utf8')) text += part;
    expect(idsOf(text)).toEqual(oneTo(last + 1));
  });

  test('an idle stream sends keep-alive comments', async () => {
    const { api, run } = await startRun({ heartbeatMs: 5 });
    await run.commit(makeEvents(1, 1));
    const response = await fetch(`${api.url}/api/v1/runs/${run.runId}/events`);
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      text += decoder.decode(part);
      if (idsOf(text).length > 0 && text.includes(': still here\n\n: still here\n\n')) break;
    }
    expect(idsOf(text)).toEqual([1]);
  });

  test('a disconnected client is forgotten, and the run continues', async () => {
    const { api } = await startRun();
    const gated = workflowOf({ start: ['start', { inputs: [] }], wait: ['gate'] }, ['start -> wait']);
    const abort = new AbortController();
    const response = await fetch(`${api.url}/api/v1/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: gated, mode: 'stream' }),
      signal: abort.signal,
    });
    const runId = response.headers.get('x-run-id') ?? '';
    expect(api.hub.watchedRuns).toBe(1);
    abort.abort();
    await expect.poll(() => api.hub.watchedRuns).toBe(0);
    await api.gates.open('wait', 'through');
    expect((await collect(api.client.streamEvents(runId))).at(-1)).toMatchObject({ type: 'done', status: 'succeeded' });
  });

  test('a client that left before its stream began is forgotten too', async () => {
    const { api, run } = await startRun();
    await run.commit(makeEvents(1, 1));
    const opened = new Promise<void>((resolve) => {
      const server = createServer((incoming, outgoing) => {
        outgoing.on('close', () => {
          const store = api.store as unknown as ConstructorParameters<typeof RunStream>[1]['store'];
          new RunStream(outgoing, {
            pages: new EventPages(),
            runId: run.runId,
            level: 'full',
            afterSeq: 0,
            hub: api.hub,
            store,
            log: { info() {}, warn() {}, error() {} },
          });
          server.close(() => resolve());
        });
        incoming.socket.destroy();
      });
      server.listen(0, '127.0.0.1', () =>
        request({ port: (server.address() as AddressInfo).port })
          .on('error', () => undefined)
          .end(),
      );
    });
    await opened;
    expect(api.hub.watchedRuns).toBe(0);
  });

  test('a run started as a stream sends everything from its first event on', async () => {
    const { api } = await startRun();
    const document = workflowOf({ start: ['start', { inputs: [] }], say: ['template', { template: 'hi' }] }, ['start -> say']);
    for (const events of ['full', 'summary'] as const) {
      const response = await fetch(`${api.url}/api/v1/runs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ document, mode: 'stream', events }),
      });
      const text = await response.text();
      expect(idsOf(text)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(text.includes('"output":')).toBe(events === 'full');
    }
  });

  describe('whose run is not stored yet', () => {
    /** Starts a run as a stream; whether the run is stored is decided by the test. */
    const startStored = async () => {
      const { api } = await startRun();
      const stored = Promise.withResolvers<void>();
      const start: typeof api.engine.start = async (asked) => {
        const { accepted, ...started } = await api.engine.start(asked);
        return { ...started, accepted: Promise.all([accepted, stored.promise]).then(() => {}) };
      };
      const { answers, url, hub } = await startApi(database(), {
        runs: Object.assign(Object.create(api.engine), { start }),
        heartbeatMs: 1,
      });
      const document = workflowOf({ start: ['start', { inputs: [] }] }, []);
      const response = fetch(`${url}/api/v1/runs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ document, mode: 'stream' }),
      });
      await expect.poll(() => hub.watchedRuns).toBe(1);
      // Takes longer than a heartbeat.
      await fetch(`${url}/api/v1/health`);
      return { stored, response, answer: answers[0], url, hub };
    };

    test('gives its id once a request finds the run', async () => {
      const { stored, response, answer, url } = await startStored();
      expect(answer?.headersSent).toBe(false);
      stored.resolve();
      const { headers, body } = await response;
      const found = await fetch(`${url}/api/v1/runs/${headers.get('x-run-id')}`);
      expect(found.status).toBe(200);
      await body?.cancel();
    });

    test('is answered with the error when it cannot be stored', async () => {
      const { stored, response, hub } = await startStored();
      stored.reject(new Error('The disk is full'));
      const answer = await response;
      expect(answer.status).toBe(500);
      expect([...answer.headers.keys()]).not.toContain('x-run-id');
      expect(await answer.json()).toMatchObject({ error: { code: 'internal' } });
      expect(hub.watchedRuns).toBe(0);
    });
  });

  test('HEAD is answered without a stream', async () => {
    const { api, run } = await startRun();
    await run.commit(makeEvents(1, 1));
    const response = await fetch(`${api.url}/api/v1/runs/${run.runId}/events`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ]);
    expect(api.hub.watchedRuns).toBe(0);
  });

  test('the client stops at a refusal and at its own signal, and reconnects after any other error', async () => {
    const { api, run } = await startRun();
    const delays: number[] = [];
    const sleep = async (ms: number) => void delays.push(ms);
    await expect(collect(api.client.streamEvents('run_none', { sleep }))).rejects.toMatchObject({
      status: 404,
      code: 'run-not-found',
    });
    expect(delays).toEqual([]);
    const nobody = makeClient({ baseUrl: 'http://127.0.0.1:9' });
    await expect(collect(nobody.streamEvents('run_x', { sleep, maxAttempts: 4 }))).rejects.toMatchObject({
      code: 'connection-failed',
    });
    expect(delays).toEqual([250, 500, 1000]);
    await run.commit(makeEvents(1, 1));
    const abort = new AbortController();
    const reading = (async () => {
      for await (const _ of api.client.streamEvents(run.runId, { signal: abort.signal })) abort.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
  });

  test('a store that fails cuts the stream, so that the client reconnects', async () => {
    let failures = 1;
    const { api, run } = await startRun();
    await run.commit(scriptedLog());
    const { reposFor } = await import('#server/db/repositories/repositories.ts');
    const flaky = await startApi(database(), {
      repos: (workspace) => {
        const repos = reposFor(database().db, workspace);
        const readEvents: typeof repos.runs.readEvents = (...call) =>
          failures-- > 0 ? Promise.reject(new Error('gone')) : repos.runs.readEvents(...call);
        return { ...repos, runs: { ...repos.runs, readEvents } };
      },
    });
    expect(await collect(flaky.client.streamEvents(run.runId, { sleep: async () => {} }))).toEqual(await run.publicLog());
    expect(flaky.log.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'a stream of events broke off', fields: { runId: run.runId } },
    ]);
    expect(api.hub.watchedRuns).toBe(0);
  });
});
