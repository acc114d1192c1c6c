import { describe, expect, onTestFinished, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { readTraceparent } from '#lib/run/trace-context.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { readOtlpSettings } from '#server/telemetry/otlp/otlp-settings.ts';
import { makeSendSpans } from '#server/telemetry/otlp/send-spans.ts';
import { type PartOutcome, TraceExporter } from '#server/telemetry/otlp/trace-exporter.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startLoopbackServer } from '#tests/support/loopback-server.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { MemoryRunStore } from '#tests/support/memory-run-store.ts';
import { startOtlpReceiver } from '#tests/support/otlp-receiver.ts';
import { type ScriptedAnswer, startScriptedModel } from '#tests/support/scripted-model.ts';
import { TEST_WORKSPACE, TestEngine, workflowOf } from '#tests/support/test-engine.ts';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const SECRET = 'my aunt lives in Lisbon';

type Setup = { readonly env?: Record<string, string>; readonly maxParts?: number; readonly answers?: readonly ScriptedAnswer[] };

/** An engine whose runs are exported to a receiver on loopback, with a model and a web server to call. */
async function exporting({ env = {}, maxParts = 100, answers = [{ text: 'Fine.' }] }: Setup = {}) {
  const receiver = await startOtlpReceiver();
  const target = await startLoopbackServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('[1, 2]'),
  );
  const model = await startScriptedModel((_, index) => answers[Math.min(index, answers.length - 1)] ?? {});
  const settings = readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin, ...env });
  if (!settings) throw new Error('nothing is exported');
  const store = new MemoryRunStore();
  const outcomes: PartOutcome[] = [];
  const log: string[] = [];
  const clock = new ManualClock();
  const exporter = new TraceExporter({
    store,
    settings,
    clock,
    maxParts,
    version: '1.2.3',
    send: makeSendSpans(settings, globalThis.fetch),
    random: () => 1,
    log: { warn: (message) => void log.push(message), error: (message) => void log.push(message) },
    countPart: (outcome) => void outcomes.push(outcome),
    countSpans: () => {},
  });
  onTestFinished(() => exporter.close());
  const fetch = makeSafeFetch({ allowedPrivateHosts: [target.host] });
  onTestFinished(() => fetch.close());
  const engine = new TestEngine({
    store,
    fetch,
    publisher: exporter,
    models: model.models,
    sendsTraceparent: true,
    tools: makeToolKit({ payloads: store }),
  });
  const run = async (workflow: Workflow, { traceparent }: { traceparent?: string } = {}) => {
    const start = { workspaceId: TEST_WORKSPACE, workflow, inputs: {}, mode: 'draft' as const };
    const started = await engine.engine.start({ ...start, ...(traceparent && { traceparent }) });
    return started.outcome;
  };
  return { receiver, target, model, exporter, outcomes, log, clock, run, engine, store };
}

const sent = (outcomes: readonly PartOutcome[], count = 1) => eventually(() => expect(outcomes).toHaveLength(count));

describe('the spans of a run', () => {
  test('are a tree under the run, with the words of the conventions', async () => {
    const { receiver, target, outcomes, run } = await exporting({
      env: { OTEL_SERVICE_NAME: 'support-bot', OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test,team=a%2Cb' },
      answers: [{ calls: [{ name: 'time-now', id: 'call_time' }] }, { text: 'Noon.' }],
    });
    const workflow = workflowOf(
      {
        get: ['http', { url: target.origin }],
        ask: ['llm', { userPrompt: SECRET, availableTools: ['time-now'] }],
      },
      ['get -> ask'],
    );
    const { runId, status } = await run(workflow);
    expect(status).toBe('succeeded');
    await sent(outcomes);
    const root = receiver.span('invoke_workflow test');
    const ask = receiver.span('node ask');
    const tool = receiver.span('execute_tool time-now');
    const calls = receiver.spans().filter(({ name }) => name === 'chat scripted');
    expect(receiver.spans()).toHaveLength(6);
    expect(new Set(receiver.spans().map(({ traceId }) => traceId)).size).toBe(1);
    expect(root.parentSpanId).toBeUndefined();
    expect(root.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.workflow.name': 'test',
      'threadloom.run.id': runId,
      'threadloom.status': 'succeeded',
      'threadloom.usage.total_tokens': 30,
    });
    expect([ask, receiver.span('node get')].map(({ parentSpanId }) => parentSpanId)).toEqual([root.spanId, root.spanId]);
    expect([...calls, tool].map(({ parentSpanId }) => parentSpanId)).toEqual([ask.spanId, ask.spanId, ask.spanId]);
    expect(calls.map(({ kind, status: { code } }) => [kind, code])).toEqual([
      [3, undefined],
      [3, undefined],
    ]);
    expect(calls[0]?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai-compatible',
      'gen_ai.request.model': 'scripted',
      'gen_ai.response.finish_reasons': ['tool_calls'],
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 5,
      'threadloom.node.id': 'ask',
    });
    expect(tool).toMatchObject({ kind: 1 });
    expect(tool.attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'time-now',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'call_time',
    });
    for (const { startTimeUnixNano, endTimeUnixNano } of receiver.spans())
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
    expect(receiver.resource()).toEqual({
      'service.name': 'support-bot',
      'service.version': '1.2.3',
      'deployment.environment': 'test',
      team: 'a,b',
    });
    expect(receiver.hits[0]).toMatchObject({ url: '/v1/traces', headers: { 'content-type': 'application/json' } });
  });

  test('contain no prompts and values, unless that is enabled', async () => {
    const answers = [{ calls: [{ name: 'time-now', args: '{"timezone":"Europe/Lisbon"}' }] }, { text: 'A secret answer.' }];
    const workflow = workflowOf({ ask: ['llm', { userPrompt: SECRET, availableTools: ['time-now'] }] }, []);
    const silent = await exporting({ answers });
    await silent.run(workflow);
    await sent(silent.outcomes);
    const text = JSON.stringify(silent.receiver.state.taken);
    for (const value of [SECRET, 'Europe/Lisbon', 'A secret answer']) expect(text).not.toContain(value);
    const open = await exporting({ answers, env: { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' } });
    await open.run(workflow);
    await sent(open.outcomes);
    const [, second] = open.receiver.spans().filter(({ name }) => name === 'chat scripted');
    const said = JSON.parse(String(second?.attributes['gen_ai.input.messages'])) as { role: string; parts: object[] }[];
    expect(said.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(said[0]?.parts).toEqual([{ type: 'text', content: SECRET }]);
    expect(said[1]?.parts).toContainEqual(expect.objectContaining({ type: 'tool_call', name: 'time-now' }));
    expect(JSON.parse(String(second?.attributes['gen_ai.output.messages']))).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: 'A secret answer.' }] },
    ]);
    expect(open.receiver.span('execute_tool time-now').attributes['gen_ai.tool.call.arguments']).toBe(
      '{"timezone":"Europe/Lisbon"}',
    );
  });

  test('have the error of a failure, and its kind', async () => {
    const { receiver, outcomes, run } = await exporting();
    const { status } = await run(
      workflowOf({ get: ['http', { url: 'http://127.0.0.1:9/' }], after: ['template', { template: 'x' }] }, ['get -> after']),
    );
    expect(status).toBe('failed');
    await sent(outcomes);
    expect(receiver.span('node get')).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'url-refused' } });
    expect(receiver.span('invoke_workflow test')).toMatchObject({
      status: { code: 2 },
      attributes: { 'error.type': 'url-refused', 'threadloom.reason': 'node_failed' },
    });
    expect(receiver.spans().map(({ name }) => name)).not.toContain('node after');
  });

  test('of iterations of a body are children of their iteration, all under one name', async () => {
    const { receiver, target, outcomes, run } = await exporting();
    const workflow = workflowOf(
      { get: ['http', { url: target.origin }], each: ['map', { items: '{{get.body}}' }], one: ['template', { template: 'x' }] },
      ['get -> each'],
    );
    Object.assign(workflow.nodes[2] ?? {}, { parentId: 'each' });
    expect((await run(workflow)).status).toBe('succeeded');
    await sent(outcomes);
    const passes = receiver.spans().filter(({ name }) => name === 'pass each');
    const inner = receiver.spans().filter(({ name }) => name === 'node each/one');
    expect(passes.map(({ parentSpanId }) => parentSpanId)).toEqual(Array(2).fill(receiver.span('node each').spanId));
    expect(inner.map(({ parentSpanId }) => parentSpanId)).toEqual(passes.map(({ spanId }) => spanId));
  });
});

describe('a trace that began in another service', () => {
  test('continues in the run, and in the requests of the run', async () => {
    const answers: ScriptedAnswer[] = [];
    const { receiver, target, model, outcomes, run } = await exporting({ answers });
    const args = JSON.stringify({ method: 'GET', url: target.origin });
    answers.push({ calls: [{ name: 'http_request', id: 'call_web', args }] }, { text: 'Done.' });
    const workflow = workflowOf(
      {
        get: ['http', { url: target.origin }],
        ask: ['llm', { userPrompt: 'Go', availableTools: ['http_request'] }],
        own: ['http', { url: target.origin, headers: { Traceparent: 'my own' } }],
      },
      ['get -> ask', 'ask -> own'],
    );
    const { status } = await run(workflow, { traceparent: PARENT });
    expect(status).toBe('succeeded');
    await sent(outcomes);
    const root = receiver.span('invoke_workflow test');
    expect(root).toMatchObject({
      traceId: readTraceparent(PARENT)?.traceId,
      parentSpanId: readTraceparent(PARENT)?.parentSpanId,
      flags: 0x301,
    });
    const asked = (headers: Record<string, unknown> | undefined) => readTraceparent(String(headers?.traceparent));
    expect(asked(target.hits[0]?.headers)).toEqual({
      traceId: root.traceId,
      parentSpanId: receiver.span('node get').spanId,
      isSampled: true,
    });
    expect(asked(target.hits[1]?.headers)?.parentSpanId).toBe(receiver.span('execute_tool http_request').spanId);
    expect(target.hits[2]?.headers.traceparent).toBe('my own');
    const [call] = receiver.spans().filter(({ name }) => name === 'chat scripted');
    expect(asked(model.hits[0]?.headers)?.parentSpanId).toBe(call?.spanId);
  });

  test('and is not sampled there is not sampled here', async () => {
    const { receiver, exporter, target, outcomes, run } = await exporting();
    await run(workflowOf({ get: ['http', { url: target.origin }] }, []), { traceparent: PARENT.replace(/01$/, '00') });
    await eventually(() => expect(exporter.waiting).toBe(0));
    expect([receiver.hits, outcomes]).toEqual([[], []]);
    expect(target.hits[0]?.headers.traceparent).toMatch(/-00$/);
  });
});

test('finished spans of a waiting run are sent, and the rest after the decision, each span once', async () => {
  const { receiver, outcomes, engine, run } = await exporting();
  const workflow = workflowOf(
    { before: ['template', { template: 'x' }], ok: ['approval', { title: 'Go on?' }], after: ['template', { template: 'y' }] },
    ['before -> ok', 'ok.approved -> after'],
  );
  const { runId, status, approvals = [] } = await run(workflow);
  expect(status).toBe('waiting');
  await sent(outcomes);
  expect(receiver.spans().map(({ name }) => name)).toEqual(['node before']);
  const decision = { runId, actionId: approvals[0]?.actionId ?? '', isConfirmed: true, nowMs: engine.store.database.now() };
  engine.store.database.approvals.decide(decision);
  await engine.engine.resumeWithDecisions(runId);
  await sent(outcomes, 2);
  expect(receiver.spans().map(({ name }) => name)).toEqual(['node before', 'node ok', 'node after', 'invoke_workflow test']);
  expect(receiver.span('node ok').attributes['threadloom.waited_ms']).toBeTypeOf('number');
});

describe('a run that takes long', () => {
  const workflow = workflowOf(
    { one: ['template', { template: 'x' }], two: ['template', { template: 'y' }], three: ['template', { template: 'z' }] },
    ['one -> two', 'two -> three'],
  );

  /** The log of a run that was not exported, and its number of events when `two` starts. */
  async function logOf(store: MemoryRunStore) {
    const engine = new TestEngine({ store });
    const { runId, events } = await engine.run(workflow);
    const until = events.findIndex((event) => event.type === 'node_started' && event.nodeId === 'two') + 1;
    return { runId, stored: await store.readEvents(runId, 0), until };
  }

  test('is sent in parts while it runs, each span once, and the run itself last', async () => {
    const { receiver, exporter, outcomes, clock, store } = await exporting();
    const { runId, stored, until } = await logOf(store);
    exporter.publish(runId, stored.slice(0, 1));
    clock.advance(29_000);
    exporter.publish(runId, stored.slice(1, until - 1));
    expect(exporter.waiting).toBe(0);
    clock.advance(1000);
    exporter.publish(runId, stored.slice(until - 1, until));
    await sent(outcomes);
    expect(receiver.spans().map(({ name }) => name)).toEqual(['node one']);
    exporter.publish(runId, stored.slice(until));
    await sent(outcomes, 2);
    expect(receiver.spans().map(({ name }) => name)).toEqual(['node one', 'node two', 'node three', 'invoke_workflow test']);
  });

  test('and resumes after its process died is sent completely, since the spans that were sent are unknown', async () => {
    const { receiver, exporter, outcomes, store } = await exporting();
    const { runId, stored, until } = await logOf(store);
    exporter.publish(runId, stored.slice(until));
    await sent(outcomes);
    expect(receiver.spans().map(({ name }) => name)).toEqual(['node one', 'node two', 'node three', 'invoke_workflow test']);
  });
});

describe('a receiver', () => {
  const workflow = workflowOf({ one: ['template', { template: 'x' }] }, []);

  test('that is down is retried until it is back; runs do not wait for it, and nothing is sent twice', async () => {
    const { receiver, outcomes, clock, log, run } = await exporting();
    receiver.state.status = 503;
    for (let index = 0; index < 3; index++) expect((await run(workflow)).status).toBe('succeeded');
    await eventually(() => expect(clock.waitingMs).toEqual([1000]));
    clock.advance(1000);
    await eventually(() => expect(clock.waitingMs).toEqual([2000]));
    receiver.state.status = 200;
    clock.advance(2000);
    await sent(outcomes, 3);
    expect(receiver.spans().filter(({ name }) => name === 'invoke_workflow test')).toHaveLength(3);
    expect(new Set(receiver.spans().map(({ spanId }) => spanId)).size).toBe(receiver.spans().length);
    expect(log).toEqual(['spans cannot be sent; they wait', 'spans are sent again']);
  });

  test('with a Retry-After is retried then', async () => {
    const { receiver, clock, run } = await exporting();
    Object.assign(receiver.state, { status: 429, headers: { 'retry-after': '7' } });
    await run(workflow);
    await eventually(() => expect(clock.waitingMs).toEqual([7000]));
  });

  test('that rejects the spans is not retried', async () => {
    const { receiver, outcomes, run } = await exporting();
    receiver.state.status = 400;
    await run(workflow);
    await sent(outcomes);
    expect(outcomes).toEqual(['refused']);
    expect(receiver.hits).toHaveLength(1);
  });

  test('that stays down costs no more than the queue holds, and dropped spans are counted', async () => {
    const { receiver, exporter, outcomes, clock, run } = await exporting({ maxParts: 2 });
    receiver.state.status = 503;
    for (let index = 0; index < 5; index++) await run(workflow);
    expect([exporter.waiting, outcomes]).toEqual([2, ['dropped', 'dropped', 'dropped']]);
    await eventually(() => expect(clock.waitingMs).toHaveLength(1));
    await exporter.close();
    expect(outcomes).toEqual(Array(5).fill('dropped'));
  });

  test('that is back when the process ends receives the remaining spans', async () => {
    const { receiver, exporter, outcomes, clock, run } = await exporting();
    receiver.state.status = 503;
    await run(workflow);
    await run(workflow);
    await eventually(() => expect(clock.waitingMs).toHaveLength(1));
    receiver.state.status = 200;
    await exporter.close();
    expect(outcomes).toEqual(['sent', 'sent']);
  });
});
