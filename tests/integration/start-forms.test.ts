import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { bearer, publish } from '#tests/support/published-endpoint.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { startApi } from '../support/api-server.ts';

const workflow = workflowOf(
  {
    start: [
      'start',
      {
        inputs: [
          { name: 'report', type: 'file', required: true },
          { name: 'pages', type: 'number' },
          { name: 'draft', type: 'boolean' },
          { name: 'title', type: 'text' },
          { name: 'tags', type: 'json' },
        ],
      },
    ],
    end: [
      'end',
      {
        outputs: {
          file: '{{start.report}}',
          given: '{{= {"pages": start.pages, "draft": start.draft, "title": start.title, "tags": start.tags} }}',
        },
      },
    ],
  },
  ['start -> end'],
);

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

async function open(options?: Parameters<typeof startApi>[1]) {
  const api = await startApi(database, options);
  const endpoint = await publish(api.url, workflow, { events: 'full' });
  const send = async (path: string, form: FormData, headers: Record<string, string> = {}) => {
    const response = await fetch(`${api.url}/api/v1${path}`, { method: 'POST', body: form, headers });
    return { status: response.status, headers: response.headers, json: (await response.json()) as Record<string, unknown> };
  };
  const filesOf = async () =>
    (await api.client.listFiles({ query: { search: 'report' } })).items.filter(({ path }) => path.includes(endpoint.keyId));
  return { ...api, endpoint, send, filesOf };
}

const bytes = 'x'.repeat(300_000);
function formWith(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
const report = (content = bytes) => new File([content], 'report.txt', { type: 'text/plain' });
const texts = { pages: '12', draft: 'true', title: '12', tags: '["a",{"b":1}]' };

test('a form starts a published workflow and a draft: files are stored, texts become values of the types of their inputs', async () => {
  const { endpoint, send, client, filesOf } = await open();
  const form = () => formWith({ report: report(), ...texts, request: '{"user":"ada"}', none: new File([], '') });
  const run = await send(`/run/${endpoint.slug}`, form(), bearer(endpoint.key));
  // A field of a page in which no file was chosen is no input.
  expect([run.status, run.json.status]).toEqual([200, 'succeeded']);
  const { file, given } = run.json.outputs as { file: { fileId: string }; given: unknown };
  expect(given).toEqual({ pages: 12, draft: true, title: '12', tags: ['a', { b: 1 }] });
  expect(file).toMatchObject({ name: 'report.txt', mediaType: expect.stringContaining('text/plain'), sizeBytes: bytes.length });
  expect(await client.getRun({ params: { id: String(run.json.runId) } })).toMatchObject({ user: 'ada' });
  // Below a folder of the key, so that other keys do not see it.
  expect((await filesOf()).map(({ path }) => path)).toEqual([
    expect.stringMatching(new RegExp(`^uploads/${endpoint.keyId}/forms/up_\\w+/report\\.txt$`)),
  ]);
  const draft = await send(
    `/workflows/${endpoint.workflowId}/runs`,
    formWith({ report: report(), ...texts, request: '{"mode":"async"}' }),
  );
  expect(draft.status).toBe(202);
  const { inputs } = await client.getRun({ params: { id: String(draft.json.runId) } });
  const { fileId } = inputs.report as { fileId: string };
  expect(await client.getFile({ params: { id: fileId } })).toMatchObject({ sizeBytes: bytes.length });
});

test('the same form with one idempotency key is one run, and its files are stored once', async () => {
  const { endpoint, send, filesOf } = await open();
  const headers = { ...bearer(endpoint.key), 'idempotency-key': 'one' };
  const first = await send(`/run/${endpoint.slug}`, formWith({ report: report(), ...texts }), headers);
  const again = await send(`/run/${endpoint.slug}`, formWith({ report: report(), ...texts }), headers);
  expect(again.json.runId).toBe(first.json.runId);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await filesOf()).toHaveLength(1);
  const other = await send(`/run/${endpoint.slug}`, formWith({ report: report('other'), ...texts }), headers);
  expect(other.json).toMatchObject({ error: { code: 'idempotency-key-reused' } });
  expect(await filesOf()).toHaveLength(1);
});

test.each([
  ['a number that is none', { report: report(), pages: 'twelve' }, 'inputs-invalid', 'inputs.pages'],
  ['a request that is no object', { report: report(), request: '[1]' }, 'body-invalid', 'request'],
  ['a request that is no JSON', { report: report(), request: '{' }, 'body-invalid', 'request'],
  ['a field that the body has not', { report: report(), request: '{"nope":1}' }, 'body-invalid', 'nope'],
  ['a missing file', { title: 'x' }, 'inputs-invalid', 'inputs.report'],
  ['an unknown input', { report: report(), strange: 'x' }, 'inputs-invalid', 'strange'],
])('%s is refused, and nothing stays stored', async (_, fields, code, place) => {
  const { endpoint, send, filesOf } = await open();
  const { json } = await send(`/run/${endpoint.slug}`, formWith(fields), bearer(endpoint.key));
  expect(json).toMatchObject({ error: { code } });
  expect(JSON.stringify(json)).toContain(place);
  expect(await filesOf()).toEqual([]);
});

test('the files of a streamed start whose run cannot be stored are deleted', async () => {
  const { engine } = await open();
  const start: typeof engine.start = async (asked) => {
    const { accepted, ...started } = await engine.start(asked);
    return { ...started, accepted: accepted.then(() => Promise.reject(new Error('The disk is full'))) };
  };
  const { endpoint, send, filesOf } = await open({ runs: Object.assign(Object.create(engine), { start }) });
  const { status } = await send(`/run/${endpoint.slug}/stream`, formWith({ report: report(), ...texts }), bearer(endpoint.key));
  expect(status).toBe(500);
  await expect.poll(filesOf).toEqual([]);
});

test('two files or texts for one value are refused, and so is a form where none is taken', async () => {
  const { endpoint, send, filesOf } = await open();
  const form = formWith({ report: report() });
  form.append('report', report('second'));
  expect((await send(`/run/${endpoint.slug}`, form, bearer(endpoint.key))).json).toMatchObject({
    error: { code: 'inputs-invalid', message: "Input 'report' takes one file" },
  });
  expect(await filesOf()).toEqual([]);
  const twice = formWith({ report: report(), title: 'one' });
  twice.append('title', 'two');
  expect((await send(`/run/${endpoint.slug}`, twice, bearer(endpoint.key))).json).toMatchObject({
    error: { code: 'inputs-invalid', message: "Input 'title' takes one value, and the form has 2" },
  });
  expect(await filesOf()).toEqual([]);
  expect((await send('/runs', formWith({ report: report() }))).status).toBeGreaterThanOrEqual(400);
});
