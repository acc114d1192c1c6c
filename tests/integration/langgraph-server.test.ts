import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { Command, isGraphInterrupt, MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { RemoteGraph } from '@langchain/langgraph/remote';
import { type Checkpoint, Client } from '@langchain/langgraph-sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { fakeText } from '../support/fake-model/behaviour.ts';
import { type FakeModel, startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { type MountedStream, Tab } from '../support/mount-use-stream.ts';
import { answeringWorkflow, approvingWorkflow, failingWorkflow } from '../support/protocol-workflows.ts';
import { callApi, publish } from '../support/published-endpoint.ts';
import { startReverseProxy } from '../support/reverse-proxy.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** Published workflows as LangGraph servers, through the SDK and `RemoteGraph` of LangGraph. */
const SAID = ['Tides ', 'follow ', 'the moon. 潮汐'];
const TEXT = SAID.join('');
let location: DatabaseLocation;
let model: FakeModel;
let server: ServerProcess;
beforeAll(async () => {
  model = await startFakeModel({
    reply: (body) => {
      if (body.model === 'caller') return { calls: [{ name: 'tell', arguments: '{}' }] };
      return body.model === 'fake' ? { tokens: SAID, isExact: true, firstTokenMs: 5 } : {};
    },
  });
  location = await makeDatabaseLocation();
  const modelOf = (name: string) => `  ${name}: { provider: openai-compatible, base_url: "${model.url}", model: ${name} }\n`;
  const config = `models:\n${modelOf('fake')}${modelOf('caller')}`;
  server = await ServerProcess.start({ ...location, config });
});
afterAll(async () => {
  await server?.end();
  await model?.stop();
  await location?.remove();
});

async function serve(workflow: Workflow, options: Parameters<typeof publish>[2] = {}) {
  const { slug, key } = await publish(server.url, workflow, options);
  const url = `${server.url}/api/v1/run/${slug}/langgraph`;
  const client = new Client({ apiUrl: url, apiKey: key, callerOptions: { maxRetries: 0 } });
  const graph = new RemoteGraph({ graphId: slug, client });
  return { slug, key, url, client, graph };
}

const asks = (content: string) => ({ messages: [{ role: 'user', content }] });
const human = (content: string) => expect.objectContaining({ type: 'human', content });
const ai = (content: string) => expect.objectContaining({ type: 'ai', content });
const talk = (content: string) => ({ messages: [{ type: 'human' as const, content }] });
const tellingTime = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'question', type: 'text', required: true }] }],
    look: ['tool-call', { toolName: 'time-now', parameters: { timezone: 'UTC' } }],
    end: ['end', { outputs: { answer: '{{look.summary}}' } }],
  },
  ['start -> look', 'look -> end'],
);
const readingWorkflow = workflowOf(
  {
    start: [
      'start',
      {
        inputs: [
          { name: 'question', type: 'text' },
          { name: 'file', type: 'file' },
        ],
      },
    ],
    end: ['end', { outputs: { text: '{{start.file.base64}}' } }],
  },
  ['start -> end'],
);
const talkingWorkflow = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'question', type: 'text', required: true }] }],
    first: ['reply', { text: 'One moment' }],
    ask: ['approval', { title: 'Send it?', value: 1 }],
    last: ['reply', { text: 'Done' }],
    end: ['end', {}],
  },
  ['start -> first', 'first -> ask', 'ask.approved -> last', 'last -> end'],
);
const decidingWorkflow = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'question', type: 'text', required: true }] }],
    ask: ['approval', { title: 'Send it?', value: 1 }],
    end: ['end', { outputs: { answer: '{{ask | json}}' } }],
    no: ['end', { outputs: { answer: 'kept' } }],
  },
  ['start -> ask', 'ask.approved -> end', 'ask.rejected -> no'],
);
const greetingWorkflow = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'question', type: 'text', required: true }] }],
    write: [
      'llm',
      {
        model: 'caller',
        userPrompt: '{{start.question}}',
        availableTools: [
          { tool: 'time-now', name: 'tell', description: 'Tells.', with: { timezone: 'Asia/Shanghai' }, ask: true },
        ],
      },
    ],
    end: ['end', { outputs: { answer: '{{write.output}}' } }],
  },
  ['start -> write', 'write -> end'],
);
const slowModel = 'openai-compatible/fake-t2000-d20';

describe('assistants', () => {
  test('the workflow is the one assistant, with its graph and the schema of its inputs', async () => {
    const { client, slug, graph } = await serve(answeringWorkflow());
    expect(await client.assistants.search({ graphId: slug })).toMatchObject([
      { assistant_id: slug, graph_id: slug, name: 'test' },
    ]);
    expect(await client.assistants.search({ graphId: 'other' })).toEqual([]);
    expect(await client.assistants.get(slug)).toMatchObject({ version: 1 });
    const drawn = await graph.getGraphAsync();
    expect(Object.keys(drawn.nodes).sort()).toEqual(['end', 'start', 'write']);
    expect(drawn.edges).toHaveLength(2);
    const { input_schema: schema } = await client.assistants.getSchemas(slug);
    expect(schema).toMatchObject({ properties: { question: { type: 'string' }, messages: { type: 'array' } } });
    await expect(client.assistants.get('other')).rejects.toThrow('There is no assistant other');
  });

  test('other keys open nothing', async () => {
    const one = await serve(answeringWorkflow());
    const other = await serve(answeringWorkflow());
    const stranger = new Client({ apiUrl: one.url, apiKey: other.key, callerOptions: { maxRetries: 0 } });
    await expect(stranger.assistants.search()).rejects.toThrow('401');
    await expect(one.client.store.getItem(['a'], 'b')).rejects.toThrow('without crons, store');
  });
});

describe('runs', () => {
  test('a thread remembers its messages; wait answers with its state', async () => {
    const { client, slug } = await serve(answeringWorkflow());
    const { thread_id: thread } = await client.threads.create();
    expect(await client.runs.wait(thread, slug, { input: asks('Tides?') })).toEqual({
      messages: [human('Tides?'), ai(TEXT)],
      answer: TEXT,
    });
    const again = await client.runs.wait(thread, slug, { input: { question: 'By name?' } });
    expect(again).toMatchObject({ messages: [human('Tides?'), ai(TEXT), human('By name?'), ai(TEXT)] });
    const state = await client.threads.getState(thread);
    expect(state).toMatchObject({ values: again, next: [], tasks: [] });
    const history = await client.threads.getHistory(thread);
    expect(history.map(({ values }) => (values as { messages?: object[] }).messages?.length ?? 0)).toEqual([4, 3, 2, 1, 0]);
    expect(history.slice(1).map(({ checkpoint }) => checkpoint.checkpoint_id)).toEqual(
      history.slice(0, -1).map(({ parent_checkpoint: parent }) => parent?.checkpoint_id),
    );
    const before = history[2]?.checkpoint as Checkpoint;
    expect(await client.threads.getHistory(thread, { limit: 1, before: { configurable: before } })).toEqual([history[3]]);
    // At its checkpoint, the message of the second turn is replaced in another branch.
    const input = asks('Another way?');
    const checkpointId = state.parent_checkpoint?.checkpoint_id ?? '';
    const branch = await client.runs.wait(thread, slug, { input, checkpointId });
    expect(branch).toMatchObject({ messages: [human('Tides?'), ai(TEXT), human('Another way?'), ai(TEXT)] });
    expect(await client.threads.get(thread)).toMatchObject({ status: 'idle', values: branch });
    expect(await client.threads.search({ ids: [thread, 'unknown'] })).toMatchObject([{ thread_id: thread }]);
    const { thread_id: newest } = await client.threads.create();
    const idsOf = async (query: object) => (await client.threads.search(query)).map(({ thread_id: id }) => id);
    expect(await idsOf({ status: 'idle', limit: 1 })).toEqual([newest]);
    expect(await idsOf({ status: 'idle', limit: 1, offset: 1 })).toEqual([thread]);
    expect(await idsOf({ status: 'error' })).toEqual([]);
    await client.threads.delete(thread);
    await expect(client.threads.get(thread)).rejects.toThrow('There is no thread');
  });

  test('a stream has the state, the nodes and the text while it is written', async () => {
    const { client, slug } = await serve(answeringWorkflow());
    const { thread_id: thread } = await client.threads.create();
    const created: unknown[] = [];
    const stream = client.runs.stream(thread, slug, {
      input: asks('Tides?'),
      streamMode: ['values', 'updates', 'messages-tuple', 'messages'],
      onRunCreated: (run) => void created.push(run),
    });
    const parts = (await Array.fromAsync(stream)) as { event: string; data: unknown; id?: string }[];
    const of = (event: string) => parts.filter((part) => part.event === event).map(({ data }) => data);
    const [{ run_id: runId }] = of('metadata') as [{ run_id: string }];
    expect(created).toEqual([{ run_id: runId, thread_id: thread }]);
    expect(of('values')).toEqual([{ messages: [human('Tides?')] }, { messages: [human('Tides?'), ai(TEXT)], answer: TEXT }]);
    expect(of('updates').map((update) => Object.keys(update as object)[0])).toEqual(['start', 'write', 'end']);
    const chunks = of('messages') as [{ type: string; content: string }][];
    expect(chunks.map(([{ content }]) => content).join('')).toBe(TEXT);
    expect(of('messages/complete')).toEqual([[ai(TEXT)]]);
    // A client whose connection was cut gets the rest, and nothing twice.
    const cut = parts[Math.floor(parts.length / 2)]?.id ?? '';
    const rest = await Array.fromAsync(
      client.runs.joinStream(thread, runId, {
        lastEventId: cut,
        streamMode: ['values', 'updates', 'messages-tuple', 'messages'],
      }),
    );
    expect(rest).toEqual(parts.filter(({ id }) => Number(id) > Number(cut)));
    expect(await client.runs.join(thread, runId)).toMatchObject({ answer: TEXT });
  });

  test('a run in the background is listed, joined and cancelled', async () => {
    const { client, slug } = await serve(answeringWorkflow(slowModel));
    const { thread_id: thread } = await client.threads.create();
    const run = await client.runs.create(thread, slug, { input: asks('Go') });
    expect(await client.runs.get(thread, run.run_id)).toMatchObject({ thread_id: thread, assistant_id: slug });
    await expect.poll(async () => (await client.threads.get(thread)).status).toBe('busy');
    // Clients wait until nothing comes next.
    expect(await client.threads.getState(thread)).toMatchObject({ values: { messages: [human('Go')] }, next: ['start'] });
    await client.runs.cancel(thread, run.run_id, true);
    expect(await client.runs.list(thread)).toMatchObject([{ run_id: run.run_id, status: 'interrupted' }]);
  });

  test('a client that asks for it stops its run by going away', async () => {
    const { client, slug } = await serve(answeringWorkflow(slowModel));
    const { thread_id: thread } = await client.threads.create();
    const leaving = new AbortController();
    const stream = client.runs.stream(thread, slug, {
      input: asks('Go'),
      streamMode: 'messages-tuple',
      onDisconnect: 'cancel',
      signal: leaving.signal,
    });
    for await (const { event } of stream) if (event === 'messages') break;
    leaving.abort();
    await expect.poll(async () => (await client.runs.list(thread))[0]?.status, { timeout: 10_000 }).toBe('interrupted');
  });

  test('the SDK for Python joins without a mode, and asks in its own words to stop the run with it', async () => {
    const { client, slug, url, key } = await serve(answeringWorkflow(slowModel));
    const { thread_id: thread } = await client.threads.create();
    const { run_id: runId } = await client.runs.create(thread, slug, { input: asks('Go') });
    const leaving = new AbortController();
    const joined = await fetch(`${url}/threads/${thread}/runs/${runId}/stream?cancel_on_disconnect=true&stream_mode=`, {
      headers: { 'x-api-key': key },
      signal: leaving.signal,
    });
    expect(joined.status).toBe(200);
    expect(joined.headers.get('location')).toContain('stream_mode=messages-tuple');
    leaving.abort();
    await expect.poll(async () => (await client.runs.list(thread))[0]?.status, { timeout: 10_000 }).toBe('interrupted');
  });

  test('runs without a thread, one and several', async () => {
    const { client, slug } = await serve(answeringWorkflow());
    expect(await client.runs.wait(null, slug, { input: asks('Hi') })).toMatchObject({ answer: TEXT });
    const made = await client.runs.createBatch([
      { assistantId: slug, input: asks('one') },
      { assistantId: slug, input: asks('two') },
    ]);
    expect(new Set(made.map(({ run_id: id }) => id)).size).toBe(2);
    // None starts where one is refused.
    const wrong = client.runs.createBatch([
      { assistantId: slug, input: asks('three') },
      { assistantId: slug, input: { unknown: 'four' } },
    ]);
    await expect(wrong).rejects.toThrow('question');
    const { json } = await callApi(`${server.url}/api/v1/runs?slug=${slug}`);
    expect(json.items).toHaveLength(3);
  });

  test.each([
    [true, 'sent'],
    [{ approved: false }, 'kept'],
  ])('an approval interrupts, and the answer %j continues the run', async (resume, answer) => {
    const { client, slug } = await serve(approvingWorkflow, { allow: { decisions: true } });
    const { thread_id: thread } = await client.threads.create();
    const waiting = (await client.runs.wait(thread, slug, { input: asks('Go') })) as { __interrupt__: { id: string }[] };
    expect(waiting.__interrupt__).toMatchObject([{ value: { description: 'Send it?' } }]);
    const { next, tasks } = await client.threads.getState(thread);
    expect({ next, tasks }).toMatchObject({ next: ['ask'], tasks: [{ name: 'ask', interrupts: [{}] }] });
    const { interrupts } = await client.threads.get(thread);
    expect(interrupts).toEqual({ [tasks[0]?.id ?? '']: tasks[0]?.interrupts });
    for (const unclear of ['maybe', { decisions: [{ type: 'wait' }] }, { decisions: [true, true] }, { other: true }, 7])
      await expect(client.runs.wait(thread, slug, { command: { resume: unclear } })).rejects.toThrow('command.resume');
    expect(await client.runs.wait(thread, slug, { command: { resume } })).toMatchObject({ answer });
    expect(await client.threads.get(thread)).toMatchObject({ status: 'idle', interrupts: {} });
  });

  const edited = { name: 'ask', args: { value: 2 } };
  test.each([
    ['Yes.', '1'],
    ['不同意', 'kept'],
    [{ decisions: [{ type: 'approve' }] }, '1'],
    [{ decisions: [{ type: 'reject', message: 'Too early' }] }, 'kept'],
    [{ decisions: [{ type: 'edit', edited_action: edited }] }, '2'],
    [{ decisions: [{ type: 'edit', editedAction: edited }] }, '2'],
    [[{ type: 'accept', args: null }], '1'],
    [[{ type: 'ignore', args: null }], 'kept'],
    [[{ type: 'response', args: 'Not now' }], 'kept'],
    [[{ type: 'edit', args: { action: 'ask', args: { value: 2 } } }], '2'],
  ])('pages of LangChain and Agent Inbox draw an interrupt, and their answer %j decides it', async (resume, answer) => {
    const { client, slug } = await serve(decidingWorkflow, { allow: { decisions: true }, events: 'full' });
    const { thread_id: thread } = await client.threads.create();
    const waiting = (await client.runs.wait(thread, slug, { input: asks('Go') })) as { __interrupt__: object[] };
    const request = { name: 'ask', args: { value: 1 }, description: 'Send it?' };
    const allowed = ['approve', 'edit', 'reject'];
    const drawn = {
      action_requests: [request],
      review_configs: [{ action_name: 'ask', allowed_decisions: allowed }],
      actionRequests: [request],
      reviewConfigs: [{ actionName: 'ask', allowedDecisions: allowed }],
      action_request: { action: 'ask', args: { value: 1 } },
      config: { allow_accept: true, allow_edit: true, allow_respond: false, allow_ignore: true },
    };
    expect(waiting.__interrupt__).toMatchObject([{ value: { nodeId: 'ask', ...drawn } }]);
    const { tasks } = await client.threads.getState(thread);
    expect(tasks[0]?.interrupts).toEqual(waiting.__interrupt__);
    const [run] = await client.runs.list(thread);
    const joined = await Array.fromAsync(
      client.runs.joinStream(thread, run?.run_id ?? '', { streamMode: ['values', 'updates'] }),
    );
    expect(joined.at(-1)?.data).toMatchObject({ __interrupt__: waiting.__interrupt__ });
    expect(await client.runs.wait(thread, slug, { command: { resume } })).toMatchObject({ answer });
  });

  test('an interrupt shows all arguments of a call, also those that the workflow fixed', async () => {
    const { client, slug } = await serve(greetingWorkflow, { allow: { decisions: true }, events: 'full' });
    const { thread_id: thread } = await client.threads.create();
    const shown = { name: 'tell', args: { timezone: 'Asia/Shanghai' } };
    const drawn = [{ value: { action_requests: [shown], actionRequests: [shown], action_request: { args: shown.args } } }];
    const streamed = await Array.fromAsync(client.runs.stream(thread, slug, { input: asks('Go'), streamMode: 'updates' }));
    expect(streamed.at(-1)?.data).toMatchObject({ __interrupt__: drawn });
    const { tasks } = await client.threads.getState(thread);
    expect(tasks[0]?.interrupts).toMatchObject(drawn);
    const [run] = await client.runs.list(thread);
    const joined = await Array.fromAsync(client.runs.joinStream(thread, run?.run_id ?? '', { streamMode: 'updates' }));
    expect(joined.at(-1)?.data).toMatchObject({ __interrupt__: drawn });
  });

  test('a thread keeps metadata, by which it is found, and is copied before its first run', async () => {
    const { client, slug, url, key } = await serve(answeringWorkflow());
    const user = crypto.randomUUID();
    const { thread_id: thread } = await client.threads.create({ metadata: { user, tags: ['a'] } });
    await client.threads.create({ metadata: { user: 'other' } });
    const found = async (metadata: Record<string, unknown>) =>
      (await client.threads.search({ metadata })).map(({ thread_id: id }) => id);
    expect(await found({ user, graph_id: slug })).toEqual([thread]);
    expect(await found({ user, tags: ['a'] })).toEqual([thread]);
    expect(await found({ user, tags: ['b'] })).toEqual([]);
    expect(await found({ user, graph_id: 'other' })).toEqual([]);
    expect(await client.threads.update(thread, { metadata: { title: 'Tides' } })).toMatchObject({
      thread_id: thread,
      metadata: { user, tags: ['a'], title: 'Tides', graph_id: slug },
    });
    const names = Array.from({ length: 8 }, (_, index) => `label${index}`);
    await Promise.all(names.map((name) => client.threads.update(thread, { metadata: { [name]: true } })));
    const { metadata: all } = await client.threads.get(thread);
    expect(Object.keys(all ?? {})).toEqual(expect.arrayContaining(['title', ...names]));
    const copy = await client.threads.copy(thread);
    expect(copy).toMatchObject({ values: {}, metadata: { user } });
    expect((copy as unknown as { thread_id: string }).thread_id).not.toBe(thread);
    const long = client.threads.update(thread, { metadata: { text: 'x'.repeat(20_000) } });
    await expect(long).rejects.toThrow('metadata: At most');
    const unknownMode = await callApi(`${url}/runs/wait`, {
      headers: { 'x-api-key': key },
      body: { assistant_id: slug, input: asks('Go'), stream_mode: ['values', 'events'] },
    });
    expect(JSON.stringify(unknownMode.json)).toContain('stream_mode.1: One of values, updates');
  });

  test('a run that fails, wrong inputs, and what a workflow does not do are errors', async () => {
    const { client, slug, url, key } = await serve(failingWorkflow);
    const { thread_id: thread } = await client.threads.create();
    await expect(client.runs.wait(thread, slug, { input: asks('Go') })).rejects.toThrow('code-failed');
    const events = await Array.fromAsync(client.runs.stream(thread, slug, { input: asks('Go') }));
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { error: 'code-failed' } });
    expect(await client.threads.getState(thread)).toMatchObject({
      next: [],
      tasks: [{ error: expect.stringContaining('fails') }],
    });
    const wrong = (payload: object) => client.runs.wait(thread, slug, { input: asks('Go'), ...payload });
    await expect(wrong({ interruptBefore: ['fails'] })).rejects.toThrow('interrupt_before');
    await expect(wrong({ multitaskStrategy: 'rollback' })).rejects.toThrow('multitask_strategy');
    await expect(
      wrong({ input: { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a' } }] }] } }),
    ).rejects.toThrow('input.messages.0.content.0.image_url.url');
    await expect(client.runs.wait('nowhere', slug, { input: asks('Go') })).rejects.toThrow('There is no thread nowhere');
    const unread = await callApi(`${url}/runs/wait`, {
      headers: { 'x-api-key': key },
      body: { assistant_id: slug, stream_mode: 'debug' },
    });
    expect(unread.status).toBe(400);
  });
});

describe('useStream', () => {
  let tab: Tab;
  beforeEach(() => {
    tab = new Tab();
  });
  afterEach(() => tab.close());
  const textOf = ({ now }: MountedStream) => now().messages.map(({ content }) => content);
  const isDone = (page: MountedStream) => expect.poll(() => page.now().isLoading, { timeout: 20_000 }).toBe(false);
  const metadata = (page: MountedStream, index: number) => {
    const message = page.now().messages[index];
    return message && page.now().getMessagesMetadata(message);
  };

  test('a talk, an edited message and an answer written again, each as a branch', async () => {
    const { client, slug } = await serve(answeringWorkflow());
    const page = await tab.mount({ client, slug });
    await page.now().submit(talk('Tides?'));
    await page.now().submit(talk('More?'));
    await isDone(page);
    expect(textOf(page)).toEqual(['Tides?', TEXT, 'More?', TEXT]);
    expect(page.now().values.answer).toBe(TEXT);
    const asked = metadata(page, 2)?.firstSeenState;
    await page.now().submit(talk('Less?'), { checkpoint: asked?.parent_checkpoint ?? null });
    await expect.poll(() => textOf(page)).toEqual(['Tides?', TEXT, 'Less?', TEXT]);
    await expect.poll(() => metadata(page, 2)?.branchOptions).toHaveLength(2);
    page.now().setBranch(metadata(page, 2)?.branchOptions?.[0] ?? '');
    await expect.poll(() => textOf(page)).toEqual(['Tides?', TEXT, 'More?', TEXT]);
    expect(page.now().values.answer).toBe(TEXT);
    // The first message has another answer, and is not asked again.
    const [first, answer] = page.now().messages;
    const answered = metadata(page, 1)?.firstSeenState;
    await page.now().submit(undefined, { checkpoint: answered?.parent_checkpoint ?? null });
    await isDone(page);
    expect(textOf(page)).toEqual(['Tides?', TEXT]);
    expect(page.now().messages[1]?.id).not.toBe(answer?.id);
    await expect.poll(() => metadata(page, 0)?.branchOptions).toHaveLength(2);
    // The very first one is replaced, too.
    const begun = metadata(page, 0)?.firstSeenState;
    await page.now().submit(talk('Moon?'), { checkpoint: begun?.parent_checkpoint ?? null });
    await isDone(page);
    expect(textOf(page)).toEqual(['Moon?', TEXT]);
    expect(page.now().messages[0]?.id).not.toBe(first?.id);
    page.unmount();
  });

  test('nothing is lost or doubled by a cut connection and by a reload in mid-stream', async () => {
    const { slug, key } = await serve(answeringWorkflow('openai-compatible/fake-t100-d20'));
    const proxy = await startReverseProxy({ target: server.url, host: new URL(server.url).host });
    const apiUrl = `http://127.0.0.1:${proxy.port}/api/v1/run/${slug}/langgraph`;
    const client = new Client({ apiUrl, apiKey: key });
    const page = await tab.mount({ client, slug });
    const written = ({ now }: MountedStream) => String(now().messages.at(-1)?.content);
    const begin = async (turn: number) => {
      void page.now().submit(talk('Go'));
      await expect.poll(() => page.now().messages.length, { timeout: 20_000 }).toBe(2 * turn);
      await expect.poll(() => written(page), { timeout: 20_000 }).toContain('fox');
      expect(written(page).length).toBeLessThan(fakeText(100).length);
    };
    await begin(1);
    proxy.cut();
    await isDone(page);
    expect(page.now().error).toBeUndefined();
    expect(textOf(page)).toEqual(['Go', fakeText(100)]);
    await begin(2);
    page.unmount();
    const again = await tab.mount({ client, slug, threadId: page.threadId() });
    // The text is seen while it is written, as before.
    await expect.poll(() => written(again), { timeout: 20_000 }).toContain('fox');
    expect(again.now().isLoading).toBe(true);
    await isDone(again);
    expect(textOf(again)).toEqual(['Go', fakeText(100), 'Go', fakeText(100)]);
    again.unmount();
    await proxy.close();
  });

  test('an interrupt is shown, also after a reload, and answered', async () => {
    const { client, slug } = await serve(approvingWorkflow, { allow: { decisions: true } });
    const page = await tab.mount({ client, slug });
    await page.now().submit(talk('Go'));
    await isDone(page);
    const question = { value: { description: 'Send it?' } };
    expect(page.now().interrupt).toMatchObject(question);
    page.unmount();
    const again = await tab.mount({ client, slug, threadId: page.threadId() });
    await expect.poll(() => again.now().interrupt).toMatchObject(question);
    await again.now().submit(undefined, { command: { resume: { approved: true } } });
    await isDone(again);
    expect(again.now().values.answer).toBe('sent');
    expect(again.now().interrupt).toBeUndefined();
    again.unmount();
  });

  test('stop ends the run, and the error of a run that failed is shown after a reload', async () => {
    const slow = await serve(answeringWorkflow(slowModel));
    const page = await tab.mount(slow);
    void page.now().submit(talk('Go'));
    await expect.poll(() => page.now().messages.length, { timeout: 20_000 }).toBe(2);
    await page.now().stop();
    const runs = () => slow.client.runs.list(page.threadId());
    await expect.poll(async () => (await runs()).map(({ status }) => status), { timeout: 10_000 }).toEqual(['interrupted']);
    page.unmount();
    const failing = await serve(failingWorkflow);
    const broken = await tab.mount(failing);
    await broken.now().submit(talk('Go'));
    expect(String(broken.now().error)).toContain('Node fails failed');
    broken.unmount();
    const again = await tab.mount({ ...failing, threadId: broken.threadId() });
    await expect.poll(() => String(again.now().error)).toContain('fails');
    again.unmount();
  });

  test('the calls of tools are shown with their progress', async () => {
    const { client, slug } = await serve(tellingTime, { events: 'full' });
    const page = await tab.mount({ client, slug, read: (stream) => stream.toolProgress });
    await page.now().submit(talk('Go'));
    await isDone(page);
    expect(page.now().toolProgress).toMatchObject([{ name: 'time-now', state: 'completed', input: { timezone: 'UTC' } }]);
    page.unmount();
  });
});

describe('messages of the client', () => {
  const idsOf = (state: unknown) => (state as { messages: { id: string }[] }).messages.map(({ id }) => id);
  const textsOf = (state: unknown) => (state as { messages: { content: unknown }[] }).messages.map(({ content }) => content);

  test('keep the ids that it gave, and the ids of answers stay, wherever the state is read', async () => {
    const { client, slug } = await serve(answeringWorkflow());
    const { thread_id: thread } = await client.threads.create();
    const sent = (id: string) => ({ messages: [{ type: 'human', id, content: id }] });
    const waited = await client.runs.wait(thread, slug, { input: sent('first') });
    const stream = client.runs.stream(thread, slug, { input: sent('second'), streamMode: ['values', 'messages-tuple'] });
    const parts = (await Array.fromAsync(stream)) as { event: string; data: unknown }[];
    const streamed = parts.findLast(({ event }) => event === 'values')?.data;
    expect(idsOf(streamed)).toEqual([...idsOf(waited), 'second', expect.any(String)]);
    expect(idsOf(waited)[0]).toBe('first');
    expect(new Set(idsOf(streamed)).size).toBe(4);
    const written = parts.filter(({ event }) => event === 'messages').map(({ data }) => (data as [{ id: string }])[0].id);
    expect(new Set(written)).toEqual(new Set([idsOf(streamed)[3]]));
    const { values } = await client.threads.getState(thread);
    expect(idsOf(values)).toEqual(idsOf(streamed));
    const [latest] = await client.threads.getHistory(thread);
    expect(idsOf(latest?.values)).toEqual(idsOf(streamed));
    const runs = await client.runs.list(thread);
    const joined = await client.runs.join(thread, runs[0]?.run_id ?? '');
    expect(idsOf(joined)).toEqual(idsOf(streamed));
    // A run of its own, too, when it is read again.
    const alone = await client.runs.create(null, slug, { input: sent('alone') });
    expect(idsOf(await client.runs.join(alone.thread_id ?? '', alone.run_id))[0]).toBe('alone');
  });

  test('a message that comes again stays one, and one that was edited takes its place', async () => {
    const { client, slug } = await serve(answeringWorkflow());
    const { thread_id: thread } = await client.threads.create();
    const first = { type: 'human', id: 'a', content: 'One?' };
    const state = (await client.runs.wait(thread, slug, { input: { messages: [first] } })) as { messages: object[] };
    const history = [{ ...first, content: 'Uno?' }, ...state.messages.slice(1)];
    const again = await client.runs.wait(thread, slug, {
      input: { messages: [...history, { type: 'human', id: 'b', content: 'Two?' }] },
    });
    expect(textsOf(again)).toEqual(['Uno?', TEXT, 'Two?', TEXT]);
    expect(textsOf((await client.threads.getState(thread)).values)).toEqual(['Uno?', TEXT, 'Two?', TEXT]);
  });

  test('are read in each form in which LangChain writes them', async () => {
    const { client, slug } = await serve(answeringWorkflow());
    const serialized = (message: object) => JSON.parse(JSON.stringify(message)) as object;
    const forms: unknown[] = [
      'Tides?',
      ['user', 'Tides?'],
      ['Tides?'],
      [['human', 'Tides?']],
      { role: 'user', content: 'Tides?' },
      { type: 'human', content: [{ type: 'text', text: 'Tides?' }] },
      [serialized(new HumanMessage('Tides?'))],
      [new HumanMessage('Tides?').toDict()],
      [{ type: 'HumanMessageChunk', content: 'Tides?' }],
      [{ role: 'user', content: 'Tides?' }, serialized(new AIMessage({ content: '', name: 'router', id: 'r' }))],
    ];
    for (const messages of forms) {
      const state = (await client.runs.wait(null, slug, { input: { messages } as never })) as { messages: object[] };
      expect(
        state.messages.find((message) => (message as { type: string }).type === 'human'),
        JSON.stringify(messages),
      ).toMatchObject({
        id: expect.any(String),
        content:
          Array.isArray(messages) || typeof messages === 'string' || 'role' in (messages as object)
            ? 'Tides?'
            : [{ text: 'Tides?' }],
      });
    }
    const refused = (messages: unknown) => client.runs.wait(null, slug, { input: { messages } as never });
    await expect(refused([7])).rejects.toThrow('input.messages.0');
    await expect(refused([{ type: 'remove', id: 'a' }])).rejects.toThrow('input.messages.0: The messages of a thread');
  });

  test('files are read in the blocks of LangChain and of model providers, and kept as they were sent', async () => {
    const { client, slug } = await serve(readingWorkflow);
    const base64 = Buffer.from('tide table').toString('base64');
    const url = `data:text/plain;charset=utf-8;base64,${base64}`;
    const blocks = [
      { type: 'file', mimeType: 'text/plain', data: base64, metadata: { filename: 'tides.txt' } },
      { type: 'file', mime_type: 'text/plain', base64 },
      { type: 'file', source_type: 'base64', mime_type: 'text/plain', data: base64 },
      { type: 'image', mimeType: 'image/png', data: base64 },
      { type: 'audio', mimeType: 'audio/wav', data: base64 },
      { type: 'image_url', image_url: url },
      { type: 'image_url', image_url: { url } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64 } },
      { type: 'media', mimeType: 'text/plain', data: base64 },
    ];
    for (const block of blocks) {
      const content = [{ type: 'text', text: 'Read it' }, block];
      const state = await client.runs.wait(null, slug, { input: { messages: [{ type: 'human', id: 'm', content }] } });
      expect(state, JSON.stringify(block)).toMatchObject({ text: base64, messages: [{ id: 'm', content }, {}] });
    }
    const away = { type: 'human', content: [{ type: 'image', url: 'https://a.example/b.png' }] };
    await expect(client.runs.wait(null, slug, { input: { messages: [away] } })).rejects.toThrow('input.messages.0.content.0');
  });

  test('parts of earlier messages that a workflow does not read are left out and named', async () => {
    const { slug, key, url } = await serve(answeringWorkflow());
    const messages = [
      {
        type: 'human',
        id: 'a',
        content: [
          { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
          { type: 'text', text: 'See' },
        ],
      },
      {
        type: 'ai',
        id: 'b',
        content: [
          { type: 'reasoning', reasoning: 'hm' },
          { type: 'tool_use', id: 't', name: 'look', input: {} },
        ],
      },
      { type: 'tool', id: 'c', tool_call_id: 't', content: [{ type: 'strange' }] },
      { type: 'human', id: 'd', content: 'Tides?' },
    ];
    const answer = await callApi(`${url}/runs/wait`, {
      headers: { 'x-api-key': key },
      body: { assistant_id: slug, input: { messages } },
    });
    expect(answer.json.messages).toMatchObject([...messages, { type: 'ai', content: TEXT }]);
    const left = String(answer.headers['x-threadloom-left-out']);
    for (const place of ['messages.0.content.0', 'messages.1.content.0: reasoning', 'messages.1.content.1: tool_use'])
      expect(left).toContain(place);
  });

  test('what is said after a decision is a message of its own', async () => {
    const { client, slug } = await serve(talkingWorkflow, { allow: { decisions: true } });
    const { thread_id: thread } = await client.threads.create();
    const tuples = async (payload: object) => {
      const stream = client.runs.stream(thread, slug, { ...payload, streamMode: ['values', 'messages-tuple'] });
      const parts = (await Array.fromAsync(stream)) as { event: string; data: unknown }[];
      const chunks = parts
        .filter(({ event }) => event === 'messages')
        .map(({ data }) => (data as [{ id: string; content: string }])[0]);
      return { chunks, last: parts.at(-1)?.data };
    };
    const begun = await tuples({ input: asks('Go') });
    expect(textsOf(begun.last)).toEqual(['Go', 'One moment']);
    const resumed = await tuples({ command: { resume: true } });
    expect(textsOf(resumed.last)).toEqual(['Go', 'One moment', 'Done']);
    expect(resumed.chunks.map(({ content }) => content).join('')).toBe('Done');
    const ids = idsOf(resumed.last);
    expect(new Set(ids).size).toBe(3);
    expect([...new Set([...begun.chunks, ...resumed.chunks].map(({ id }) => id))]).toEqual(ids.slice(1));
    expect(idsOf((await client.threads.getState(thread)).values)).toEqual(ids);
    const [run] = await client.runs.list(thread);
    expect(idsOf(await client.runs.join(thread, run?.run_id ?? ''))).toEqual(ids);
    const joined = (await Array.fromAsync(client.runs.joinStream(thread, run?.run_id ?? '', { streamMode: ['values'] }))) as {
      data: unknown;
    }[];
    expect(idsOf(joined.at(-1)?.data)).toEqual(ids);
  });
});

describe('RemoteGraph', () => {
  test('as a node of another graph it doubles no message, turn after turn', async () => {
    const { graph } = await serve(answeringWorkflow());
    const build = (checkpointer?: MemorySaver) =>
      new StateGraph(MessagesAnnotation)
        .addNode('remote', graph as never)
        .addEdge('__start__', 'remote')
        .addEdge('remote', '__end__')
        .compile(checkpointer && { checkpointer });
    const once = await build().invoke({ messages: [new HumanMessage({ id: 'mine', content: 'Tides?' })] });
    expect(once.messages.map(({ id }) => id)).toEqual(['mine', expect.any(String)]);
    const outer = build(new MemorySaver());
    const config = { configurable: { thread_id: crypto.randomUUID() } };
    const turns = ['One?', 'Two?', 'Three?'];
    for (const text of turns) await outer.invoke({ messages: [new HumanMessage(text)] }, config);
    const { values } = await outer.getState(config);
    const messages = (values as typeof once).messages;
    expect(messages.map(({ content }) => content)).toEqual(turns.flatMap((text) => [text, TEXT]));
    // What another node said is kept as it is: with its calls and their results.
    const call = { id: 'call_1', name: 'look', args: { at: 'sea' } };
    const history = [
      new HumanMessage({ id: 'h1', content: [{ type: 'text', text: 'And this?' }] }),
      new AIMessage({ id: 'a1', content: '', tool_calls: [call] }),
      new ToolMessage({ id: 't1', content: 'wet', tool_call_id: 'call_1' }),
    ];
    const among = await build().invoke({ messages: history });
    expect(among.messages.map(({ id }) => id)).toEqual(['h1', 'a1', 't1', expect.any(String)]);
    expect((among.messages[1] as AIMessage).tool_calls).toMatchObject([call]);
    expect((among.messages[2] as ToolMessage).tool_call_id).toBe('call_1');
  });

  test('is invoked, streamed and read like a graph', async () => {
    const { graph } = await serve(answeringWorkflow());
    const config = { configurable: { thread_id: 'talk' } };
    expect(await graph.invoke(asks('Tides?'), config)).toMatchObject({ messages: [human('Tides?'), ai(TEXT)], answer: TEXT });
    const updates = await Array.fromAsync(await graph.stream(asks('More?'), { ...config, streamMode: 'updates' }));
    expect(updates.map((update) => Object.keys(update)[0])).toEqual(['start', 'write', 'end']);
    const state = await graph.getState(config);
    expect(state.values).toMatchObject({ messages: { length: 4 } });
    expect(await Array.fromAsync(graph.getStateHistory(config))).toHaveLength(5);
  });

  test('an approval is a GraphInterrupt, and a Command resumes it', async () => {
    const { graph } = await serve(approvingWorkflow, { allow: { decisions: true } });
    const config = { configurable: { thread_id: 'talk' } };
    const thrown = await graph.invoke(asks('Go'), config).catch((error: unknown) => error);
    expect(isGraphInterrupt(thrown)).toBe(true);
    expect((await graph.getState(config)).next).toEqual(['ask']);
    expect(await graph.invoke(new Command({ resume: true }), config)).toMatchObject({ answer: 'sent' });
  });
});
