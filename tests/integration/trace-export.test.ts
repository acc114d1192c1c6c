import { expect, onTestFinished, test } from 'vitest';
import { makeDatabaseLocation } from '#tests/support/databases.ts';
import { startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { Fleet } from '#tests/support/fleet.ts';
import { startLoopbackServer } from '#tests/support/loopback-server.ts';
import { startOtlpReceiver } from '#tests/support/otlp-receiver.ts';
import { callApi } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

/** Other work may keep the machine busy. */
const POLL = { timeout: 30_000, interval: 50 };
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const document = workflowOf({ ask: ['llm', { userPrompt: 'Why?' }] }, []);

/** The real server, with the exporter configured by environment variables only. */
async function start() {
  const place = await makeDatabaseLocation();
  const [fake, receiver] = await Promise.all([startFakeModel(), startOtlpReceiver()]);
  const server = await ServerProcess.start({
    ...place,
    config: `models:\n  main:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake-t20-d0\n`,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=k1' },
  });
  onTestFinished(async () => {
    await server.end();
    await fake.stop();
    await place.remove();
  });
  const run = (headers: Record<string, string> = {}) =>
    callApi(`${server.url}/api/v1/runs`, { body: { document, inputs: {} }, headers });
  return { server, receiver, run };
}

test('a server sends the spans of its runs, as a part of the trace of the caller', async () => {
  const { server, receiver, run } = await start();
  const { json } = await run({ traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` });
  expect(json).toMatchObject({ status: 'succeeded' });
  await expect.poll(() => receiver.spans().length, POLL).toBe(3);
  expect(receiver.span('invoke_workflow test')).toMatchObject({ traceId: TRACE_ID, parentSpanId: 'b7ad6b7169203331' });
  expect(receiver.hits[0]).toMatchObject({ url: '/v1/traces', headers: { 'x-key': 'k1' } });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain('threadloom_trace_parts_total{outcome="sent"} 1');
  expect(metrics).toContain('threadloom_spans_sent_total 3');
});

test('a receiver that is down fails no run, and receives the missing spans when the server ends', async () => {
  const { server, receiver, run } = await start();
  receiver.state.status = 503;
  for (let index = 0; index < 3; index++) expect((await run()).json).toMatchObject({ status: 'succeeded' });
  await expect.poll(() => receiver.hits.length, POLL).toBeGreaterThan(0);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain('threadloom_trace_parts_waiting 3');
  receiver.state.status = 200;
  expect(await server.end()).toBe(0);
  expect(receiver.spans().filter(({ name }) => name === 'invoke_workflow test')).toHaveLength(3);
  expect(new Set(receiver.spans().map(({ spanId }) => spanId)).size).toBe(9);
});

test('after a failover the next worker sends all spans of a run, in the trace of the original caller', async () => {
  const [receiver, target] = await Promise.all([
    startOtlpReceiver(),
    // The first request is never answered, because its worker is killed.
    startLoopbackServer((_, response) => {
      if (target.hits.length > 1) response.end('ok');
    }),
  ]);
  const fleet = await Fleet.start({ config: `http:\n  allowed_private_hosts: ['${target.host}']\n` });
  onTestFinished(() => fleet.stop());
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin };
  const [web, first] = await Promise.all([fleet.startWeb({ env }), fleet.startWorker({ env })]);
  const get = workflowOf({ say: ['template', { template: 'x' }], get: ['http', { url: target.origin }] }, ['say -> get']);
  const headers = { traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` };
  const { json } = await callApi(`${web.process.url}/api/v1/runs`, {
    body: { document: get, inputs: {}, mode: 'async' },
    headers,
  });
  await expect.poll(() => target.hits.length, POLL).toBe(1);
  await fleet.end(first, 'SIGKILL');
  await fleet.startWorker({ env });
  const status = async () => (await callApi(`${web.process.url}/api/v1/runs/${json.runId}`)).json.status;
  await expect.poll(status, POLL).toBe('succeeded');
  await expect.poll(() => receiver.spans().length, POLL).toBe(3);
  const sent = receiver.span('node get');
  expect(receiver.spans().map(({ traceId }) => traceId)).toEqual(Array(3).fill(TRACE_ID));
  expect(receiver.span('invoke_workflow test').parentSpanId).toBe('b7ad6b7169203331');
  for (const { headers: asked } of target.hits) expect(asked.traceparent).toBe(`00-${TRACE_ID}-${sent.spanId}-01`);
});
