import { HttpAgent, type RunAgentInput, verifyEvents } from '@ag-ui/client';
import { lastValueFrom, toArray } from 'rxjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { type FakeModel, startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { answeringWorkflow, approvingWorkflow, failingWorkflow } from '../support/protocol-workflows.ts';
import { bearer, callApi, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** Published workflows as agents of AG-UI, through its own client, which refuses events out of order. */
const SAID = ['Tides ', 'follow ', 'the moon. 潮汐'];
let location: DatabaseLocation;
let model: FakeModel;
let server: ServerProcess;
beforeAll(async () => {
  // Calls `add` where it has that tool and no result, then says what it was given.
  model = await startFakeModel({
    reply: ({ messages, tools }) => {
      const results = (messages as readonly { role: string; content: unknown }[]).filter(({ role }) => role === 'tool');
      if (results.length > 0) return { tokens: [`It is ${results.map(({ content }) => content).join(' and ')}.`], isExact: true };
      const calls = [2, 4].map((a, index) => ({ id: `made_${index}`, name: 'caller_add', args: { a, b: 3 } }));
      return tools ? { calls } : { tokens: SAID, isExact: true, firstTokenMs: 5 };
    },
  });
  location = await makeDatabaseLocation();
  const config = `models:\n  fake: { provider: openai-compatible, base_url: "${model.url}", model: fake }\n`;
  server = await ServerProcess.start({ ...location, config });
});
afterAll(async () => {
  await server?.end();
  await model?.stop();
  await location?.remove();
});

const inputs = [{ name: 'question', type: 'text', required: true }];
/** Says what the model writes while another node runs and ends, and then something of its own. */
const replyingWorkflow = workflowOf(
  {
    start: ['start', { inputs }],
    write: ['llm', { model: 'fake', userPrompt: '{{start.question}}' }],
    say: ['reply', { text: '{{write.output}} (so far)', from: 'write' }],
    aside: ['template', { template: 'aside' }],
    later: ['template', { template: '{{aside.text}}' }],
    last: ['reply', { text: 'That is all.' }],
    end: ['end', {}],
  },
  ['start -> write', 'write -> say', 'say -> last', 'start -> aside', 'aside -> later', 'last -> end', 'later -> end'],
);

type Event = { readonly type: string; readonly [field: string]: unknown };

function interruptsOf(events: readonly Event[]) {
  const { interrupts = [] } = (events.at(-1)?.outcome ?? {}) as { interrupts?: { id: string; message: string }[] };
  return interrupts;
}

async function agentOf(workflow: Workflow, options: Parameters<typeof publish>[2] = {}) {
  const { slug, key, workflowId } = await publish(server.url, workflow, options);
  const url = `${server.url}/api/v1/run/${slug}/ag-ui`;
  const agent = new HttpAgent({ url, headers: bearer(key) });
  const events = async (more: Partial<RunAgentInput> = {}) => {
    const asked: RunAgentInput = {
      threadId: 'thread-1',
      runId: crypto.randomUUID(),
      state: {},
      messages: [{ id: '1', role: 'user', content: 'Tides?' }],
      tools: [],
      context: [],
      ...more,
    };
    return (await lastValueFrom(agent.run(asked).pipe(verifyEvents(false), toArray()))) as unknown as Event[];
  };
  const runs = async () =>
    (await callApi(`${server.url}/api/v1/runs?workflowId=${workflowId}`)).json.items as { status: string }[];
  return { agent, events, runs, url, key };
}

test('the reply streams as one message between the steps of its nodes', async () => {
  const { events } = await agentOf(answeringWorkflow());
  const seen = await events();
  expect(seen.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])).toEqual([
    'RUN_STARTED',
    'STEP_STARTED',
    'STEP_FINISHED',
    'STEP_STARTED',
    'TEXT_MESSAGE_START',
    'TEXT_MESSAGE_CONTENT',
    'TEXT_MESSAGE_END',
    'STEP_FINISHED',
    'STEP_STARTED',
    'STEP_FINISHED',
    'RUN_FINISHED',
  ]);
  expect(seen.flatMap(({ type, delta }) => (type === 'TEXT_MESSAGE_CONTENT' ? delta : [])).join('')).toBe(SAID.join(''));
  expect(seen.at(-1)).toMatchObject({ outcome: { type: 'success' }, result: { answer: SAID.join('') } });
});

/** As @ag-ui/client 0.0.35 checks them: while a message is open, there is nothing but its text. */
function betweenTexts(events: readonly Event[]): string[] {
  let isOpen = false;
  return events.flatMap(({ type }) => {
    if (type === 'TEXT_MESSAGE_START') isOpen = true;
    else if (type === 'TEXT_MESSAGE_END') isOpen = false;
    else if (isOpen && type !== 'TEXT_MESSAGE_CONTENT') return [type];
    return [];
  });
}

test('nothing comes between the texts of a message, whatever runs next to it; each reply is one', async () => {
  const one = await agentOf(replyingWorkflow);
  const seen = await one.events();
  expect(betweenTexts(seen)).toEqual([]);
  const started = seen.filter(({ type }) => type === 'TEXT_MESSAGE_START').map(({ messageId }) => messageId);
  expect(new Set(started).size).toBe(2);
  const textOf = (id: unknown) => seen.flatMap(({ messageId, delta }) => (messageId === id && delta ? delta : [])).join('');
  expect(started.map(textOf)).toEqual([`${SAID.join('')} (so far)`, '\n\nThat is all.']);
  const steps = (type: string) => seen.flatMap((event) => (event.type === type ? event.stepName : [])).sort();
  expect(steps('STEP_FINISHED')).toEqual(steps('STEP_STARTED'));
  one.agent.addMessage({ id: 'u1', role: 'user', content: 'Tides?' });
  await one.agent.runAgent();
  expect(one.agent.messages.map(({ content }) => content)).toEqual(['Tides?', `${SAID.join('')} (so far)`, '\n\nThat is all.']);
});

test('odd entries of the history are left out and named, those of the last message are refused', async () => {
  const { url, key } = await agentOf(answeringWorkflow());
  const call = async (...messages: unknown[]) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify({ threadId: 't', runId: 'r', messages }),
    });
    return { status: response.status, left: response.headers.get('x-threadloom-left-out') ?? '', text: await response.text() };
  };
  const last = { id: '9', role: 'user', content: 'Tides?' };
  const odd = [
    7,
    { id: '1', role: 'narrator', content: 'Once' },
    { id: '2', role: 'assistant', content: null, toolCalls: 'none' },
    { id: '3', role: 'user', content: [{ type: 'image', source: { type: 'url', value: 'https://a.example/b.png' } }] },
    { id: '4', role: 'user', content: [{ type: 'hologram' }] },
  ];
  const answered = await call(...odd, last);
  expect(answered.text).toContain('RUN_FINISHED');
  for (const place of ['messages.0', 'messages.1.role', 'messages.3.content.0', 'messages.4.content.0: hologram'])
    expect(answered.left).toContain(place);
  const refused = await call(last, odd[4]);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('messages.1.content.0')]);
});

test.each([
  { type: 'binary', mimeType: 'text/plain', data: 'SGk=', filename: 'a.txt' },
  { type: 'document', source: { type: 'data', value: 'SGk=', mimeType: 'text/plain' } },
  { type: 'image', source: { type: 'data', value: 'SGk=', mimeType: 'image/png' } },
])('a file of the last message is an input: %j', async (part) => {
  const { url, key } = await agentOf(
    workflowOf(
      {
        start: ['start', { inputs: [...inputs, { name: 'file', type: 'file' }] }],
        end: ['end', { outputs: { data: '{{start.file.base64}}' } }],
      },
      ['start -> end'],
    ),
  );
  // Its client of today takes the parts of its own version alone.
  const messages = [{ id: '1', role: 'user', content: [{ type: 'text', text: 'Read it' }, part] }];
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ threadId: 't', runId: 'r', messages }),
  });
  expect(await response.text()).toContain('"result":{"data":"SGk="}');
});

test('its client keeps the conversation', async () => {
  const { agent } = await agentOf(answeringWorkflow());
  agent.addMessage({ id: 'u1', role: 'user', content: 'Tides?' });
  await agent.runAgent();
  expect(agent.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Tides?'],
    ['assistant', SAID.join('')],
  ]);
});

test.each([
  [true, 'sent'],
  [false, 'kept'],
])('an approval is an interrupt, which the key decides with %s where it may', async (approved, answer) => {
  const { events, runs } = await agentOf(approvingWorkflow, { allow: { decisions: true } });
  const [interrupt] = interruptsOf(await events());
  expect(interrupt?.message).toBe('Send it?');
  const rest = await events({ resume: [{ interruptId: interrupt?.id ?? '', status: 'resolved', payload: { approved } }] });
  expect(rest.at(0)?.type).toBe('RUN_STARTED');
  expect(rest.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' }, result: { answer } });
  expect(await runs()).toMatchObject([{ status: 'succeeded' }]);
});

const add = {
  name: 'add',
  description: 'Adds two numbers',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
};

test.each(['summary', 'full'] as const)(
  'tools of the client are called, and their results continue the run (%s)',
  async (level) => {
    const options = level === 'full' ? { events: level } : {};
    const { agent, runs, url, key } = await agentOf(answeringWorkflow(), { allow: { callerTools: true }, ...options });
    agent.addMessage({ id: 'u1', role: 'user', content: 'What is 2+3 and 4+3?' });
    await agent.runAgent({ tools: [add] });
    const asked = agent.messages.at(-1);
    const calls = (asked?.role === 'assistant' && asked.toolCalls) || [];
    expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(calls.map(({ function: { name, arguments: args } }) => [name, args])).toEqual([
      ['add', '{"a":2,"b":3}'],
      ['add', '{"a":4,"b":3}'],
    ]);
    expect(await runs()).toMatchObject([{ status: 'waiting' }]);
    for (const [index, { id }] of calls.entries())
      agent.addMessage({ id: `t${index}`, role: 'tool', toolCallId: id, content: String([5, 7][index]) });
    const body = { threadId: agent.threadId, runId: 'again', messages: [...agent.messages] };
    const stranger = await callApi(url, { headers: bearer(key), body: { ...body, messages: body.messages.slice(0, -1) } });
    expect([stranger.status, JSON.stringify(stranger.json)]).toEqual([400, expect.stringContaining('without a result')]);
    await agent.runAgent({ tools: [add] });
    expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'It is 5 and 7.' });
    expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
    expect(await runs()).toMatchObject([{ status: 'succeeded' }]);
    // A client that continues without a result abandons its run.
    agent.addMessage({ id: 'u2', role: 'user', content: 'What is 2+3?' });
    await agent.runAgent({ tools: [add] });
    agent.addMessage({ id: 'u3', role: 'user', content: 'Forget it' });
    await agent.runAgent();
    await expect.poll(runs).toMatchObject([{ status: 'succeeded' }, { status: 'cancelled' }, { status: 'succeeded' }]);
  },
);

test.each([
  ['a chat that replies', replyingWorkflow, 'RUN_FINISHED'],
  ['an approval', approvingWorkflow, '"type":"interrupt"'],
  ['a run that fails', failingWorkflow, 'RUN_ERROR'],
])('a page offers its tools to %s, which does as without them', async (_, workflow, expected) => {
  const { url, key } = await agentOf(workflow, { allow: { callerTools: true, decisions: true } });
  const tools = [add, { name: 'has spaces in it' }, { description: 'without a name' }, 'no tool'];
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(key) },
    body: JSON.stringify({ threadId: 't', runId: 'r', messages: [{ role: 'user', content: 'Hi' }], tools }),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(expected)]);
  for (const place of ['tools.1', 'tools.2', 'tools.3']) expect(response.headers.get('x-threadloom-left-out')).toContain(place);
});

test('a failed run and interrupts of others are errors, and tools that the workflow does not take are left out', async () => {
  const one = await agentOf(failingWorkflow);
  expect((await one.events()).at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'code-failed' });
  const call = (body: object) => callApi(one.url, { headers: bearer(one.key), body: { threadId: 't', runId: 'r', ...body } });
  const messages = [{ role: 'user', content: 'Hi' }];
  const offering = await agentOf(answeringWorkflow());
  const body = JSON.stringify({ threadId: 't', runId: 'r', messages, tools: [{ name: 'add' }] });
  const headers = { 'content-type': 'application/json', ...bearer(offering.key) };
  const offered = await fetch(offering.url, { method: 'POST', headers, body });
  expect(await offered.text()).toContain('"type":"RUN_FINISHED"');
  expect(offered.headers.get('x-threadloom-left-out')).toContain('tools: A workflow calls the tools of its own nodes');
  const other = await agentOf(approvingWorkflow, { allow: { decisions: true } });
  const [interrupt] = interruptsOf(await other.events());
  const resume = [{ interruptId: interrupt?.id, status: 'resolved', payload: { approved: true } }];
  expect((await call({ messages, resume })).status).toBe(404);
  expect(await other.runs()).toMatchObject([{ status: 'waiting' }]);
});
