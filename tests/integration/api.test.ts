import { describe, expect, test } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { contracts } from '#lib/api/contracts.gen.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { startApi } from '#tests/support/api-server.ts';
import { withDatabase } from '#tests/support/databases.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

/** In the stored form, so that the response equals the request. */
function canonical(workflow: Workflow): Workflow {
  return JSON.parse(formatWorkflow(workflow)) as Workflow;
}

const greet: Workflow = canonical({
  ...workflowOf(
    {
      start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
      shout: ['template', { template: '{{start.text}}!' }],
      end: ['end', { outputs: { answer: '{{shout.text}}' } }],
    },
    ['start -> shout', 'shout -> end'],
  ),
  name: 'greet',
});
const gated = workflowOf({ start: ['start', { inputs: [] }], wait: ['gate'] }, ['start -> wait']);
const deaf = workflowOf({ start: ['start', { inputs: [] }], wait: ['gate', { ignoresStop: true }] }, ['start -> wait']);

const refusal = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

withDatabase('the API', (database) => {
  describe('workflows', () => {
    test('are saved, read, listed, replaced and deleted', async () => {
      const { client } = await startApi(database());
      const { id, revision } = await client.createWorkflow({ body: greet });
      expect(revision).toBe(1);
      expect(await client.getWorkflow({ params: { id } })).toMatchObject({ id, revision: 1, document: greet });
      const { items } = await client.listWorkflows({ query: { limit: 1 } });
      expect(items).toEqual([{ id, revision: 1, name: 'greet', createdAt: expect.any(String), updatedAt: expect.any(String) }]);
      const renamed = { ...greet, name: 'greet loudly' };
      expect(await client.replaceWorkflow({ params: { id }, headers: { 'if-match': '"1"' }, body: renamed })).toEqual({
        id,
        revision: 2,
      });
      expect((await client.listWorkflows({ query: { search: 'LOUD' } })).items).toMatchObject([
        { id, revision: 2, name: 'greet loudly' },
      ]);
      await client.deleteWorkflow({ params: { id } });
      expect(await refusal(client.getWorkflow({ params: { id } }))).toMatchObject({ status: 404, code: 'not-found' });
      expect(await refusal(client.deleteWorkflow({ params: { id } }))).toMatchObject({ status: 404, code: 'not-found' });
    });

    test('a change to an old revision is refused with both documents', async () => {
      const { client } = await startApi(database());
      const { id } = await client.createWorkflow({ body: greet });
      const theirs = { ...greet, name: 'theirs' };
      const mine = { ...greet, name: 'mine' };
      await client.replaceWorkflow({ params: { id }, headers: { 'if-match': '1' }, body: theirs });
      const error = await refusal(client.replaceWorkflow({ params: { id }, headers: { 'if-match': '1' }, body: mine }));
      expect(error).toMatchObject({
        status: 409,
        code: 'revision-stale',
        details: { current: { revision: 2, document: theirs }, yours: mine },
      });
      expect((await client.getWorkflow({ params: { id } })).document.name).toBe('theirs');
    });

    test('a change must name the revision it changes', async () => {
      const { client } = await startApi(database());
      const { id } = await client.createWorkflow({ body: greet });
      expect(await refusal(client.replaceWorkflow({ params: { id }, body: greet }))).toMatchObject({
        status: 428,
        code: 'revision-required',
      });
      for (const ifMatch of ['*', '"1', '1.5', '"1", "2"']) {
        const error = await refusal(client.replaceWorkflow({ params: { id }, headers: { 'if-match': ifMatch }, body: greet }));
        expect(error).toMatchObject({
          status: 400,
          code: 'body-invalid',
          details: { problems: [{ path: 'headers.if-match', value: ifMatch }] },
        });
      }
    });

    test('keys this build does not know survive being saved', async () => {
      const { client } = await startApi(database());
      const newer = { ...greet, hologram: { depth: 3 }, nodes: greet.nodes.map((node) => ({ ...node, glow: true })) };
      const { id } = await client.createWorkflow({ body: newer });
      expect((await client.getWorkflow({ params: { id } })).document).toEqual(newer);
    });

    test('a body that is not shaped like a workflow is refused with every problem', async () => {
      const { client } = await startApi(database());
      const error = await refusal(
        client.createWorkflow({ body: { ...greet, name: '', nodes: [{ id: 'A' }] } as unknown as typeof greet }),
      );
      expect(error).toMatchObject({ status: 422, code: 'workflow-invalid' });
      expect(error.details?.problems).toContainEqual({
        path: 'body.nodes.0.id',
        message: expect.stringContaining('lowercase letter'),
        value: 'A',
      });
      expect(error.details?.problems).toContainEqual({ path: 'body.name', message: expect.any(String), value: '' });
    });

    test('validation answers for any JSON, and an incomplete draft can be saved', async () => {
      const { client } = await startApi(database());
      expect(await client.validateWorkflow({ body: JSON.parse(JSON.stringify(greet)) })).toMatchObject({
        valid: true,
        errors: [],
      });
      for (const body of [null, 7, 'x', [], {}]) expect(await client.validateWorkflow({ body })).toMatchObject({ valid: false });
      const draft = workflowOf({ start: ['start', { inputs: [] }], say: ['template', { template: '{{start.txet}}' }] }, [
        'start -> say',
      ]);
      const { errors } = await client.validateWorkflow({ body: JSON.parse(JSON.stringify(draft)) });
      expect(errors).toMatchObject([{ code: 'unknown-reference', nodeId: 'say' }]);
      const { id } = await client.createWorkflow({ body: draft });
      const error = await refusal(client.runWorkflow({ params: { id }, body: {} }));
      expect(error).toMatchObject({ status: 422, code: 'workflow-invalid' });
      expect(error.details?.problems).toMatchObject([{ code: 'unknown-reference', nodeId: 'say' }]);
    });
  });

  describe('runs', () => {
    test('a run that is waited for answers with its outputs', async () => {
      const { client } = await startApi(database());
      const { id } = await client.createWorkflow({ body: greet });
      const result = await client.runWorkflow({ params: { id }, body: { inputs: { text: 'hi' } } });
      expect(result).toMatchObject({ status: 'succeeded', outputs: { answer: 'hi!' }, usage: { totalTokens: 0 } });
      expect(await client.getRun({ params: { id: result.runId } })).toMatchObject({
        workflowId: id,
        workflowName: 'greet',
        status: 'succeeded',
        inputs: { text: 'hi' },
        outputs: { answer: 'hi!' },
        error: null,
        finishedAt: expect.any(String),
      });
    });

    test('an async start returns once the run is stored', async () => {
      const { client, gates } = await startApi(database());
      const accepted = await client.runDocument({ body: { document: gated, mode: 'async' } });
      expect(accepted).toMatchObject({
        statusUrl: `/api/v1/runs/${accepted.runId}`,
        eventsUrl: `/api/v1/runs/${accepted.runId}/events`,
      });
      expect(await client.getRun({ params: { id: accepted.runId } })).toMatchObject({
        status: 'running',
        workflowId: null,
        outputs: null,
        finishedAt: null,
      });
      await gates.open('wait', 'through');
      const types: string[] = [];
      for await (const event of client.streamEvents(accepted.runId)) types.push(event.type);
      expect(types).toEqual(['run_started', 'node_started', 'node_finished', 'node_started', 'node_finished', 'done']);
    });

    test('inputs that do not fit are refused before anything is stored', async () => {
      const { client } = await startApi(database());
      const { id } = await client.createWorkflow({ body: greet });
      expect(await refusal(client.runWorkflow({ params: { id }, body: { inputs: {} } }))).toMatchObject({
        status: 422,
        code: 'inputs-invalid',
      });
      expect((await client.listRuns({ query: { workflowId: id } })).items).toEqual([]);
      expect(await refusal(client.runWorkflow({ params: { id: 'wf_none' }, body: {} }))).toMatchObject({
        status: 404,
        code: 'not-found',
      });
    });

    test('the graph that a workflow compiles to has its steps, edges and Mermaid text', async () => {
      const { client } = await startApi(database());
      const { id } = await client.createWorkflow({ body: greet });
      const { steps, edges, mermaid } = await client.getWorkflowGraph({ params: { id } });
      expect(steps.flatMap(({ nodeIds }) => nodeIds).toSorted()).toEqual(greet.nodes.map((node) => node.id).toSorted());
      expect(edges).toContainEqual({ source: '__start__', target: steps[0]?.name });
      expect(mermaid).toContain('graph TD;');
      expect(await refusal(client.getWorkflowGraph({ params: { id: 'wf_none' } }))).toMatchObject({ status: 404 });
    });

    test('one node runs alone with the values it refers to', async () => {
      const { client } = await startApi(database());
      const { id } = await client.createWorkflow({ body: greet });
      const result = await client.runNode({ params: { id, nodeId: 'shout' }, body: { inputs: { start: { text: 'ho' } } } });
      expect(result).toMatchObject({ success: true, output: { text: 'ho!' }, metadata: { llmCalls: 0 } });
      expect(await refusal(client.runNode({ params: { id, nodeId: 'nobody' }, body: {} }))).toMatchObject({
        status: 404,
        code: 'not-found',
      });
    });

    test('runs are listed newest first, by workflow and status, page by page', async () => {
      const { client } = await startApi(database());
      const { id } = await client.createWorkflow({ body: greet });
      const runIds: string[] = [];
      for (const text of ['a', 'b', 'c'])
        runIds.unshift((await client.runWorkflow({ params: { id }, body: { inputs: { text } } })).runId);
      const first = await client.listRuns({ query: { workflowId: id, status: 'succeeded', limit: 2 } });
      const second = await client.listRuns({ query: { workflowId: id, limit: 2, cursor: first.nextCursor ?? '' } });
      expect([...first.items, ...second.items].map(({ runId }) => runId).sort()).toEqual(runIds.sort());
      expect(second.nextCursor).toBeNull();
      expect((await client.listRuns({ query: { workflowId: id, status: 'failed' } })).items).toEqual([]);
    });

    test('the log can be read page by page', async () => {
      const { client } = await startApi(database());
      const { runId } = await client.runDocument({ body: { document: greet, inputs: { text: 'x' } } });
      const items = [];
      for (let after = 0, isComplete = false; !isComplete; ) {
        const page = await client.readRunEvents({ params: { id: runId }, query: { after, limit: 1, events: 'summary' } });
        items.push(...page.items);
        ({ isComplete, nextAfter: after } = page);
      }
      expect(items.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(items.every((event) => !('inputs' in event))).toBe(true);
      expect(items.at(-1)).toMatchObject({ type: 'done', outputs: { answer: 'x!' } });
    });
  });

  describe('stop', () => {
    test('a run whose node reacts to the abort signal is stopped', async () => {
      const { client, gates } = await startApi(database());
      const { runId } = await client.runDocument({ body: { document: gated, mode: 'async' } });
      await gates.reached('wait');
      expect(await client.stopRun({ params: { id: runId } })).toEqual({ status: 'stopped' });
      expect(await client.getRun({ params: { id: runId } })).toMatchObject({ status: 'cancelled' });
    });

    test('a run whose node ignores the abort signal is stopping', async () => {
      const { client, gates } = await startApi(database());
      const { runId } = await client.runDocument({ body: { document: deaf, mode: 'async' } });
      await gates.reached('wait');
      expect(await client.stopRun({ params: { id: runId } })).toEqual({ status: 'stopping' });
      await gates.open('wait');
      for await (const event of client.streamEvents(runId)) if (event.type === 'done') expect(event.status).toBe('cancelled');
    });

    test('a finished run is not changed by a stop', async () => {
      const { client } = await startApi(database());
      const { runId } = await client.runDocument({ body: { document: greet, inputs: { text: 'x' } } });
      expect(await refusal(client.stopRun({ params: { id: runId } }))).toMatchObject({
        status: 409,
        code: 'run-ended',
        details: { status: 'succeeded' },
      });
      expect(await client.getRun({ params: { id: runId } })).toMatchObject({ status: 'succeeded' });
      expect(await refusal(client.stopRun({ params: { id: 'run_none' } }))).toMatchObject({ status: 404, code: 'run-not-found' });
    });
  });

  describe('delete', () => {
    test('a run that has ended is deleted with its events; one that has not ended is kept', async () => {
      const { client, gates } = await startApi(database());
      const { runId } = await client.runDocument({ body: { document: greet, inputs: { text: 'x' } } });
      await client.deleteRun({ params: { id: runId } });
      const gone = { status: 404, code: 'run-not-found' };
      expect(await refusal(client.getRun({ params: { id: runId } }))).toMatchObject(gone);
      expect(await refusal(client.readRunLog({ params: { id: runId } }))).toMatchObject(gone);
      expect(await refusal(client.deleteRun({ params: { id: runId } }))).toMatchObject(gone);
      const active = await client.runDocument({ body: { document: gated, mode: 'async' } });
      await gates.reached('wait');
      expect(await refusal(client.deleteRun({ params: { id: active.runId } }))).toMatchObject({
        status: 409,
        code: 'run-active',
        details: { status: 'running' },
      });
      await client.stopRun({ params: { id: active.runId } });
      await client.deleteRun({ params: { id: active.runId } });
    });
  });

  test('each request has an id, its own or a given one that is safe, and one line in the log', async () => {
    const { url, log } = await startApi(database());
    const given = await rawRequest(`${url}/api/v1/health`, { headers: { 'x-request-id': 'abc-123' } });
    expect(given.headers['x-request-id']).toBe('abc-123');
    const unsafe = await rawRequest(`${url}/api/v1/health`, { headers: { 'x-request-id': 'a b"' } });
    expect(unsafe.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    await expect.poll(() => log).toHaveLength(2);
    expect(log[0]).toEqual({
      level: 'info',
      message: 'request',
      fields: {
        requestId: 'abc-123',
        method: 'GET',
        path: '/api/v1/health',
        status: 200,
        durationMs: expect.any(Number),
        isCut: false,
      },
    });
  });

  test('health, readiness, models, node types and templates', async () => {
    const template = { id: 'greet', name: 'greet', description: 'Says it louder.', nodeCount: 3, sample: null, document: greet };
    const models = [{ name: 'demo', provider: 'demo', modelId: 'demo', isDefault: true, isDemo: true, contextTokens: 128_000 }];
    const { client } = await startApi(database(), { templates: [template], models: { list: () => models } });
    expect(await client.getHealth()).toEqual({
      status: 'ok',
      version: '1.2.3',
      database: database().kind,
      uptimeMs: expect.any(Number),
      sandbox: { place: 'here', walls: ['node-permissions'] },
    });
    expect(await client.getReady()).toEqual({ status: 'ready' });
    expect(await client.listModels()).toEqual({ items: models });
    expect(await client.listTemplates()).toEqual({
      items: [{ id: 'greet', name: 'greet', description: 'Says it louder.', nodeCount: 3, sample: null }],
    });
    expect(await client.getTemplate({ params: { id: 'greet' } })).toEqual(template);
    expect(await refusal(client.getTemplate({ params: { id: 'none' } }))).toMatchObject({ status: 404 });
    const { items } = await client.listNodeTypes();
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(nodeRegistry)));
    expect(items.find(({ id }) => id === 'template')).toMatchObject({
      configSchema: { type: 'object', properties: { template: { type: 'string' } } },
    });
  });

  test('without its database the process is alive and not ready', async () => {
    const { client } = await startApi(database(), {
      database: { kind: 'server', ping: () => Promise.reject(new Error('down')), waitingStrangers: () => 0 },
    });
    expect(await client.getHealth()).toMatchObject({ status: 'ok' });
    expect(await refusal(client.getReady())).toMatchObject({ status: 503, code: 'unavailable' });
  });

  test('the OpenAPI document names exactly the routes that are served', async () => {
    const { client, routes } = await startApi(database());
    const { paths } = (await client.getOpenApi()) as { paths: Record<string, Record<string, unknown>> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // Protocols have documents of their own.
    const isOperation = (route: string) =>
      !/^ALL | \/v1\/| \/api\/v1\/run\/:slug\/(a2a|ag-ui|langgraph)| \/\.well-known\/| \/register$/.test(route);
    const served = routes.filter(isOperation).map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
    expect(described.sort()).toEqual(served.sort());
    expect(described).toHaveLength(Object.keys(contracts).length);
  });
});
