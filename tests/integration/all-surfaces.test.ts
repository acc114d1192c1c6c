import { readFileSync } from 'node:fs';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { publish } from '#tests/support/published-endpoint.ts';
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
/** Tokens of one moment come together. */
const STREAMED = 2;
const SURFACES = ['rest', 'chat', 'openai-chat', 'openai-responses', 'a2a', 'langgraph', 'ag-ui'];

beforeAll(async () => {
  model = await startFakeModel({
    reply: ({ tools, messages, response_format }) => {
      const isFollowUp = (messages as { role: string }[]).some(({ role }) => role === 'tool');
      if (response_format) return { tokens: ['{"facts":[]}'], isExact: true };
      if (tools && !isFollowUp) return { calls: [{ id: 'made_1', name: 0, args: { a: 1 } }] };
      return { tokens: SAID, isExact: true, tokenMs: 80 };
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

async function streamsOf(workflow: Workflow, options: Parameters<typeof publish>[2] = {}, message = 'Tides?') {
  const { slug, key } = await publish(server.url, workflow, options);
  const targets = surfaceTargets({ server: server.url, slug, key }, message);
  const streams = targets.flatMap(({ name, stream }): [string, Stream][] => (stream ? [[name, stream]] : []));
  expect(streams.map(([name]) => name)).toEqual(SURFACES);
  return { streams, targets, slug, key };
}

/** What a client of each surface reads, text by text. */
async function readAll(streams: readonly (readonly [string, Stream])[]) {
  return Promise.all(streams.map(async ([name, stream]) => ({ name, ...(await readSurface(stream)) })));
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
  const both = (say: object, again: object) =>
    workflowOf(
      {
        start,
        one: writes(),
        say: ['reply', { from: 'one', ...say }],
        two: writes(),
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
      both({ text: 'They say: {{one.output}} Really.' }, { text: 'Nothing else.' }),
      [`They say: ${TEXT} Really.`, 'Nothing else.'],
      STREAMED + 2,
    ],
    [
      'with another value before it comes when it is whole',
      both({ text: '{{start.message}} {{one.output}}' }, { text: '{{two.output}}' }),
      [`Tides? ${TEXT}`, TEXT],
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
      if (name === 'rest') expect(said).toEqual(replies);
      else expect([name, texts.join('')]).toEqual([name, replies.join(name === 'chat' ? '' : '\n\n')]);
      if (name !== 'rest') expect([name, texts.length >= pieces]).toEqual([name, true]);
    }
    const whole = targets.find(({ name }) => name === 'openai-chat')?.whole;
    const answer = await fetch(whole?.url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...whole?.headers },
      body: whole?.body ?? '',
    });
    const { choices } = (await answer.json()) as OpenAI.ChatCompletion;
    expect(choices[0]?.message.content).toBe(replies.join('\n\n'));
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
    messages.push(choices[0]?.message as never, { role: 'tool', tool_call_id: call?.id ?? '', content: 'It is ebb.' });
    const stream = await openai.chat.completions.create({ model: slug, messages, tools, stream: true });
    const texts = (await Array.fromAsync(stream)).flatMap(({ choices: [choice] }) => choice?.delta.content || []);
    expect(texts.join('')).toBe(TEXT);
    expect(texts.length).toBeGreaterThanOrEqual(STREAMED);
  });
});
