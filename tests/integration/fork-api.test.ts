import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { makeClient } from '#lib/api/client.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { startApi } from '../support/api-server.ts';
import { makeDatabaseLocation, withDatabase } from '../support/databases.ts';
import { GateServer } from '../support/gate-server.ts';
import { bearer, callApi, publish } from '../support/published-endpoint.ts';
import { localWorkspace } from '../support/run-batch.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [{ name: 'n', type: 'number' }] }] as [string, Record<string, unknown>];
const chain = workflowOf(
  {
    start,
    a: ['gate'],
    b: ['template', { template: 'b{{start.n}} {{a}}' }],
    c: ['gate'],
    end: ['end', { outputs: { b: '{{b.text}}', c: '{{c}}' } }],
  },
  ['start -> a', 'a -> b', 'b -> c', 'c -> end'],
);

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return (error as ApiError).code;
};

withDatabase('forks over HTTP', (database) => {
  async function ran() {
    const api = await startApi(database());
    const running = api.client.runDocument({ body: { document: chain, inputs: { n: 1 } } });
    await api.gates.open('a', 'A');
    await api.gates.open('c', 'C');
    const source = await running;
    return { api, client: api.client, runId: source.runId };
  }
  const statusIs = async ({ client }: Awaited<ReturnType<typeof ran>>, runId: string, status: string) =>
    expect.poll(async () => (await client.getRun({ params: { id: runId } })).status).toBe(status);

  test('every quiet point of a run is a checkpoint, and has a state that can be looked at', async () => {
    const { client, runId } = await ran();
    const { items } = await client.listCheckpoints({ params: { id: runId } });
    expect(items.map(({ reason, nodeId }) => nodeId ?? reason)).toEqual(['start', 'start', 'a', 'b', 'c', 'end', 'end']);
    const page = await client.listCheckpoints({ params: { id: runId }, query: { limit: 2 } });
    const rest = await client.listCheckpoints({ params: { id: runId }, query: { after: page.nextAfter } });
    expect([...page.items, ...rest.items]).toEqual(items);

    const atA = items.find(({ nodeId }) => nodeId === 'a')?.seq ?? 0;
    const state = await client.getCheckpoint({ params: { id: runId, seq: String(atA) } });
    expect(state).toMatchObject({ runId, seq: atA, status: 'running', inputs: { n: 1 } });
    expect(state.nodes.map(({ nodeId, status }) => `${nodeId} ${status}`)).toEqual(['start succeeded', 'a succeeded']);
    expect(state.nodes[1]?.ports).toEqual({ out: { value: 'A' } });
    expect(await codeOf(client.getCheckpoint({ params: { id: runId, seq: '9999' } }))).toBe('not-found');
  });

  test('the plan of a fork matches what the fork does', async () => {
    const { api, client, runId } = await ran();
    const changes = { values: { a: { value: 'given' } }, until: ['b'] };
    const plan = await client.planFork({ params: { id: runId }, body: changes });
    expect(Object.fromEntries(plan.nodes.map(({ nodeId, action }) => [nodeId, action]))).toEqual({
      start: 'reused',
      a: 'given',
      b: 'runs',
      c: 'not_run',
      end: 'not_run',
    });
    expect(plan.nodes.find(({ nodeId }) => nodeId === 'start')?.from).toMatchObject({ runId, ageMs: expect.any(Number) });
    const calls = api.gates.calls.get('a');
    const forked = await client.forkRun({ params: { id: runId }, body: changes });
    expect(forked).toMatchObject({ status: 'succeeded', outputs: { b: { text: 'b1 given' } } });
    expect(api.gates.calls.get('a')).toBe(calls);
  });

  test('nodes keep their results or are skipped as the fork says, and the run says so', async () => {
    const { api, client, runId } = await ran();
    const body = { from: ['b'], reuse: ['c'] };
    const plan = await client.planFork({ params: { id: runId }, body });
    expect(plan.nodes.find(({ nodeId }) => nodeId === 'c')).toMatchObject({ action: 'reused', because: 'effect_reused' });
    const calls = api.gates.calls.get('c');
    const kept = await client.forkRun({ params: { id: runId }, body });
    expect(kept).toMatchObject({ status: 'succeeded', outputs: { b: 'b1 A', c: 'C' } });
    const skipped = await client.forkRun({ params: { id: runId }, body: { skip: ['c'] } });
    expect(skipped).toMatchObject({ status: 'succeeded' });
    expect(api.gates.calls.get('c')).toBe(calls);
    const run = await client.getRun({ params: { id: skipped.runId } });
    expect(run.forkChanges).toEqual({ skip: ['c'] });
    const { items } = await client.listForks({ params: { id: runId } });
    expect(items.map(({ changes }) => changes)).toEqual([null, { from: ['b'], reuse: ['c'] }, { skip: ['c'] }]);
    expect(await codeOf(client.planFork({ params: { id: runId }, body: { reuse: ['nobody'] } }))).toBe('fork-invalid');
    const fresh = await client.runDocument({ body: { document: chain, inputs: { n: 1 }, skip: ['a', 'c'] } });
    expect(fresh).toMatchObject({ status: 'succeeded' });
    expect(api.gates.calls.get('a')).toBe(1);
  });

  test('the tree of forks is known to each run in it', async () => {
    const { client, runId } = await ran();
    const first = await client.forkRun({ params: { id: runId }, body: { from: ['b'], until: ['b'] } });
    const second = await client.forkRun({ params: { id: first.runId }, body: { values: { a: { value: 2 } }, until: ['b'] } });
    const tree = await client.listForks({ params: { id: second.runId } });
    expect(tree.rootRunId).toBe(runId);
    expect(tree.items.map((item) => [item.runId, item.forkOf?.runId ?? null])).toEqual([
      [runId, null],
      [first.runId, runId],
      [second.runId, first.runId],
    ]);
    expect(tree.items.map(({ changes }) => changes)).toEqual([
      null,
      { from: ['b'], until: ['b'] },
      { values: ['a'], until: ['b'] },
    ]);
    const run = await client.getRun({ params: { id: second.runId } });
    expect(run.forkOf).toMatchObject({ runId: first.runId, rootRunId: runId });
    expect(run.forkChanges).toEqual({ values: ['a'], until: ['b'] });
    const { items: events } = await client.readRunEvents({
      params: { id: first.runId },
      headers: { accept: 'application/json' },
    });
    const reused = events.find((event) => event.type === 'node_finished' && event.nodeId === 'start');
    expect(reused).toMatchObject({ reused: { runId } });
  });

  test('the document and the inputs may be changed', async () => {
    const { client, runId } = await ran();
    const document: Workflow = {
      ...chain,
      nodes: chain.nodes.map((node) => (node.id === 'b' ? { ...node, config: { template: 'now {{a}}' } } : node)),
    };
    const forked = await client.forkRun({ params: { id: runId }, body: { document, until: ['b'] } });
    expect(forked).toMatchObject({ outputs: { b: { text: 'now A' } } });
    const refused = client.forkRun({ params: { id: runId }, body: { inputs: { n: 'no number' } } });
    expect(await codeOf(refused)).toBe('inputs-invalid');
    expect(await codeOf(client.forkRun({ params: { id: runId }, body: { from: ['nobody'] } }))).toBe('fork-invalid');
    expect(await codeOf(client.planFork({ params: { id: 'run_nowhere' }, body: {} }))).toBe('run-not-found');
  });

  test('a misspelt wish starts nothing, and is named', async () => {
    const { api, client, runId } = await ran();
    const before = (await client.listRuns({})).items.length;
    const bodies = { [`/api/v1/runs/${runId}/forks`]: { at: 3 }, '/api/v1/runs': { document: {}, untill: ['b'] } };
    for (const [path, body] of Object.entries(bodies)) {
      const answer = await fetch(`${api.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(Object.keys(body).at(-1));
    }
    expect((await client.listRuns({})).items).toHaveLength(before);
  });

  test('large values that a fork reuses are kept as long as its own', async () => {
    const { client, runId, api } = await ran();
    const hash = crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x');
    await api.store.savePayload(localWorkspace, hash, '"large"');
    await database().pool.query("UPDATE payloads SET created_at = CURRENT_TIMESTAMP - interval '9 days' WHERE hash = $1", [hash]);
    await client.forkRun({ params: { id: runId }, body: { values: { a: { value: { ref: hash, chars: 7 } } }, until: ['b'] } });
    const { rows } = await database().pool.query(
      "SELECT created_at > CURRENT_TIMESTAMP - interval '1 hour' AS fresh FROM payloads WHERE hash = $1",
      [hash],
    );
    expect(rows).toEqual([{ fresh: true }]);
  });

  test('a fork of a published run is a run of the studio', async () => {
    const { api, client } = await ran();
    const hello = workflowOf({ start, say: ['template', { template: 'hello {{start.n}}' }] }, ['start -> say']);
    const { slug, key } = await publish(api.url, hello);
    const call = { body: { inputs: { n: 2 } }, headers: bearer(key) };
    const published = await callApi(`${api.url}/api/v1/run/${slug}`, call);
    const forked = await client.forkRun({ params: { id: String(published.json.runId) }, body: { from: ['say'] } });
    expect(forked).toMatchObject({ outputs: { say: { text: 'hello 2' } } });
    expect(await client.getRun({ params: { id: forked.runId } })).toMatchObject({ mode: 'draft', slug: null, version: null });
    const withKey = await callApi(`${api.url}/api/v1/runs/${forked.runId}`, { headers: bearer(key) });
    expect(withKey.status).toBe(404);
  });

  test('a draft run may pause at breakpoints, without an approval, and resumes on a command', async () => {
    const known = await ran();
    const { client, api } = known;
    const { id } = await client.createWorkflow({ body: chain });
    const part = { until: ['b'], breakpoints: ['b'] };
    const plan = await client.planWorkflowRun({ params: { id }, body: part });
    expect(plan.nodes.filter(({ action }) => action === 'runs').map(({ nodeId }) => nodeId)).toEqual(['start', 'a', 'b']);
    const running = client.runWorkflow({ params: { id }, body: { inputs: { n: 1 }, ...part } });
    await api.gates.open('a', 'A');
    const stands = await running;
    expect(stands).toMatchObject({ status: 'waiting', breakpoints: ['b'], approvals: [] });
    const runId = stands.runId;
    expect((await client.listApprovals({ query: { status: 'pending' } })).items.filter((item) => item.runId === runId)).toEqual(
      [],
    );
    expect(await client.continueRun({ params: { id: runId }, body: {} })).toEqual({ status: 'continuing' });
    await statusIs(known, runId, 'succeeded');
    expect(await codeOf(client.continueRun({ params: { id: runId }, body: {} }))).toBe('run-ended');
  });
});

describe('when the process is killed', () => {
  let gates: GateServer;
  beforeAll(async () => {
    gates = await GateServer.start();
  });
  afterAll(() => gates.stop());

  const config = () => `http:\n  allowed_private_hosts: ['${gates.host}']\n`;

  test('a fork and a run at a breakpoint resume in the next process, without repeating copied results', async () => {
    const place = await makeDatabaseLocation();
    let server = await ServerProcess.start({ ...place, config: config() });
    try {
      const request = (key: string) => ['http', { method: 'POST', url: gates.urlOf(key) }] as [string, Record<string, unknown>];
      const document = workflowOf({ start: ['start', { inputs: [] }], first: request('first'), second: request('second') }, [
        'start -> first',
        'first -> second',
      ]);
      gates.open('first');
      let client = makeClient({ baseUrl: server.url });
      const source = await client.runDocument({ body: { document, until: ['first'] } });
      const forked = await client.forkRun({ params: { id: source.runId }, body: { mode: 'async' } });
      const stands = await client.forkRun({ params: { id: source.runId }, body: { breakpoints: ['second'] } });
      expect(stands).toMatchObject({ status: 'waiting', breakpoints: ['second'] });
      await gates.reached('second');

      await server.end('SIGKILL');
      server = await ServerProcess.start({ ...place, config: config() });
      client = makeClient({ baseUrl: server.url });
      // The outcome of the fork's request is unknown, so it needs a decision, as in any run.
      const statusOf = async (id: string) => (await client.getRun({ params: { id } })).status;
      await expect.poll(() => statusOf(forked.runId), { timeout: 20_000 }).toBe('waiting');
      const { approvals } = await client.getRun({ params: { id: forked.runId } });
      expect(approvals).toMatchObject([{ nodeId: 'second', kind: 'effect' }]);
      expect(await statusOf(stands.runId)).toBe('waiting');
      gates.open('second');
      await client.continueRun({ params: { id: stands.runId }, body: {} });
      await expect.poll(() => statusOf(stands.runId), { timeout: 20_000 }).toBe('succeeded');
      expect(gates.hits.get('first')).toBe(1);
    } finally {
      await server.end();
      await place.remove();
    }
  });
});
