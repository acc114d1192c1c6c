import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorNumbers } from '#lib/errors/error-numbers.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { bearer, callApi, publish, readFrames } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

let place: DatabaseLocation;
let fake: FakeModel;
let server: ServerProcess;
const tried = new Set<number>();
const api = (path: string) => `${server.url}/api/v1${path}`;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  fake = await startFakeModel();
  const model = (name: string) => `{ provider: openai-compatible, base_url: "${fake.url}", model: ${name}, retry: 0 }`;
  const config = `
models: { main: ${model('fake-t5')}, away: ${model('fake-missing')} }
tools: { code_execute: { approval: never } }
i18n: { aliases: { yue: zh-CN } }
`;
  server = await ServerProcess.start({ ...place, config });
});
afterAll(async () => {
  await server?.end();
  await fake?.stop();
  await place?.remove();
});

type Node = [type: string, config: Record<string, unknown>];
const oneNode = (node: Node, settings = {}) => ({
  ...workflowOf({ start: ['start', { inputs: [] }], it: node }, ['start -> it']),
  settings,
});

describe('errors of requests have their numbers', () => {
  const refusals: [number, string, () => Promise<{ status: number; json: Record<string, unknown> }>][] = [
    [
      1001,
      'a key that does not exist',
      () => callApi(api('/run/nowhere'), { body: {}, headers: bearer(`tlk_${'a'.repeat(43)}`) }),
    ],
    [
      1002,
      'a key in an operation of the workspace',
      async () => {
        const { key } = await publish(server.url, oneNode(['template', { template: 'x' }]));
        return callApi(api('/workflows'), { headers: bearer(key) });
      },
    ],
    [2001, 'a run that does not exist', () => callApi(api('/runs/run_none'))],
    [
      2002,
      'a run that has ended',
      async () => {
        const run = await callApi(api('/runs'), { body: { document: oneNode(['template', { template: 'x' }]) } });
        return callApi(api(`/runs/${run.json.runId}/stop`), { method: 'POST' });
      },
    ],
  ];

  test.each(refusals)('%i: %s', async (number, _, ask) => {
    const { json } = await ask();
    const { code } = json.error as { code: string };
    expect(json).toMatchObject({ error: { number } });
    expect(errorNumbers[number as keyof typeof errorNumbers]).toContain(code);
    tried.add(number);
  });
});

describe('errors of runs have their numbers in the answer, the run, its events and its node', () => {
  const endless = 'for (;;) {}';
  const failures: [number, string, string, Node, object?][] = [
    [3001, 'tool-failed', 'a tool that fails', ['tool-call', { toolName: 'read_file', parameters: { path: 'none.txt' } }]],
    [
      3002,
      'tool-timed-out',
      'a tool that takes too long',
      ['tool-call', { toolName: 'code_execute', parameters: { language: 'javascript', code: endless }, timeoutMs: 300 }],
    ],
    [4001, 'model-failed', 'a model that its server does not have', ['llm', { model: 'away', userPrompt: 'Hello?' }]],
    [
      4002,
      'token-limit',
      'a run that has used its tokens',
      ['map', { items: [1, 2], concurrency: 1 }],
      { limits: { maxTokens: 1 } },
    ],
    [5001, 'code-failed', 'code that throws', ['code', { language: 'javascript', code: 'throw new Error("no")' }]],
    [5002, 'code-timed-out', 'code that takes too long', ['code', { language: 'javascript', code: endless, timeoutMs: 300 }]],
  ];
  const documentOf = (node: Node, settings = {}) => {
    const document = oneNode(node, settings);
    if (node[0] !== 'map') return document;
    const [ask] = oneNode(['llm', { userPrompt: 'Hello?' }]).nodes.filter(({ id }) => id === 'it');
    return { ...document, nodes: [...document.nodes, { ...ask, id: 'ask', parentId: 'it' }] } as typeof document;
  };

  test.each(failures)('%i %s: %s', async (number, code, _, node, settings) => {
    const document = documentOf(node, settings);
    const { slug, key } = await publish(server.url, document, { events: 'full' });
    const answer = await callApi(api(`/run/${slug}`), { body: {}, headers: bearer(key) });
    const error = expect.objectContaining({ code, number });
    expect(answer.json).toMatchObject({ status: 'failed', error });
    const run = await callApi(api(`/runs/${answer.json.runId}`), { headers: bearer(key) });
    expect(run.json).toMatchObject({ status: 'failed', error });
    const listed = await callApi(api(`/runs?runIds=${answer.json.runId}`));
    expect(listed.json.items).toMatchObject([{ error }]);

    const { frames } = await readFrames(api(`/runs/${answer.json.runId}/events`), { headers: bearer(key) });
    const of = (event: string) => frames.filter((frame) => frame.event === event).map(({ data }) => data);
    expect(of('done').at(-1)).toMatchObject({ error });
    expect(of('error')).toMatchObject([{ code, number }]);
    // A limit of the run ends it from outside of its nodes.
    if (code !== 'token-limit') expect(of('node_finished')).toContainEqual(expect.objectContaining({ nodeId: 'it', error }));
    tried.add(number);
  });

  test('a caller who sees the summary alone gets the number too', async () => {
    const { slug, key } = await publish(server.url, oneNode(['code', { language: 'javascript', code: 'throw new Error("no")' }]));
    const answer = await callApi(api(`/run/${slug}`), { body: {}, headers: bearer(key) });
    expect(answer.json.error).toEqual({
      code: 'code-failed',
      number: 5001,
      message: 'Node it failed: code-failed',
      nodeId: 'it',
      attempts: 1,
    });
  });

  test('a node that is run alone answers with the number', async () => {
    const saved = await callApi(api('/workflows'), {
      body: oneNode(['code', { language: 'javascript', code: 'throw new Error("no")' }]),
    });
    const ran = await callApi(api(`/workflows/${saved.json.id}/nodes/it/run`), { body: {} });
    expect(ran.json).toMatchObject({ success: false, error: { code: 'code-failed', number: 5001 } });
  });
});

describe('texts of errors are in the language of the reader', () => {
  const failing = oneNode(['map', { items: 'no list' }]);
  const inChinese = { 'accept-language': 'zh-CN' };

  test('an error of the API', async () => {
    const { json } = await callApi(api('/runs/run_none'), { headers: inChinese });
    expect(json).toMatchObject({ error: { code: 'run-not-found', message: '没有运行 run_none。' } });
  });

  test('an error of the API, by a tag of the config file', async () => {
    const { json } = await callApi(api('/runs/run_none'), { headers: { 'accept-language': 'yue' } });
    expect(json).toMatchObject({ error: { message: '没有运行 run_none。' } });
  });

  test('an error of a run: in the answer, the run and its events', async () => {
    const document = {
      ...failing,
      nodes: [
        ...failing.nodes,
        { ...failing.nodes[0], id: 'inner', type: 'template', config: { template: 'x' }, parentId: 'it' },
      ],
    };
    const answer = await callApi(api('/runs'), { body: { document }, headers: inChinese });
    const message = expect.stringMatching(/^遍历需要列表/);
    expect(answer.json).toMatchObject({ error: { code: 'items-not-list', message, hint: expect.stringMatching(/^请引用列表/) } });
    const run = await callApi(api(`/runs/${answer.json.runId}`), { headers: inChinese });
    expect(run.json).toMatchObject({ error: { message } });
    const { frames } = await readFrames(api(`/runs/${answer.json.runId}/events`), { headers: inChinese });
    expect(frames.at(-1)?.data).toMatchObject({ error: { message } });
    const english = await callApi(api(`/runs/${answer.json.runId}`));
    expect(english.json).toMatchObject({ error: { message: expect.stringMatching(/^For each needs a list/) } });
  });
});

test('every number of the table was met', () => {
  expect([...tried].sort()).toEqual(Object.keys(errorNumbers).map(Number));
});
