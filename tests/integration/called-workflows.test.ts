import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { bearer, callApi, makeKey, publish } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const greeting = (template: string) =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'name', type: 'text', required: true }] }],
      say: ['template', { template }],
      end: ['end', { outputs: { text: '{{say.text}}' } }],
    },
    ['start -> say', 'say -> end'],
  );

const calling = (config: Record<string, unknown>) =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'who', type: 'text', required: true }] }],
      call: ['workflow', { inputs: { name: '{{start.who}}' }, ...config }],
      end: ['end', { outputs: { said: '{{call.text}}' } }],
    },
    ['start -> call', 'call -> end'],
  );

const ada = { inputs: { who: 'Ada' } };

describe('a workflow that calls another one', () => {
  let place: DatabaseLocation;
  let server: ServerProcess;
  const api = (path: string) => `${server.url}/api/v1${path}`;
  const save = async (workflow: Workflow) => String((await callApi(api('/workflows'), { body: workflow })).json.id);
  const run = (workflowId: string) => callApi(api(`/workflows/${workflowId}/runs`), { body: { ...ada, mode: 'sync' } });
  async function change(workflowId: string, workflow: Workflow) {
    const { json } = await callApi(api(`/workflows/${workflowId}`));
    const headers = { 'if-match': String(json.revision) };
    expect((await callApi(api(`/workflows/${workflowId}`), { method: 'PUT', body: workflow, headers })).status).toBe(200);
  }

  beforeAll(async () => {
    place = await makeDatabaseLocation();
    server = await ServerProcess.start({ ...place });
  });
  afterAll(async () => {
    await server?.end();
    await place?.remove();
  });

  test('runs its current draft, and the run keeps the document that ran', async () => {
    const inner = await save(greeting('Dear {{start.name}}'));
    const outer = await save(calling({ workflowId: inner }));
    const first = await run(outer);
    expect(first.json).toMatchObject({ status: 'succeeded', outputs: { said: 'Dear Ada' } });
    await change(inner, greeting('Hello {{start.name}}'));
    expect((await run(outer)).json).toMatchObject({ outputs: { said: 'Hello Ada' } });
    const { json } = await callApi(api(`/runs/${first.json.runId}/workflow`));
    expect(json).toMatchObject({ document: { workflows: { [`${inner}@draft`]: { nodes: expect.anything() } } } });
    expect(JSON.stringify(json)).toContain('Dear {{start.name}}');
  });

  test('is published with the workflows it calls, and with the versions that it names', async () => {
    const { workflowId: inner } = await publish(server.url, greeting('One {{start.name}}'));
    const draft = await publish(server.url, calling({ workflowId: inner }));
    const pinned = await save(calling({ workflowId: inner, version: 1 }));
    await change(inner, greeting('Two {{start.name}}'));
    const said = await callApi(api(`/run/${draft.slug}`), { body: ada, headers: bearer(draft.key) });
    expect(said.json).toMatchObject({ outputs: { said: 'One Ada' } });
    expect((await run(pinned)).json).toMatchObject({ outputs: { said: 'One Ada' } });
    // A new version calls the current version of the other workflow.
    await callApi(api(`/workflows/${draft.workflowId}/deployments`), { body: { slug: draft.slug } });
    const { key } = await makeKey(server.url, draft.slug);
    const again = await callApi(api(`/run/${draft.slug}`), { body: ada, headers: bearer(key) });
    expect(again.json).toMatchObject({ outputs: { said: 'Two Ada' } });
  });

  test('is refused by the check, the run and the publishing while it calls a missing workflow or itself', async () => {
    const lost = await save(calling({ workflowId: 'wf_nowhere' }));
    const { json } = await callApi(api('/workflows/validate'), { body: calling({ workflowId: 'wf_nowhere' }) });
    expect(json).toMatchObject({
      valid: false,
      errors: [{ code: 'unknown-workflow', nodeId: 'call', path: 'config.workflowId' }],
    });
    expect(await run(lost)).toMatchObject({ status: 422, json: { error: { code: 'workflow-invalid' } } });
    const self = await save(greeting('later'));
    await change(self, calling({ workflowId: self, inputs: { who: '{{start.who}}' } }));
    const deployed = await callApi(api(`/workflows/${self}/deployments`), { body: { slug: `t-${crypto.randomUUID()}` } });
    expect(JSON.stringify(deployed.json)).toContain('workflow-recursive');
  });

  test('an embedded document under the id of another workflow is ignored', async () => {
    const inner = await save(greeting('Mine {{start.name}}'));
    const forged = { ...calling({ workflowId: inner }), workflows: { [`${inner}@draft`]: greeting('Forged {{start.name}}') } };
    const { json } = await callApi(api('/runs'), { body: { document: forged, ...ada, mode: 'sync' } });
    expect(json).toMatchObject({ outputs: { said: 'Mine Ada' } });
    const saved = await callApi(api(`/workflows/${await save(forged as Workflow)}`));
    expect(saved.json.document).not.toHaveProperty('workflows');
  });
});
