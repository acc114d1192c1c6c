import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { bearer, callApi, type PublishedEndpoint, publish, readFrames } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const start = (more: object = {}) => ['start', { inputs: [{ name: 'message', type: 'text', required: true }], ...more }] as const;
const talk = workflowOf(
  {
    start: [...start()],
    draft: ['llm', { model: 'quick', userPrompt: 'Draft {{start.message}}' }],
    soon: ['reply', { text: 'One moment, {{start.message}}.' }],
    answer: ['llm', { model: 'slow', userPrompt: '{{start.message}} {{draft.output}}', conversationScope: 'session' }],
    say: ['reply', { text: '{{answer.output}}', from: 'answer' }],
  },
  ['start -> draft', 'draft -> soon', 'soon -> answer', 'answer -> say'],
);
const approve = workflowOf(
  {
    start: [...start()],
    ask: ['approval', { title: 'Send it?', value: '{{start.message}}' }],
    end: ['end', { outputs: { sent: 'Sent {{ask}}' } }],
  },
  ['start -> ask', 'ask.approved -> end'],
);
const read = workflowOf(
  {
    start: [
      'start',
      {
        inputs: [
          { name: 'message', type: 'text' },
          { name: 'paper', type: 'file' },
        ],
      },
    ],
    end: ['end', { outputs: { answer: '{{start.message}}: {{start.paper.name}} {{start.paper.mediaType}}' } }],
  },
  ['start -> end'],
);

let place: DatabaseLocation;
let fake: FakeModel;
let server: ServerProcess;
const api = (path: string) => `${server.url}/api/v1${path}`;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  fake = await startFakeModel();
  const entry = (name: string, model: string) =>
    `  ${name}:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: ${model}\n`;
  server = await ServerProcess.start({
    ...place,
    config: `models:\n${entry('quick', 'fake-t3-d0')}${entry('slow', 'fake-t40-d10')}`,
  });
});
afterAll(async () => {
  await server?.end();
  await fake?.stop();
  await place?.remove();
});

/** A chat as `useChat` keeps it: the messages, the transport, and what arrives. */
class Chat {
  messages: UIMessage[] = [];
  readonly #transport: DefaultChatTransport<UIMessage>;
  readonly #chatId: string;

  constructor({ slug, key }: PublishedEndpoint, chatId: string = crypto.randomUUID()) {
    this.#chatId = chatId;
    this.#transport = new DefaultChatTransport({ api: api(`/chat/${slug}`), headers: bearer(key) });
  }

  get id() {
    return this.#chatId;
  }

  async send(text: string | UIMessage['parts'], { messageId, signal }: { messageId?: string; signal?: AbortSignal } = {}) {
    const parts = typeof text === 'string' ? [{ type: 'text' as const, text }] : text;
    this.messages.push({ id: crypto.randomUUID(), role: 'user', parts });
    return this.#read(
      await this.#transport.sendMessages({
        chatId: this.#chatId,
        messages: this.messages,
        trigger: 'submit-message',
        messageId,
        abortSignal: signal,
      }),
    );
  }

  async regenerate() {
    this.messages.pop();
    return this.#read(
      await this.#transport.sendMessages({
        chatId: this.#chatId,
        messages: this.messages,
        trigger: 'regenerate-message',
        messageId: undefined,
        abortSignal: undefined,
      }),
    );
  }

  async resume() {
    const stream = await this.#transport.reconnectToStream({ chatId: this.#chatId });
    return stream && this.#read(stream);
  }

  async #read(stream: ReadableStream) {
    let message: UIMessage | undefined;
    for await (const next of readUIMessageStream({ stream, terminateOnError: true })) message = next;
    if (message) this.messages.push(message);
    return message as UIMessage;
  }
}

const textsOf = ({ parts }: UIMessage) => parts.flatMap((part) => (part.type === 'text' ? part.text : []));

test('the AI SDK gets the replies of a turn in order, and no draft', async () => {
  const chat = new Chat(await publish(server.url, talk));
  const answer = await chat.send('Ada');
  expect(answer.id).toMatch(/^run_/);
  expect(textsOf(answer)).toEqual(['One moment, Ada.', expect.stringMatching(/\w+/)]);
  expect(answer.metadata).toMatchObject({ runId: answer.id, status: 'succeeded' });
  const draft = fake.requests.filter(({ body }) => JSON.stringify(body).includes('Draft Ada'));
  expect(draft).toHaveLength(1);
});

test('an answer that is made again and an edited message are branches of one session', async () => {
  const endpoint = await publish(server.url, talk);
  const chat = new Chat(endpoint);
  const first = await chat.send('one');
  const second = await chat.send('two');
  const again = await chat.regenerate();
  chat.messages = chat.messages.slice(0, 2);
  const edited = await chat.send('three', { messageId: 'edited' });
  const { json } = await callApi(api('/sessions'), { headers: bearer(endpoint.key) });
  const [session] = json.items as [{ id: string; sessionId: string }];
  expect(session.sessionId).toBe(chat.id);
  const { turns } = (await callApi(api(`/sessions/${session.id}`), { headers: bearer(endpoint.key) })).json as {
    turns: { runId: string; afterRunId: string | null; message: string }[];
  };
  expect(turns.map(({ runId, afterRunId, message }) => [runId, afterRunId, message])).toEqual([
    [first.id, null, 'one'],
    [second.id, first.id, 'two'],
    [again.id, first.id, 'two'],
    [edited.id, first.id, 'three'],
  ]);
  const kept = await callApi(api(`/chat/${endpoint.slug}/${chat.id}/messages`), { headers: bearer(endpoint.key) });
  expect((kept.json.messages as UIMessage[]).map(({ id, role }) => [id, role])).toEqual([
    [`${first.id}-user`, 'user'],
    [first.id, 'assistant'],
    [`${edited.id}-user`, 'user'],
    [edited.id, 'assistant'],
  ]);
});

test('a chat whose connection is cut in the middle resumes with everything, and later there is nothing to resume', async () => {
  const endpoint = await publish(server.url, talk);
  const chat = new Chat(endpoint);
  const cut = new AbortController();
  const before = fake.requests.length;
  const sent = chat.send('Ada', { signal: cut.signal }).catch(() => undefined);
  await expect.poll(() => fake.requests.length).toBe(before + 2);
  cut.abort();
  await sent;
  const reloaded = new Chat(endpoint, chat.id);
  const answer = await reloaded.resume();
  const { json } = await callApi(api(`/runs/${answer?.id}`), { headers: bearer(endpoint.key) });
  expect(json.status).toBe('succeeded');
  const texts = textsOf(answer as UIMessage);
  expect(texts[0]).toBe('One moment, Ada.');
  const { json: kept } = await callApi(api(`/chat/${endpoint.slug}/${chat.id}/messages`), { headers: bearer(endpoint.key) });
  const stored = (kept.messages as UIMessage[]).at(-1);
  expect(stored && textsOf(stored).join('')).toBe(texts.join('\n\n'));
  expect(await reloaded.resume()).toBeNull();
});

test('a turn that waits shows its approval, and continues in the same message after the decision', async () => {
  const endpoint = await publish(server.url, approve, { events: 'full', allow: { decisions: true } });
  const chat = new Chat(endpoint);
  const waiting = await chat.send('the letter');
  const [approval] = waiting.parts.filter(({ type }) => type === 'data-approval') as unknown as [{ id: string; data: object }];
  expect(approval.data).toMatchObject({ status: 'pending', description: 'Send it?', args: 'the letter' });
  expect(waiting.metadata).toMatchObject({ status: 'waiting' });
  const decided = await callApi(api(`/runs/${waiting.id}/approvals/${approval.id}`), {
    body: { confirmed: true },
    headers: bearer(endpoint.key),
  });
  expect(decided.status).toBe(200);
  await expect
    .poll(async () => (await callApi(api(`/runs/${waiting.id}`), { headers: bearer(endpoint.key) })).json.status)
    .toBe('succeeded');
  const { json } = await callApi(api(`/chat/${endpoint.slug}/${chat.id}/messages`), { headers: bearer(endpoint.key) });
  expect((json.messages as UIMessage[]).map(textsOf)).toEqual([['the letter'], ['Sent the letter']]);
});

test('attachments fill the file inputs, and one too many or from elsewhere is refused', async () => {
  const endpoint = await publish(server.url, read);
  const chat = new Chat(endpoint);
  const file = { type: 'file', mediaType: 'text/plain', filename: 'a.txt', url: 'data:text/plain;base64,SGk=' } as const;
  const text = { type: 'text', text: 'Read' } as const;
  expect(textsOf(await chat.send([text, file]))).toEqual(['Read: a.txt text/plain']);
  const refused = async (parts: UIMessage['parts']) =>
    new Chat(endpoint).send(parts).then(
      () => 'sent',
      (error: Error) => error.message,
    );
  expect(await refused([text, file, file])).toContain('has 2 files, and this workflow takes 1');
  expect(await refused([text, { ...file, url: 'http://127.0.0.1:9/a.txt' }])).toContain('data URL');
});

test('a client without the AI SDK sends a message and gets the events of the run', async () => {
  const endpoint = await publish(server.url, talk);
  const body = { sessionId: 's', content: 'Ada' };
  const { frames } = await readFrames(api(`/chat/${endpoint.slug}`), { method: 'POST', body, headers: bearer(endpoint.key) });
  const heard = frames.filter(({ event }) => event === 'reply' || event === 'session_opened');
  expect(heard.map(({ data }) => data.content ?? data.turn)).toEqual([1, 'One moment, Ada.', expect.any(String)]);
  expect(new Set(frames.filter(({ event }) => event === 'content').map(({ data }) => data.nodeId))).toEqual(new Set(['answer']));
});
