import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { bearer, callApi, publish } from '#tests/support/published-endpoint.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { startApi } from '../support/api-server.ts';

/** A message, one file, and all others; the answer names what arrived. */
const workflow = {
  ...workflowOf(
    {
      start: [
        'start',
        {
          inputs: [
            { name: 'message', type: 'text', default: '' },
            { name: 'paper', type: 'file' },
            { name: 'photos', type: 'files' },
          ],
        },
      ],
      end: [
        'end',
        { outputs: { text: '{{start.paper.name}} and {{start.photos}}', names: '{{= start.photos.map(file, file.name) }}' } },
      ],
    },
    ['start -> end'],
  ),
  triggers: [
    {
      id: 'hook',
      type: 'webhook',
      version: 1,
      label: '',
      config: { auth: 'none', response: 'result', files: true },
      inputs: { paper: '{{trigger.body.paper}}', photos: '{{trigger.body.photos}}' },
    },
    { id: 'form', type: 'form', version: 1, label: '', config: {}, inputs: {} },
  ],
} as unknown as Workflow;

const JSON_TYPE = { 'content-type': 'application/json' };
const names = ['paper.txt', 'one.txt', 'two.txt'];
const inline = names.map((name) => ({ name, mediaType: 'text/plain', text: `content of ${name}` }));
type InlineFile = (typeof inline)[number];
const dataUrl = ({ text }: { text: string }) => `data:text/plain;base64,${Buffer.from(text).toString('base64')}`;

let place: DatabaseLocation;
let database: Awaited<ReturnType<DatabaseLocation['open']>>;
beforeAll(async () => {
  place = await makeDatabaseLocation();
  database = await place.open();
});
afterAll(async () => {
  await database?.close();
  await place?.remove();
});

async function open() {
  const api = await startApi(database);
  api.triggers.start();
  const { slug, key } = await publish(api.url, workflow, { events: 'full' });
  const post = async (path: string, body: FormData, headers = {}) =>
    (await fetch(`${api.url}${path}`, { method: 'POST', body, headers })).json() as Promise<Record<string, unknown>>;
  const call = (path: string, body?: object) =>
    callApi(`${api.url}${path}`, { body, headers: { ...bearer(key), 'a2a-version': '1.0', 'accept-language': 'zh-CN' } });
  const stream = async (path: string, body: object) =>
    (
      await rawRequest(`${api.url}${path}`, {
        method: 'POST',
        headers: { ...bearer(key), ...JSON_TYPE },
        body: [JSON.stringify(body)],
      })
    ).text;
  /** In the order of `inline`. */
  const upload = async () => {
    const form = new FormData();
    for (const { name, text } of inline) form.append('file', new Blob([text]), name);
    const { items } = (await post('/api/v1/files', form, bearer(key))) as { items: { fileId: string; name: string }[] };
    return names.map((name) => ({ fileId: items.find((file) => file.name === name)?.fileId }));
  };
  return { slug, key, run: `/api/v1/run/${slug}`, hooks: `/api/v1/hooks/${slug}`, post, call, stream, upload };
}

function formWith(files: Readonly<Record<string, readonly InlineFile[]>>): FormData {
  const form = new FormData();
  for (const [field, ofField] of Object.entries(files))
    for (const { name, text } of ofField) form.append(field, new Blob([text]), name);
  return form;
}

type Opened = Awaited<ReturnType<typeof open>>;
const [paper, ...photos] = inline as [InlineFile, InlineFile, InlineFile];

test.each<[surface: string, (to: Opened) => Promise<unknown>]>([
  ['inputs with their content', ({ call, run }) => call(run, { inputs: { paper, photos } })],
  [
    'inputs with ids of uploads',
    async ({ call, run, upload }) => {
      const [first, ...rest] = await upload();
      return call(run, { inputs: { paper: first, photos: rest } });
    },
  ],
  ['a form whose field comes twice', ({ post, run, key }) => post(run, formWith({ paper: [paper], photos }), bearer(key))],
  ['a webhook', ({ post, hooks }) => post(`${hooks}/hook`, formWith({ paper: [paper], photos }))],
  ['a hosted form', ({ call, hooks }) => call(`${hooks}/form`, { values: { message: '', paper, photos } })],
  [
    'a chat with attachments',
    async ({ stream, slug, upload }) =>
      stream(`/api/v1/chat/${slug}`, { sessionId: 'one', content: 'Read', attachments: await upload() }),
  ],
  [
    'the OpenAI API',
    ({ call, slug }) =>
      call('/v1/chat/completions', {
        model: slug,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Read' },
              ...inline.map((file) => ({ type: 'file', file: { filename: file.name, file_data: dataUrl(file) } })),
            ],
          },
        ],
      }),
  ],
  [
    'A2A',
    ({ call, run }) =>
      call(`${run}/a2a`, {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: {
          message: {
            messageId: 'm1',
            role: 'ROLE_USER',
            parts: [
              { text: 'Read' },
              ...inline.map(({ name, text }) => ({
                raw: Buffer.from(text).toString('base64'),
                filename: name,
                mediaType: 'text/plain',
              })),
            ],
          },
        },
      }),
  ],
])('several files arrive by %s', async (_, send) => {
  const answer = JSON.stringify(await send(await open()));
  for (const name of names) expect(answer).toContain(name);
});

test('one file of a form is a list of one, and a reference in a text counts as well', async () => {
  const { post, run, key, upload } = await open();
  const alone = { name: 'alone.txt', mediaType: 'text/plain', text: 'alone' };
  const one = formWith({ paper: [paper], photos: [alone] });
  expect(await post(run, one, bearer(key))).toMatchObject({ outputs: { names: ['alone.txt'] } });
  one.append('photos', JSON.stringify((await upload())[1]));
  expect(await post(run, one, bearer(key))).toMatchObject({ outputs: { names: ['one.txt', 'alone.txt'] } });
});

test('a list names no file of others, wherever it is in the list', async () => {
  const { call, run, hooks, upload } = await open();
  const unknown = await call(run, { inputs: { paper, photos: [photos[0], { fileId: 'file_of_others' }] } });
  expect([unknown.status, JSON.stringify(unknown.json)]).toEqual([422, expect.stringContaining('file_of_others')]);
  const event = await call(`${hooks}/form`, { values: { paper, photos: [photos[0], (await upload())[2]] } });
  expect(JSON.stringify(event.json)).not.toContain('two.txt');
});

test('what is not a list of files is refused in the language of the caller', async () => {
  const { call, run } = await open();
  const { status, json } = await call(run, { inputs: { paper, photos: [photos[0], 'two.txt'] } });
  expect([status, JSON.stringify(json)]).toEqual([422, expect.stringContaining('而第 2 项是 \\"two.txt\\"')]);
});

test('the document of an endpoint says how several files are sent', async () => {
  const { call, run } = await open();
  const file = { type: 'string', format: 'binary' };
  const schema = { properties: { photos: { type: 'array', items: file }, paper: file } };
  expect((await call(`${run}/openapi.json`)).json).toMatchObject({
    paths: { [run]: { post: { requestBody: { content: { 'multipart/form-data': { schema } } } } } },
  });
});
