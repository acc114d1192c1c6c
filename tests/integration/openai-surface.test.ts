import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, streamText } from 'ai';
import OpenAI, { APIError, NotFoundError, RateLimitError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { type FakeModel, startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { failingWorkflow } from '../support/protocol-workflows.ts';
import { bearer, callApi, makeKey, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** Published workflows as models of OpenAI's API, through clients from outside. */
let location: DatabaseLocation;
let model: FakeModel;
let server: ServerProcess;

const SAID = ['Tides ', 'follow ', 'the moon. ', '潮汐', '🌊'];
const TEXT = SAID.join('');

beforeAll(async () => {
  model = await startFakeModel({
    reply: (body) => (body.model === 'fake' ? { tokens: SAID, isExact: true, firstTokenMs: 5 } : {}),
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

type Inputs = readonly Readonly<Record<string, unknown>>[];
const question: Inputs = [{ name: 'question', type: 'text', required: true }];

function answering(inputs: Inputs = question, outputs: Record<string, unknown> = { answer: '{{write.output}}' }): Workflow {
  return workflowOf(
    {
      start: ['start', { inputs }],
      write: ['llm', { model: 'fake', userPrompt: '{{start.question}}' }],
      end: ['end', { outputs }],
    },
    ['start -> write', 'write -> end'],
  );
}

function echoing(inputs: Inputs, outputs: Record<string, unknown>): Workflow {
  return workflowOf({ start: ['start', { inputs }], end: ['end', { outputs }] }, ['start -> end']);
}

async function clientOf(workflow: Workflow, options: Parameters<typeof publish>[2] = {}) {
  const { slug, key, workflowId } = await publish(server.url, workflow, options);
  const baseURL = `${server.url}/v1`;
  const runs = async () =>
    (await callApi(`${server.url}/api/v1/runs?workflowId=${workflowId}`)).json.items as { runId: string; status: string }[];
  return { openai: new OpenAI({ baseURL, apiKey: key }), slug, key, baseURL, runs };
}

const asks = (text: string) => [{ role: 'user' as const, content: text }];

describe('chat completions', () => {
  test('the answer is the reply of the run, with its tokens, under the id of the run', async () => {
    const { openai, slug, runs } = await clientOf(answering());
    const made = await openai.chat.completions.create({ model: slug, messages: asks('What makes the tides?'), temperature: 0.2 });
    expect(made.choices).toMatchObject([{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }]);
    expect(made.usage?.total_tokens).toBeGreaterThan(0);
    expect(made.usage?.total_tokens).toBe((made.usage?.prompt_tokens ?? 0) + (made.usage?.completion_tokens ?? 0));
    const [run] = await runs();
    expect(made).toMatchObject({ id: `chatcmpl-${run?.runId}`, model: slug, object: 'chat.completion' });
    expect(model.requests.at(-1)?.body.messages).toMatchObject([{ role: 'user', content: 'What makes the tides?' }]);
  });

  test('the text streams while the model writes it, and usage comes last where it was requested', async () => {
    const { openai, slug } = await clientOf(answering());
    const stream = await openai.chat.completions.create({
      model: slug,
      messages: asks('Tides?'),
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await Array.fromAsync(stream);
    const texts = chunks.flatMap(({ choices }) => choices[0]?.delta.content || []);
    expect(texts.join('')).toBe(TEXT);
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason).filter(Boolean)).toEqual(['stop']);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
  });

  test('a text that another node still changes is sent when it is final', async () => {
    const { openai, slug } = await clientOf(answering(question, { answer: 'Sources say: {{write.output}}' }));
    const stream = await openai.chat.completions.create({ model: slug, messages: asks('Tides?'), stream: true });
    const texts = (await Array.fromAsync(stream)).flatMap(({ choices }) => choices[0]?.delta.content || []);
    expect(texts).toEqual([`Sources say: ${TEXT}`]);
  });

  test('replies are the answer, in a stream as they are said', async () => {
    const { openai, slug } = await clientOf(
      workflowOf(
        {
          start: ['start', { inputs: question }],
          first: ['reply', { text: 'Looking.' }],
          second: ['reply', { text: 'Found {{start.question}}.' }],
          end: ['end', { outputs: { count: 2 } }],
        },
        ['start -> first', 'first -> second', 'second -> end'],
      ),
    );
    const asked = { model: slug, messages: asks('tides') };
    const whole = await openai.chat.completions.create(asked);
    expect(whole.choices[0]?.message.content).toBe('Looking.\n\nFound tides.');
    const chunks = await Array.fromAsync(await openai.chat.completions.create({ ...asked, stream: true }));
    expect(chunks.flatMap(({ choices }) => choices[0]?.delta.content || [])).toEqual(['Looking.', '\n\nFound tides.']);
  });

  test('conversation, instructions, files and further inputs reach the inputs of the workflow', async () => {
    const { openai, slug } = await clientOf(
      echoing(
        [
          { name: 'messages', type: 'json' },
          { name: 'instructions', type: 'text' },
          { name: 'tone', type: 'text' },
          { name: 'message', type: 'text', required: true },
          { name: 'picture', type: 'file' },
        ],
        {
          seen: '{{start.messages}}',
          instructions: '{{start.instructions}}',
          message: '{{start.message}}',
          picture: '{{start.picture.mediaType}}',
          tone: '{{start.tone}}',
        },
      ),
    );
    const made = await openai.chat.completions.create({
      model: slug,
      response_format: { type: 'json_object' },
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi!' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
          ],
        },
      ],
      inputs: { tone: 'friendly' },
    } as OpenAI.ChatCompletionCreateParamsNonStreaming);
    expect(JSON.parse(made.choices[0]?.message.content ?? '')).toEqual({
      seen: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi!' },
        { role: 'user', content: 'What is this?' },
      ],
      instructions: 'Be brief.',
      message: 'What is this?',
      picture: 'image/png',
      tone: 'friendly',
    });
  });

  test('pictures by address and unknown parts of earlier messages do not stop a conversation, and data URLs have parameters', async () => {
    const { openai, slug } = await clientOf(
      echoing(
        [
          { name: 'message', type: 'text', required: true },
          { name: 'paper', type: 'file' },
        ],
        { said: '{{start.message}} {{start.paper.mediaType | default: ""}}' },
      ),
    );
    const picture = { type: 'image_url' as const, image_url: { url: 'https://a.example/x.png' } };
    const before = [
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'See' }, picture] },
      {
        role: 'assistant' as const,
        content: [
          { type: 'reasoning', reasoning: 'hm' },
          { type: 'text', text: 'Seen.' },
        ] as never,
      },
    ];
    const data = `data:text/plain;charset=utf-8;base64,${Buffer.from('Hi').toString('base64')}`;
    const content = [
      { type: 'text' as const, text: 'And now?' },
      { type: 'file' as const, file: { file_data: data, filename: 'a.txt' } },
    ];
    const asked = { model: slug, messages: [...before, { role: 'user' as const, content }] };
    const made = await openai.chat.completions.create(asked).withResponse();
    expect(made.data.choices[0]?.message.content).toBe('And now? text/plain');
    expect(made.response.headers.get('x-threadloom-left-out')).toMatch(/messages\.0\.content\.1.*messages\.1\.content\.0/);
    const image = { type: 'input_image' as const, image_url: 'https://a.example/x.png', detail: 'auto' as const };
    const items = [
      { role: 'user' as const, content: [image] },
      { role: 'assistant' as const, content: 'Nice.' },
    ];
    const response = await openai.responses.create({ model: slug, input: [...items, { role: 'user', content: 'hi' }] });
    expect(response.output_text).toContain('hi');
    const last = openai.responses.create({ model: slug, input: [{ role: 'user', content: [image] }] });
    await expect(last).rejects.toMatchObject({ status: 400, param: 'input.0.content.0.image_url' });
  });

  test('structured output is checked by the schema of the request, and a run that does not match it is not repeated', async () => {
    const { openai, slug, runs } = await clientOf(echoing([{ name: 'text', type: 'text' }], { said: '{{start.text}}' }));
    const create = (type: string) =>
      openai.chat.completions.create({
        model: slug,
        messages: asks('12'),
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'said', schema: { type: 'object', properties: { said: { type } }, required: ['said'] } },
        },
      });
    const made = await create('string');
    expect(JSON.parse(made.choices[0]?.message.content ?? '')).toEqual({ said: '12' });
    await expect(create('number')).rejects.toMatchObject({ status: 500, code: 'response_format_mismatch' });
    expect(await runs()).toHaveLength(2);
  });

  test('a run that waits for a person says so, and names what it asks to those who decide', async () => {
    const { openai, slug } = await clientOf(
      workflowOf(
        {
          start: ['start', { inputs: question }],
          ask: ['approval', { title: 'Send it?', value: 1 }],
          end: ['end', { outputs: { answer: 'sent' } }],
        },
        ['start -> ask', 'ask.approved -> end'],
      ),
      { allow: { decisions: true } },
    );
    const made = await openai.chat.completions.create({ model: slug, messages: asks('Go') });
    expect(made.choices[0]?.message.content).toContain('Send it?');
    expect(made).toMatchObject({ threadloom: { runId: expect.stringMatching(/^run_/), approvals: [expect.any(String)] } });
  });

  test('a request that the client repeats after a time-out joins its run, and the same question asked again does not', async () => {
    const { slug, key, baseURL, runs } = await clientOf(
      workflowOf(
        {
          start: ['start', { inputs: question }],
          pause: ['wait', { forMs: 2500 }],
          end: ['end', { outputs: { answer: 'Late: {{start.question}}' } }],
        },
        ['start -> pause', 'pause -> end'],
      ),
    );
    const impatient = new OpenAI({ baseURL, apiKey: key, timeout: 1500, maxRetries: 3 });
    const asked = { model: slug, messages: asks('Hi') };
    const made = await impatient.chat.completions.create(asked);
    expect(made.choices[0]?.message.content).toBe('Late: Hi');
    expect(await runs()).toHaveLength(1);
    const patient = new OpenAI({ baseURL, apiKey: key });
    const [one, other] = await Promise.all([1, 2].map(() => patient.chat.completions.create(asked)));
    expect(new Set([made.id, one?.id, other?.id]).size).toBe(3);
    const response = await new OpenAI({ baseURL, apiKey: key, timeout: 1500 }).responses.create({ model: slug, input: 'Ho' });
    expect(response.output_text).toBe('Late: Ho');
    expect(await runs()).toHaveLength(4);
  });

  test('keys that share their runs do not join the runs of each other by repeating a request', async () => {
    const { slug, key } = await clientOf(echoing(question, { answer: '{{start.question}}' }), { allow: { sharedRuns: true } });
    const other = await makeKey(server.url, slug);
    const ask = async (key: string, repeats: number) => {
      const headers = { ...bearer(key), 'x-stainless-retry-count': String(repeats) };
      const body = { model: slug, messages: asks('Who am I?') };
      return (await callApi(`${server.url}/v1/chat/completions`, { body, headers })).headers['x-run-id'];
    };
    const first = await ask(key, 0);
    expect(await ask(key, 1)).toBe(first);
    const others = await ask(other.key, 1);
    expect(others).not.toBe(first);
    expect([await ask(other.key, 2), await ask(key, 2)]).toEqual([others, first]);
  });

  test('a client that goes away in mid-stream ends its run', async () => {
    const { openai, slug, runs } = await clientOf(
      workflowOf(
        {
          start: ['start', { inputs: question }],
          write: ['llm', { model: 'openai-compatible/fake-t2000-d20', userPrompt: '{{start.question}}' }],
          end: ['end', { outputs: { answer: '{{write.output}}' } }],
        },
        ['start -> write', 'write -> end'],
      ),
    );
    const stream = await openai.chat.completions.create({ model: slug, messages: asks('Go'), stream: true });
    for await (const { choices } of stream) if (choices[0]?.delta.content) break;
    await expect.poll(async () => (await runs())[0]?.status, { timeout: 10_000 }).toBe('cancelled');
  });
});

describe('errors in the form of OpenAI', () => {
  test('a wrong key, another model, tools of the caller and a failed run', async () => {
    const { openai, slug, baseURL, runs } = await clientOf(
      workflowOf(
        {
          start: ['start', { inputs: question }],
          fails: ['code', { code: 'throw new Error("broken")' }],
          end: ['end', { outputs: { answer: '{{fails}}' } }],
        },
        ['start -> fails', 'fails -> end'],
      ),
    );
    const create = (more: object = {}, client = openai) =>
      client.chat.completions.create({ model: slug, messages: asks('Hi'), ...more });
    await expect(create({}, new OpenAI({ baseURL, apiKey: 'tlk_wrong' }))).rejects.toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    });
    await expect(create({ model: 'gpt-5' })).rejects.toBeInstanceOf(NotFoundError);
    const tools = [{ type: 'function', function: { name: 'add', parameters: {} } }];
    const must = { tools, tool_choice: 'required' };
    await expect(create(must)).rejects.toMatchObject({ status: 400, param: 'tools', type: 'invalid_request_error' });
    await expect(create({ n: 2 })).rejects.toMatchObject({ status: 400, param: 'n' });
    await expect(
      create({ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a.example/x.png' } }] }] }),
    ).rejects.toMatchObject({ status: 400, param: 'messages.0.content.0.image_url.url' });
    expect(await runs()).toHaveLength(0);
    await expect(create()).rejects.toMatchObject({ status: 500, type: 'server_error', code: 'code-failed' });
    const stream = await openai.chat.completions.create({ model: slug, messages: asks('Hi'), stream: true });
    await expect(Array.fromAsync(stream)).rejects.toBeInstanceOf(APIError);
    expect(await runs()).toHaveLength(2);
  });

  test('a wrong base URL with the right key is not found, with the right address, and says nothing to others', async () => {
    const { slug, key } = await clientOf(answering());
    const token = { authorization: `Bearer ${key}` };
    const body = { model: slug, messages: asks('Hi') };
    for (const path of ['/chat/completions', '/api/v1/chat/completions', '/v1/chat/completions/', '/v1//chat/completions']) {
      const { status, json } = await callApi(server.url + path, { body, headers: token });
      expect([path, status, json]).toMatchObject([
        path,
        404,
        { error: { message: expect.stringContaining('/v1/chat/completions is') } },
      ]);
      const wrong = await callApi(server.url + path, { body, headers: { authorization: 'Bearer tlk_wrong' } });
      expect([path, wrong.status]).toEqual([path, 401]);
    }
    expect(await callApi(`${server.url}//v1/models`, { headers: token })).toMatchObject({
      status: 404,
      json: { error: { code: 'not-found', type: 'invalid_request_error' } },
    });
    expect(await callApi(`${server.url}/.well-known/agent.json`, { headers: token })).toMatchObject({ status: 404 });
    // An endpoint whose name is an operation keeps its chat.
    const named = await callApi(`${server.url}/api/v1/workflows`, { body: answering([{ name: 'question', type: 'text' }]) });
    await callApi(`${server.url}/api/v1/workflows/${named.json.id}/deployments`, { body: { slug: 'completions' } });
    const own = await callApi(`${server.url}/api/v1/deployments/completions/keys`, { body: { name: 'test' } });
    const said = await fetch(`${server.url}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${own.json.key}` },
      body: JSON.stringify({ sessionId: 's', content: 'Tides?' }),
    });
    expect(await said.text()).toContain('event: done');
  });

  test('a key that may start one run a minute', async () => {
    const { openai, slug } = await clientOf(echoing(question, { answer: '{{start.question}}' }), { key: { ratePerMinute: 1 } });
    const create = () => openai.chat.completions.create({ model: slug, messages: asks('Hi') }, { maxRetries: 0 });
    await create();
    const error = await create().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(Number((error as RateLimitError).headers?.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a workflow without an input for a message says what it needs', async () => {
    const { openai, slug } = await clientOf(echoing([{ name: 'count', type: 'number' }], { count: '{{start.count}}' }));
    await expect(openai.chat.completions.create({ model: slug, messages: asks('3') })).rejects.toMatchObject({
      status: 400,
      param: 'messages',
    });
  });
});

test('a key lists its endpoint as the one model', async () => {
  const { openai, slug } = await clientOf(answering());
  const models = await Array.fromAsync(openai.models.list());
  expect(models).toEqual([{ id: slug, object: 'model', created: expect.any(Number), owned_by: 'threadloom' }]);
  expect(models[0]?.created).toBeGreaterThan(1_700_000_000);
  await expect(openai.models.retrieve(slug)).resolves.toMatchObject({ id: slug });
  await expect(openai.models.retrieve('other')).rejects.toBeInstanceOf(NotFoundError);
  await expect(openai.embeddings.create({ model: slug, input: 'x' })).rejects.toMatchObject({ status: 404, code: 'not-found' });
});

describe('responses', () => {
  test('whole and streamed', async () => {
    const { openai, slug } = await clientOf(answering());
    const made = await openai.responses.create({ model: slug, input: 'Tides?' });
    expect(made).toMatchObject({ status: 'completed', output_text: TEXT, usage: { total_tokens: expect.any(Number) } });
    const stream = await openai.responses.create({ model: slug, input: asks('Tides?'), stream: true });
    const events = await Array.fromAsync(stream);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
    expect(events.flatMap((event) => (event.type === 'response.output_text.delta' ? event.delta : [])).join('')).toBe(TEXT);
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { status: 'completed' } });
    await expect(openai.responses.create({ model: slug, input: 'x', previous_response_id: 'resp_1' })).rejects.toMatchObject({
      status: 400,
      param: 'previous_response_id',
    });
  });
});

test('a failed response is an error to clients that know one of its two events', async () => {
  const { openai, slug, key, baseURL } = await clientOf(failingWorkflow);
  const body = { model: slug, input: 'Hi', stream: true };
  const answer = await fetch(`${baseURL}/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  const events = (await answer.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? JSON.parse(line.slice(6)) : []));
  expect(events.slice(-2)).toMatchObject([
    { type: 'error', code: 'code-failed', error: { type: 'server_error', code: 'code-failed', message: expect.any(String) } },
    { type: 'response.failed', response: { status: 'failed' } },
  ]);
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
  const stream = await openai.responses.create({ ...body, stream: true });
  await expect(Array.fromAsync(stream)).rejects.toBeInstanceOf(APIError);
  const errors: unknown[] = [];
  const said = streamText({
    model: createOpenAI({ baseURL, apiKey: key }).responses(slug),
    prompt: 'Hi',
    maxRetries: 0,
    onError: ({ error }) => void errors.push(error),
  });
  await said.consumeStream();
  expect(errors.length).toBeGreaterThan(0);
});

describe('other clients', () => {
  test('AI SDK, by both of its providers', async () => {
    const { slug, key, baseURL } = await clientOf(answering());
    const openai = createOpenAI({ baseURL, apiKey: key });
    const compatible = createOpenAICompatible({ name: 'threadloom', baseURL, apiKey: key });
    for (const one of [openai.chat(slug), openai.responses(slug), compatible(slug)]) {
      expect((await generateText({ model: one, prompt: 'Tides?' })).text).toBe(TEXT);
      expect(await streamText({ model: one, prompt: 'Tides?' }).text).toBe(TEXT);
    }
  });

  test('LangChain', async () => {
    const { slug, key, baseURL } = await clientOf(answering());
    const chat = new ChatOpenAI({ model: slug, apiKey: key, configuration: { baseURL } });
    expect((await chat.invoke('Tides?')).text).toBe(TEXT);
    const texts = await Array.fromAsync(await chat.stream('Tides?'), ({ text }) => text);
    expect(texts.join('')).toBe(TEXT);
  });
});
