import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { NewCredentialBody } from '#lib/api/credentials.contract.ts';
import { type Recipe, readRecipes } from '#server/tool-services/recipes.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

type Received = { readonly method: string; readonly url: URL; readonly headers: IncomingHttpHeaders; readonly body: string };

/** Stands in for every service: answers with what the address asks for, else with what all of them take for success. */
const received: Received[] = [];
const standIn = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const url = new URL(request.url ?? '', 'http://stand-in');
    const { method = '', headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/openapi.json') return json(200, petStore());
    if (url.pathname.endsWith('/picture'))
      return response
        .writeHead(200, { 'content-type': 'image/png', 'content-disposition': 'inline; filename="cat.png"' })
        .end('\x89PNG');
    if (url.pathname.endsWith('/numbers'))
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1234567890123456789,"n":1}');
    if (url.pathname.endsWith('/broken')) return json(500, { error: 'out of tea' });
    if (url.pathname.endsWith('/away')) return response.writeHead(302, { location: 'http://localhost:9/' }).end();
    if (url.searchParams.has('refused')) return json(200, { ok: false, error: 'channel_not_found' });
    return json(200, { ok: true, code: 0, echo: headers.authorization ?? null });
  });
});
const host = () => `127.0.0.1:${(standIn.address() as AddressInfo).port}`;

/** Swagger 2.0, with references and a cycle. */
const petStore = () => ({
  swagger: '2.0',
  info: { title: 'Pets', version: '1' },
  host: host(),
  basePath: '/v2',
  schemes: ['http'],
  consumes: ['application/json'],
  produces: ['application/json'],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, type: 'string' }],
      get: {
        operationId: 'getPet',
        summary: 'Get a pet',
        responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Pet' } } },
      },
      delete: { operationId: 'deletePet', summary: 'Delete a pet', responses: { 204: { description: 'gone' } } },
    },
    '/pets': {
      get: {
        operationId: 'listPets',
        summary: 'List pets',
        parameters: [
          { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
          { name: 'limit', in: 'query', type: 'integer', maximum: 50 },
        ],
        responses: { 200: { description: 'ok' } },
      },
      post: {
        operationId: 'addPet',
        summary: 'Add a pet',
        parameters: [{ name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } }],
        responses: { 200: { description: 'ok' } },
      },
    },
    '/broken': { get: { operationId: 'broken', summary: 'Fails', responses: { 200: { description: 'ok' } } } },
    '/away': { get: { operationId: 'away', summary: 'Redirects', responses: { 200: { description: 'ok' } } } },
    '/upload': {
      post: {
        operationId: 'upload',
        consumes: ['multipart/form-data'],
        parameters: [{ name: 'file', in: 'formData', type: 'file', required: true }],
        responses: { 200: { description: 'ok' } },
      },
    },
  },
  definitions: {
    Pet: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 1 },
        parent: { $ref: '#/definitions/Pet' },
        id: { type: 'integer', readOnly: true },
      },
    },
  },
});

let place: DatabaseLocation;
let server: ServerProcess;
let api: Client;
let recipes: readonly Recipe[];

beforeAll(async () => {
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve));
  recipes = await readRecipes();
  place = await makeDatabaseLocation();
  const tools = [...recipes.map(({ id, example }) => `${id}@${example.operation}`), 'pets@addPet', 'pets@deletePet'];
  const settings = tools.map((tool) => `  '${tool}': { approval: never }\n`).join('');
  const config = `http:\n  allowed_private_hosts: ['${host()}']\ntools:\n${settings}`;
  server = await ServerProcess.start({ ...place, config });
  api = makeClient({ baseUrl: server.url, fetch });
});
afterAll(async () => {
  await server?.end();
  await place?.remove();
  standIn.closeAllConnections();
  standIn.close();
});

/** Calls the tool in a run of its own. */
async function call(toolName: string, parameters: object) {
  const document = workflowOf(
    {
      start: ['start', { inputs: [] }],
      call: ['tool-call', { toolName, parameters: parameters as never }],
      end: ['end', { outputs: { data: '{{call.data}}' } }],
    },
    ['start -> call', 'call -> end'],
  );
  const run = await api.runDocument({ body: { document, inputs: {}, mode: 'sync' } });
  return run as { status: string; outputs?: { data: unknown }; error?: { code: string; message: string; hint?: string } };
}

describe('a service by its OpenAPI document', () => {
  test('has its operations, though some are odd', async () => {
    const fine = { get: { operationId: 'fine', responses: {} } };
    const odd = {
      '/null': null,
      '/list': { get: { operationId: 'list', parameters: [null, 7], responses: {} } },
      '/mixed': {
        get: null,
        post: { operationId: 'mixed', responses: { 200: null } },
        put: { operationId: 'put', responses: {} },
      },
    };
    for (const version of [{ swagger: '2.0', host: host() }, { openapi: '3.0.3' }, { openapi: '3.1.0' }]) {
      const document = JSON.stringify({ ...version, info: { title: 'Odd', version: '1' }, paths: { ...odd, '/fine': fine } });
      const { operations, skipped } = await api.readToolService({ body: { document } });
      const names = operations.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['fine', 'put']));
      expect(names.length + skipped.length).toBeGreaterThanOrEqual(4);
    }
  });

  test('sends parameters in their style, keeps long numbers, and answers files as files', async () => {
    const parameters = [
      { name: 'pipe', in: 'query', style: 'pipeDelimited', explode: false, schema: { type: 'array', items: { type: 'string' } } },
      { name: 'obj', in: 'query', schema: { type: 'object', properties: { x: { type: 'string' } } } },
      { name: 'n', in: 'query', schema: { type: 'integer', nullable: true } },
    ];
    const get = (operationId: string, more: object = {}) => ({ get: { operationId, responses: {}, ...more } });
    const document = JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Styles', version: '1' },
      paths: { '/numbers': get('numbers', { parameters }), '/picture': get('picture') },
    });
    const body = { id: 'styles', title: 'Styles', document, serverUrl: `http://${host()}`, operations: ['numbers', 'picture'] };
    await api.createToolService({ body: body as never });
    received.length = 0;
    const { outputs } = await call('styles@numbers', { pipe: ['a', 'b'], obj: { x: '2' }, n: null });
    expect(received[0]?.url.search).toBe('?pipe=a%7Cb&x=2');
    expect(outputs).toEqual({ data: { id: '1234567890123456789', n: 1 } });
    const picture = await call('styles@picture', {});
    expect(picture.outputs?.data).toMatchObject({
      name: 'cat.png',
      mediaType: 'image/png',
      sizeBytes: 5,
      path: expect.any(String),
    });
    await api.deleteToolService({ params: { id: 'styles' } });
  });

  test('is read without anything being stored', async () => {
    const read = await api.readToolService({ body: { url: `http://${host()}/openapi.json` } });
    expect(read).toMatchObject({ title: 'Pets', serverUrl: `http://${host()}/v2` });
    expect(read.operations.map(({ name, risk, isChosen }) => `${name} ${risk} ${isChosen}`)).toEqual([
      'getPet low true',
      'deletePet high false',
      'listPets low true',
      'addPet medium false',
      'broken low true',
      'away low true',
    ]);
    expect(read.skipped).toEqual([{ method: 'POST', path: '/upload', reason: expect.stringContaining('multipart/form-data') }]);
    expect((await api.listToolServices()).items).toEqual([]);
  });

  test('has its operations as tools, whose calls are requests', async () => {
    const operations = ['getPet', 'listPets', 'addPet', 'deletePet', 'broken', 'away'];
    const document = JSON.stringify(petStore());
    const made = await api.createToolService({ body: { id: 'pets', document, operations } });
    expect(made).toMatchObject({ id: 'pets', title: 'Pets', credentialId: null, isEnabled: true });
    const { groups } = await api.listTools();
    const [service] = groups.filter(({ source }) => source === 'openapi');
    expect(service).toMatchObject({ id: 'pets', title: 'Pets' });
    const add = service?.tools.find(({ id }) => id === 'pets@addPet');
    expect(add?.inputSchema).toMatchObject({ properties: { name: { type: 'string' }, parent: {} }, required: ['name'] });
    expect(JSON.stringify(add?.inputSchema)).not.toContain('readOnly');
    expect(await call('pets@listPets', { tags: ['a', 'b c'], limit: 5 })).toMatchObject({ status: 'succeeded' });
    expect(received.at(-1)?.url.href).toBe('http://stand-in/v2/pets?tags=a&tags=b%20c&limit=5');
    expect(await call('pets@getPet', { id: 'a/b?c' })).toMatchObject({ status: 'succeeded', outputs: { data: { ok: true } } });
    expect(received.at(-1)?.url.pathname).toBe('/v2/pets/a%2Fb%3Fc');
    expect(await call('pets@addPet', { name: 'Rex' })).toMatchObject({ status: 'succeeded' });
    expect(received.at(-1)).toMatchObject({
      method: 'POST',
      body: '{"name":"Rex"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  test.each([
    ['pets@getPet', { id: '..' }, 'tool-failed', 'is no part of a path'],
    ['pets@listPets', { limit: 500 }, 'workflow-invalid', 'should be at most 50'],
    ['pets@nothing', {}, 'workflow-invalid', "There is no tool 'pets@nothing'"],
    ['pets@broken', {}, 'tool-failed', 'the service answered 500: {"error":"out of tea"}'],
    ['pets@away', {}, 'tool-failed', 'localhost'],
  ])('%s with %j fails with %s', async (tool, parameters, code, message) => {
    const before = received.length;
    const failed = await call(tool, parameters).catch((error: { code: string; message: string }) => ({ error }));
    expect(failed.error).toMatchObject({ code, message: expect.stringContaining(message) });
    if (code === 'workflow-invalid' || tool === 'pets@getPet') expect(received.length).toBe(before);
  });

  test('asks a person before it changes anything', async () => {
    await api.updateToolService({ params: { id: 'pets' }, body: { operations: ['addPet', 'getPet'] } });
    await api.createToolService({ body: { id: 'pets2', document: JSON.stringify(petStore()), operations: ['deletePet'] } });
    expect(await call('pets2@deletePet', { id: '7' })).toMatchObject({ status: 'waiting' });
    const { items } = await api.listApprovals({ query: { status: 'pending' } });
    expect(items[0]).toMatchObject({ tool: 'pets2@deletePet', description: `DELETE http://${host()}/v2/pets/7` });
  });

  test('loses its tools when it is switched off, changed or deleted', async () => {
    const params = { id: 'pets' };
    const whyNot = async () => {
      const { groups } = await api.listTools();
      return groups
        .flatMap(({ tools }) => tools)
        .filter(({ id }) => id.startsWith('pets@'))
        .map((tool) => `${tool.id} ${tool.whyNot}`);
    };
    expect(await whyNot()).toEqual(['pets@addPet null', 'pets@getPet null']);
    await api.updateToolService({ params, body: { isEnabled: false, operations: ['getPet'] } });
    expect(await whyNot()).toEqual(['pets@getPet The service Pets is switched off']);
    expect((await call('pets@getPet', { id: '1' })).error).toMatchObject({ code: 'tool-not-enabled' });
    await api.deleteToolService({ params });
    expect(await whyNot()).toEqual([]);
    await expect(api.deleteToolService({ params })).rejects.toMatchObject({ code: 'not-found' });
  });

  test.each([
    [{ document: '{"openapi": "3.1.0"}' }, 'no paths'],
    [{ document: 'just: text' }, 'no OpenAPI document'],
    [{ document: '{"openapi": ' }, 'cannot be read'],
    [{ document: `a: &a [x]\n${Array.from({ length: 200 }, (_, index) => `b${index}: *a`).join('\n')}` }, 'cannot be read'],
    [{ recipe: 'slak' }, 'Did you mean slack?'],
    [{ url: 'http://127.0.0.1:9/openapi.json' }, 'body.url'],
  ])('%j is refused', async (source, message) => {
    await expect(api.createToolService({ body: { id: 'x', ...source } })).rejects.toMatchObject({
      code: 'body-invalid',
      message: expect.stringContaining(message),
    });
  });

  test('an unknown operation, an unknown credential and a taken id are named', async () => {
    const document = JSON.stringify(petStore());
    const create = (more: object) => api.createToolService({ body: { id: 'pets2', document, ...more } });
    await expect(create({ operations: ['getPets'] })).rejects.toMatchObject({
      message: expect.stringContaining('body.operations.0'),
    });
    await expect(create({ credentialId: 'cred_none' })).rejects.toMatchObject({
      message: expect.stringContaining('body.credentialId'),
    });
    await expect(create({})).rejects.toMatchObject({ code: 'name-taken' });
  });

  test('YAML of 5 MB does not hold up the server', async () => {
    const paths = Array.from({ length: 2900 }, (_, index) => {
      const description = 'words '.repeat(250);
      return `  /p${index}:\n    get:\n      summary: ${description}\n      responses: { '200': { description: ok } }`;
    });
    const document = `openapi: 3.1.0\ninfo: { title: Large, version: '1' }\nservers: [{ url: 'https://a.example' }]\npaths:\n${paths.join('\n')}`;
    expect(document.length).toBeGreaterThan(4_000_000);
    let isDone = false;
    const reading = api.readToolService({ body: { document } }).finally(() => {
      isDone = true;
    });
    const beganMs = performance.now();
    let slowestMs = 0;
    while (!isDone) {
      const startedAt = performance.now();
      await fetch(`${server.url}/api/v1/health`);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const tookMs = performance.now() - beganMs;
    expect((await reading).operations).toHaveLength(2900);
    // Without a thread of its own, one answer takes as long as all of the reading.
    expect(slowestMs).toBeLessThan(Math.max(2000, tookMs / 2));
  });
});

/** A credential as the recipe wants it; of OAuth only the token matters here, which is a bearer's. */
function credentialOf({ id, credential: { type, fields } }: Recipe): Pick<NewCredentialBody, 'type' | 'fields'> {
  const secret = `secret-of-${id}`;
  switch (type) {
    case 'header':
      return { type, fields: { name: fields.name ?? '', value: secret } };
    case 'basic':
      return { type, fields: { username: 'ada', password: secret } };
    case 'path':
      return { type, fields: { value: secret } };
    default:
      return { type: 'bearer', fields: { token: secret } };
  }
}

function headerOf({ id, credential: { type, fields } }: Recipe): [string, string] | undefined {
  const secret = `secret-of-${id}`;
  if (type === 'header') return [(fields.name ?? '').toLowerCase(), secret];
  if (type === 'basic') return ['authorization', `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`];
  return type === 'path' ? undefined : ['authorization', `Bearer ${secret}`];
}

describe('recipes', () => {
  test('are those of twenty services, each with operations, a credential and an example', async () => {
    const { items } = await api.listToolRecipes();
    expect(items).toHaveLength(20);
    for (const recipe of items) {
      expect(recipe.operations.length, recipe.id).toBeGreaterThanOrEqual(3);
      expect(recipe.credential.hosts.length, recipe.id).toBeGreaterThan(0);
      expect(recipes.find(({ id }) => id === recipe.id)?.service.skipped, recipe.id).toEqual([]);
    }
  });

  test('each sends its example with method, path, query, headers, body and credential', async () => {
    for (const recipe of recipes) {
      const { id, example, service } = recipe;
      const { id: credentialId } = await api.createCredential({
        body: { ...credentialOf(recipe), name: `c-${id}`, hosts: [host()] } as NewCredentialBody,
      });
      const { pathname } = new URL((service.serverUrl ?? '').replaceAll(/[{}]/g, ''));
      const serverUrl = `http://${host()}${pathname}`;
      await api.createToolService({ body: { id, recipe: id, serverUrl, credentialId } });
      const before = received.length;
      const run = await call(`${id}@${example.operation}`, example.input);
      expect(run.error, id).toBeUndefined();
      expect(run.status, id).toBe('succeeded');
      const { method, path, query, headers, body } = example.sends;
      const sent = received[before];
      expect(sent?.method, id).toBe(method);
      expect(decodeURIComponent(sent?.url.pathname ?? ''), id).toBe(
        decodeURIComponent(path.replace('{credential}', `secret-of-${id}`)),
      );
      const sentQuery = Object.fromEntries(
        [...new Set(sent?.url.searchParams.keys())].map((name) => {
          const values = sent?.url.searchParams.getAll(name) ?? [];
          return [name, values.length === 1 ? values[0] : values];
        }),
      );
      expect(sentQuery, id).toEqual(query);
      expect(sent?.headers, id).toMatchObject(headers);
      const [name, value] = headerOf(recipe) ?? [];
      if (name !== undefined) expect(sent?.headers[name], id).toBe(value);
      expect(sent?.body === '' ? undefined : JSON.parse(sent?.body ?? ''), id).toEqual(body);
      // A server that repeats the credential gives it to nobody.
      expect(JSON.stringify(run), id).not.toContain(`secret-of-${id}`);
    }
  }, 120_000);

  test('a failure that a service reports with status 200 is one', async () => {
    const { serverUrl } = (await api.listToolServices()).items.find(({ id }) => id === 'slack') ?? {};
    await api.createToolService({
      body: { id: 'slack2', recipe: 'slack', serverUrl: serverUrl as string, operations: ['conversations_list'] },
    });
    expect((await call('slack2@conversations_list', { types: 'x', cursor: 'y' })).status).toBe('succeeded');
  });

  test('one whose address is not complete asks for it', async () => {
    await expect(api.createToolService({ body: { id: 'blog', recipe: 'wordpress' } })).rejects.toMatchObject({
      code: 'body-invalid',
      message: expect.stringContaining('body.serverUrl'),
    });
  });
});
