import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { NewCredentialBody } from '#lib/api/credentials.contract.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

type Received = { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** Answers with all that it received, as servers do that help to debug; `/away` redirects to another origin. */
const received: Received[] = [];
const echo = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const got = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
    received.push(got);
    if (request.url === '/away') response.writeHead(302, { location: `http://localhost:${portOf()}/elsewhere` }).end();
    else if (request.url?.startsWith('/wrong')) response.writeHead(401).end(`no: ${request.headers.authorization}`);
    else
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-echo': String(request.headers.authorization ?? '') })
        .end(JSON.stringify(got));
  });
});
const portOf = () => (echo.address() as AddressInfo).port;
const host = () => `127.0.0.1:${portOf()}`;

let place: DatabaseLocation;
let server: ServerProcess;
let api: Client;

beforeAll(async () => {
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  place = await makeDatabaseLocation();
  const config = `http:\n  allowed_private_hosts: ['${host()}', 'localhost:${portOf()}']\n`;
  server = await ServerProcess.start({ ...place, config });
  api = makeClient({ baseUrl: server.url, fetch });
});
afterAll(async () => {
  await server?.end();
  await place?.remove();
  echo.closeAllConnections();
  echo.close();
});

type Kind = Pick<NewCredentialBody, 'type' | 'fields'>;
let made = 0;
const create = (kind: Kind, hosts = [host()]) =>
  api.createCredential({ body: { ...kind, name: `c${++made}`, hosts } as NewCredentialBody });

/** A saved workflow of one request with the credential, and its run. */
async function send(
  credential: { id: string; type: Kind['type'] },
  { url = `http://${host()}/me`, hosts = [host()], method = 'POST' }: { url?: string; hosts?: string[]; method?: string } = {},
) {
  const body = method === 'POST' ? { body: { n: 1 } } : {};
  const document = workflowOf(
    {
      start: ['start', { inputs: [] }],
      call: ['http', { method, url, auth: 'crm', ...body }],
      end: ['end', { outputs: { got: '{{call}}' } }],
    },
    ['start -> call', 'call -> end'],
  );
  const settings = { credentials: { crm: { type: credential.type, hosts } } };
  const saved = await api.createWorkflow({ body: { ...document, settings } as never });
  await api.fillCredentialSlot({ params: { id: saved.id, slot: 'crm' }, body: { credentialId: credential.id } });
  const { runId } = await api.runWorkflow({ params: { id: saved.id }, body: { inputs: {}, mode: 'async' } });
  const events: unknown[] = [];
  for await (const event of api.streamEvents(runId)) events.push(event);
  const run = await api.getRun({ params: { id: runId } });
  return { run, runId, workflowId: saved.id, log: JSON.stringify([events, run]) };
}

const bearer = { type: 'bearer', fields: { token: 'tok-3f9c1a77e2' } } as const;
const last = () => received.at(-1) as Received;

describe('a credential is sent as its type says', () => {
  test.each<[Kind, (got: Received) => unknown]>([
    [bearer, ({ headers }) => headers.authorization === 'Bearer tok-3f9c1a77e2'],
    [
      { type: 'header', fields: { name: 'X-Api-Key', value: 'key-5521ffab' } },
      ({ headers }) => headers['x-api-key'] === 'key-5521ffab',
    ],
    [
      { type: 'basic', fields: { username: 'ada', password: 'pass-word-9' } },
      ({ headers }) => headers.authorization === `Basic ${btoa('ada:pass-word-9')}`,
    ],
    [
      { type: 'query', fields: { name: 'key', value: 'q&s=/secret' } },
      ({ url }) => new URL(url, 'http://x').searchParams.get('key') === 'q&s=/secret',
    ],
    [
      { type: 'hmac', fields: { secret: 'signing-secret', header: 'x-sig', prefix: 'sha256=', timestampHeader: 'x-time' } },
      ({ headers, body }) =>
        headers['x-sig'] ===
        `sha256=${createHmac('sha256', 'signing-secret').update(`${headers['x-time']}.${body}`).digest('hex')}`,
    ],
    [
      { type: 'custom', fields: { headers: { 'x-app': 'app-id-77' }, query: { sig: 'query-sig-8' } } },
      ({ headers, url }) => headers['x-app'] === 'app-id-77' && url.includes('sig=query-sig-8'),
    ],
  ])('%o', async (kind, isRight) => {
    const { run } = await send(await create(kind));
    expect(run.status).toBe('succeeded');
    expect(isRight(last())).toBe(true);
  });
});

describe('a secret stays where it is kept', () => {
  test('what the server repeats of it is masked in outputs, events and the trace', async () => {
    const { run, log } = await send(await create(bearer));
    expect(last().headers.authorization).toContain('tok-3f9c1a77e2');
    expect(log).not.toContain('tok-3f9c1a77e2');
    expect(JSON.stringify(run.outputs)).toContain('Bearer [masked]');
  });

  test('an error that quotes it is masked, too', async () => {
    const { run, log } = await send(await create(bearer), { url: `http://${host()}/wrong` });
    expect(run).toMatchObject({ status: 'failed', error: { code: 'http-status' } });
    expect(log).not.toContain('tok-3f9c1a77e2');
  });

  test('no response of the API contains it', async () => {
    const { id } = await create(bearer);
    const listed = JSON.stringify(await api.listCredentials({ query: {} }));
    expect(listed).toContain(id);
    expect(listed).not.toMatch(/tok-|key-5521ffab|pass-word|signing-secret/);
  });
});

describe('a credential is sent nowhere else', () => {
  const refused = { status: 'failed', error: { code: 'credential-refused', path: 'config.auth' } };

  test('not to a host that the credential does not name', async () => {
    const credential = await create(bearer, ['api.example.com']);
    const before = received.length;
    expect((await send(credential)).run).toMatchObject(refused);
    expect(received).toHaveLength(before);
  });

  test('not to a host that the slot of the workflow does not name', async () => {
    const before = received.length;
    expect((await send(await create(bearer), { hosts: ['api.example.com'] })).run).toMatchObject(refused);
    expect(received).toHaveLength(before);
  });

  test('not over plain http to a host that is named without a port', async () => {
    const credential = await create(bearer, ['127.0.0.1']);
    expect((await send(credential, { url: 'http://127.0.0.1/me', hosts: ['127.0.0.1'] })).run).toMatchObject(refused);
  });

  test('not along with a redirect to another origin', async () => {
    const both = [host(), `localhost:${portOf()}`];
    const { run } = await send(await create(bearer, both), { url: `http://${host()}/away`, hosts: both, method: 'GET' });
    expect(run.status).toBe('succeeded');
    expect(last()).toMatchObject({ url: '/elsewhere' });
    expect(last().headers.authorization).toBeUndefined();
  });

  test('not for a slot of another type', async () => {
    const credential = await create(bearer);
    const { workflowId } = await send(credential);
    // The slot changes its type after it was filled.
    const { document, revision } = await api.getWorkflow({ params: { id: workflowId } });
    const settings = { credentials: { crm: { type: 'basic' as const, hosts: [host()] } } };
    const saved = { ...document, settings } as never;
    await api.replaceWorkflow({ params: { id: workflowId }, headers: { 'if-match': `${revision}` }, body: saved });
    const run = await api.runWorkflow({ params: { id: workflowId }, body: { inputs: {}, mode: 'sync' } });
    expect(run).toMatchObject(refused);
  });
});

describe('slots', () => {
  test('a slot takes a credential of its own type, and there is no slot that the workflow does not declare', async () => {
    const credential = await create(bearer);
    const { workflowId: id } = await send(credential);
    const fill = (slot: string, credentialId: string | null) =>
      api.fillCredentialSlot({ params: { id, slot }, body: { credentialId } });
    await expect(fill('other', credential.id)).rejects.toMatchObject({ status: 404, message: expect.stringContaining('crm') });
    const basic = await create({ type: 'basic', fields: { username: 'ann', password: 'pw-5512e8' } });
    await expect(fill('crm', basic.id)).rejects.toMatchObject({
      status: 400,
      message: `body.credentialId: The slot 'crm' takes a credential of type bearer, and '${basic.name}' is of type basic`,
    });
    // Nothing changed, and what is not declared any more can be emptied.
    const { items } = await api.listWorkflowCredentials({ params: { id } });
    expect(items).toMatchObject([{ slot: 'crm', credentialId: credential.id }]);
    await fill('other', null);
  });

  test('no model, service or agent takes a credential that requests cannot carry', async () => {
    const fields = { host: 'db.example', port: 5432, user: 'u', password: 'pw-77', database: 'd' };
    const credentialId = (await create({ type: 'postgres', fields } as never, ['db.example'])).id;
    const expected = { status: 400, message: expect.stringContaining('is of type postgres, which no request carries') };
    const model = { provider: 'openai-compatible' as const, modelId: 'm', baseUrl: 'http://127.0.0.1:9/v1', credentialId };
    await expect(api.saveModel({ params: { name: 'm' }, body: model as never })).rejects.toMatchObject(expected);
    const agent = { name: 'agent', url: 'http://127.0.0.1:9/agent', credentialId };
    await expect(api.createA2aService({ body: agent })).rejects.toMatchObject(expected);
    const mcp = { name: 'mcp', transport: 'http' as const, url: 'http://127.0.0.1:9/mcp', credentialId };
    await expect(api.createMcpServer({ body: mcp })).rejects.toMatchObject(expected);
  });

  test('a slot that nothing fills fails the node, and says so', async () => {
    const { id } = await create(bearer);
    const { workflowId } = await send({ id, type: 'bearer' });
    expect(await api.listWorkflowCredentials({ params: { id: workflowId } })).toEqual({
      items: [{ slot: 'crm', type: 'bearer', hosts: [host()], credentialId: id }],
    });
    expect((await api.listCredentials({ query: {} })).items.find((item) => item.id === id)).toMatchObject({
      usedBy: [{ workflowId, slot: 'crm' }],
      lastUsedAt: expect.any(String),
    });
    await api.deleteCredential({ params: { id } });
    const { items } = await api.listWorkflowCredentials({ params: { id: workflowId } });
    expect(items).toMatchObject([{ credentialId: null }]);
    const run = await api.runWorkflow({ params: { id: workflowId }, body: { inputs: {}, mode: 'sync' } });
    expect(run).toMatchObject({ status: 'failed', error: { code: 'credential-missing', nodeId: 'call', path: 'config.auth' } });
  });

  test('a document that is not saved takes the credential of the same name', async () => {
    const { name } = await create(bearer);
    const document = {
      ...workflowOf({ start: ['start', { inputs: [] }], call: ['http', { url: `http://${host()}/me`, auth: name }] }, [
        'start -> call',
      ]),
      settings: { credentials: { [name]: { type: 'bearer' as const, hosts: [host()] } } },
    };
    expect(await api.runDocument({ body: { document, inputs: {}, mode: 'sync' } })).toMatchObject({ status: 'succeeded' });
    expect(last().headers.authorization).toBe('Bearer tok-3f9c1a77e2');
  });

  test('a request of a server carries fields and files as multipart', async () => {
    const { name } = await create(bearer);
    const file = { name: 'a.csv', mediaType: 'text/csv', text: 'a,b' };
    const config = { method: 'POST', url: `http://${host()}/form`, auth: name, bodyType: 'multipart' };
    const document = {
      ...workflowOf(
        {
          start: ['start', { inputs: [{ name: 'title', type: 'text' }] }],
          call: ['http', { ...config, body: { title: '{{start.title}}', tag: ['x', 'y'], file } }],
        },
        ['start -> call'],
      ),
      settings: { credentials: { [name]: { type: 'bearer' as const, hosts: [host()] } } },
    };
    expect(await api.runDocument({ body: { document, inputs: { title: 'Größe' }, mode: 'sync' } })).toMatchObject({
      status: 'succeeded',
    });
    const { headers, body } = last();
    expect(headers.authorization).toBe('Bearer tok-3f9c1a77e2');
    const form = await new Response(body, { headers: { 'content-type': String(headers['content-type']) } }).formData();
    expect([form.get('title'), form.getAll('tag')]).toEqual(['Größe', ['x', 'y']]);
    const sent = form.get('file') as File;
    expect([sent.name, sent.type, await sent.text()]).toEqual(['a.csv', 'text/csv', 'a,b']);
  });

  test('a changed credential is the one that the next request sends', async () => {
    const { id } = await create(bearer);
    await api.updateCredential({ params: { id }, body: { fields: { token: 'rotated-token' } } });
    await send({ id, type: 'bearer' });
    expect(last().headers.authorization).toBe('Bearer rotated-token');
  });

  test('names are unique, and fields must fit the type', async () => {
    const { id, name } = await create(bearer);
    await expect(api.createCredential({ body: { ...bearer, name, hosts: ['a.example'] } })).rejects.toMatchObject({
      status: 409,
      code: 'name-taken',
    });
    await expect(api.updateCredential({ params: { id }, body: { fields: { password: 'x' } } })).rejects.toMatchObject({
      status: 400,
      code: 'body-invalid',
    });
  });

  test.each<[string, object, string]>([
    ['bearer', { token: 'a\r\nX-Admin: 1' }, 'no header can carry'],
    ['bearer', { token: '密钥' }, 'no header can carry'],
    ['header', { name: 'Host', value: 'a' }, 'belongs to the connection'],
    ['custom', { headers: { 'Content-Length': '3' } }, 'belongs to the connection'],
    ['custom', { headers: { 'X-Key': 'a\0' } }, 'no header can carry'],
  ])('a %s that no request could carry is refused: %j', async (type, fields, reason) => {
    const body = { type, name: 'unsent', hosts: ['a.example'], fields } as never;
    await expect(api.createCredential({ body })).rejects.toMatchObject({
      code: 'body-invalid',
      message: expect.stringContaining(reason),
    });
  });

  test('its hosts may become fewer, and another one needs its values again', async () => {
    const { id } = await create(bearer, [host(), '*.shop.example']);
    const change = (body: object) => api.updateCredential({ params: { id }, body });
    for (const added of ['evil.example', `localhost:${portOf()}`, 'shop.example', '*.evil.example', '127.0.0.1:80'])
      await expect(change({ hosts: [host(), added] })).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining(added),
        details: { problems: [{ path: 'body.hosts' }] },
      });
    expect((await change({ hosts: [host(), 'a.shop.example'] })).hosts).toEqual([host(), 'a.shop.example']);
    const moved = await change({ hosts: [`localhost:${portOf()}`], fields: { token: 'another-token' } });
    expect(moved.hosts).toEqual([`localhost:${portOf()}`]);
  });

  test('a test says what a GET request came to', async () => {
    const { id } = await create(bearer);
    expect(await api.testCredential({ params: { id }, body: { url: `http://${host()}/me` } })).toEqual({
      ok: true,
      status: 200,
      message: null,
    });
    const wrong = await api.testCredential({ params: { id }, body: { url: `http://${host()}/wrong` } });
    expect(wrong).toEqual({ ok: false, status: 401, message: 'no: Bearer [masked]' });
    const elsewhere = await api.testCredential({ params: { id }, body: { url: 'https://other.example/' } });
    expect(elsewhere).toMatchObject({ ok: false, status: null, message: expect.stringContaining('other.example') });
  });
});
