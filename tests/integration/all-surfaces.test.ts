import { readFileSync } from 'node:fs';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { callApi, publish } from '#tests/support/published-endpoint.ts';
import { readSurface } from '#tests/support/read-surface.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { type SurfaceTarget, surfaceTargets } from '#tests/support/surface-targets.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

/** What is the same whichever of its seven surfaces a published workflow is called by. */
let place: DatabaseLocation;
let model: FakeModel;
let server: ServerProcess;

const SAID = ['Tides ', 'follow ', 'the ', 'moon, ', '潮汐', '也是', '🌊'];
const TEXT = SAID.join('');
/** The model continues when the client has read its first token. */
const STREAMED = 2;
const HELD_MS = 15_000;
const AT_ONCE = 'At once: {{start.message}}';
/** What waits until the client of a surface has read the first token. */
const readers = new Map<string, () => void>();

function noteText(name: string, text: string): void {
  if (text.endsWith(SAID[0] ?? '')) readers.get(name)?.();
}

function untilRead(messages: unknown): Promise<void> {
  const name = String((messages as { content: unknown }[]).at(-1)?.content);
  if (!SURFACES.includes(name)) return Promise.resolve();
  return new Promise((resolve) => {
    readers.set(name, resolve);
    setTimeout(resolve, HELD_MS).unref();
  });
}
const SURFACES = ['rest', 'chat', 'openai-chat', 'openai-responses', 'a2a', 'langgraph', 'ag-ui'];

beforeAll(async () => {
  model = await startFakeModel({
    reply: ({ tools, messages, response_format }) => {
      const isFollowUp = (messages as { role: string }[]).some(({ role }) => role === 'tool');
      if (response_format) return { tokens: ['{"facts":[]}'], isExact: true };
      if (tools && !isFollowUp) return { calls: [{ id: 'made_1', name: 0, args: { a: 1 } }] };
      return { tokens: SAID, isExact: true, heldUntil: untilRead(messages) };
    },
  });
  place = await makeDatabaseLocation();
  const config = `models:\n  default: { provider: openai-compatible, base_url: "${model.url}", model: fake }\n`;
  server = await ServerProcess.start({ ...place, config });
});
afterAll(async () => {
  await server?.end();
  await model?.stop();
  await place?.remove();
});

const start = ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }] as [string, Record<string, unknown>];
const writes = (userPrompt = '{{start.message}}') =>
  ['llm', { model: 'default', userPrompt }] as [string, Record<string, unknown>];

function template(id: string): Workflow {
  return JSON.parse(readFileSync(new URL(`../../templates/${id}.workflow.json`, import.meta.url), 'utf8')) as Workflow;
}

/** The same workflow with these nodes in a container. */
function within(parentId: string, workflow: Workflow, ids: readonly string[]): Workflow {
  return { ...workflow, nodes: workflow.nodes.map((node) => (ids.includes(node.id) ? { ...node, parentId } : node)) };
}

type Stream = NonNullable<SurfaceTarget['stream']>;

/** The message of each stream is the name of its surface. */
async function streamsOf(workflow: Workflow, options: Parameters<typeof publish>[2] = {}) {
  const { slug, key } = await publish(server.url, workflow, options);
  const target = { server: server.url, slug, key };
  const targets = surfaceTargets(target, 'Tides?');
  const streams = targets.flatMap(({ name }): [string, Stream][] => {
    const stream = surfaceTargets(target, name).find((one) => one.name === name)?.stream;
    return stream ? [[name, stream]] : [];
  });
  expect(streams.map(([name]) => name)).toEqual(SURFACES);
  return { streams, targets, slug, key };
}

/** What a client of each surface reads, text by text. */
async function readAll(streams: readonly (readonly [string, Stream])[]) {
  return Promise.all(
    streams.map(async ([name, stream]) => ({ name, ...(await readSurface(stream, (text) => noteText(name, text))) })),
  );
}

describe('a reply', () => {
  test('of the template Chat with memory is read while the model writes it, once', async () => {
    const { streams } = await streamsOf(template('chat-with-memory'));
    for (const { name, texts } of await readAll(streams)) {
      expect([name, texts.join('')]).toEqual([name, TEXT]);
      expect([name, texts.length >= STREAMED]).toEqual([name, true]);
    }
  });

  const following = ['start -> one', 'one -> say', 'say -> two', 'two -> again', 'again -> end'];
  const end = ['end', { outputs: { done: 'yes' } }] as [string, Record<string, unknown>];
  const both = (say: object, again: object, { one, two }: { one?: string; two?: string } = {}) =>
    workflowOf(
      {
        start,
        one: writes(one),
        say: ['reply', { from: 'one', ...say }],
        two: writes(two),
        again: ['reply', { from: 'two', ...again }],
        end,
      },
      following,
    );
  test.each<[string, Workflow, readonly string[], number]>([
    [
      'and another one come in their order, each while it is written',
      both({ text: '{{one.output}}' }, { text: '{{two.output}}' }),
      [TEXT, TEXT],
      2 * STREAMED,
    ],
    [
      'with words around it streams between them',
      both({ text: 'They say: {{one.output}} Really.' }, { text: 'Nothing else.' }, { two: AT_ONCE }),
      [`They say: ${TEXT} Really.`, 'Nothing else.'],
      STREAMED + 2,
    ],
    [
      'with another value before it comes when it is whole',
      both({ text: '{{start.message}} {{one.output}}' }, { text: '{{two.output}}' }, { one: AT_ONCE }),
      [`NAME ${TEXT}`, TEXT],
      1 + STREAMED,
    ],
    [
      'in a loop is read in each pass',
      within(
        'passes',
        workflowOf(
          {
            start,
            passes: ['loop', { while: 'loop.index < 1', max: 2 }],
            one: writes(),
            say: ['reply', { from: 'one', text: '{{one.output}}' }],
            end,
          },
          ['start -> passes', 'one -> say', 'passes -> end'],
        ),
        ['one', 'say'],
      ),
      [TEXT, TEXT],
      2 * STREAMED,
    ],
  ])('%s', async (_what, workflow, replies, pieces) => {
    const { streams, targets } = await streamsOf(workflow);
    for (const { name, texts, events } of await readAll(streams)) {
      // REST has an event for each reply, and a chat of the AI SDK a part.
      const said = (events as { type: string; content: string }[]).flatMap(({ type, content }) =>
        type === 'reply' ? content : [],
      );
      const expected = replies.map((text) => text.replace('NAME', name));
      if (name === 'rest') expect(said).toEqual(expected);
      else expect([name, texts.join('')]).toEqual([name, expected.join(name === 'chat' ? '' : '\n\n')]);
      if (name !== 'rest') expect([name, texts.length >= pieces]).toEqual([name, true]);
    }
    const whole = targets.find(({ name }) => name === 'openai-chat')?.whole;
    const answer = await fetch(whole?.url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...whole?.headers },
      body: whole?.body ?? '',
    });
    const { choices } = (await answer.json()) as OpenAI.ChatCompletion;
    expect(choices[0]?.message.content).toBe(replies.join('\n\n').replace('NAME', 'Tides?'));
  });

  test('is not in a stream of JSON before the JSON', async () => {
    const { slug, key } = await streamsOf(both({ text: '{{one.output}}' }, { text: '{{two.output}}' }));
    const openai = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: key });
    const stream = await openai.chat.completions.create({
      model: slug,
      messages: [{ role: 'user', content: 'Tides?' }],
      response_format: { type: 'json_object' },
      stream: true,
    });
    const texts = (await Array.fromAsync(stream)).map(({ choices }) => choices[0]?.delta.content ?? '');
    expect(JSON.parse(texts.join(''))).toEqual({ done: 'yes' });
  });

  test('may be written with tools of the caller', async () => {
    const { slug, key } = await streamsOf(template('chat-with-memory'), { allow: { callerTools: true } });
    const openai = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: key });
    const tools = [{ type: 'function' as const, function: { name: 'look', parameters: { type: 'object', properties: {} } } }];
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Tides?' }];
    const { choices } = await openai.chat.completions.create({ model: slug, messages, tools });
    const [call] = choices[0]?.message.tool_calls ?? [];
    messages.push(choices[0]?.message as never, { role: 'tool', tool_call_id: call?.id ?? '', content: 'openai-chat' });
    const stream = await openai.chat.completions.create({ model: slug, messages, tools, stream: true });
    const texts: string[] = [];
    for await (const { choices: next } of stream) {
      texts.push(...(next[0]?.delta.content ? [next[0].delta.content] : []));
      noteText('openai-chat', texts.at(-1) ?? '');
    }
    expect(texts.join('')).toBe(TEXT);
    expect(texts.length).toBeGreaterThanOrEqual(STREAMED);
  });
});

const waiting = (forMs: number) =>
  workflowOf({ start, pause: ['wait', { forMs }], end: ['end', { outputs: { answer: 'Done: {{start.message}}' } }] }, [
    'start -> pause',
    'pause -> end',
  ]);

type Whole = NonNullable<SurfaceTarget['whole']>;

async function answerOf({ url, headers, body }: Whole) {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  return { status: answer.status, json: (await answer.json()) as Record<string, never> };
}

describe('a wait for a time', () => {
  test('that is short is answered in the same request, in one piece and as a stream', async () => {
    const { streams, targets } = await streamsOf(waiting(6000));
    const wholes = targets.flatMap(({ name, whole }) => (whole ? [{ name, whole }] : []));
    const [streamed, answered] = await Promise.all([
      readAll(streams),
      Promise.all(wholes.map(async ({ name, whole }) => ({ name, ...(await answerOf(whole)) }))),
    ]);
    for (const { name, events, endMs } of streamed) {
      expect([name, JSON.stringify(events)]).toEqual([name, expect.stringContaining(`Done: ${name}`)]);
      expect([name, JSON.stringify(events.at(-1))]).toEqual([name, expect.not.stringContaining('waiting')]);
      expect(endMs).toBeGreaterThan(5900);
    }
    for (const { name, status, json } of answered)
      expect([name, status, JSON.stringify(json)]).toEqual([name, 200, expect.stringContaining('Done: Tides?')]);
  }, 60_000);

  test('that is shorter than the limit of a webhook is over before it is answered', async () => {
    const config = { auth: 'none', response: 'result', waitMs: 30_000 };
    const triggers = [{ id: 'hook', type: 'webhook', config, inputs: { message: '{{trigger.body.message}}' } }];
    const { slug } = await publish(server.url, { ...waiting(6000), triggers } as unknown as Workflow);
    const answer = await callApi(`${server.url}/api/v1/hooks/${slug}/hook`, { body: { message: 'Tides?' } });
    expect(answer).toMatchObject({ status: 200, json: { answer: 'Done: Tides?' } });
  });

  test('that is long is never a success without a result, and says how long and what to do', async () => {
    const { streams, targets } = await streamsOf(waiting(3_600_000));
    const wholes = Object.fromEntries(targets.flatMap(({ name, whole }) => (whole ? [[name, whole] as const] : [])));
    const ends = new Map((await readAll(streams)).map(({ name, events }) => [name, events as Record<string, never>[]]));
    const lastOf = (name: string) => ends.get(name)?.at(-1);
    const until = expect.stringMatching(/until \d{4}-/);
    const resumesAt = expect.stringMatching(/^\d{4}-/);
    expect(lastOf('rest')).toMatchObject({ type: 'done', status: 'waiting', resumesAt });
    expect(ends.get('chat')?.slice(-5)).toMatchObject([
      { type: 'text-start' },
      { type: 'text-delta', delta: until },
      { type: 'text-end' },
      { type: 'finish-step' },
      // A reason that the AI SDK knows since version 5.
      { type: 'finish', finishReason: 'other', messageMetadata: { status: 'waiting', resumesAt } },
    ]);
    expect(lastOf('openai-chat')).toMatchObject({ choices: [{ finish_reason: 'length' }], threadloom: { resumesAt } });
    expect(lastOf('openai-responses')).toMatchObject({
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'waiting' }, threadloom: { resumesAt } },
    });
    expect(lastOf('a2a')).toMatchObject({
      result: { statusUpdate: { status: { state: 'TASK_STATE_WORKING', message: { parts: [{ text: expect.any(String) }] } } } },
    });
    expect(lastOf('langgraph')).toMatchObject({ error: 'run-waits', message: until });
    expect(lastOf('ag-ui')).toMatchObject({ type: 'RUN_ERROR', code: 'run-waits', message: until });

    const whole = async (name: string) => answerOf(wholes[name] as Whole);
    expect(await whole('rest')).toMatchObject({
      status: 202,
      json: { status: 'waiting', resumesAt, statusUrl: expect.any(String) },
    });
    expect(await whole('openai-chat')).toMatchObject({
      json: { choices: [{ message: { content: until }, finish_reason: 'length' }], threadloom: { resumesAt } },
    });
    expect(await whole('openai-responses')).toMatchObject({ json: { status: 'incomplete' } });
    expect(await whole('a2a')).toMatchObject({ json: { result: { task: { status: { state: 'TASK_STATE_WORKING' } } } } });
    expect(await whole('langgraph')).toMatchObject({ json: { __error__: { error: 'run-waits', message: until } } });
    expect(await whole('mcp')).toMatchObject({ json: { result: { content: [{ text: until }] } } });
  });

  test('keeps the state of a LangGraph run busy, and ends the stream of an older A2A client', async () => {
    const { slug, key, targets } = await streamsOf(waiting(3_600_000));
    const a2a = targets.find(({ name }) => name === 'a2a')?.stream as Stream;
    const older = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'message/stream',
      params: { message: { messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'Tides?' }] } },
    });
    const { events } = await readSurface({ ...a2a, headers: { authorization: `Bearer ${key}` }, body: older });
    expect(events.at(-1)).toMatchObject({ result: { kind: 'status-update', status: { state: 'working' }, final: true } });
    const base = `${server.url}/api/v1/run/${slug}/langgraph`;
    const call = async (path: string, body?: object) =>
      (
        await fetch(`${base}${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          ...(body && { body: JSON.stringify(body) }),
        })
      ).json() as Promise<Record<string, string>>;
    const { thread_id } = await call('/threads', {});
    const made = await call(`/threads/${thread_id}/runs`, { assistant_id: slug, input: { message: 'Tides?' } });
    await expect.poll(() => call(`/threads/${thread_id}`)).toMatchObject({ status: 'busy' });
    await expect.poll(() => call(`/threads/${thread_id}/runs/${made.run_id}`)).toMatchObject({ status: 'running' });
  });
});
