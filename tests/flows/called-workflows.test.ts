import { describe, expect, test } from 'vitest';
import type { RunEvent } from '#lib/run/run-event.ts';
import { bundleWorkflow, type CallTarget } from '#lib/workflow/called-workflows.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

type Workspace = Record<string, Workflow>;

/** Inlines sub-workflows like the server: `wf_1` is a draft, `wf_1@2` a version. */
function whole(workflow: Workflow, workspace: Workspace): Promise<Workflow> {
  const read = async ({ workflowId, version }: CallTarget) =>
    workspace[version === undefined ? workflowId : `${workflowId}@${version}`];
  return bundleWorkflow(workflow, read);
}

const endOf = (events: readonly RunEvent[], path: string) =>
  eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === path);

const startWith = (...names: string[]): [string, Record<string, unknown>] => [
  'start',
  { inputs: names.map((name) => ({ name, type: 'json', required: true })) },
];

/** Greets `name`; its nodes have the ids that the calling workflow has, too. */
const greeting = (text = 'Dear {{start.name}}') =>
  workflowOf(
    {
      start: startWith('name'),
      work: ['gate', { reads: '{{start.name}}' }],
      end: ['end', { outputs: { text, done: '{{work}}' } }],
    },
    ['start -> work', 'work -> end'],
  );

const calling = (config: Record<string, unknown> = {}, options: Record<string, unknown> = {}) =>
  workflowOf(
    {
      start: startWith('who'),
      call: ['workflow', { workflowId: 'wf_greet', inputs: { name: '{{start.who}}' }, ...config }, options],
      end: ['end', { outputs: { said: '{{call.text | default: "nothing"}}' } }],
    },
    ['start -> call', 'call -> end'],
  );

async function begin(workflow: Workflow, workspace: Workspace = { wf_greet: greeting() }, engine = new TestEngine()) {
  const started = await engine.start(await whole(workflow, workspace), { who: 'Ada' });
  return { engine, gates: engine.gates, ...started };
}

describe('a called workflow', () => {
  test('runs inside the run under paths of its own; its value is its outputs', async () => {
    const { engine, gates, runId, outcome } = await begin(calling());
    await gates.open('call[0]/work', 'done');
    expect((await outcome).outputs).toEqual({ said: 'Dear Ada' });
    const events = await engine.events(runId);
    expect(endOf(events, 'call')?.fired).toEqual({ out: { text: 'Dear Ada', done: 'done' } });
    expect(endOf(events, 'call[0]/start')?.fired).toEqual({ out: { name: 'Ada' } });
    expect(endOf(events, 'start')?.fired).toEqual({ out: { who: 'Ada' } });
  });

  test('gives the values of its sinks where it has no end node', async () => {
    const inner = workflowOf({ start: startWith('name'), one: ['set', { values: { a: 1 } }] }, ['start -> one']);
    const { engine, runId, outcome } = await begin(calling(), { wf_greet: inner });
    expect((await outcome).status).toBe('succeeded');
    expect(endOf(await engine.events(runId), 'call')?.fired).toEqual({ out: { one: { a: 1 } } });
  });

  test('that fails makes its node fail, which an error branch or a retry handles', async () => {
    const { gates, outcome } = await begin(calling());
    await gates.fail('call[0]/work', new Error('no paper'));
    const { error } = await outcome;
    expect(error).toMatchObject({ nodeId: 'call', code: 'body-failed' });
    expect(error?.message).toContain('The workflow wf_greet failed at call[0]/work: no paper');
    const again = await begin(calling({}, { retry: { attempts: 2, delayMs: 0, on: 'all' } }));
    await again.gates.fail('call[0]/work', new Error('no'));
    await again.gates.open('call[0.1]/work');
    expect((await again.outcome).outputs).toEqual({ said: 'Dear Ada' });
  });

  test('counts against the limits of the run', async () => {
    const { outcome } = await begin({ ...calling(), settings: { limits: { maxSteps: 3 } } });
    expect(await outcome).toMatchObject({ status: 'failed', reason: 'step_limit_reached' });
  });

  test('ignores pins, which are for editing only', async () => {
    const inner = greeting();
    const nodes = inner.nodes.map((node) => (node.id === 'work' ? { ...node, options: { pinned: 'pinned' } } : node));
    const { gates, outcome } = await begin(calling(), { wf_greet: { ...inner, nodes } });
    await gates.open('call[0]/work');
    expect((await outcome).status).toBe('succeeded');
  });

  test('calls other workflows, and runs in containers', async () => {
    const middle = workflowOf(
      {
        start: startWith('names'),
        each: ['map', { items: '{{start.names}}' }],
        call: ['workflow', { workflowId: 'wf_greet', inputs: { name: '{{map.item}}' } }],
        end: ['end', { outputs: { text: '{{each}}' } }],
      },
      ['start -> each', 'each -> end'],
    );
    const nodes = middle.nodes.map((node) => (node.id === 'call' ? { ...node, parentId: 'each' } : node));
    const { gates, outcome } = await begin(calling({ workflowId: 'wf_all', inputs: { names: ['Ada', 'Bob'] } }), {
      wf_greet: greeting(),
      wf_all: { ...middle, nodes },
    });
    for (const index of [0, 1]) await gates.open(`call[0]/each[${index}]/call[0]/work`, index);
    expect((await outcome).outputs).toEqual({
      said: [
        { text: 'Dear Ada', done: 0 },
        { text: 'Dear Bob', done: 1 },
      ],
    });
  });

  test('waits for approvals inside, and resumes with the decisions', async () => {
    const inner = workflowOf(
      {
        start: startWith('name'),
        ask: ['approval', { title: 'Greet {{start.name}}?' }],
        end: ['end', { outputs: { text: '{{ask.name}}' } }],
      },
      ['start -> ask', 'ask.approved -> end'],
    );
    const { engine, runId, outcome } = await begin(calling(), { wf_greet: inner });
    expect((await outcome).status).toBe('waiting');
    const [asked] = eventsOf(await engine.events(runId), 'confirm_required');
    expect(asked?.nodeId).toBe('call[0]/ask');
    const later = new TestEngine({ store: new MemoryRunStore(engine.store.database) });
    engine.store.database.approvals.decide({ runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 });
    await later.engine.resumeWithDecisions(runId);
    await expect.poll(() => engine.store.database.runs.get(runId)?.status).toBe('succeeded');
    expect(eventsOf(await engine.events(runId), 'done').at(-1)?.outputs).toEqual({ said: 'Ada' });
  });

  test('a stop ends every node in it', async () => {
    const { engine, gates, runId, outcome } = await begin(calling());
    await gates.reached('call[0]/work');
    engine.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
    await engine.engine.stop(runId, { graceMs: 1000 });
    expect((await outcome).status).toBe('cancelled');
    expect(endOf(await engine.events(runId), 'call[0]/work')?.status).toBe('cancelled');
    expect(endOf(await engine.events(runId), 'call[0]/end')?.status).toBe('skipped');
  });

  test('resumes after a crash with the document it started with, even if the other workflow has changed', async () => {
    const workspace = { wf_greet: greeting() };
    const first = await begin(calling(), workspace);
    await first.gates.reached('call[0]/work');
    await expect.poll(async () => endOf(await first.engine.events(first.runId), 'call[0]/start')?.status).toBe('succeeded');
    workspace.wf_greet = greeting('Changed');
    first.engine.store.expireLeases();
    const second = new TestEngine({ store: new MemoryRunStore(first.engine.store.database) });
    expect(await second.resumeLost()).toBe(1);
    await second.gates.open('call[0]/work');
    await expect.poll(() => second.store.database.runs.get(first.runId)?.status).toBe('succeeded');
    const events = await second.events(first.runId);
    expect(eventsOf(events, 'done')[0]?.outputs).toEqual({ said: 'Dear Ada' });
    expect(eventsOf(events, 'node_started').filter(({ nodeId }) => nodeId === 'call[0]/start')).toHaveLength(1);
  });
});

describe('a document with inlined workflows', () => {
  test('contains the current draft, and in a version the workflows as they were when it was published', async () => {
    const published = await whole(calling(), { wf_greet: greeting('Then') });
    const caller = calling({ workflowId: 'wf_call', version: 2, inputs: { who: 'Ada' } });
    const made = await whole(caller, { wf_greet: greeting('Now'), 'wf_call@2': published });
    const { gates, outcome, engine, runId } = await begin(made, { wf_greet: greeting('Now'), 'wf_call@2': published });
    await gates.open('call[0]/call[0]/work');
    expect((await outcome).status).toBe('succeeded');
    expect(endOf(await engine.events(runId), 'call')?.fired).toEqual({ out: { said: 'Then' } });
  });

  test('is the same document without calls, and drops workflows that are no longer called', async () => {
    const plain = greeting();
    expect(await whole(plain, {})).toBe(plain);
    expect(await whole({ ...plain, workflows: { 'wf_1@draft': plain } } as Workflow, {})).toEqual(plain);
  });
});

describe('before it runs, validation names the node, the field and the value', () => {
  const problemsOf = async (workflow: Workflow, workspace: Workspace) =>
    validateWorkflow(await whole(workflow, workspace), nodeRegistry).errors.map(({ code, nodeId, path, message }) => ({
      code,
      nodeId,
      path,
      message,
    }));
  const simple = (name = 'greeting') => ({
    ...workflowOf({ start: startWith('name'), end: ['end', { outputs: { text: 'Dear {{start.name}}' } }] }, ['start -> end']),
    name,
  });

  test('a workflow and a version that do not exist', async () => {
    expect(await problemsOf(calling(), {})).toMatchObject([
      { code: 'unknown-workflow', nodeId: 'call', path: 'config.workflowId', message: expect.stringContaining('wf_greet') },
    ]);
    expect(await problemsOf(calling({ version: 4 }), { wf_greet: simple() })).toMatchObject([
      { code: 'unknown-workflow', nodeId: 'call', path: 'config.version', message: expect.stringContaining('version 4') },
    ]);
  });

  test('unknown, missing and mistyped inputs', async () => {
    const strict = workflowOf(
      {
        start: ['start', { inputs: [{ name: 'name', type: 'text', required: true }] }],
        end: ['end', { outputs: { text: '1' } }],
      },
      ['start -> end'],
    );
    const workspace = { wf_greet: strict };
    expect(await problemsOf(calling({ inputs: {} }), workspace)).toMatchObject([
      { code: 'missing-field', path: 'config.inputs.name' },
    ]);
    expect(await problemsOf(calling({ inputs: { name: 'a', nmae: 'b' } }), workspace)).toMatchObject([
      { code: 'unknown-field', path: 'config.inputs.nmae' },
    ]);
    expect(await problemsOf(calling({ inputs: { name: 7 } }), workspace)).toMatchObject([
      { code: 'invalid-field', path: 'config.inputs.name', message: expect.stringContaining('not 7') },
    ]);
    expect(await problemsOf(calling(), workspace)).toEqual([]);
  });

  test('direct and indirect recursion', async () => {
    const self = calling({ workflowId: 'wf_self', inputs: { who: '{{start.who}}' } });
    expect(await problemsOf(self, { wf_self: self })).toMatchObject([
      {
        code: 'workflow-recursive',
        nodeId: 'call',
        path: 'config.workflowId',
        message: expect.stringContaining('wf_self@draft → wf_self@draft'),
      },
    ]);
    const there = calling({ workflowId: 'wf_back', inputs: { who: '{{start.who}}' } });
    const back = calling({ workflowId: 'wf_there', inputs: { who: '{{start.who}}' } });
    const [problem] = await problemsOf(there, { wf_back: back, wf_there: there });
    expect(problem).toMatchObject({ code: 'workflow-recursive', nodeId: 'call' });
    expect(problem?.message).toContain('wf_back@draft → wf_there@draft → wf_back@draft');
  });

  test('a workflow that is invalid itself', async () => {
    const broken = { ...simple('Broken'), edges: [] };
    const [problem] = await problemsOf(calling(), { wf_greet: broken });
    expect(problem).toMatchObject({ code: 'called-invalid', nodeId: 'call' });
    expect(problem?.message).toContain("'Broken' cannot run: end: No path leads");
  });

  test('a field that its outputs do not have', async () => {
    const reads = calling();
    const nodes = reads.nodes.map((node) => (node.id === 'end' ? { ...node, config: { outputs: { a: '{{call.txt}}' } } } : node));
    expect(await problemsOf({ ...reads, nodes }, { wf_greet: simple() })).toMatchObject([
      { code: 'unknown-reference', nodeId: 'end' },
    ]);
  });
});

test('a document without its called workflow does not start, and the error names that workflow', async () => {
  const engine = new TestEngine();
  await expect(engine.start(calling(), { who: 'Ada' })).rejects.toMatchObject({
    code: 'workflow-invalid',
    message: expect.stringContaining('wf_greet'),
  });
});

test('each call has its own conversations, after a crash too', async () => {
  const { Conversations } = await import('#engine/run/state/conversations.ts');
  const inner = workflowOf({ start: startWith('name'), say: ['llm', { conversation: 'chat', userPrompt: 'Hi' }] }, [
    'start -> say',
  ]);
  const outer = await whole(
    workflowOf(
      {
        start: startWith('who'),
        say: ['llm', { conversation: 'chat', userPrompt: 'Hello' }],
        call: ['workflow', { workflowId: 'wf_say', inputs: { name: '1' } }],
      },
      ['start -> say', 'say -> call'],
    ),
    { wf_say: inner },
  );
  const said = (nodeId: string, content: string) =>
    ({ nodeId, status: 'succeeded', fired: { out: { messages: [{ role: 'user', content }] } } }) as never;
  const restored = Conversations.restore(outer, [said('say', 'outside'), said('call[0]/say', 'inside')]);
  expect(restored.open('chat').messages).toEqual([{ role: 'user', content: 'outside' }]);
  expect(restored.within('call[0]').open('chat').messages).toEqual([{ role: 'user', content: 'inside' }]);
});
