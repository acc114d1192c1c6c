import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeClient } from '#lib/api/client.ts';
import { WORKFLOW_FORMAT } from '#lib/workflow/workflow.ts';
import { CliProcess, cli, eventsIn, scratchFolder, templateFile } from '#tests/support/cli-process.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { fakeText } from '#tests/support/fake-model/behaviour.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { ServerProcess } from '#tests/support/server-process.ts';

let place: DatabaseLocation;
let fake: FakeModel;
let server: ServerProcess;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  fake = await startFakeModel();
  const models = ['fake-t40-d5', 'fake-t5000-d20'].map(
    (model, index) => `  m${index}:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: ${model}\n`,
  );
  server = await ServerProcess.start({ ...place, config: `models:\n${models.join('')}` });
});

afterAll(async () => {
  await server?.end();
  await fake?.stop();
  await place?.remove();
});

type Interference = {
  /** Cut the response to the nth matching request after this many bytes. */
  readonly cutEventsAfterBytes?: readonly number[];
  /** Accept requests to stop a run and never answer them. */
  readonly swallowsStop?: boolean;
};

/** A proxy between the CLI and the server. */
async function startProxy({ cutEventsAfterBytes = [], swallowsStop = false }: Interference): Promise<string> {
  const target = new URL(server.url);
  const cuts = [...cutEventsAfterBytes];
  const proxy = createServer((incoming, outgoing) => {
    if (swallowsStop && incoming.url?.endsWith('/stop')) return;
    const cutAfterBytes = incoming.url?.includes('/events') ? cuts.shift() : undefined;
    const { method = 'GET', url: path = '/' } = incoming;
    const headers = { ...incoming.headers, host: target.host };
    const forwarded = request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      let sentBytes = 0;
      answer.on('data', (chunk: Buffer) => {
        sentBytes += chunk.byteLength;
        if (cutAfterBytes === undefined || sentBytes < cutAfterBytes) outgoing.write(chunk);
        else outgoing.write(chunk.subarray(0, chunk.byteLength - (sentBytes - cutAfterBytes)), () => outgoing.destroy());
      });
      answer.on('end', () => outgoing.end());
      answer.on('error', () => outgoing.destroy());
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await once(proxy, 'close');
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test('a document runs on a server, whose log is what the CLI prints', async () => {
  const args = ['run', templateFile('parallel-review'), '--input', 'text=Tea is hot.', '--server', server.url, '--json'];
  const { code, stdout, stderr } = await cli(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const events = eventsIn(stdout);
  expect(events.at(-1)).toMatchObject({ type: 'done', status: 'succeeded', outputs: { review: fakeText(40) } });
  const client = makeClient({ baseUrl: server.url });
  const stored = await client.readRunEvents({ params: { id: events[0]?.runId ?? '' }, query: { limit: 5000 } });
  expect(events).toEqual(stored.items);
});

test('a broken stream resumes where it broke: every event once, in order', async () => {
  const proxy = await startProxy({ cutEventsAfterBytes: [900, 700] });
  const { code, stdout, stderr } = await cli(['run', templateFile('hello'), '--json'], { env: { THREADLOOM_URL: proxy } });
  expect(code).toBe(0);
  const events = eventsIn(stdout);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)).toMatchObject({ type: 'done', status: 'succeeded', outputs: { answer: fakeText(40) } });
  expect(stderr.match(/The connection to .* is lost; retrying in/g)).toHaveLength(2);
});

test("the server's word on a document counts, with all its problems", async () => {
  const file = join(scratchFolder(), 'odd.workflow.json');
  const node = { version: 1, label: '', config: {}, position: { x: 0, y: 0 } };
  const nodes = [
    { id: 'start', type: 'start', ...node, config: { inputs: [] } },
    { id: 'tidy', type: 'tmplate', ...node },
  ];
  writeFileSync(file, JSON.stringify({ format: WORKFLOW_FORMAT, name: 'odd', description: '', settings: {}, nodes, edges: [] }));
  const { code, stdout, stderr } = await cli(['run', file, '--server', server.url, '--json']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(
    `${file}:tidy:type: error: There is no node type 'tmplate' [unknown-type]\n  Did you mean template?\n`,
  );
  expect(stderr).toContain('[unreachable-node]');
});

test('an unreachable server is one line, with a hint', async () => {
  const { code, stdout, stderr } = await cli(['run', templateFile('hello'), '--server', 'http://127.0.0.1:1']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^threadloom: http:\/\/127\.0\.0\.1:1 does not answer\. Is the server running\?.*\n$/);
  expect(await cli(['run', templateFile('hello'), '--server', 'localhost:3000'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('write it as http://127.0.0.1:3000'),
  });
});

test('Ctrl-C stops the run on the server too', async () => {
  const run = new CliProcess(['run', templateFile('hello'), '--model', 'm1', '--server', server.url, '--json']);
  await run.printed('"type":"content"');
  run.child.kill('SIGINT');
  const { code, stdout } = await run.ended;
  expect(code).toBe(130);
  const last = eventsIn(stdout).at(-1);
  expect(last).toMatchObject({ type: 'done', status: 'cancelled' });
  const stored = await makeClient({ baseUrl: server.url }).getRun({ params: { id: last?.runId ?? '' } });
  expect(stored.status).toBe('cancelled');
});

test('a second Ctrl-C does not wait for the run to end', async () => {
  const proxy = await startProxy({ swallowsStop: true });
  const run = new CliProcess(['run', templateFile('hello'), '--model', 'm1', '--server', proxy, '--json']);
  await run.printed('"type":"content"');
  // A second signal right after counts as the same: terminal and npm may both forward one Ctrl-C.
  const pressing = setInterval(() => run.child.kill('SIGINT'), 50);
  const { code, stdout } = await run.ended.finally(() => clearInterval(pressing));
  expect(code).toBe(130);
  const [first] = stdout.split('\n');
  const { runId } = eventsIn(first ?? '')[0] ?? {};
  const client = makeClient({ baseUrl: server.url });
  expect((await client.getRun({ params: { id: runId ?? '' } })).status).toBe('running');
  await client.stopRun({ params: { id: runId ?? '' } });
});
