import { createOpenAI } from '@ai-sdk/openai';
import { tool as langChainTool } from '@langchain/core/tools';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, stepCountIs, tool } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { type FakeModel, startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { answeringWorkflow } from '../support/protocol-workflows.ts';
import { callApi, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';

/** Tools that callers of OpenAI's API execute themselves, through clients from outside. */
let location: DatabaseLocation;
let model: FakeModel;
let server: ServerProcess;

function start(): Promise<ServerProcess> {
  const config = `models:\n  fake: { provider: openai-compatible, base_url: "${model.url}", model: fake }\n`;
  return ServerProcess.start({ ...location, config });
}

type Sent = { readonly role: string; readonly content: unknown };

beforeAll(async () => {
  // Calls `add` for each sum in the question, then says what it was given.
  model = await startFakeModel({
    reply: ({ messages, tools }) => {
      const sent = messages as readonly Sent[];
      const results = sent.filter(({ role }) => role === 'tool');
      const question = String(sent.find(({ role }) => role === 'user')?.content);
      const sums = question.match(/\d+\+\d+/g) ?? [];
      const isByRound = question.includes('one by one') && results.length < sums.length;
      if (results.length > 0 && !isByRound)
        return { tokens: [`It is ${results.map(({ content }) => content).join(' and ')}.`], isExact: true };
      if (!tools) return { tokens: ['No tools.'], isExact: true };
      const calls = sums.map((sum, index) => {
        const [a, b] = sum.split('+').map(Number);
        return { id: `made_${index}`, name: 'caller_add', args: { a, b } };
      });
      return { calls: isByRound ? calls.slice(results.length, results.length + 1) : calls };
    },
  });
  location = await makeDatabaseLocation();
  server = await start();
});
afterAll(async () => {
  await server?.end();
  await model?.stop();
  await location?.remove();
});

const parameters = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] };
const add = { type: 'function', function: { name: 'add', description: 'Adds two numbers', parameters } } as const;
const asks = (text: string) => ({ role: 'user' as const, content: text });

async function endpoint(allow: object = { callerTools: true }) {
  const { slug, key, workflowId } = await publish(server.url, answeringWorkflow(), { allow });
  const baseURL = `${server.url}/v1`;
  const runs = async () =>
    (await callApi(`${server.url}/api/v1/runs?workflowId=${workflowId}`)).json.items as { runId: string; status: string }[];
  const otherKey = async () =>
    String((await callApi(`${server.url}/api/v1/deployments/${slug}/keys`, { body: { name: 'other' } })).json.key);
  return { slug, key, baseURL, openai: new OpenAI({ baseURL, apiKey: key, maxRetries: 0 }), runs, otherKey };
}

test('a call ends the answer, and its result continues the same run', async () => {
  const { openai, slug, runs } = await endpoint();
  const before = model.requests.length;
  const question = asks('What is 2+3?');
  const ask = () =>
    openai.chat.completions.create({ model: slug, messages: [question], tools: [add] }, { headers: { 'idempotency-key': 'q1' } });
  const first = await ask();
  const [choice] = first.choices;
  expect(choice).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } });
  const [call] = choice?.message.tool_calls ?? [];
  expect(call).toMatchObject({ type: 'function', function: { name: 'add', arguments: '{"a":2,"b":3}' } });
  expect(first.usage?.total_tokens).toBeGreaterThan(0);
  expect(await runs()).toMatchObject([{ status: 'waiting' }]);
  const result = { role: 'tool' as const, tool_call_id: call?.id ?? '', content: '5' };
  const asked = { model: slug, messages: [question, { ...choice?.message } as never, result], tools: [add] };
  const second = await openai.chat.completions.create(asked);
  expect(second.choices).toMatchObject([{ finish_reason: 'stop', message: { content: 'It is 5.' } }]);
  expect(second.id).not.toBe(first.id);
  expect(await runs()).toMatchObject([{ status: 'succeeded' }]);
  expect(model.requests.length - before).toBe(2);
  // A client that repeats the request gets the same answer, and no second run.
  const again = await openai.chat.completions.create(asked);
  expect(again).toMatchObject({ id: second.id, choices: second.choices });
  expect(again.usage).toEqual(second.usage);
  expect((await ask()).choices).toEqual(first.choices);
  expect(await runs()).toHaveLength(1);
  const changed = { ...asked, messages: [question, { ...choice?.message } as never, { ...result, content: '6' }] };
  await expect(openai.chat.completions.create(changed)).rejects.toMatchObject({ status: 400, param: 'messages.2.tool_call_id' });
});

test('each answer of a run has an id of its own, and agents that keep messages by their ids keep them all', async () => {
  const { openai, slug, key, baseURL, runs } = await endpoint();
  const question = 'Add 1+1, 2+2 and 3+3 one by one.';
  const ids: string[] = [];
  const messages: OpenAI.ChatCompletionMessageParam[] = [asks(question)];
  for (const content of ['2', '4', '6', '']) {
    const stream = await openai.chat.completions.create({ model: slug, messages, tools: [add], stream: true });
    const chunks = await Array.fromAsync(stream);
    ids.push(...new Set(chunks.map(({ id }) => id)));
    const [call] = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    if (!call) continue;
    messages.push({ role: 'assistant', tool_calls: [{ ...call, type: 'function' } as never] });
    messages.push({ role: 'tool', tool_call_id: call.id ?? '', content });
  }
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(4);

  const tools = [{ type: 'function' as const, name: 'add', parameters, strict: false }];
  const responses: OpenAI.Responses.Response[] = [];
  let next: Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming> = { input: question };
  for (const output of ['2', '4', '6', '']) {
    const made = await openai.responses.create({ model: slug, tools, ...next });
    responses.push(made);
    const call = made.output.find((item) => item.type === 'function_call');
    if (!call) continue;
    next = { previous_response_id: made.id, input: [{ type: 'function_call_output', call_id: call.call_id, output }] };
  }
  expect(responses.at(-1)?.output_text).toBe('It is 2 and 4 and 6.');
  expect(new Set(responses.map(({ id }) => id)).size).toBe(4);
  expect(new Set(responses.flatMap(({ output }) => output.map(({ id }) => id))).size).toBe(4);

  const adds = langChainTool(async ({ a, b }: { a: number; b: number }) => String(a + b), {
    name: 'add',
    description: 'Adds',
    schema: z.object({ a: z.number(), b: z.number() }),
  });
  for (const useResponsesApi of [false, true]) {
    const llm = new ChatOpenAI({ model: slug, apiKey: key, configuration: { baseURL }, useResponsesApi });
    const agent = createReactAgent({ llm, tools: [adds] });
    const { messages: said } = await agent.invoke({ messages: [{ role: 'user', content: question }] });
    expect(said.map((message) => message.getType())).toEqual(['human', 'ai', 'tool', 'ai', 'tool', 'ai', 'tool', 'ai']);
    expect(said.at(-1)?.text).toBe('It is 2 and 4 and 6.');
  }
  expect((await runs()).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded']);
});

test('parallel calls stream together, and need all of their results', async () => {
  const { openai, slug, runs } = await endpoint();
  const question = asks('What are 1+1 and 2+2?');
  const first = openai.chat.completions.stream({ model: slug, messages: [question], tools: [add] });
  const { message, finish_reason } = (await first.finalChatCompletion()).choices[0] ?? {};
  expect(finish_reason).toBe('tool_calls');
  const calls = message?.tool_calls ?? [];
  expect(calls.map((call) => call.type === 'function' && call.function.arguments)).toEqual(['{"a":1,"b":1}', '{"a":2,"b":2}']);
  const results = calls.map(({ id }, index) => ({ role: 'tool' as const, tool_call_id: id, content: String((index + 1) * 2) }));
  const continued = (given: typeof results) => ({ model: slug, messages: [question, message as never, ...given], tools: [add] });
  await expect(openai.chat.completions.create(continued(results.slice(0, 1)))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(calls[1]?.id ?? ''),
  });
  expect(await runs()).toMatchObject([{ status: 'waiting' }]);
  const second = openai.chat.completions.stream({
    ...continued(results.toReversed()),
    stream_options: { include_usage: true },
  });
  const texts: string[] = [];
  second.on('content', (text) => texts.push(text));
  const end = await second.finalChatCompletion();
  expect(texts.join('')).toBe('It is 2 and 4.');
  expect(end.usage?.total_tokens).toBeGreaterThan(0);
  expect(await runs()).toMatchObject([{ status: 'succeeded' }]);
});

test('one call in each answer, where the caller wants no parallel ones', async () => {
  const { openai, slug, runs } = await endpoint();
  const options = { model: slug, tools: [add], parallel_tool_calls: false };
  const messages: OpenAI.ChatCompletionMessageParam[] = [asks('What are 1+1 and 2+2?')];
  for (const content of ['2', '4']) {
    const { choices } = await openai.chat.completions.create({ ...options, messages });
    const calls = choices[0]?.message.tool_calls ?? [];
    expect(calls).toHaveLength(1);
    messages.push(choices[0]?.message as never, { role: 'tool', tool_call_id: calls[0]?.id ?? '', content });
  }
  const { choices } = await openai.chat.completions.create({ ...options, messages });
  expect(choices[0]?.message.content).toBe('It is 2 and 4.');
  expect(await runs()).toHaveLength(1);
});

test('results of other keys and decisions of a person do not reach a call', async () => {
  const { openai, slug, baseURL, otherKey, runs } = await endpoint({ callerTools: true, sharedRuns: true, decisions: true });
  const question = asks('What is 2+3?');
  const first = await openai.chat.completions.create({ model: slug, messages: [question], tools: [add] });
  const message = first.choices[0]?.message;
  const id = message?.tool_calls?.[0]?.id ?? '';
  const give = (client: OpenAI, callId: string) => {
    const result = { role: 'tool' as const, tool_call_id: callId, content: '5' };
    return client.chat.completions.create({ model: slug, messages: [question, message as never, result] });
  };
  const refused = { status: 400, type: 'invalid_request_error', param: 'messages.2.tool_call_id' };
  const [run] = await runs();
  // For another key the conversation is one of another program: it starts a run of its own.
  const other = await give(new OpenAI({ baseURL, apiKey: await otherKey(), maxRetries: 0 }), id);
  expect(other.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'No tools.' } });
  expect((await runs()).map(({ runId, status }) => [runId === run?.runId, status]).sort()).toEqual([
    [false, 'succeeded'],
    [true, 'waiting'],
  ]);
  const actionId = id.replace('call_', '');
  const decided = await callApi(`${server.url}/api/v1/runs/${run?.runId}/approvals/${actionId}`, { body: { confirmed: true } });
  expect(decided).toMatchObject({ status: 404, json: { error: { code: 'approval-not-found' } } });
  expect((await callApi(`${server.url}/api/v1/approvals?status=pending`)).json.items).toEqual([]);
  // A new question leaves the call behind: its run ends.
  const next = await openai.chat.completions.create({
    model: slug,
    messages: [question, message as never, { role: 'tool', tool_call_id: id, content: '5' }, asks('Never mind')],
  });
  expect(next.choices[0]?.finish_reason).toBe('stop');
  await expect
    .poll(async () => (await runs()).map(({ status }) => status).sort())
    .toEqual(['cancelled', 'succeeded', 'succeeded']);
  await expect(give(openai, id)).rejects.toMatchObject(refused);
});

test('a conversation that another endpoint or model handed over starts a run with its last question', async () => {
  const { openai, slug } = await endpoint();
  const from = await endpoint();
  const question = asks('What is 2+3?');
  const first = await from.openai.chat.completions.create({ model: from.slug, messages: [question], tools: [add] });
  const message = first.choices[0]?.message;
  const foreign = [
    { call: message, id: message?.tool_calls?.[0]?.id ?? '' },
    {
      call: { role: 'assistant', content: 'I hand over.', tool_calls: [{ ...message?.tool_calls?.[0], id: 'call_abc' }] },
      id: 'call_abc',
    },
  ];
  for (const { call, id } of foreign) {
    const messages = [question, call as never, { role: 'tool' as const, tool_call_id: id, content: '{"assistant":"b"}' }];
    const { data, response } = await openai.chat.completions.create({ model: slug, messages }).withResponse();
    expect(data.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'No tools.' } });
    expect(response.headers.get('x-threadloom-left-out')).toContain('messages.2.tool_call_id');
  }
  const items = [
    { type: 'message' as const, role: 'user' as const, content: 'What is 2+3?' },
    { type: 'function_call' as const, call_id: 'call_1', name: 'transfer_to_b', arguments: '{}' },
    { type: 'function_call_output' as const, call_id: 'call_1', output: '{"assistant":"b"}' },
  ];
  const made = await openai.responses.create({ model: slug, input: items });
  expect(made.output_text).toBe('No tools.');
  // Who names the answer that a result belongs to has no other conversation.
  const lost = openai.responses.create({ model: slug, previous_response_id: made.id, input: items.slice(2) });
  await expect(lost).rejects.toMatchObject({ status: 400, param: 'input.0.call_id' });
});

test('tools are an offer: one that the workflow cannot take is left out, unless it must be called', async () => {
  const { openai, slug, runs } = await endpoint({});
  const create = (more: object) => openai.chat.completions.create({ model: slug, messages: [asks('1+1')], ...more });
  const said = await openai.chat.completions.create({ model: slug, messages: [asks('1+1')], tools: [add] }).withResponse();
  expect(said.data.choices[0]?.message.content).toBe('No tools.');
  expect(said.response.headers.get('x-threadloom-left-out')).toMatch(/^tools: .*allow\.callerTools/);
  for (const tool_choice of ['required', { type: 'function', function: { name: 'add' } }])
    await expect(create({ tools: [add], tool_choice })).rejects.toMatchObject({
      status: 400,
      param: 'tools',
      message: /allow\.callerTools/,
    });
  expect(await runs()).toHaveLength(1);
  const allowed = await endpoint();
  const bad = (more: object) => allowed.openai.chat.completions.create({ model: allowed.slug, messages: [asks('1+1')], ...more });
  const custom = { type: 'custom', custom: { name: 'x' } };
  await expect(bad({ tools: [custom], tool_choice: 'required' })).rejects.toMatchObject({ param: 'tools.0' });
  await expect(bad({ tools: [add, add] })).rejects.toMatchObject({ param: 'tools' });
  await expect(bad({ tools: [add], tool_choice: { type: 'function', function: { name: 'other' } } })).rejects.toMatchObject({
    param: 'tool_choice',
  });
  expect(await allowed.runs()).toEqual([]);
  expect((await bad({ tools: [custom] })).choices[0]?.message.content).toBe('No tools.');
  expect((await bad({ tools: [custom, add] })).choices[0]?.finish_reason).toBe('tool_calls');
  const other = [
    { type: 'namespace', name: 'agents', tools: [{ type: 'function', name: 'spawn', parameters: {} }] },
    { type: 'web_search' },
    { type: 'function', name: 'add', parameters },
  ];
  const body = { model: allowed.slug, input: '1+1', tools: other as never };
  const { data, response } = await allowed.openai.responses.create(body).withResponse();
  expect(data.output).toMatchObject([{ type: 'function_call', name: 'add' }]);
  expect(response.headers.get('x-threadloom-left-out')).toMatch(/tools\.0: namespace agents.*tools\.1: web_search/);
  const named = { tools: [add], tool_choice: { type: 'function', function: { name: 'add' } } };
  expect((await bad(named)).choices[0]?.finish_reason).toBe('tool_calls');
  expect(model.requests.at(-1)?.body.tool_choice).toEqual({ type: 'function', function: { name: 'caller_add' } });
  await bad({ tools: [add], tool_choice: 'none' });
  expect(model.requests.at(-1)?.body.tools).toBeUndefined();
});

test('responses: calls are items of the output, and their outputs continue the run', async () => {
  const { openai, slug, runs } = await endpoint();
  const tools = [{ type: 'function' as const, name: 'add', description: 'Adds', parameters, strict: true }];
  const first = await openai.responses.create({ model: slug, input: 'What is 2+3?', tools });
  const [call] = first.output;
  expect(call).toMatchObject({ type: 'function_call', name: 'add', arguments: '{"a":2,"b":3}', status: 'completed' });
  if (call?.type !== 'function_call') throw new Error('no call');
  const output = { type: 'function_call_output' as const, call_id: call.call_id, output: '5' };
  const second = await openai.responses.create({ model: slug, previous_response_id: first.id, input: [output], tools });
  expect(second.output_text).toBe('It is 5.');
  const stream = await openai.responses.create({ model: slug, input: 'What is 4+4?', tools, stream: true });
  const events = await Array.fromAsync(stream);
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
  expect(events.map(({ type }) => type)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.function_call_arguments.delta',
    'response.function_call_arguments.done',
    'response.output_item.done',
    'response.completed',
  ]);
  expect(await runs()).toHaveLength(2);
});

test('the AI SDK and LangChain execute their tools', async () => {
  const { slug, key, baseURL, runs } = await endpoint();
  const sum = tool({
    description: 'Adds',
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    execute: async ({ a, b }) => String(a + b),
  });
  const provider = createOpenAI({ baseURL, apiKey: key });
  for (const [index, answering] of [provider.chat(slug), provider.responses(slug)].entries()) {
    const { text, steps } = await generateText({
      model: answering,
      prompt: 'What is 20+1?',
      tools: { add: sum },
      stopWhen: stepCountIs(3),
      ...(index === 1 && { providerOptions: { openai: { store: false } } }),
    });
    expect({ text, steps: steps.length }).toEqual({ text: expect.stringContaining('21'), steps: 2 });
  }
  const bound = new ChatOpenAI({ model: slug, apiKey: key, configuration: { baseURL } }).bindTools([
    langChainTool(async ({ a, b }: { a: number; b: number }) => String(a + b), {
      name: 'add',
      description: 'Adds',
      schema: z.object({ a: z.number(), b: z.number() }),
    }),
  ]);
  const question = { role: 'user', content: 'What is 30+1?' };
  const called = await bound.invoke([question]);
  expect(called.tool_calls).toMatchObject([{ name: 'add', args: { a: 30, b: 1 } }]);
  const answered = await bound.invoke([
    question,
    called,
    { role: 'tool', tool_call_id: called.tool_calls?.[0]?.id ?? '', content: '31' },
  ]);
  expect(answered.text).toBe('It is 31.');
  expect((await runs()).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
});

test('the result continues the run after the server was killed', async () => {
  const { slug, key, runs } = await endpoint();
  const client = () => new OpenAI({ baseURL: `${server.url}/v1`, apiKey: key, maxRetries: 0 });
  const question = asks('What is 7+8?');
  const first = await client().chat.completions.create({ model: slug, messages: [question], tools: [add] });
  const message = first.choices[0]?.message;
  const calls = model.requests.length;
  await server.end('SIGKILL');
  server = await start();
  const result = { role: 'tool' as const, tool_call_id: message?.tool_calls?.[0]?.id ?? '', content: '15' };
  const second = await client().chat.completions.create({ model: slug, messages: [question, message as never, result] });
  expect(second.choices[0]?.message.content).toBe('It is 15.');
  expect(model.requests.length - calls).toBe(1);
  expect(await runs()).toMatchObject([{ status: 'succeeded' }]);
});
