import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];

describe('stopping a run', () => {
  let place: DatabaseLocation;
  let fake: Awaited<ReturnType<typeof startFakeModel>>;
  let server: ServerProcess;
  let api: Client;
  /** An external server that never answers, and reports when its client disconnects. */
  const silent = createServer();

  beforeAll(async () => {
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    place = await makeDatabaseLocation();
    fake = await startFakeModel({ port: 0 });
    const models = `models:\n  fake:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake-t2000-d50\n`;
    const http = `http:\n  allowed_private_hosts: ['127.0.0.1:${(silent.address() as AddressInfo).port}']\n`;
    server = await ServerProcess.start({ ...place, config: models + http });
    api = makeClient({ baseUrl: server.url, fetch });
  });
  afterAll(async () => {
    await server?.end();
    await fake?.stop();
    await place?.remove();
    silent.closeAllConnections();
    silent.close();
  });

  async function startRun(document: ReturnType<typeof workflowOf>): Promise<string> {
    return (await api.runDocument({ body: { document, inputs: {}, mode: 'async' } })).runId;
  }

  test('closes the socket of a model call in mid-stream', async () => {
    const runId = await startRun(workflowOf({ start, ask: ['llm', { userPrompt: 'Go on for ever' }] }, ['start -> ask']));
    for await (const event of api.streamEvents(runId)) if (event.type === 'content') break;
    expect(await api.stopRun({ params: { id: runId } })).toEqual({ status: 'stopped' });
    await expect.poll(() => fake.closedEarly).toBe(1);
    expect(await api.getRun({ params: { id: runId } })).toMatchObject({ status: 'cancelled', reason: 'stopped' });
  });

  test('closes the socket of a request that waits', async () => {
    const { port } = silent.address() as AddressInfo;
    const asked = once(silent, 'request');
    const runId = await startRun(
      workflowOf({ start, page: ['http', { method: 'GET', url: `http://127.0.0.1:${port}/` }] }, ['start -> page']),
    );
    const [request] = await asked;
    const hungUp = once(request.socket, 'close');
    expect(await api.stopRun({ params: { id: runId } })).toEqual({ status: 'stopped' });
    await hungUp;
  });

  test('leaves a run that has ended as it is', async () => {
    const document = workflowOf({ start, say: ['template', { template: 'done' }] }, ['start -> say']);
    const { runId } = await api.runDocument({ body: { document, inputs: {}, mode: 'sync' } });
    await expect(api.stopRun({ params: { id: runId } })).rejects.toMatchObject({ status: 409, code: 'run-ended' });
    expect(await api.getRun({ params: { id: runId } })).toMatchObject({ status: 'succeeded' });
  });

  test('reports an unknown run', async () => {
    await expect(api.stopRun({ params: { id: 'run_nobody' } })).rejects.toMatchObject({ status: 404, code: 'run-not-found' });
  });
});
