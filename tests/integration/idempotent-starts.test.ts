import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { StartRun } from '#lib/ports/run-service.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { RetentionKeeper } from '#server/db/maintenance/retention-keeper.ts';
import { StartStore } from '#server/db/stores/start-store.ts';
import { StartOnce } from '#server/http/runs/start-once.ts';
import { newId } from '#server/process/new-id.ts';
import { type DatabaseLocation, eachDatabase, makeDatabaseLocation } from '#tests/support/databases.ts';
import { Fleet } from '#tests/support/fleet.ts';
import { GateServer } from '#tests/support/gate-server.ts';
import { bearer, callApi, publish, readFrames } from '#tests/support/published-endpoint.ts';
import { localWorkspace, makeBatch } from '#tests/support/run-batch.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const start = ['start', { inputs: [{ name: 'key', type: 'text', required: true }] }] as [string, Record<string, unknown>];

/** Ends once the gate of its key is open, with a side effect. */
const gated = (host: string) =>
  workflowOf({ start, book: ['http', { method: 'POST', url: `http://${host}/{{start.key}}` }] }, ['start -> book']);
const greet = workflowOf({ start, say: ['template', { template: 'hello {{start.key}}' }] }, ['start -> say']);
const asking = workflowOf({ start, ask: ['approval', { title: 'Send it?', value: '{{start.key}}' }] }, ['start -> ask']);

const keyed = (key: string, headers: Record<string, string> = {}) => ({ 'idempotency-key': key, ...headers });
const fresh = () => crypto.randomUUID();

describe('a start that comes again under its Idempotency-Key', () => {
  let place: DatabaseLocation;
  let gates: GateServer;
  let server: ServerProcess;
  const api = (path: string) => `${server.url}/api/v1${path}`;
  const startServer = async () => {
    server = await ServerProcess.start({ ...place, config: `http:\n  allowed_private_hosts: ['${gates.host}']\n` });
  };
  const runDocument = (key: string, body: Record<string, unknown>) =>
    callApi(api('/runs'), { body: { document: greet, ...body }, headers: keyed(key) });
  const countRuns = async (search: string) => {
    const { json } = await callApi(api(`/runs?search=${search}`));
    return (json.items as unknown[]).length;
  };
  const named = (name: string, document: object) => ({ ...document, name });

  beforeAll(async () => {
    place = await makeDatabaseLocation();
    gates = await GateServer.start();
    await startServer();
  });
  afterAll(async () => {
    await server?.end();
    await gates?.stop();
    await place?.remove();
  });

  test('returns the same run in each mode, unchanged and marked as a replay', async () => {
    for (const mode of ['sync', 'async']) {
      const key = fresh();
      const name = `same-${mode}`;
      const body = { document: named(name, greet), inputs: { key: 'a' }, mode };
      const first = await runDocument(key, body);
      const again = await runDocument(key, body);
      expect([again.status, again.json]).toEqual([first.status, first.json]);
      expect(again.headers['x-run-id']).toBe(first.headers['x-run-id']);
      expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
      expect(await countRuns(name)).toBe(1);
    }
  });

  test('is answered with the same stream of events, from the first on', async () => {
    const ask = { method: 'POST', headers: keyed(fresh()), body: { document: greet, inputs: { key: 's' }, mode: 'stream' } };
    const first = await readFrames(api('/runs'), ask);
    const again = await readFrames(api('/runs'), ask);
    expect(first.frames.at(-1)).toMatchObject({ event: 'done', data: { status: 'succeeded' } });
    expect(again).toEqual(first);
  });

  test('starts one run for concurrent requests, in every mode, and all receive its end', async () => {
    const key = fresh();
    const gate = `twins-${fresh()}`;
    const body = { document: gated(gates.host), inputs: { key: gate } };
    const asked = Array.from({ length: 6 }, () => runDocument(key, body));
    await gates.reached(gate);
    asked.push(runDocument(key, body));
    gates.open(gate);
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ json }) => json.runId)).size).toBe(1);
    expect(answers.map(({ status, json }) => [status, json.status])).toEqual(answers.map(() => [200, 'succeeded']));
    expect(gates.hits.get(gate)).toBe(1);
  });

  test('waits for a run in progress, also after a restart of the server', async () => {
    const key = fresh();
    const gate = `restart-${fresh()}`;
    const body = { document: gated(gates.host), inputs: { key: gate }, mode: 'async' };
    const first = await runDocument(key, body);
    await gates.reached(gate);
    await server.end('SIGKILL');
    await startServer();
    const again = await runDocument(key, body);
    expect([again.status, again.json]).toEqual([202, first.json]);
    const follower = readFrames(api(`/runs/${first.json.runId}/events`));
    gates.open(gate);
    expect((await follower).frames.at(-1)?.event).toBe('done');
  });

  test('returns the approvals of a waiting run again, and its end once they are decided', async () => {
    const body = { document: asking, inputs: { key: 'w' } };
    const key = fresh();
    const first = await runDocument(key, body);
    expect(first).toMatchObject({ status: 202, json: { status: 'waiting' } });
    expect((await runDocument(key, body)).json).toEqual(first.json);
    const [approval] = first.json.approvals as { actionId: string }[];
    await callApi(api(`/runs/${first.json.runId}/approvals/${approval?.actionId}`), { body: { confirmed: true } });
    await readFrames(api(`/runs/${first.json.runId}/events?after=1`));
    await expect.poll(async () => (await runDocument(key, body)).json.status).toBe('succeeded');
  });

  test('is refused with another body, and names the run of the first', async () => {
    const key = fresh();
    const { json } = await runDocument(key, { inputs: { key: 'one' } });
    const other = await runDocument(key, { inputs: { key: 'two' } });
    expect(other).toMatchObject({
      status: 422,
      json: { error: { code: 'idempotency-key-reused', details: { runId: json.runId } } },
    });
  });

  test('leaves the key free when nothing was started', async () => {
    const key = fresh();
    expect((await runDocument(key, { inputs: {} })).json).toMatchObject({ error: { code: 'inputs-invalid' } });
    expect((await runDocument(key, { inputs: { key: 'now' } })).status).toBe(200);
  });

  test('is another start for another workflow, endpoint or fork, and without a key each is one', async () => {
    const key = fresh();
    const ids = await Promise.all([1, 2].map(async () => (await callApi(api('/workflows'), { body: greet })).json.id as string));
    const body = { inputs: { key: 'x' } };
    const paths = [...ids.map((id) => `/workflows/${id}/runs`), `/workflows/${ids[0]}/runs`];
    const runs: unknown[] = [];
    for (const path of paths) runs.push((await callApi(api(path), { body, headers: keyed(key) })).json.runId);
    expect(runs[2]).toBe(runs[0]);
    expect(runs[1]).not.toBe(runs[0]);
    const fork = () => callApi(api(`/runs/${runs[0]}/forks`), { body: {}, headers: keyed(key) });
    const [first, again] = [await fork(), await fork()];
    expect(again.json).toEqual(first.json);
    expect(runs).not.toContain(first.json.runId);
    const plain = () => callApi(api(paths[0] as string), { body });
    expect((await plain()).json.runId).not.toBe((await plain()).json.runId);
  });

  test('works for the endpoint of a published workflow, with the secret of its webhook', async () => {
    const { slug, key } = await publish(server.url, greet);
    const headers = keyed(fresh(), bearer(key));
    const webhook = { url: `http://${gates.host}/hook-${fresh()}` };
    const body = { inputs: { key: 'p' }, mode: 'async', webhook };
    const call = () => callApi(api(`/run/${slug}`), { body, headers });
    const [first, again] = await Promise.all([call(), call()]);
    expect(first).toMatchObject({ status: 202, json: { webhookSecret: expect.any(String) } });
    expect(again.json).toEqual(first.json);
    expect((await callApi(api(`/run/${slug}`), { body: { inputs: { key: 'p' } }, headers })).json).toMatchObject({
      error: { code: 'idempotency-key-reused' },
    });
  });

  test('refusals are counted by their code', async () => {
    const count = async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      return Number(/^threadloom_http_errors_total\{code="inputs-invalid"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
    };
    const before = await count();
    await runDocument(fresh(), { inputs: {} });
    expect(await count()).toBe(before + 1);
  });

  test('refuses keys that are no valid header values', async () => {
    const { status, json } = await runDocument('a key', { inputs: { key: 'x' } });
    expect([status, json]).toMatchObject([400, { error: { message: expect.stringContaining('idempotency-key') } }]);
  });
});

eachDatabase('starts by key', (database) => {
  /** A process that stores runs and does nothing else; `whenAsked` holds it before it does. */
  function processOf(whenAsked: () => Promise<void> = async () => {}) {
    const { pool } = database();
    const started: string[] = [];
    const startAs = async ({ runId = '', workspaceId: workspace }: StartRun) => {
      await whenAsked();
      started.push(runId);
      await new PgRunStore(pool).append([makeBatch({ runId, workspaceId: workspace })]);
      const accepted = Promise.resolve();
      return { runId, accepted, outcome: new Promise<never>(() => {}) };
    };
    return { started, once: new StartOnce({ runs: { start: startAs }, store: new StartStore(pool), newId }) };
  }
  const run = { workspaceId: localWorkspace } as StartRun;
  const asked = (key: string, body: unknown = {}) => ({ key, scope: 'document', body });

  test('of two processes with concurrent requests one starts the run, and the other waits for it', async () => {
    const gate = Promise.withResolvers<void>();
    const [one, other] = [processOf(() => gate.promise), processOf(() => gate.promise)];
    const key = fresh();
    const both = Promise.all([one.once.start(run, asked(key)), other.once.start(run, asked(key))]);
    gate.resolve();
    const [first, second] = await both;
    expect(first.runId).toBe(second.runId);
    expect([...one.started, ...other.started]).toEqual([first.runId]);
    expect([first.isReplayed, second.isReplayed].sort()).toEqual([false, true]);
  });

  test('a start that a process left before the run was stored is completed by the next one, as the same run', async () => {
    const dead = processOf(() => new Promise(() => {}));
    const key = fresh();
    void dead.once.start(run, asked(key));
    const { pool } = database();
    const find = async () => (await pool.query('SELECT run_id FROM run_starts WHERE key = $1', [key])).rows[0]?.run_id;
    await expect.poll(find).toBeTruthy();
    await pool.query("UPDATE run_starts SET claimed_at = claimed_at - interval '11 seconds' WHERE key = $1", [key]);
    const next = processOf();
    expect(await next.once.start(run, asked(key))).toMatchObject({ runId: await find(), isReplayed: false });
  });

  test('the same key in another workspace is another start', async () => {
    await database().pool.query("INSERT INTO workspaces (id, name) VALUES ('ws_other', 'Other') ON CONFLICT DO NOTHING");
    const { once, started } = processOf();
    const key = fresh();
    await once.start(run, asked(key, { a: 1 }));
    await once.start({ ...run, workspaceId: workspaceId('ws_other') }, asked(key, { a: 2 }));
    expect(new Set(started).size).toBe(2);
  });

  test('a key is forgotten after a day, by its next use and by the sweep, and with its run', async () => {
    const { pool } = database();
    const { once } = processOf();
    const [used, left, deleted] = [fresh(), fresh(), fresh()];
    const first = await once.start(run, asked(used, 'one body'));
    await once.start(run, asked(left));
    const { runId } = await once.start(run, asked(deleted));
    await pool.query("UPDATE run_starts SET created_at = created_at - interval '25 hours' WHERE key = ANY ($1)", [[used, left]]);
    const second = await once.start(run, asked(used, 'another body'));
    expect(second.runId).not.toBe(first.runId);
    await pool.query(
      "UPDATE runs SET status = 'succeeded', created_at = created_at - interval '31 days', finished_at = created_at - interval '31 days' WHERE id = $1",
      [runId],
    );
    const quiet = { info: () => {}, error: () => {} };
    const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
    const sweep = (days: number) =>
      new RetentionKeeper({
        pool,
        readLimits: () => ({ days, runsOfWorkflow: 0 }),
        isEmbedded: false,
        clock,
        log: quiet,
      }).sweep();
    const keys = async () =>
      (await pool.query<{ key: string }>('SELECT key FROM run_starts WHERE key = ANY ($1)', [[used, left, deleted]])).rows.map(
        ({ key }) => key,
      );
    await sweep(0);
    expect((await keys()).sort()).toEqual([used, deleted].sort());
    await sweep(30);
    expect(await keys()).toEqual([used]);
  });
});

test('two web processes on one Redis start one run for concurrent requests, and each answers with its end', async () => {
  const fleet = await Fleet.start();
  onTestFinished(() => fleet.stop());
  const [one, other] = await Promise.all([fleet.startWeb(), fleet.startWeb(), fleet.startWorker()]);
  const headers = keyed(fresh());
  const body = { document: greet, inputs: { key: 'fleet' } };
  const asked = [one, other, one, other].map(({ process }) => callApi(`${process.url}/api/v1/runs`, { body, headers }));
  const answers = await Promise.all(asked);
  expect(answers.map(({ json }) => json)).toEqual(answers.map(() => answers[0]?.json));
  expect(answers[0]).toMatchObject({ status: 200, json: { status: 'succeeded' } });
  const sql = new pg.Client({ connectionString: fleet.postgres.url });
  await sql.connect();
  const { rows } = await sql.query('SELECT count(*)::int AS count FROM runs').finally(() => sql.end());
  expect(rows).toEqual([{ count: 1 }]);
});
