import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import { slideOfPicture } from '#lib/slides/slide-of-picture.ts';
import { mapTriggerEvent, startInputsOf } from '#lib/workflow/map-trigger-event.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeDocumentWriter } from '#server/documents/make-document-writer.ts';
import { makeSafeFetch, type SafeFetch } from '#server/fetch/safe-fetch.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { makeWorkspaceFiles } from '#server/storage/workspace-files.ts';
import { readTemplates } from '#server/templates/read-templates.ts';
import { startLoopbackServer } from '#tests/support/loopback-server.ts';
import { makeMemoryPayloads } from '#tests/support/memory-payloads.ts';
import { MemoryRunStore } from '#tests/support/memory-run-store.ts';
import { ON_SERVER, sampleRun } from '#tests/support/samples/sample-run.ts';
import { endsOf, eventsOf, TEST_WORKSPACE, TestEngine } from '#tests/support/test-engine.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';

const templates = new Map(
  (await readTemplates(fileURLToPath(new URL('../../templates/', import.meta.url)))).map(({ id, workflow }) => [id, workflow]),
);

function template(id: string) {
  const workflow = templates.get(id);
  if (!workflow) throw new Error(`There is no template ${id}`);
  return structuredClone(workflow);
}

/** An engine without configuration: the demo model, and only the listed private hosts are allowed. */
function freshEngine({ allowedPrivateHosts = [] }: { allowedPrivateHosts?: string[] } = {}): TestEngine {
  const models = makeModelRegistry({ config: { models: {}, default_model: undefined }, demoDelayMs: 0 });
  const fetch: SafeFetch = makeSafeFetch({ allowedPrivateHosts });
  onTestFinished(async () => {
    models.close();
    await fetch.close();
  });
  // Delays between attempts are not tested here.
  const clock = { ...systemClock, sleep: (_ms: number, signal: AbortSignal) => systemClock.sleep(0, signal) };
  const store = new MemoryRunStore();
  return new TestEngine({
    models,
    fetch,
    clock,
    store,
    tools: makeToolKit({ payloads: store, documents: makeDocumentReader() }),
  });
}

/** The prompt of an LLM node. */
function promptOf(events: readonly RunEvent[], nodeId: string): unknown {
  const started = eventsOf(events, 'node_started').find((event) => event.nodeId === nodeId);
  return (started?.inputs as { userPrompt?: unknown } | undefined)?.userPrompt;
}

const demoAnswer = (said: string) =>
  `[demo model] This is a made-up answer; configure a model for a real one. You asked: ${said}`;

test('every template that is shipped is run here', () => {
  expect([...templates.keys()]).toEqual([
    'answers-from-documents',
    'assistant-with-mcp',
    'assistant-with-memory',
    'assistant-with-tools',
    'chat-with-memory',
    'daily-digest',
    'feed-watcher',
    'fetch-and-summarise',
    'files-to-summary',
    'hello',
    'orchestrator',
    'parallel-review',
    'plan-and-execute',
    'research',
    'review-with-judge',
    'sheet-enrichment',
    'slide-maker',
    'triage',
    'triage-with-approval',
    'webhook-with-approval',
  ]);
});

/** These need a knowledge base, a web page, files or an approval and have separate tests. */
const needsMore = [
  'answers-from-documents',
  'fetch-and-summarise',
  'slide-maker',
  'triage-with-approval',
  'webhook-with-approval',
];

const triggered = [...templates].flatMap(([id, { triggers = [] }]) => triggers.map((trigger) => ({ id, trigger })));

test.each(triggered)('$id: the sample of its trigger starts a run', async ({ id, trigger }) => {
  const workflow = template(id);
  const { valid } = validateWorkflow(workflow, nodeRegistry, { triggers: triggerRegistry });
  const mapped = mapTriggerEvent(trigger, trigger.sample ?? {}, startInputsOf(workflow));
  expect({ valid, is: mapped.is }).toEqual({ valid: true, is: 'inputs' });
  const { status, approvals = [] } = await freshEngine().run(workflow, mapped.is === 'inputs' ? mapped.inputs : {});
  expect(status).toBe(id === 'webhook-with-approval' ? 'waiting' : 'succeeded');
  expect(approvals).toHaveLength(status === 'waiting' ? 1 : 0);
});

test.each([...templates.keys()].filter((id) => !needsMore.includes(id)))('%s runs with the inputs it suggests', async (id) => {
  const { status, outputs, events } = await freshEngine().run(template(id));
  expect(status).toBe('succeeded');
  // Nothing in a first run looks broken: no call that fails, and no result that was refused.
  expect(eventsOf(events, 'tool_result').filter((result) => result.status !== 'success')).toEqual([]);
  expect(Object.keys(outputs).length).toBeGreaterThan(0);
});

test('the sample of each template is what it does in demo mode; `npm run samples` writes them again', async () => {
  const stored = await readTemplates(fileURLToPath(new URL('../../templates/', import.meta.url)));
  expect(stored.filter(({ sample }) => sample === null)).toEqual([]);
  for (const { id, workflow, sample } of stored)
    if (sample && !ON_SERVER.includes(id)) expect(sample, id).toEqual(await sampleRun(workflow));
});

test('hello answers the question', async () => {
  const { status, outputs, events } = await freshEngine().run(template('hello'), { question: 'Why is the sea salty?' });
  expect({ status, outputs }).toEqual({ status: 'succeeded', outputs: { answer: demoAnswer('Why is the sea salty?') } });
  const written = eventsOf(events, 'content').map(({ content }) => content);
  expect(written.length).toBeGreaterThan(1);
  expect(written.join('')).toBe(outputs.answer);
});

test('parallel-review asks three reviewers, then passes their reviews to the editor', async () => {
  const { status, outputs, events } = await freshEngine().run(template('parallel-review'), { text: 'Tea is hot.' });
  expect(status).toBe('succeeded');
  const review = demoAnswer('The text: Tea is hot.');
  expect(outputs).toMatchObject({ clarity: review, correctness: review, tone: review });
  expect(outputs.review).toContain('[demo model]');
  expect(promptOf(events, 'summary')).toBe(
    `The text:\n\nTea is hot.\n\nClarity:\n${review}\n\nCorrectness:\n${review}\n\nTone:\n${review}`,
  );
  // All three calls start before any has ended.
  const order = events.flatMap((event) =>
    'nodeId' in event && ['llm_call', 'llm_result'].includes(event.type) ? [event.type] : [],
  );
  expect(order.slice(0, 3)).toEqual(['llm_call', 'llm_call', 'llm_call']);
});

test('assistant-with-tools calls the tool that its question is about', async () => {
  const { outputs, events } = await freshEngine().run(template('assistant-with-tools'));
  const called = eventsOf(events, 'tool_result');
  expect(called).toMatchObject([{ name: 'time-now', status: 'success', result: { timezone: 'UTC' } }]);
  expect(outputs).toMatchObject({ tools: 1, answer: expect.stringContaining('"timezone":"UTC"') });
});

test('assistant-with-mcp answers without tools until the workspace has its server', async () => {
  const workflow = template('assistant-with-mcp');
  const { valid, warnings } = validateWorkflow(workflow, nodeRegistry, { tools: toolRegistry });
  expect(valid).toBe(true);
  expect(warnings.filter(({ code }) => code === 'unknown-tool')).toHaveLength(3);
  const { status, events } = await freshEngine().run(workflow);
  expect(status).toBe('succeeded');
  expect(JSON.stringify(eventsOf(events, 'llm_call')[0]?.request)).not.toContain('deepwiki@');
});

test('files-to-summary reads each file that is given', async () => {
  const reports = [
    { name: 'minutes.md', text: 'Ada orders the new oven.' },
    { name: 'rota.csv', text: 'day,who\nSunday,Bo' },
  ];
  const { status, outputs, events } = await freshEngine().run(template('files-to-summary'), { reports, reader: 'Bo' });
  expect(status).toBe('succeeded');
  expect(outputs).toMatchObject({ isCut: false, summary: expect.stringContaining('[demo model]') });
  const prompt = promptOf(events, 'summary');
  expect(prompt).toContain('Ada orders the new oven.');
  expect(prompt).toContain('Sunday');
  const alone = await freshEngine().run(template('files-to-summary'));
  expect(promptOf(alone.events, 'summary')).not.toContain('rota.csv');
});

test('chat-with-memory reads a document that comes with a message', async () => {
  const engine = freshEngine();
  const document = { name: 'prices.csv', text: 'thing,price\nOven,900' };
  const { status, events } = await engine.run(template('chat-with-memory'), { message: 'What is the oven?', document });
  expect(status).toBe('succeeded');
  const requests = eventsOf(events, 'llm_call').map(({ nodeId, request }) => ({ nodeId, text: JSON.stringify(request) }));
  expect(requests.find(({ nodeId }) => nodeId === 'answer')?.text).toContain('Oven | 900');
  // Facts are those that the person states, and not those of the document.
  expect(requests.find(({ nodeId }) => nodeId === 'learn')?.text).not.toContain('Oven');
});

test.each(['business', 'creative', 'minimal'])('slide-maker makes a deck in the template %s', async (look) => {
  const root = mkdtempSync(join(tmpdir(), 'threadloom-slides-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const files = makeWorkspaceFiles({ root, denyGlobs: [], maxFileBytes: 10_000_000 });
  const models = makeModelRegistry({ config: { models: {}, default_model: undefined }, demoDelayMs: 0 });
  onTestFinished(() => models.close());
  const tools = makeToolKit({ payloads: makeMemoryPayloads(), files, documentWriter: makeDocumentWriter() });
  const engine = new TestEngine({ models, tools });
  const { status, outputs } = await engine.run(template('slide-maker'), { topic: 'Tea', template: look });
  expect(status).toBe('succeeded');
  const { path, name } = outputs.presentation as { path: string; name: string };
  const bytes = await files.readBytes(TEST_WORKSPACE, path);
  const slides = await makeDocumentReader().readSlides({ name, mediaType: '', bytes }, new AbortController().signal);
  expect(slides.map(({ layout }) => layout)).toEqual(Array(3).fill(`${look} content`));
  expect(slides.map((slide) => slideOfPicture(slide).title)).toEqual(Array(3).fill('demo title'));
});

test('orchestrator gives tasks to two agents and answers with their findings', async () => {
  const { outputs, events } = await freshEngine().run(template('orchestrator'));
  const calls = eventsOf(events, 'tool_result').map(({ name, status, parent }) => [name, status, parent?.agent]);
  expect(calls).toEqual([
    ['time-now', 'success', 'time'],
    ['sub-agent', 'success', undefined],
    ['sub-agent', 'success', undefined],
  ]);
  const tasks = eventsOf(events, 'tool_call').filter(({ name, status }) => name === 'sub-agent' && status === 'running');
  expect(tasks.map(({ args }) => (args as { name: string }).name)).toEqual(['time', 'research']);
  expect(outputs.answer).toContain('summary');
});

describe('triage-with-approval', () => {
  async function decide(said: { isConfirmed: boolean; args?: unknown; comment?: string }) {
    const engine = freshEngine();
    const { runId, status, approvals = [] } = await engine.run(template('triage-with-approval'));
    expect(status).toBe('waiting');
    const { actionId = '' } = approvals[0] ?? {};
    engine.store.database.approvals.decide({ runId, actionId, ...said, nowMs: 0 });
    await engine.engine.resumeWithDecisions(runId);
    await expect.poll(() => engine.store.database.runs.get(runId)?.status).toBe('succeeded');
    return JSON.parse(engine.store.database.runs.get(runId)?.outputs ?? '');
  }

  test('sends the reply with the edits of the person', async () => {
    expect(await decide({ isConfirmed: true, args: 'Help is on its way.' })).toEqual({
      reply: 'Help is on its way.',
      isApproved: true,
      urgency: 'high',
    });
  });

  test('withholds it after a rejection, with the reason', async () => {
    expect(await decide({ isConfirmed: false, comment: 'Too short' })).toEqual({
      isApproved: false,
      reason: 'rejected',
      comment: 'Too short',
      urgency: 'high',
    });
  });
});

describe('triage', () => {
  const ends = (isUrgent: boolean) => ({
    urgent_reply: isUrgent ? 'succeeded' : 'skipped/no_live_input',
    end_urgent: isUrgent ? 'succeeded' : 'skipped/no_live_input',
    standard_reply: isUrgent ? 'skipped/no_live_input' : 'succeeded',
    end_standard: isUrgent ? 'skipped/no_live_input' : 'succeeded',
  });

  test('gives a message that is not urgent the standard reply', async () => {
    const { status, outputs, events } = await freshEngine().run(template('triage'), { message: 'How do I change my name?' });
    expect(status).toBe('succeeded');
    // The demo model picks the first option.
    expect(outputs).toMatchObject({ urgency: 'low', category: 'account' });
    expect(outputs.reply).toContain('It is now with our account team');
    expect(outputs.reply).toContain(String(outputs.summary));
    expect(endsOf(events)).toMatchObject(ends(false));
  });

  test('answers an urgent one with the reply of a person', async () => {
    const workflow = template('triage');
    const classify = workflow.nodes.find(({ id }) => id === 'classify');
    if (!classify) throw new Error('triage has no node classify');
    classify.options = { pinned: { output: { category: 'technical', urgency: 'high', summary: 'Nobody can sign in.' } } };
    const { status, outputs, events } = await freshEngine().run(workflow, { message: 'Help!' });
    expect(status).toBe('succeeded');
    expect(outputs).toEqual({
      reply: demoAnswer('Topic: technical In short: Nobody can sign in. The message: Help!'),
      urgency: 'high',
      category: 'technical',
      summary: 'Nobody can sign in.',
    });
    expect(endsOf(events)).toMatchObject(ends(true));
  });
});

describe('fetch-and-summarise', () => {
  test('reads the page and passes its text, without markup, to the model', async () => {
    const server = await startLoopbackServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<html><head><script>track()</script></head><body><h1>Tea</h1><p>Steep it for 3 minutes.</p></body></html>');
    });
    const engine = freshEngine({ allowedPrivateHosts: [server.host] });
    const { status, outputs, events } = await engine.run(template('fetch-and-summarise'), { url: `${server.origin}/tea` });
    expect({ status, pageStatus: outputs.status }).toEqual({ status: 'succeeded', pageStatus: 200 });
    expect(outputs.summary).toContain('[demo model]');
    expect(server.hits).toMatchObject([
      { method: 'GET', url: '/tea', headers: { accept: 'text/html, text/plain;q=0.9, */*;q=0.5' } },
    ]);
    const userPrompt = promptOf(events, 'summarise');
    expect(userPrompt).toContain(`Address: ${server.origin}/tea`);
    expect(userPrompt).toContain('Steep it for 3 minutes.');
    expect(userPrompt).not.toMatch(/<p>|track\(\)/);
  });

  test('retries a page that fails, then reports the error', async () => {
    const server = await startLoopbackServer((_, response) => void response.writeHead(503).end('busy'));
    const engine = freshEngine({ allowedPrivateHosts: [server.host] });
    const { status, outputs, events } = await engine.run(template('fetch-and-summarise'), { url: server.origin });
    expect(status).toBe('succeeded');
    expect(server.hits).toHaveLength(2);
    expect(outputs.summary).toMatch(new RegExp(`^I could not read ${server.origin}\\.\\n\\n.*503`));
    expect(outputs.problem).toBe('http-status');
    expect(endsOf(events)).toMatchObject({ fetch: 'failed', summarise: 'skipped/no_live_input', end_unread: 'succeeded' });
  });

  test('retries a page that fails only the first time', async () => {
    let hits = 0;
    const server = await startLoopbackServer(
      (_, response) => void (++hits === 1 ? response.writeHead(503).end() : response.end('Tea.')),
    );
    const engine = freshEngine({ allowedPrivateHosts: [server.host] });
    const { outputs, events } = await engine.run(template('fetch-and-summarise'), { url: server.origin });
    expect(outputs.status).toBe(200);
    expect(eventsOf(events, 'node_retried')).toMatchObject([{ nodeId: 'fetch', attempt: 1, error: { code: 'http-status' } }]);
  });

  test('never calls an address inside the network that was not allowed', async () => {
    const server = await startLoopbackServer((_, response) => void response.end('secret'));
    const { status, outputs } = await freshEngine().run(template('fetch-and-summarise'), { url: server.origin });
    expect({ status, problem: outputs.problem }).toEqual({ status: 'succeeded', problem: 'url-refused' });
    expect(server.hits).toEqual([]);
  });
});

test('sheet-enrichment asks about each company once, and gives every row what was found', async () => {
  const { outputs, events } = await freshEngine().run(template('sheet-enrichment'), {
    rows: [{ company: 'Acme', country: 'US' }, { company: 'Bolt' }, { company: 'Acme' }],
  });
  const about = (company: string) => demoAnswer(company);
  expect(outputs.rows).toEqual([
    { company: 'Acme', country: 'US', about: about('Acme') },
    { company: 'Bolt', about: about('Bolt') },
    { company: 'Acme', about: about('Acme') },
  ]);
  expect(eventsOf(events, 'llm_call')).toHaveLength(2);
});
