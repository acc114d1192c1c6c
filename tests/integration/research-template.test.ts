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
  place = await makeDatabaseLocation('PGlite');
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

test(`killed at ${KILLS} random moments, it is resumed, and no model call is paid twice`, { timeout: 300_000 }, async () => {
  const before = model.requests.length;
  answerMs = 150;
  const { runId } = await api.runDocument({ body: { document, inputs, mode: 'async' } });
  for (let kill = 0; kill < KILLS; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 400));
    await server.end('SIGKILL');
    await startServer();
  }
  answerMs = 0;
  const events = await eventsOf(runId);
  const [done] = ofType(events, 'done').slice(-1);
  expect(done).toMatchObject({ status: 'succeeded' });
  await expectCited(done?.outputs);

  const calls = ofType(events, 'llm_call');
  const requestOf = new Map(
    calls.flatMap(({ callId, request }) => (request === undefined ? [] : [[callId, JSON.stringify(request)]])),
  );
  const paid = calls.flatMap(({ callId, status, error, finishReason }) =>
    status === 'finished' && !error && finishReason !== 'cancelled' ? [requestOf.get(callId)] : [],
  );
  expect(new Set(paid).size).toBe(paid.length);
  // The server got further requests only for answers that a kill cut off: one for each at most.
  expect(model.requests.length - before - paid.length).toBeLessThanOrEqual(KILLS);
  const spent = calls.reduce((sum, { usage }) => sum + (usage?.totalTokens ?? 0), 0);
  expect(done?.tokensUsed).toBe(spent);
});
