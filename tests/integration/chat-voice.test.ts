import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { makeTone } from '#tests/support/fake-model/audio.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { bearer, callApi, type PublishedEndpoint, publish } from '#tests/support/published-endpoint.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const talk = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
    end: ['end', { outputs: { answer: '**Yes**: {{start.message}} [1]' } }],
  },
  ['start -> end'],
);
const recording = readFileSync(new URL('../fixtures/recordings/speech.webm', import.meta.url));
const voice = { transcriptionModel: 'ears', speechModel: 'mouth', speechVoice: 'alloy' };

let place: DatabaseLocation;
let fake: FakeModel;
let server: ServerProcess;
const api = (path: string) => `${server.url}/api/v1${path}`;
const callsOf = (kind: 'speech' | 'transcriptions') => fake.requests.filter(({ path }) => path === `/v1/audio/${kind}`);

beforeAll(async () => {
  [place, fake] = await Promise.all([makeDatabaseLocation(), startFakeModel()]);
  const entry = (name: string, model: string) => `  ${name}:
    provider: openai-compatible
    base_url: ${fake.url}
    model: ${model}
    retry: 0
    price: { input: 0, output: 0, speech: 15, audio_minute: 0.6 }
`;
  const config = `models:
${entry('ears', 'fake-t3')}${entry('deaf', 'fake-auth')}${entry('mouth', 'fake')}  claude:
    provider: anthropic
    model: claude-sonnet
    api_key: sk-test
  gpt:
    provider: openai
    model: gpt-5
    api_key: sk-test
`;
  server = await ServerProcess.start({ ...place, config });
});
afterAll(async () => {
  await server?.end();
  await fake?.stop();
  await place?.remove();
});

async function openPage(page: object): Promise<PublishedEndpoint> {
  const endpoint = await publish(server.url, talk);
  const changed = await setPage(endpoint.slug, page);
  expect(changed.status, JSON.stringify(changed.json)).toBe(200);
  return endpoint;
}
const setPage = (slug: string, page: object) => callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body: page });
const visit = async (slug: string) => String((await callApi(api(`/chat/${slug}/visitors`), { method: 'POST' })).json.token);
const say = async (slug: string, token: string, message: string) =>
  String(
    (await callApi(api(`/run/${slug}`), { body: { inputs: { message }, sessionId: 'main' }, headers: bearer(token) })).json.runId,
  );

async function transcribe(slug: string, token: string | undefined, content: Buffer = recording, headers: object = {}) {
  const answer = await rawRequest(api(`/chat/${slug}/transcriptions`), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...(token !== undefined && bearer(token)), ...headers },
    body: [content],
  });
  return { status: answer.status, json: JSON.parse(answer.text) };
}
async function speak(slug: string, token: string | undefined, runId: string, part = 0) {
  const answer = await fetch(api(`/chat/${slug}/turns/${runId}/speech`), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && bearer(token)) },
    body: JSON.stringify({ part }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get('content-type'), bytes };
}

test('a visitor speaks a message and hears the answer, as its owner set the models', async () => {
  const { slug } = await openPage({ access: 'public', voice });
  expect((await callApi(api(`/chat/${slug}/page`))).json.voice).toEqual({ transcribes: true, speaks: true });
  expect((await callApi(api(`/deployments/${slug}/chat-page`))).json.voice).toEqual(voice);
  const visitor = await visit(slug);
  const heard = await transcribe(slug, visitor);
  expect(heard).toEqual({ status: 200, json: { text: 'the quick brown' } });
  expect(callsOf('transcriptions').at(-1)?.body).toMatchObject({
    model: 'fake-t3',
    file: { type: 'audio/webm', size: recording.length },
  });
  const runId = await say(slug, visitor, heard.json.text);
  const spoken = await speak(slug, visitor, runId);
  expect(spoken).toMatchObject({ status: 200, type: 'audio/wav' });
  expect(spoken.bytes.toString('latin1', 0, 4)).toBe('RIFF');
  expect(callsOf('speech').at(-1)?.body).toMatchObject({ model: 'fake', input: 'Yes: the quick brown', voice: 'alloy' });
  expect((await speak(slug, visitor, runId, 1)).status).toBe(204);
  // 2 seconds at 0.6 USD a minute, and 20 characters at 15 USD a million.
  expect((await callApi(api('/usage'))).json.outsideRuns).toMatchObject({ costUsd: expect.closeTo(0.0203, 6) });
});

test('without models there is no button, and nothing is heard or spoken', async () => {
  const { slug } = await openPage({ access: 'public' });
  expect((await callApi(api(`/chat/${slug}/page`))).json.voice).toEqual({ transcribes: false, speaks: false });
  const visitor = await visit(slug);
  const runId = await say(slug, visitor, 'x');
  const before = fake.requests.length;
  expect((await transcribe(slug, visitor)).status).toBe(404);
  expect((await speak(slug, visitor, runId)).status).toBe(404);
  expect(fake.requests.length).toBe(before);
});

test('an answer is spoken to those who may read it, and no other text is', async () => {
  const { slug, key } = await openPage({ access: 'public', voice });
  const other = await openPage({ access: 'public', voice });
  const [ada, bob, eve] = [await visit(slug), await visit(slug), await visit(other.slug)];
  const runId = await say(slug, ada, 'my secret');
  const before = callsOf('speech').length;
  const refused = [
    await speak(slug, bob, runId),
    await speak(slug, key, runId),
    await speak(slug, eve, runId),
    await speak(other.slug, eve, runId),
    await speak(other.slug, ada, runId),
    await speak(other.slug, undefined, runId),
    await speak(slug, ada, 'run_0000000000000000000000'),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  const text = await callApi(api(`/chat/${slug}/turns/${runId}/speech`), { body: { text: 'Anything' }, headers: bearer(ada) });
  expect(text.status).toBe(400);
  expect((await transcribe(other.slug, ada)).status).toBe(404);
  expect(callsOf('speech').length).toBe(before);
  // A member of the workspace reads the session in the studio.
  expect((await speak(slug, undefined, runId)).status).toBe(200);
});

test('a recording is told by its content, and has limits of bytes and seconds', async () => {
  const { slug } = await openPage({ access: 'public', voice, visitorRatePerMinute: 100 });
  const visitor = await visit(slug);
  const before = callsOf('transcriptions').length;
  const text = await transcribe(slug, visitor, Buffer.from('Not a recording, whatever its type says'), {
    'content-type': 'audio/webm',
  });
  expect(text).toMatchObject({ status: 422, json: { error: { code: 'document-unusable' } } });
  const long = await transcribe(slug, visitor, makeTone(400));
  expect(long).toMatchObject({
    status: 422,
    json: { error: { message: 'A recording has at most 300 seconds. This one has 400.' } },
  });
  const large = await transcribe(slug, visitor, Buffer.alloc(5_000_001));
  expect(large).toMatchObject({ status: 413, json: { error: { message: 'A recording has at most 5 MB.' } } });
  expect(callsOf('transcriptions').length).toBe(before);
  const chinese = await transcribe(slug, visitor, makeTone(400), { 'x-language': 'zh-CN' });
  expect(chinese.json.error.message).toBe('录音最长 300 秒，这段录音有 400 秒。');
});

test('a recording and a spoken answer count like messages', async () => {
  const { slug } = await openPage({ access: 'public', voice, visitorRatePerMinute: 3 });
  const visitor = await visit(slug);
  const runId = await say(slug, visitor, 'x');
  expect((await transcribe(slug, visitor)).status).toBe(200);
  expect((await speak(slug, visitor, runId)).status).toBe(200);
  expect((await transcribe(slug, visitor)).json.error.code).toBe('rate-limited');
  expect((await speak(slug, visitor, runId)).status).toBe(429);
});

test('the budget of a key pays for its voice, and nothing is heard once it is used up', async () => {
  const { slug, key, keyId } = await openPage({ access: 'key', voice });
  const budget = { maxCostUsd: 0.01, onBudget: 'stop' };
  await callApi(api(`/deployments/${slug}/keys/${keyId}/budget`), { method: 'PUT', body: { budget } });
  expect((await transcribe(slug, key)).status).toBe(200);
  expect((await transcribe(slug, key)).json.error).toMatchObject({ code: 'unavailable' });
});

test('a model that fails is named to members, and not to visitors', async () => {
  const { slug } = await openPage({ access: 'public', voice: { ...voice, transcriptionModel: 'deaf' } });
  const visitor = await transcribe(slug, await visit(slug));
  expect(visitor).toMatchObject({ status: 503, json: { error: { code: 'unavailable' } } });
  expect(visitor.json.error.message).toBe(
    'The recording cannot be written down at the moment. Try again later, or type your message.',
  );
  expect((await transcribe(slug, undefined)).json.error.message).toContain("Model 'deaf'");
});

test('a model that does not exist or cannot do it is refused with the field and its value', async () => {
  const { slug } = await openPage({ access: 'public' });
  const refusals = [
    await setPage(slug, { voice: { transcriptionModel: 'eers' } }),
    await setPage(slug, { voice: { speechModel: 'claude' } }),
    await setPage(slug, { voice: { speechModel: '' } }),
    await setPage(slug, { voice: { transcriptionModel: 'gpt' } }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([422, 422, 400, 422]);
  const messages = refusals.map(({ json }) => (json.error as { message: string }).message);
  expect(messages[0]).toMatch(/^voice\.transcriptionModel: There is no model 'eers'\. Did you mean 'ears'\?/);
  expect(messages[1]).toMatch(/^voice\.speechModel: Model 'claude' \(anthropic, claude-sonnet\) makes no speech/);
  expect(messages[2]).toContain('voice.speechModel');
  expect(messages[3]).toMatch(/^voice\.transcriptionModel: Model 'gpt' \(openai, gpt-5\) makes no transcripts\. Choose a model/);
});
