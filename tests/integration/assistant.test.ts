import { describe, expect, onTestFinished, test } from 'vitest';
import { agentRegistry } from '#agents/registry.gen.ts';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { acceptChanges } from '#lib/assistant/accept-changes.ts';
import { diffWorkflows } from '#lib/workflow/diff-workflows.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { StartStore } from '#server/db/stores/start-store.ts';
import { StartOnce } from '#server/http/runs/start-once.ts';
import { makeWorkflowLibrary } from '#server/http/workflows/workflow-library.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { MemoryHub } from '#server/stream/memory-hub.ts';
import { startApi } from '#tests/support/api-server.ts';
import { withDatabase } from '#tests/support/databases.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import { openRunStore } from '#tests/support/pg-engine.ts';
import { type ScriptedAnswer, startScriptedModel } from '#tests/support/scripted-model.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { toolRegistry } from '#tools/registry.gen.ts';

type Scripted = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] };
type Round = ScriptedAnswer | ((last: Record<string, unknown>) => ScriptedAnswer);

const propose = (args: object): ScriptedAnswer => ({ calls: [{ name: 'draft_propose', args: JSON.stringify(args) }] });
const call = (name: string, args: object = {}): ScriptedAnswer => ({ calls: [{ name, args: JSON.stringify(args) }] });
const empty = workflowOf({}, []);
const edge = (source: string, target: string, sourceHandle = 'out') => ({ source, sourceHandle, target });
const textInput = { inputs: [{ name: 'text', type: 'text', required: true }] };

/** The API and an engine with a model server that gives these answers, one for each round. */
async function startAssistant(database: Database, rounds: readonly Round[]) {
  const model = await startScriptedModel((body, index) => {
    const last = (body as unknown as Scripted).messages.at(-1);
    const round = rounds[index] ?? { text: 'The script has ended.' };
    return typeof round === 'function' ? round(last?.role === 'tool' ? JSON.parse(String(last.content)) : {}) : round;
  });
  const { store, makeEngine } = openRunStore(database.pool);
  const hub = new MemoryHub({ onListenerError: () => {} });
  const { context } = makeExecutorContext();
  const workflows = makeWorkflowLibrary({
    reposOf: (workspaceId) => reposFor(database.db, workspaceId),
    validate: (document, definitions) => validateWorkflow(document, nodeRegistry, { tools: definitions, agents: agentRegistry }),
    newId,
  });
  const tools = makeToolKit({ payloads: store, workflows });
  const engine = makeEngine({
    nodes: nodeRegistry,
    executors: executorRegistry,
    publisher: hub,
    models: model.models,
    tools,
    fetch: context.fetch,
    clock: systemClock,
    newId,
    random: () => 0.5,
  });
  onTestFinished(() => engine.close());
  const starts = new StartOnce({ runs: engine, store: new StartStore(database.pool), newId });
  const api = await startApi(database, { runs: engine, starts, hub, models: model.models, payloads: store, tools });
  return { ...api, model };
}

type Started = Awaited<ReturnType<typeof startAssistant>>;

/** The last proposal of a turn, as the panel reads it. */
async function lastProposal({ client }: Started, runId: string) {
  const { items } = await client.readRunEvents({ params: { id: runId }, query: { events: 'full' } as never });
  const results = items.flatMap((event) => (event.type === 'tool_result' && event.name === 'draft_propose' ? [event] : []));
  const result = results.at(-1)?.result as unknown as { data: ProposalData };
  const data = result.data ?? (result as unknown as ProposalData);
  const payload = await client.getPayload({ params: { hash: data.draft } });
  return { count: results.length, data, proposed: payload.data as unknown as Workflow };
}
type ProposalData = {
  draft: string;
  problems: string[];
  changes: string[];
  warnings: string[];
  newlyTouches: string[];
  refused: string[];
};

const isValid = (workflow: Workflow) =>
  validateWorkflow(workflow, nodeRegistry, { tools: toolRegistry, agents: agentRegistry }).errors;

/** The third one would leave the machine. */
const built: [sentence: string, proposal: object, types: string[], ended?: object][] = [
  [
    'Shout what I write',
    {
      summary: 'Turns a text into capitals',
      nodes: [
        { id: 'start', type: 'start', config: textInput },
        { id: 'loud', type: 'template', config: { template: '{{start.text | upcase}}' } },
        { id: 'end', type: 'end', config: { outputs: { text: '{{loud.text}}' } } },
      ],
      connect: [edge('start', 'loud'), edge('loud', 'end')],
    },
    ['start', 'template', 'end'],
    { status: 'succeeded', outputs: { text: 'HELLO' } },
  ],
  [
    'Answer a question with a model and let me approve the answer',
    {
      summary: 'Answers, then asks you',
      nodes: [
        { id: 'start', type: 'start', config: textInput },
        { id: 'answer', type: 'llm', config: { userPrompt: '{{start.text}}' } },
        { id: 'ask', type: 'approval', config: { title: 'Send it?', value: '{{answer.output}}' } },
        { id: 'sent', type: 'end', config: { outputs: { text: '{{ask}}' } } },
        { id: 'kept', type: 'end', config: { outputs: { why: '{{ask.reason}}' } } },
      ],
      connect: [edge('start', 'answer'), edge('answer', 'ask'), edge('ask', 'sent', 'approved'), edge('ask', 'kept', 'rejected')],
    },
    ['start', 'llm', 'approval', 'end', 'end'],
    { status: 'waiting' },
  ],
  [
    'Read a page and post it to our service',
    {
      summary: 'Reads a page and posts it',
      nodes: [
        { id: 'start', type: 'start', config: textInput },
        { id: 'page', type: 'tool-call', config: { toolName: 'read_url', parameters: { url: '{{start.text}}' } } },
        {
          id: 'post',
          type: 'http',
          config: { url: 'https://api.example.com/pages', method: 'POST', body: { text: '{{page.summary}}' } },
        },
        { id: 'end', type: 'end', config: { outputs: { status: '{{post.status}}' } } },
      ],
      connect: [edge('start', 'page'), edge('page', 'post'), edge('post', 'end')],
    },
    ['start', 'tool-call', 'http', 'end'],
  ],
];

withDatabase('the assistant', (database) => {
  describe('builds a workflow from a sentence', () => {
    test.each(built)('%s', async (message, proposal, types, ended) => {
      const api = await startAssistant(database(), [
        call('draft_node_types', { ids: types.filter((type, index) => types.indexOf(type) === index) }),
        propose(proposal),
        { text: 'I propose this.' },
      ]);
      const turn = await api.client.askAssistant({ body: { message, document: empty as never } });
      expect(turn).toMatchObject({ status: 'succeeded', outputs: { answer: 'I propose this.' } });
      const { runId } = turn;
      const { data, proposed } = await lastProposal(api, runId);
      expect(data.problems.filter((line) => line.startsWith('error'))).toEqual([]);
      expect(isValid(proposed)).toEqual([]);
      expect(proposed.nodes.map(({ type }) => type)).toEqual(types);
      const [, guide] = api.model.bodies();
      expect(JSON.stringify(guide)).toContain('Node type `start`');
      if (!ended) return;
      const document = acceptChanges(empty, { base: empty, proposed }) as never;
      expect(await api.client.runDocument({ body: { document, inputs: { text: 'hello' } } })).toMatchObject(ended);
    });
  });

  test('corrects a proposal by the problems that it gets, and the corrected one runs', async () => {
    const wrong = {
      summary: 'First try',
      nodes: [
        { id: 'start', type: 'start', config: textInput },
        { id: 'loud', type: 'tempalte', config: {} },
      ],
      connect: [edge('start', 'loud')],
    };
    const api = await startAssistant(database(), [
      propose(wrong),
      (last) => {
        const { draft, problems } = (last.data ?? last) as ProposalData;
        expect(problems.join('\n')).toContain('unknown-type');
        return propose({
          summary: 'Corrected',
          draft,
          nodes: [
            { id: 'loud', type: 'template', config: { template: '{{start.text | upcase}}' } },
            { id: 'end', type: 'end', config: { outputs: { text: '{{loud.text}}' } } },
          ],
          connect: [edge('loud', 'end')],
        });
      },
      { text: 'Done.' },
    ]);
    const { runId } = await api.client.askAssistant({ body: { message: 'Shout', document: empty as never } });
    const { count, data, proposed } = await lastProposal(api, runId);
    expect(count).toBe(2);
    expect(data.problems).toEqual([]);
    const accepted = acceptChanges(empty, { base: empty, proposed });
    const run = await api.client.runDocument({ body: { document: accepted as never, inputs: { text: 'hi' } } });
    expect(run).toMatchObject({ status: 'succeeded', outputs: { text: 'HI' } });
  });

  test('repairs a failed run, and changes nothing itself', async () => {
    const broken = workflowOf(
      {
        start: ['start', { inputs: [{ name: 'data', type: 'json' }] }],
        check: ['condition', { when: 'start.data.flag' }],
        end: ['end', { outputs: { text: 'hi' } }],
        other: ['end', { outputs: { text: '' } }],
      },
      ['start -> check', 'check.true -> end', 'check.false -> other'],
    );
    const api = await startAssistant(database(), [
      call('draft_read_run'),
      (last) => {
        expect(JSON.stringify(last)).toContain('condition-not-boolean');
        return propose({ summary: 'Compares the text', nodes: [{ id: 'check', config: { when: 'start.data.flag == "yes"' } }] });
      },
      { text: 'The condition was no comparison.' },
    ]);
    const { client } = api;
    const stored = await client.createWorkflow({ body: broken as never });
    const failed = (await client.runDocument({ body: { document: broken as never, inputs: { data: { flag: 'yes' } } } })) as {
      runId: string;
      status: string;
    };
    expect(failed.status).toBe('failed');
    const runsBefore = (await client.listRuns({ query: {} })).items.length;
    const { runId } = await client.askAssistant({
      body: { message: 'Repair it', document: broken as never, runId: failed.runId, selectedNodes: ['check'] },
    });
    const { data, proposed } = await lastProposal(api, runId);
    expect(data.changes).toEqual(['changed node check (condition): config.when']);
    const repaired = acceptChanges(broken, { base: broken, proposed });
    const run = await client.runDocument({ body: { document: repaired as never, inputs: { data: { flag: 'yes' } } } });
    expect(run).toMatchObject({ status: 'succeeded', outputs: { text: 'hi' } });

    const now = await client.getWorkflow({ params: { id: stored.id } });
    expect(now).toMatchObject({ revision: stored.revision });
    expect(diffWorkflows(broken, now.document as unknown as Workflow).isSame).toBe(true);
    // The turn of the assistant and the run above, and nothing that the assistant started.
    expect((await client.listRuns({ query: {} })).items.length).toBe(runsBefore + 2);
    expect((await client.listDeployments({ query: {} } as never)).items).toEqual([]);
  });

  test('a proposal is described: unknown nodes, a removed approval, a new host', async () => {
    const guarded = workflowOf(
      {
        start: ['start', { inputs: [] }],
        ask: ['approval', { title: 'Send it?', value: 1 }],
        send: ['http', { url: 'https://mail.example.com/send', method: 'POST' }],
      },
      ['start -> ask', 'ask.approved -> send'],
    );
    const api = await startAssistant(database(), [
      propose({
        summary: 'Tidies up',
        removeNodes: ['ask'],
        nodes: [
          { id: 'send', config: { url: 'https://evil.example.net/send' } },
          { id: 'magic', type: 'teleport' },
        ],
        connect: [edge('start', 'send'), edge('send', 'magic')],
      }),
      { text: 'Tidied.' },
    ]);
    const { runId } = await api.client.askAssistant({ body: { message: 'Tidy up', document: guarded as never } });
    const { data } = await lastProposal(api, runId);
    expect(data.warnings).toEqual(['approval-removed: ask', 'approval-bypassed: send', 'unknown-type: magic, teleport']);
    expect(data.newlyTouches).toEqual(['hosts: evil.example.net', 'unknown: teleport']);
  });

  test('knows the agents, credentials and workflows of the workspace, and never a secret', async () => {
    let calledId = '';
    let inputsOfCalled: unknown;
    const api = await startAssistant(database(), [
      () => call('workflow_get', { id: calledId }),
      ({ document }) => {
        const start = (document as Workflow).nodes.find(({ type }) => type === 'start');
        inputsOfCalled = start?.config.inputs;
        return { text: 'I have read it.' };
      },
    ]);
    const { client, model } = api;
    const stored = await client.createWorkflow({
      body: {
        ...workflowOf({ start: ['start', textInput], end: ['end', { outputs: {} }] }, ['start -> end']),
        name: 'Shouting',
      } as never,
    });
    calledId = stored.id;
    await client.createAgent({ body: { id: 'editor', title: 'Editor', description: 'Edits texts' } });
    await client.createCredential({
      body: { type: 'bearer', name: 'shop', hosts: ['api.shop.example'], fields: { token: 's3cret-token' } },
    });
    await client.askAssistant({ body: { message: 'Call Shouting', document: empty as never, mode: 'sync' } });
    const [first] = model.bodies();
    const request = String(first?.messages.at(-1).content);
    const { workspace } = JSON.parse(/<context>\n(.*)\n<\/context>/s.exec(request)?.[1] ?? '{}');
    expect(workspace.agents.items).toContainEqual({ id: 'editor', description: 'Edits texts' });
    expect(workspace.workflows.items).toContainEqual({ id: stored.id, name: 'Shouting' });
    expect(workspace.credentials.items).toContainEqual({ name: 'shop', type: 'bearer', hosts: ['api.shop.example'] });
    expect(workspace.tools.items).toContain('read_url');
    expect(workspace.tools.items.filter((id: string) => id.startsWith('draft_'))).toEqual([]);
    expect(JSON.stringify(model.bodies())).not.toContain('s3cret');
    expect(inputsOfCalled).toEqual([expect.objectContaining({ name: 'text' })]);
  });

  test('refuses with the demo model alone, and its tools work in no other run', async () => {
    const { client } = await startApi(database(), {
      models: {
        list: () => [{ name: 'demo', provider: 'demo', modelId: 'demo', isDefault: true, isDemo: true, contextTokens: 128_000 }],
      },
    });
    await expect(client.askAssistant({ body: { message: 'Hi', document: empty as never } })).rejects.toMatchObject({
      status: 422,
      code: 'model-not-found',
    });
    const stray = workflowOf({ read: ['tool-call', { toolName: 'draft_read' }] }, []);
    expect(await client.runDocument({ body: { document: stray as never } })).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('This run has no open workflow') },
    });
    const { groups } = await client.listTools({});
    expect(groups.flatMap(({ tools }) => tools.map(({ id }) => id)).filter((id) => id.startsWith('draft_'))).toEqual([]);
  });
});
