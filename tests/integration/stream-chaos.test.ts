import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { ServerProcess } from '../support/server-process.ts';

/** A run of parallel-review with these answers has about this many events; beyond it every cut is after the end. */
const LARGEST_CUT = 60;

describe('a stream that is cut after every k events', () => {
  let place: DatabaseLocation;
  let fake: Awaited<ReturnType<typeof startFakeModel>>;
  let server: ServerProcess;
  let api: Client;

  beforeAll(async () => {
    place = await makeDatabaseLocation();
    fake = await startFakeModel({ port: 0 });
    const config = `models:\n  fake:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake-t12-d3\n`;
    server = await ServerProcess.start({ ...place, config });
    api = makeClient({ baseUrl: server.url, fetch });
  });
  afterAll(async () => {
    await server?.end();
    await fake?.stop();
    await place?.remove();
  });

  /** Reads `count` events, then disconnects. */
  async function readSome(runId: string, { afterSeq, count }: { afterSeq: number; count: number }): Promise<PublicEvent[]> {
    const connection = new AbortController();
    const events: PublicEvent[] = [];
    for await (const event of api.streamEvents(runId, { afterSeq, signal: connection.signal })) {
      events.push(event);
      if (events.length === count) break;
    }
    connection.abort();
    return events;
  }

  async function readInPieces(runId: string, count: number): Promise<PublicEvent[]> {
    const events: PublicEvent[] = [];
    while (events.at(-1)?.type !== 'done') events.push(...(await readSome(runId, { afterSeq: events.at(-1)?.seq ?? 0, count })));
    return events;
  }

  test('the pieces together are the stored log, at every k', async () => {
    const document = workflowSchema.parse(JSON.parse(await readFile('templates/parallel-review.workflow.json', 'utf8')));
    const cutAfter = async (count: number) => {
      const { runId } = await api.runDocument({ body: { document, inputs: { text: 'cut me' }, mode: 'async' } });
      const seen = await readInPieces(runId, count);
      const stored = await readSome(runId, { afterSeq: 0, count: Number.POSITIVE_INFINITY });
      expect(new Set(stored.map((event) => event.seq)).size, `k = ${count}`).toBe(stored.length);
      expect(seen, `k = ${count}`).toEqual(stored);
      return stored.length;
    };
    const lengths: number[] = [];
    for (let count = 1; count <= LARGEST_CUT; count += 6) {
      lengths.push(...(await Promise.all(Array.from({ length: 6 }, (_, offset) => cutAfter(count + offset)))));
    }
    expect(Math.min(...lengths)).toBeGreaterThan(15);
  }, 120_000);
});
