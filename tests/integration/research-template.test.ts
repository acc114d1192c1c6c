import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { Citation } from '#lib/text/citation.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { type FakeModel, startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { researchReply } from '../support/research-model.ts';
import { researchPages, startResearchSite } from '../support/research-site.ts';
import { ServerProcess } from '../support/server-process.ts';

const KILLS = 20;
/** A slow machine ends the test with fewer kills, but never with less than `LEAST_KILLS`. */
const LEAST_KILLS = 5;
const KILLING_MS = 45_000;
const template = fileURLToPath(new URL('../../templates/research.workflow.json', import.meta.url));
const document: Workflow = workflowSchema.parse(JSON.parse(readFileSync(template, 'utf8')));
const inputs = { question: 'What makes the tides?' };

let site: Awaited<ReturnType<typeof startResearchSite>>;
let place: DatabaseLocation;
let model: FakeModel;
let server: ServerProcess;
let api: Client;
/** Each answer takes so long that a kill can come in the middle of it. */
let answerMs = 0;

beforeAll(async () => {
  site = await startResearchSite();
  place = await makeDatabaseLocation();
  const reply = researchReply(site.origin);
  model = await startFakeModel({ reply: (body) => ({ firstTokenMs: answerMs, ...reply(body) }) });
  await startServer();
});
afterAll(async () => {
  await server?.end();
  await model?.stop();
  await site?.stop();
  await place?.remove();
});

async function startServer(): Promise<void> {
  const config = `models:
  fake: { provider: openai-compatible, base_url: "${model.url}", model: fake, max_rounds: 100 }
http:
  allowed_private_hosts: ['${site.host}']
search: { provider: searxng, base_url: '${site.origin}' }
tools:
  read_url: { approval: never }
`;
  server = await ServerProcess.start({ ...place, config });
  api = makeClient({ baseUrl: server.url, fetch });
}

async function eventsOf(runId: string): Promise<PublicEvent[]> {
  const events: PublicEvent[] = [];
  for await (const event of api.streamEvents(runId)) events.push(event as PublicEvent);
  return events;
}

const ofType = <T extends PublicEvent['type']>(events: readonly PublicEvent[], type: T) =>
  events.filter((event): event is Extract<PublicEvent, { type: T }> => event.type === type);

/** Every sentence of the answer ends with the number of a source whose page says it. */
async function expectCited(outputs: Record<string, unknown> | undefined) {
  const { answer, sources } = outputs as { answer: string; sources: Citation[] };
  const sentences = answer.match(/[^.]+\./g) ?? [];
  expect(sentences).toHaveLength(researchPages.length);
  for (const sentence of sentences) {
    const [, claim = '', number] = /^\s*(.*?) \[(\d+)\]\.$/.exec(sentence) ?? [];
    const source = sources.find(({ index }) => index === Number(number));
    expect(source, sentence).toBeDefined();
    expect(await (await fetch(source?.url ?? '')).text()).toContain(claim);
  }
}

test('every claim of the answer has a source that says it; plan, agent, compaction and verdicts are in the trace', async () => {
  const { runId } = await api.runDocument({ body: { document, inputs, mode: 'async' } });
  const events = await eventsOf(runId);
  const [done] = ofType(events, 'done');
  expect(done).toMatchObject({ status: 'succeeded' });
  await expectCited(done?.outputs);

  expect(ofType(events, 'plan_updated').map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['planned', 'progress', 'complete']),
  );
  expect(ofType(events, 'tool_call').filter(({ parent }) => parent?.agent === 'research').length).toBeGreaterThanOrEqual(3);
  const compacted = ofType(events, 'context_compacted');
  expect(compacted.some(({ strategy, removedCount = 0 }) => strategy === 'compress-tool-results' && removedCount > 0)).toBe(true);
  const verdicts = ofType(events, 'tool_result').flatMap(({ name, verdict }) => (verdict ? [{ name, ...verdict }] : []));
  expect(verdicts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'web_search', isValid: false, by: 'rule' }),
      expect.objectContaining({ name: 'web_search', isValid: true, by: 'fake' }),
    ]),
  );
  const memory = ofType(events, 'node_finished').flatMap(({ memory: written }) => (written ? [written.change] : []));
  expect(memory).toEqual([{ goals: [inputs.question] }, { facts: [expect.stringContaining('sixteen metres')] }]);
});

test(`killed at up to ${KILLS} random moments of its work, it is resumed, and no stored answer of a model is paid again`, {
  timeout: 600_000,
}, async () => {
  answerMs = 200;
  const before = model.requests.length;
  const runIds: string[] = [];
  let stored = 0;
  let mustProgress = false;
  let kills = 0;
  const endsAt = Date.now() + KILLING_MS;
  while (kills < KILLS && (kills < LEAST_KILLS || Date.now() < endsAt)) {
    const runId = await unfinishedRun(runIds);
    const begun = model.requests.length;
    // A run that is lost several times in a row without progress is ended as one that kills its
    // process: every second time an answer is stored before the kill.
    const isWorking = async () =>
      (await hasEnded(runId)) || (mustProgress ? (await countStored(runId)) > stored : model.requests.length > begun);
    await expect.poll(isWorking, { interval: 10, timeout: 60_000 }).toBe(true);
    if (await hasEnded(runId)) continue;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * answerMs));
    await server.end('SIGKILL');
    kills++;
    await startServer();
    const now = await countStored(runId);
    mustProgress = now === stored;
    stored = now;
  }
  answerMs = 0;
  console.log(`research template: ${kills} kills`);

  let [resumed, paid] = [0, 0];
  for (const runId of runIds) {
    const events = await eventsOf(runId);
    const [done] = ofType(events, 'done').slice(-1);
    expect(done).toMatchObject({ status: 'succeeded' });
    await expectCited(done?.outputs);
    const calls = ofType(events, 'llm_call');
    const requestOf = new Map(
      calls.flatMap(({ callId, request }) => (request === undefined ? [] : [[callId, JSON.stringify(request)]])),
    );
    const answered = calls.flatMap(({ callId, status, error, finishReason }) =>
      status === 'finished' && !error && finishReason !== 'cancelled' ? [requestOf.get(callId)] : [],
    );
    expect(new Set(answered).size).toBe(answered.length);
    expect(done?.tokensUsed).toBe(calls.reduce((sum, { usage }) => sum + (usage?.totalTokens ?? 0), 0));
    resumed += ofType(events, 'run_resumed').filter(({ reason }) => reason === 'process_lost').length;
    paid += answered.length;
  }
  // Each kill came after work of the run in that process; a kill may take the event of the resumption along.
  expect(resumed).toBeGreaterThan(0);
  // A stored answer is never requested again. A kill takes along at most the answer that was about to be stored, and
  // the request after it, which does not wait for that.
  const repeated = model.requests.length - before - paid;
  expect(repeated).toBeGreaterThan(0);
  expect(repeated).toBeLessThanOrEqual(2 * kills);
});

/** Effects of the run whose results are stored. */
async function countStored(runId: string): Promise<number> {
  const answer = await fetch(`${server.url}/api/v1/runs/${runId}/events?limit=5000`, { headers: { accept: 'application/json' } });
  const { items } = (await answer.json()) as { items: PublicEvent[] };
  return ofType(items, 'effect').filter(({ status }) => status === 'finished').length;
}

async function hasEnded(runId: string): Promise<boolean> {
  const { status } = await api.getRun({ params: { id: runId } });
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/** The latest run, or a new one when it has ended. */
async function unfinishedRun(runIds: string[]): Promise<string> {
  const latest = runIds.at(-1);
  if (latest !== undefined && !(await hasEnded(latest))) return latest;
  const { runId } = await api.runDocument({ body: { document, inputs, mode: 'async' } });
  runIds.push(runId);
  return runId;
}
