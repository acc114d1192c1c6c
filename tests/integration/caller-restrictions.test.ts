import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import type { Behaviour } from '#tests/support/fake-model/behaviour.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { bearer, callApi, type PublishedEndpoint, publish } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const nothingElse = { decisions: false, sharedRuns: false, callerTools: false, publicCard: false, origins: [] };

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const llm = (config: Record<string, unknown> = {}) =>
  ['llm', { userPrompt: 'Hello?', ...config }] as [string, Record<string, unknown>];
const twoTools = { toolMode: 'auto', availableTools: ['time-now', 'read_url'] };
const oneModel = workflowOf({ start, ask: llm(twoTools) }, ['start -> ask']);
/** Calls the default model, another one, and an agent that has one tool and answers in its second round. */
const everyCaller = workflowOf(
  {
    start,
    own: llm(twoTools),
    named: llm({ model: 'other' }),
    worker: ['sub-agent', { agent: 'time', task: 'What time is it?' }],
    end: ['end', { outputs: { said: '{{named.output}}' } }],
  },
  ['start -> own', 'own -> named', 'named -> worker', 'worker -> end'],
  { defaultModel: 'main' },
);
const called = workflowOf({ start, call: ['tool-call', { toolName: 'time-now', parameters: {} }] }, ['start -> call']);
const afterApproval = workflowOf(
  { start, wait: ['approval', { title: 'Go on?' }], ask: llm(twoTools), end: ['end', { outputs: { said: '{{ask.output}}' } }] },
  ['start -> wait', 'wait.approved -> ask', 'ask -> end'],
  { defaultModel: 'main' },
);

describe('a caller of a published workflow', () => {
  let place: DatabaseLocation;
  let fake: FakeModel;
  let server: ServerProcess;
  /** What the model does at the next requests. */
  const script: Partial<Behaviour>[] = [];

  beforeAll(async () => {
    place = await makeDatabaseLocation();
    fake = await startFakeModel({ reply: () => script.shift() ?? {} });
    await startServer();
  });
  afterAll(async () => {
    await server?.end();
    await fake?.stop();
    await place?.remove();
  });

  async function startServer() {
    const models = ['main', 'small', 'other'].map(
      (name) => `  ${name}: { provider: openai-compatible, base_url: "${fake.url}", model: fake-t3-${name}, retry: 0 }\n`,
    );
    server = await ServerProcess.start({ ...place, config: `models:\n${models.join('')}` });
  }

  /** Kills the process and starts another one, which resumes its runs. */
  async function restart() {
    await server.end('SIGKILL');
    await startServer();
  }

  function prepare(next: readonly Partial<Behaviour>[] = []) {
    script.splice(0, script.length, ...next);
    const { length: before } = fake.requests;
    const api = (path: string) => `${server.url}/api/v1${path}`;
    return {
      api,
      run: ({ slug, key }: PublishedEndpoint, body: object = {}) => callApi(api(`/run/${slug}`), { body, headers: bearer(key) }),
      publish: (...args: Parameters<typeof publish> extends [string, ...infer Rest] ? Rest : never) =>
        publish(server.url, ...args),
      /** Model and tools of each request since. */
      asked: () =>
        fake.requests
          .slice(before)
          .map(({ body }) => [
            String(body.model).slice('fake-t3-'.length),
            (body.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name),
          ]),
    };
  }

  test('cannot use a restriction that its deployment does not allow, and gets the allowed ones', async () => {
    const { api, run, publish } = prepare();
    const closed = await publish(oneModel);
    const open = await publish(oneModel, { allow: { models: ['small', 'other'], toolNames: true } });
    const refusals: [PublishedEndpoint, object, string, RegExp][] = [
      [closed, { model: 'small' }, 'body.model', /lets callers name no model/],
      [closed, { toolNames: [] }, 'body.toolNames', /does not let callers take tools away/],
      [open, { model: 'main' }, 'body.model', /one of: small, other/],
      [open, { model: ['small'] }, 'body.model', /string/],
      [open, { toolNames: ['time-now', 'read_ulr'] }, 'body.toolNames.1', /Did you mean read_url\?/],
    ];
    for (const [endpoint, body, path, message] of refusals)
      expect(await run(endpoint, body)).toMatchObject({
        status: 400,
        json: { error: { code: 'body-invalid', details: { problems: [{ path, message: expect.stringMatching(message) }] } } },
      });
    expect((await callApi(api('/runs'))).json.items).toEqual([]);
  });

  test('has the permissions that were set last, across versions and promotions', async () => {
    const { api, publish } = prepare();
    const { slug, workflowId } = await publish(oneModel, { allow: { models: ['small'] } });
    const deploy = (body: object) => callApi(api(`/workflows/${workflowId}/deployments`), { body: { slug, ...body } });
    const allowed = async () => (await callApi(api(`/deployments/${slug}`))).json.allow;
    expect(await allowed()).toEqual({ models: ['small'], toolNames: false, ...nothingElse });
    await deploy({});
    await deploy({ allow: { toolNames: true } });
    expect(await allowed()).toEqual({ models: ['small'], toolNames: true, ...nothingElse });
    const promoted = await callApi(api(`/deployments/${slug}/promote`), { body: { version: 1 } });
    expect(promoted).toMatchObject({ status: 200, json: { allow: { models: ['small'], toolNames: true } } });
    await deploy({ allow: { models: [] } });
    expect(await allowed()).toEqual({ models: [], toolNames: true, ...nothingElse });
    for (const allow of [{ models: 'small' }, { models: ['small\0'] }, { model: ['small'] }, { toolNames: ['time-now'] }])
      expect(await deploy({ allow })).toMatchObject({ status: 400, json: { error: { code: 'body-invalid' } } });
  });

  test('replaces the default model and removes tools from nodes and agents, and the run records that', async () => {
    const { api, run, publish, asked } = prepare();
    const endpoint = await publish(everyCaller, { allow: { models: ['small'], toolNames: true } });
    const whole = await run(endpoint);
    const before = asked();
    expect(before).toEqual([
      ['main', ['time-now', 'read_url']],
      ['other', []],
      ['main', ['time-now']],
      ['main', []],
    ]);
    const narrowed = await run(endpoint, { model: 'small', toolNames: ['read_url', 'write_file'] });
    // Without tools the agent answers in its first round.
    expect(asked().slice(before.length)).toEqual([
      ['small', ['read_url']],
      ['other', []],
      ['small', []],
    ]);
    const seen = async ({ json }: typeof whole) => (await callApi(api(`/runs/${json.runId}`))).json;
    expect(await seen(whole)).toMatchObject({ status: 'succeeded', model: null, toolNames: null });
    expect(await seen(narrowed)).toMatchObject({
      status: 'succeeded',
      model: 'small',
      toolNames: ['read_url', 'write_file'],
    });
  });

  test('a call of a removed tool is refused by name', async () => {
    const { api, run, publish } = prepare([{ tool: 'good', toolName: 'read_url' }]);
    const allow = { toolNames: true };
    const model = await run(await publish(oneModel, { allow, events: 'full' }), { toolNames: ['time-now'] });
    expect(model).toMatchObject({ status: 200, json: { status: 'succeeded' } });
    const { json } = await callApi(api(`/runs/${model.json.runId}/events`), { headers: { accept: 'application/json' } });
    const results = (json.items as { type: string }[]).filter(({ type }) => type === 'tool_result');
    expect(results).toMatchObject([
      { name: 'read_url', status: 'invalid', error: expect.stringMatching(/no tool 'read_url' here.*time-now/) },
    ]);
    const node = await run(await publish(called, { allow, events: 'full' }), { toolNames: [] });
    expect(node.json).toMatchObject({
      status: 'failed',
      error: {
        code: 'tool-not-enabled',
        nodeId: 'call',
        path: 'config.toolName',
        message: 'The tool time-now is not enabled',
        hint: expect.stringContaining('This run is restricted to other tools'),
      },
    });
  });

  test('keeps the restrictions of a run across a decision and crashes of its process', async () => {
    const { api, run, publish, asked } = prepare([{ isSilent: true }]);
    const endpoint = await publish(afterApproval, { allow: { models: ['small'], toolNames: true, decisions: true } });
    const waiting = await run(endpoint, { model: 'small', toolNames: ['time-now'] });
    expect(waiting).toMatchObject({ status: 202, json: { status: 'waiting' } });
    const { runId, approvals } = waiting.json as { runId: string; approvals: { actionId: string }[] };
    await restart();
    const headers = bearer(endpoint.key);
    const decide = api(`/runs/${runId}/approvals/${approvals[0]?.actionId}`);
    expect(await callApi(decide, { body: { confirmed: true }, headers })).toMatchObject({ status: 200 });
    await expect.poll(() => asked().length, { timeout: 45_000 }).toBe(1);
    await restart();
    const ended = async () => (await callApi(api(`/runs/${runId}`), { headers })).json.status;
    await expect.poll(ended, { timeout: 45_000 }).toBe('succeeded');
    expect(asked()).toEqual([
      ['small', ['time-now']],
      ['small', ['time-now']],
    ]);
  });
});
