import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { configSchema } from '#server/config/config-schema.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { makeWorkspaceFiles } from '#server/storage/workspace-files.ts';
import { startLoopbackServer } from '#tests/support/loopback-server.ts';
import { MemoryRunStore } from '#tests/support/memory-run-store.ts';
import { eventsOf, TestEngine, workflowOf } from '#tests/support/test-engine.ts';

type Answer = { readonly status?: number; readonly type?: string; readonly body: string | Buffer };
type File = { readonly name: string; readonly path: string; readonly sizeBytes: number; readonly mediaType: string };

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** As the API of OpenAI has it. */
const SEGMENT = {
  id: 0,
  seek: 0,
  start: 0,
  end: 1.5,
  text: 'Hello there.',
  tokens: [1],
  temperature: 0,
  avg_logprob: -0.1,
  compression_ratio: 1,
  no_speech_prob: 0.01,
};

/** An engine whose models are on a server with the API of OpenAI, and a folder for files. */
async function engineWith(answer: (path: string, hit: number) => Answer, provider: 'openai' | 'openai-compatible' = 'openai') {
  const server = await startLoopbackServer((request, response) => {
    const { status = 200, type = 'application/json', body } = answer(request.url ?? '', server.hits.length);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  const root = mkdtempSync(join(tmpdir(), 'threadloom-media-'));
  const entry = {
    provider,
    base_url: `${server.origin}/v1`,
    api_key: 'sk-very-secret',
    retry: 1,
    price: { input: 10, output: 40, image: 0.02, speech: 15, audio_minute: 0.6 },
  };
  const models = makeModelRegistry({
    config: configSchema.parse({
      models: {
        picture: { ...entry, model: 'gpt-image-1' },
        voice: { ...entry, model: 'tts-1' },
        ears: { ...entry, model: 'whisper-1' },
      },
    }),
  });
  onTestFinished(() => {
    models.close();
    rmSync(root, { recursive: true, force: true });
  });
  const files = makeWorkspaceFiles({ root, denyGlobs: [], maxFileBytes: 1_000_000 });
  const store = new MemoryRunStore();
  const engine = new TestEngine({ models, store, tools: makeToolKit({ payloads: store, files }) });
  const run = (config: object) => engine.run(workflowOf({ made: ['media', config as Record<string, unknown>] }, []));
  /** Of a file below the folder of the workspace. */
  const bytesOf = ({ path }: File) => {
    const [workspace = ''] = readdirSync(root).filter((name) => !name.startsWith('.'));
    return readFileSync(join(root, workspace, path));
  };
  return { run, hits: server.hits, bytesOf };
}

test.each(['openai', 'openai-compatible'] as const)(
  'images of %s become files of the run, with what they cost',
  async (provider) => {
    const data = [{ b64_json: PNG.toString('base64') }, { b64_json: PNG.toString('base64') }];
    const usage = { input_tokens: 100, output_tokens: 200, total_tokens: 300 };
    const { run, hits, bytesOf } = await engineWith(() => ({ body: JSON.stringify({ created: 1, data, usage }) }), provider);
    const { status, outputs, events } = await run({ model: 'picture', text: 'A lighthouse', count: 2, size: '1024x1024' });
    expect(status).toBe('succeeded');
    const { file, files } = outputs.made as { file: File; files: File[] };
    expect(files.map(({ name }) => name)).toEqual(['image-1.png', 'image-2.png']);
    expect(bytesOf(file).equals(PNG)).toBe(true);
    expect(file).toMatchObject({
      mediaType: 'image/png',
      sizeBytes: PNG.length,
      path: expect.stringMatching(/^runs\/.*\/made\/image-1\.png$/),
    });
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({ url: '/v1/images/generations', headers: { authorization: 'Bearer sk-very-secret' } });
    expect(JSON.parse(hits[0]?.body ?? '')).toMatchObject({
      model: 'gpt-image-1',
      prompt: 'A lighthouse',
      n: 2,
      size: '1024x1024',
    });
    const [result] = eventsOf(events, 'llm_result');
    if (provider === 'openai')
      expect(result?.usage).toEqual({ promptTokens: 100, completionTokens: 200, totalTokens: 300, costUsd: 0.049 });
    expect(eventsOf(events, 'llm_call')[0]).toMatchObject({
      model: { name: 'picture' },
      request: { task: 'image', prompt: 'A lighthouse' },
    });
  },
);

test('a text becomes speech, and a recording a transcript with times', async () => {
  const sound = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(2000, 7)]);
  const { run, hits } = await engineWith((path) =>
    path.endsWith('/speech')
      ? { type: 'audio/mpeg', body: sound }
      : {
          body: JSON.stringify({
            text: 'Hello there.',
            language: 'english',
            duration: 1.5,
            segments: [SEGMENT],
          }),
        },
  );
  const spoken = await run({ task: 'speech', model: 'voice', text: 'Hello there.', voice: 'alloy' });
  expect(spoken.status).toBe('succeeded');
  // 12 characters at 15 USD a million, and 1.5 s at 0.6 USD a minute.
  expect(eventsOf(spoken.events, 'done')[0]).toMatchObject({ costUsd: 0.00018 });
  expect((spoken.outputs.made as { file: File }).file).toMatchObject({ name: 'speech.mp3', sizeBytes: sound.length });
  expect(JSON.parse(hits[0]?.body ?? '')).toMatchObject({ model: 'tts-1', input: 'Hello there.', voice: 'alloy' });
  const audio = { name: 'note.mp3', mediaType: 'audio/mpeg', base64: sound.toString('base64') };
  const heard = await run({ task: 'transcribe', model: 'ears', audio });
  expect(heard.error).toBeUndefined();
  expect(heard.outputs.made).toEqual({
    text: 'Hello there.',
    segments: [{ text: 'Hello there.', startSecond: 0, endSecond: 1.5 }],
    language: expect.any(String),
    durationInSeconds: 1.5,
  });
  expect(hits[1]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(hits[1]?.body).toContain('whisper-1');
  expect(eventsOf(heard.events, 'llm_result')[0]).toMatchObject({ content: 'Hello there.', usage: { costUsd: 0.015 } });
  // Its content is not in the log twice.
  expect(JSON.stringify(eventsOf(heard.events, 'llm_call'))).not.toContain(audio.base64.slice(0, 40));
});

test('failures name the model: a refused key, a failing server after its retries, an unsupported task', async () => {
  const refused = await engineWith(() => ({ status: 401, body: '{"error":{"message":"bad key sk-very-secret"}}' }));
  const { error } = await refused.run({ model: 'picture', text: 'x' });
  expect(error).toMatchObject({ code: 'model-auth-failed', nodeId: 'made', message: expect.stringContaining("'picture'") });
  expect(JSON.stringify(error)).not.toContain('sk-very-secret');
  const flaky = await engineWith((_, hit) =>
    hit === 1
      ? { status: 503, body: '{}' }
      : { body: JSON.stringify({ created: 1, data: [{ b64_json: PNG.toString('base64') }] }) },
  );
  expect((await flaky.run({ model: 'picture', text: 'x' })).status).toBe('succeeded');
  expect(flaky.hits).toHaveLength(2);
  const none = await engineWith(() => ({ status: 404, body: '{}' }));
  expect((await none.run({ model: 'anthropic/claude', text: 'x' })).error).toMatchObject({ code: 'model-not-found' });
  expect((await none.run({ task: 'transcribe', model: 'ears', audio: 'gone.wav' })).error).toMatchObject({
    code: 'file-not-found',
    path: 'config.audio',
  });
});

test('the demo model makes placeholders that are images and sounds', async () => {
  const { run, bytesOf } = await engineWith(() => ({ status: 500, body: '{}' }));
  const image = await run({ model: 'demo', text: 'A boat', size: '32x16' });
  const png = bytesOf((image.outputs.made as { file: File }).file);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([32, 16]);
  const speech = await run({ task: 'speech', model: 'demo', text: 'Hello' });
  const spoken = (speech.outputs.made as { file: File }).file;
  expect(bytesOf(spoken).subarray(0, 4).toString()).toBe('RIFF');
  const heard = await run({ task: 'transcribe', model: 'demo', audio: spoken.path });
  expect((heard.outputs.made as { text: string }).text).toContain('[demo model]');
});
