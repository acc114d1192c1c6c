import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { bearer, callApi, makeKey, publish } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

let place: DatabaseLocation;
let server: ServerProcess;
const api = (path: string) => `${server.url}/api/v1${path}`;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  server = await ServerProcess.start({ ...place });
});
afterAll(async () => {
  await server?.end();
  await place?.remove();
});

const answering = (response: object | undefined, more: Partial<Workflow> = {}): Workflow => ({
  ...workflowOf(
    {
      start: [
        'start',
        {
          inputs: [
            { name: 'value', type: 'json' },
            { name: 'paper', type: 'file' },
          ],
        },
      ],
      note: ['artifact', { format: 'text', name: 'note.csv', content: 'a,b\n1,2\n' }],
      end: ['end', { outputs: { value: '{{start.value | default: ""}}' }, ...(response && { response }) }],
    },
    ['start -> note', 'note -> end'],
  ),
  ...more,
});

async function raw(workflow: Workflow, inputs: object = {}, more: object = {}) {
  const { slug, key } = await publish(server.url, workflow);
  const response = await fetch(api(`/run/${slug}?raw=1`), {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ inputs, ...more }),
    redirect: 'manual',
  });
  const { status, headers } = response;
  return { slug, key, status, headers, text: await response.text() };
}

test('status, headers and body are what the end says, typed by its templates', async () => {
  const made = await raw(
    answering({
      status: '{{start.value.status}}',
      headers: {
        Location: '/orders/{{start.value.n}}',
        'content-type': 'application/problem+json',
        'x-count': '{{start.value.n}}',
      },
      body: { n: '{{start.value.n}}', said: 'n is {{start.value.n}}' },
    }),
    { value: { n: 7, status: 303 } },
  );
  expect(made.status).toBe(303);
  expect(Object.fromEntries(made.headers)).toMatchObject({
    location: '/orders/7',
    'x-count': '7',
    'content-type': 'application/problem+json',
    'x-run-id': expect.stringMatching(/^run_/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox (?!.*same-origin)/),
  });
  expect(made.text).toBe('{"n":7,"said":"n is 7"}');
});

test('texts, outputs, files of the run and no body at all', async () => {
  const text = await raw(answering({ headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<b>{{start.value}}</b>' }), {
    value: 'Grüße',
  });
  expect([text.status, text.headers.get('content-type'), text.text]).toEqual([200, 'text/html; charset=utf-8', '<b>Grüße</b>']);
  const outputs = await raw(answering(undefined), { value: [1] });
  expect([outputs.headers.get('content-type'), outputs.text]).toEqual(['application/json; charset=utf-8', '{"value":[1]}']);
  const file = await raw(answering({ body: '{{note}}' }));
  expect([file.headers.get('content-type'), file.headers.get('content-length'), file.text]).toEqual([
    'text/csv',
    '8',
    'a,b\n1,2\n',
  ]);
  const none = await raw(answering({ status: 204, body: 'not sent' }));
  expect([none.status, none.text]).toEqual([204, '']);
  const inline = { name: 'a.svg', mediaType: 'image/svg+xml', base64: Buffer.from('<svg/>').toString('base64') };
  const image = await raw(answering({ body: '{{start.value}}' }), { value: inline });
  expect([image.headers.get('content-type'), image.text]).toEqual(['image/svg+xml', '<svg/>']);
});

test('a file is of the run or of its caller: an id that a caller names opens nothing else', async () => {
  const echo = answering({ body: '{{start.value}}' });
  const { slug, key, text } = await raw(answering({ body: '{{note}}' }));
  expect(text).toContain('1,2');
  const [mine, other] = [key, (await makeKey(server.url, slug)).key];
  const upload = await fetch(api('/files?path=chat/mine.txt'), { method: 'POST', headers: bearer(mine), body: 'mine' });
  const [{ fileId, name, mediaType }] = (await upload.json()).items;
  const given = { value: { fileId, name, mediaType } };
  const { workflowId } = await publish(server.url, echo);
  await callApi(api(`/workflows/${workflowId}/deployments`), { body: { slug: `${slug}-2` } });
  const echoKey = (await makeKey(server.url, `${slug}-2`)).key;
  const ask = (as: string, to: string) =>
    fetch(api(`/run/${to}?raw=1`), {
      method: 'POST',
      headers: { ...bearer(as), 'content-type': 'application/json' },
      body: JSON.stringify({ inputs: given }),
    });
  const refused = await ask(echoKey, `${slug}-2`);
  expect([refused.status, (await refused.json()).error.code]).toEqual([404, 'not-found']);
  expect(other).not.toBe(mine);
  const own = await fetch(api(`/files?path=chat/own.txt`), { method: 'POST', headers: bearer(echoKey), body: 'own' });
  Object.assign(given.value, (await own.json()).items[0]);
  expect(await (await ask(echoKey, `${slug}-2`)).text()).toBe('own');
});

test('headers of the server, and line breaks in values, fail the node and name the field', async () => {
  const refused = await callApi(api('/workflows/validate'), {
    body: answering({ headers: { 'Set-Cookie': 'a=b' } }),
  });
  expect(JSON.stringify(refused.json)).toContain('The header Set-Cookie is set by the server alone');
  const split = await raw(answering({ headers: { 'x-name': '{{start.value}}' } }), { value: 'a\r\nset-cookie: b=c' });
  expect([split.status, JSON.parse(split.text)]).toMatchObject([500, { error: { code: 'run-failed' } }]);
  expect(split.headers.get('set-cookie')).toBeNull();
  const run = await callApi(api(`/runs/${split.headers.get('x-run-id')}`));
  expect(run.json.error).toMatchObject({ code: 'response-invalid', nodeId: 'end', path: 'config.response.headers.x-name' });
  const wrongMode = await raw(answering(undefined), {}, { mode: 'async' });
  expect([wrongMode.status, JSON.parse(wrongMode.text)]).toMatchObject([400, { error: { code: 'body-invalid' } }]);
});

test('a repeated request gets the same response, and a webhook that waits answers it too', async () => {
  const workflow = answering(
    { status: 201, headers: { 'content-type': 'text/html' }, body: '<p>Thanks, {{start.value.name}}</p>' },
    {
      triggers: [
        { id: 'hook', type: 'webhook', config: { auth: 'none', response: 'result' }, inputs: { value: '{{trigger.body}}' } },
      ] as never,
    },
  );
  const { slug, key } = await publish(server.url, workflow);
  const ask = () =>
    fetch(api(`/run/${slug}?raw=1`), {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json', 'idempotency-key': 'one' },
      body: JSON.stringify({ inputs: { value: { name: 'Ada' } } }),
    });
  const [first, again] = [await ask(), await ask()];
  expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
  expect([await first.text(), await again.text()]).toEqual(['<p>Thanks, Ada</p>', '<p>Thanks, Ada</p>']);
  expect(again.headers.get('x-run-id')).toBe(first.headers.get('x-run-id'));
  const hooked = await fetch(api(`/hooks/${slug}/hook`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bob' }),
  });
  expect([hooked.status, hooked.headers.get('content-type'), await hooked.text()]).toEqual([
    201,
    'text/html',
    '<p>Thanks, Bob</p>',
  ]);
  expect(hooked.headers.get('content-security-policy')).toMatch(/^sandbox /);
  const { json } = await callApi(api(`/run/${slug}/openapi.json`), { headers: bearer(key) });
  const { responses, parameters } =
    (json.paths as Record<string, Record<string, Record<string, never>>>)[`/api/v1/run/${slug}`]?.post ?? {};
  expect(responses).toMatchObject({ 201: { content: { 'text/html': { schema: { type: 'string' } } } } });
  expect(parameters).toContainEqual(expect.objectContaining({ name: 'raw', in: 'query' }));
});
