import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { Span } from '#lib/run/span.ts';
import { emptyTrace, extendTrace } from '#lib/run/trace.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { type FakeModel, startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { GateServer } from '../support/gate-server.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const SLOW_ANSWER = { tokenMs: 100, tokens: Array.from({ length: 600 }, () => 'word ') };

let place: DatabaseLocation;
let model: FakeModel;
let gates: GateServer;
let server: ServerProcess;
let api: Client;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  model = await startFakeModel({ script: [SLOW_ANSWER] });
  gates = await GateServer.start();
  await startServer();
});
afterAll(async () => {
  await server?.end();
  await gates?.stop();
  await model?.stop();
  await place?.remove();
});

async function startServer(): Promise<void> {
  const config = `models:
  fake: { provider: openai-compatible, base_url: "${model.url}", model: fake-t3 }
http:
  allowed_private_hosts: ['${gates.host}']
tools:
  http_request: { approval: never }
`;
  server = await ServerProcess.start({ ...place, config });
  api = makeClient({ baseUrl: server.url, fetch });
}

/** As `kill -9`, and the next start on the same data. */
async function killAndRestart(): Promise<void> {
  await server.end('SIGKILL');
  await startServer();
}

async function startRun(document: ReturnType<typeof workflowOf>): Promise<string> {
  return (await api.runDocument({ body: { document, inputs: {}, mode: 'async' } })).runId;
}

/** The events up to and including the first one that fits. */
async function readUntil(runId: string, fits: (event: PublicEvent) => boolean): Promise<PublicEvent[]> {
  const events: PublicEvent[] = [];
  for await (const event of api.streamEvents(runId)) {
    events.push(event as PublicEvent);
    if (fits(event as PublicEvent)) break;
  }
  return events;
}

const isDone = (event: PublicEvent) => event.type === 'done' && event.status !== 'waiting';
const isResumed = ({ type }: PublicEvent) => type === 'run_resumed';
const timeOf = (event: PublicEvent | undefined) => Date.parse(event?.at ?? '');

function timelineOf(events: readonly PublicEvent[], kind: Span['kind']) {
  const { spans } = extendTrace(emptyTrace, events);
  for (const { parent, startMs, endMs } of spans) {
    const around = parent === undefined ? undefined : spans[parent];
    if (!around) continue;
    expect(startMs).toBeGreaterThanOrEqual(around.startMs as number);
    if (around.endMs !== undefined) expect(endMs).toBeLessThanOrEqual(around.endMs);
  }
  return spans.filter((span) => span.kind === kind);
}

describe('after kill -9, the timeline agrees with the log', () => {
  test('in the middle of a model call: it ends at its last event, and the next call is another one', async () => {
    const runId = await startRun(workflowOf({ start, ask: ['llm', { userPrompt: 'Go on' }] }, ['start -> ask']));
    await readUntil(runId, ({ type }) => type === 'content');
    await killAndRestart();
    const events = await readUntil(runId, isDone);
    expect(events.at(-1)).toMatchObject({ type: 'done', status: 'succeeded' });
    const resumedAt = events.findIndex(isResumed);
    const calls = timelineOf(events, 'model');
    expect(calls).toMatchObject([
      { number: 1, status: 'cancelled', reason: 'process_lost', endMs: timeOf(events[resumedAt - 1]) },
      { number: 2, status: 'succeeded' },
    ]);
    expect(calls[1]?.startMs).toBeGreaterThanOrEqual(timeOf(events[resumedAt]));
    const heard = events.slice(0, resumedAt).map((event) => (event.type === 'content' ? event.content : ''));
    expect(calls[0]?.text).toBe(heard.join(''));
  });

  test('in the middle of a tool call that writes: it waits for a person and is not made again', async () => {
    const parameters = { method: 'POST', url: gates.urlOf('order'), body: { text: 'one' } };
    const order = ['tool-call', { toolName: 'http_request', parameters }] as [string, Record<string, unknown>];
    const runId = await startRun(workflowOf({ start, order }, ['start -> order']));
    await gates.reached('order');
    await killAndRestart();
    const waiting = await readUntil(runId, ({ type }) => type === 'confirm_required');
    expect(waiting.map(({ type }) => type)).toContain('run_resumed');
    const asked = waiting.at(-1) as Extract<PublicEvent, { type: 'confirm_required' }>;
    expect(timelineOf(waiting, 'tool')).toMatchObject([
      { status: 'waiting', waits: [{ fromMs: timeOf(asked), toMs: undefined }] },
    ]);
    await api.decideApproval({ params: { id: runId, actionId: asked.actionId }, body: { confirmed: false, skip: true } });
    const events = await readUntil(runId, isDone);
    const decided = events.find(({ type }) => type === 'approval_decided');
    const [call, ...others] = timelineOf(events, 'tool');
    expect(others).toEqual([]);
    expect(call).toMatchObject({ status: 'cancelled', waits: [{ fromMs: timeOf(asked), toMs: timeOf(decided) }] });
    expect(gates.hits.get('order')).toBe(1);
  });

  test('in the middle of an approval: it waits on from when it was asked, until the decision', async () => {
    const check = ['approval', { title: 'Send it?', description: 'To everybody' }] as [string, Record<string, unknown>];
    const runId = await startRun(workflowOf({ start, check }, ['start -> check']));
    const [asked] = (await readUntil(runId, ({ type }) => type === 'confirm_required')).slice(-1);
    await killAndRestart();
    const { actionId } = asked as Extract<PublicEvent, { type: 'confirm_required' }>;
    await api.decideApproval({ params: { id: runId, actionId }, body: { confirmed: true } });
    const events = await readUntil(runId, isDone);
    const decided = events.find(({ type }) => type === 'approval_decided');
    expect(timelineOf(events, 'node').find(({ nodeId }) => nodeId === 'check')).toMatchObject({
      status: 'succeeded',
      waits: [{ fromMs: timeOf(asked), toMs: timeOf(decided) }],
    });
  });
});
