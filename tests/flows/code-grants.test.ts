import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { GuardedFetch } from '#lib/ports/runtime.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';
import { makeTestSandbox } from '../support/test-sandbox.ts';

const sandbox = makeTestSandbox();
afterAll(() => sandbox.close());

/** A server that answers once its gate is open, and records its callers. */
class FarServer {
  readonly calls: string[] = [];
  isSilent = false;
  readonly fetch: GuardedFetch = (url, { method = 'GET', signal } = {}) => {
    this.calls.push(`${method} ${url}`);
    const answer = { status: 201, headers: {}, url, body: new TextEncoder().encode(`{"id":${this.calls.length}}`) };
    if (!this.isSilent) return Promise.resolve(answer);
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
  };
}

function engineWith(server: FarServer, store = new MemoryRunStore(), own = sandbox): TestEngine {
  const tools = makeToolKit({ payloads: makeMemoryPayloads(), sandbox: own, codeEnvironment: { API_TOKEN: 'let-me-in' } });
  return new TestEngine({ store, tools, fetch: server.fetch });
}

const flow = (config: Record<string, unknown>, options: Record<string, unknown> = {}) =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'n', type: 'number' }] }],
      code: ['code', config, options],
      end: ['end', { outputs: { value: '{{code}}' } }],
    },
    ['start -> code', 'code -> end'],
  );
const hosts = ['api.example.com'];
const POST = `const answer = await fetch('https://api.example.com/orders', { method: 'POST', body: '{}' }); return await answer.json()`;

/** The process crashes while its request is being processed, and another one resumes the run. */
async function diesUnderWay(config: Record<string, unknown>) {
  const server = new FarServer();
  server.isSilent = true;
  // The crashed process keeps running in this test, so it has its own permits.
  const own = makeTestSandbox();
  onTestFinished(() => own.close());
  const first = engineWith(server, undefined, own);
  const { runId } = await first.start(flow(config));
  await expect.poll(() => server.calls.length, { timeout: 20_000 }).toBe(1);
  first.store.expireLeases();
  server.isSilent = false;
  const second = engineWith(server, new MemoryRunStore(first.store.database));
  await second.resumeLost();
  const status = () => second.store.database.runs.get(runId)?.status;
  return { server, engine: second, runId, status };
}

describe('code that may call hosts', () => {
  test('is one effect, named with its hosts, whose value is in the log', async () => {
    const server = new FarServer();
    const { outputs, events } = await engineWith(server).run(flow({ code: POST, grants: { hosts } }));
    expect(outputs).toEqual({ value: { id: 1 } });
    expect(eventsOf(events, 'effect_started')).toMatchObject([
      { nodeId: 'code', key: 'code', kind: 'code', name: 'code that may call api.example.com', isRepeatable: false },
    ]);
    expect(eventsOf(events, 'effect_finished')).toMatchObject([{ nodeId: 'code', key: 'code', result: { id: 1 } }]);
  });

  test('that a crash interrupted does not run again before a person decides', async () => {
    const { server, engine, runId, status } = await diesUnderWay({ code: POST, grants: { hosts } });
    await expect.poll(status, { timeout: 20_000 }).toBe('waiting');
    expect(server.calls).toHaveLength(1);
    const asked = eventsOf(await engine.events(runId), 'confirm_required').at(-1);
    expect(asked).toMatchObject({ kind: 'effect', tool: 'code that may call api.example.com' });
    engine.store.database.approvals.decide({ runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 });
    await engine.engine.resumeWithDecisions(runId);
    await expect.poll(status, { timeout: 20_000 }).toBe('succeeded');
    expect(server.calls).toHaveLength(2);
  });

  test('is repeated after a crash without asking where its author allows that', async () => {
    const { server, status } = await diesUnderWay({ code: POST, grants: { hosts, isRepeatable: true } });
    await expect.poll(status, { timeout: 20_000 }).toBe('succeeded');
    expect(server.calls).toHaveLength(2);
  });

  test('of another node has nothing of it', async () => {
    const server = new FarServer();
    const nodes = {
      start: ['start', { inputs: [] }],
      granted: ['code', { code: POST, grants: { hosts } }],
      other: ['code', { code: 'return typeof fetch + Object.keys(env).length' }],
      end: ['end', { outputs: { value: '{{other}}' } }],
    } as const;
    const { outputs } = await engineWith(server).run(
      workflowOf(nodes as never, ['start -> granted', 'granted -> other', 'other -> end']),
    );
    expect(outputs).toEqual({ value: 'undefined0' });
  });

  test('without a grant nothing is an effect', async () => {
    const { events } = await engineWith(new FarServer()).run(flow({ code: 'return 1', grants: { hosts: [] } }));
    expect(eventsOf(events, 'effect_started')).toEqual([]);
  });

  test.each(['https://api.example.com', '*', 'API.example.com', '{{start.host}}'])(
    '%s is no host, and the editor reports the field',
    (host) => {
      const { errors } = validateWorkflow(flow({ code: POST, grants: { hosts: ['a.example.com', host] } }), nodeRegistry);
      expect(errors).toMatchObject([
        {
          nodeId: 'code',
          path: 'config.grants.hosts[1]',
          message: expect.stringMatching(/^Host: Write a host without path or scheme/),
        },
      ]);
    },
  );
});

describe('code_execute', () => {
  const code = `const answer = await fetch('https://api.example.com/orders'); return answer.status`;
  const calling = (parameters: Record<string, unknown>) =>
    workflowOf(
      {
        start: ['start', { inputs: [] }],
        call: ['tool-call', { toolName: 'code_execute', parameters: { language: 'javascript', code, ...parameters } }],
        end: ['end', { outputs: { data: '{{call.data}}' } }],
      },
      ['start -> call', 'call -> end'],
    );
  const run = (server: FarServer, codeHosts: string[], parameters = {}) => {
    const settings = { code_execute: { approval: 'never' } } as const;
    const tools = makeToolKit({ payloads: makeMemoryPayloads(), sandbox, settings, codeHosts });
    return new TestEngine({ tools, fetch: server.fetch }).run(calling(parameters));
  };

  test('calls the hosts of the config file, as an effect that is not repeated unasked', async () => {
    const server = new FarServer();
    const { outputs, events } = await run(server, hosts);
    expect(outputs).toMatchObject({ data: { returnValue: 201, exitCode: 0 } });
    expect(eventsOf(events, 'effect_started')).toContainEqual(
      expect.objectContaining({ name: 'code_execute', isRepeatable: false }),
    );
  });

  test('reaches nothing without them, and its arguments cannot name any', async () => {
    const server = new FarServer();
    expect((await run(server, [])).outputs).toMatchObject({
      data: { returnValue: null, stderr: expect.stringMatching(/fetch is not defined/) },
    });
    expect((await run(server, ['other.example.com'])).outputs).toMatchObject({
      data: { stderr: expect.stringMatching(/is not allowed/) },
    });
    for (const parameters of [{ hosts }, { grants: { hosts } }, { codeHosts: hosts }])
      await expect(run(server, [], parameters)).rejects.toThrow(/The tool code_execute has no parameter/);
    expect(server.calls).toEqual([]);
  });
});

describe('values of the environment', () => {
  test.each([
    ['javascript', 'return [env.API_TOKEN, Object.keys(env), Object.isFrozen(env)]', ['let-me-in', ['API_TOKEN'], true]],
    ['python', 'return [env["API_TOKEN"], list(env)]', ['let-me-in', ['API_TOKEN']]],
  ])('are read in %s by the names that were granted', async (language, code, value) => {
    const config = { language, code, grants: { environment: ['API_TOKEN'] } };
    expect((await engineWith(new FarServer()).run(flow(config))).outputs).toEqual({ value });
  });

  test('are read by code without granted hosts whose input comes from another node', async () => {
    const config = {
      code: 'return [env.API_TOKEN, inputs.n]',
      inputs: { n: '{{start.n}}' },
      grants: { environment: ['API_TOKEN'] },
    };
    const { outputs } = await engineWith(new FarServer()).run(flow(config), { n: 3 });
    expect(outputs).toEqual({ value: ['let-me-in', 3] });
  });

  test.each(['PATH', 'DATABASE_URL', 'constructor', '__proto__'])(
    '%s is refused where the operator did not name it',
    async (name) => {
      const { error } = await engineWith(new FarServer()).run(flow({ code: 'return env', grants: { environment: [name] } }));
      expect(error).toMatchObject({ code: 'grant-refused', nodeId: 'code', path: 'config.grants.environment[0]' });
      expect(error?.message).toContain(name);
    },
  );
});

describe('typed inputs', () => {
  const inputSchema = {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 1 }, name: { type: 'string' } },
    required: ['n'],
    additionalProperties: false,
  };

  test('that do not fit are refused before the code starts, with field and value', async () => {
    const { error, events } = await engineWith(new FarServer()).run(
      flow({ code: 'console.log("began"); return 1', inputs: { n: '{{start.n}}' }, inputSchema }),
      { n: 0.5 },
    );
    expect(error).toMatchObject({ code: 'inputs-invalid', nodeId: 'code', path: 'config.inputs.n' });
    expect(error?.message).toMatch(/inputs\.n .*\(it is 0\.5\)/);
    expect(eventsOf(events, 'code_output')).toEqual([]);
  });

  test('that fit reach the code', async () => {
    const config = { code: 'return inputs.n + 1', inputs: { n: '{{start.n}}' }, inputSchema };
    expect((await engineWith(new FarServer()).run(flow(config), { n: 41 })).outputs).toEqual({ value: 42 });
  });

  const problems = (inputs: Record<string, unknown>) =>
    validateWorkflow(flow({ code: 'return 1', inputs, inputSchema }), nodeRegistry).errors.map(
      ({ path, code, message, hint }) => [code, path, [message, hint].filter(Boolean).join('. ')],
    );

  test('are checked against their schema in the editor', () => {
    expect(problems({ n: '{{start.n}}' })).toEqual([]);
    expect(problems({})).toEqual([['missing-field', 'config.inputs', expect.stringMatching(/requires the input 'n'/)]]);
    expect(problems({ n: 0 })).toEqual([
      ['invalid-field', 'config.inputs.n', expect.stringMatching(/'n' does not match.*\(it is 0\)/)],
    ]);
    expect(problems({ n: 1, nmae: 'x' })).toEqual([
      ['unknown-field', 'config.inputs.nmae', expect.stringMatching(/no input 'nmae'.*name/)],
    ]);
    expect(problems({ n: 1, name: '{{start.n}}' })).toEqual([
      ['type-mismatch', 'config.inputs.name', expect.stringMatching(/start\.n.*number.*text/)],
    ]);
  });
});
