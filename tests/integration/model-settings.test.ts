import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { type Client, makeClient } from '#lib/api/client.ts';
import { makeDatabaseLocation } from '#tests/support/databases.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { ServerProcess } from '#tests/support/server-process.ts';

const KEY = 'sk-very-secret-123';

let fake: FakeModel;
beforeAll(async () => {
  fake = await startFakeModel();
  return () => fake.stop();
});

type Start = { config?: string; folder?: string; secretKey?: string };

/** A data folder; it is removed when the test ends. */
async function makeFolder(options?: { isEmpty: boolean }): Promise<string> {
  const location = await makeDatabaseLocation('PGlite', options);
  onTestFinished(location.remove);
  return location.dataFolder;
}

/** A server on a data folder; it ends with the test. */
async function startServer({ config = '', folder, secretKey }: Start = {}) {
  const dataFolder = folder ?? (await makeFolder());
  const server = await ServerProcess.start({ dataFolder, config, env: { THREADLOOM_SECRET_KEY: secretKey ?? '' } });
  onTestFinished(() => server.end().then(() => {}));
  return { server, ...using(server, dataFolder) };
}

/** One server of all tests that neither restart it nor need a config file. */
let shared: { readonly server: ServerProcess; readonly dataFolder: string };
beforeAll(async () => {
  const location = await makeDatabaseLocation('PGlite');
  shared = { server: await ServerProcess.start(location), dataFolder: location.dataFolder };
  return async () => {
    await shared.server.end();
    await location.remove();
  };
});

/** The shared server, without models of earlier tests. */
async function useSharedServer() {
  const use = using(shared.server, shared.dataFolder);
  for (const { name, origin } of (await use.client.listConfiguredModels()).items)
    if (origin === 'studio') await use.client.removeModel({ params: { name } });
  return use;
}

function using(server: ServerProcess, dataFolder: string) {
  const client = makeClient({ baseUrl: server.url });
  const byName = async () => Object.fromEntries((await client.listConfiguredModels()).items.map((model) => [model.name, model]));
  const override = () => readFile(join(dataFolder, 'config.override.yaml'), 'utf8');
  return { client, byName, override, dataFolder };
}

const entry = () => ({ provider: 'openai-compatible', modelId: 'fake', baseUrl: fake.url, apiKey: KEY }) as const;
const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ApiError)) throw new Error(`The call was not refused: ${String(error)}`);
  return { status: error.status, code: error.code, message: error.message, details: error.details };
};

test('an added model works at once, is the default, and survives a restart; its key is stored encrypted and never returned', async () => {
  const { server, client, byName, override, dataFolder } = await startServer();
  expect(await byName()).toMatchObject({ demo: { origin: 'built-in', isDefault: true } });

  const saved = await client.saveModel({ params: { name: 'main' }, body: { ...entry(), temperature: 0.2 } });
  expect(saved).toMatchObject({ name: 'main', origin: 'studio', isDefault: true, whyNot: null, key: 'set', temperature: 0.2 });
  expect(await client.testModel({ params: { name: 'main' } })).toMatchObject({ ok: true });
  expect(fake.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(Object.keys(await byName())).toEqual(['main']);

  const everySaid = JSON.stringify([
    saved,
    await client.listConfiguredModels(),
    await client.listModels(),
    await client.getSettings(),
  ]);
  expect(everySaid).not.toContain(KEY);
  expect(await override()).not.toContain(KEY);
  expect((await stat(join(dataFolder, 'config.override.yaml'))).mode & 0o777).toBe(0o600);

  await server.end();
  const again = await startServer({ folder: dataFolder });
  expect(await again.client.testModel({ params: { name: 'main' } })).toMatchObject({ ok: true });
  expect(fake.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(again.server.output).not.toContain(KEY);
});

test('settings are tested without storing them, with the stored key unless they would move it', async () => {
  const { client, byName } = await useSharedServer();
  const params = { name: 'main' };
  const wrong = { ...entry(), baseUrl: 'http://127.0.0.1:9/v1' };
  expect(await client.tryModel({ params, body: wrong })).toMatchObject({ ok: false, error: { code: 'model-failed' } });
  expect(Object.keys(await byName())).toEqual(['demo']);
  expect(await client.tryModel({ params, body: entry() })).toMatchObject({ ok: true });
  expect(Object.keys(await byName())).toEqual(['demo']);

  await client.saveModel({ params, body: entry() });
  const { apiKey: _, ...withoutKey } = entry();
  expect(await client.tryModel({ params, body: { ...withoutKey, modelId: 'fake-t3' } })).toMatchObject({ ok: true });
  expect(fake.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(await byName()).toMatchObject({ main: { modelId: 'fake' } });
  const moved = client.tryModel({ params, body: { ...withoutKey, baseUrl: wrong.baseUrl } });
  expect(await refusal(moved)).toMatchObject({ status: 400, message: expect.stringContaining('body.apiKey') });
});

test('a lost secrets key is reported when the server starts', async () => {
  const { server, dataFolder } = await startServer({ folder: await makeFolder({ isEmpty: true }) });
  expect(server.output).not.toContain('key of stored secrets');
  await server.end();
  await rm(join(dataFolder, 'secret.key'));
  const again = await startServer({ folder: dataFolder });
  expect(again.server.output).toContain('The key of stored secrets was missing');
  expect(again.server.output).toContain('secret.key');
});

test('a stored key is not sent to another address, to the default address of the provider, or to another provider', async () => {
  const { client, byName } = await useSharedServer();
  const params = { name: 'main' };
  await client.saveModel({ params, body: entry() });
  const { apiKey: _, ...withoutKey } = entry();
  const elsewhere = [
    { ...withoutKey, baseUrl: 'http://127.0.0.1:9/v1' },
    { ...withoutKey, provider: 'openai', baseUrl: null },
    { ...withoutKey, provider: 'anthropic' },
  ] as const;
  for (const body of elsewhere)
    expect(await refusal(client.saveModel({ params, body }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('apiKey'),
    });
  expect(await byName()).toMatchObject({ main: { host: new URL(fake.url).host, key: 'set' } });
  // The same server, or another model on it, keeps the key; null takes it away.
  expect(await client.saveModel({ params, body: { ...withoutKey, modelId: 'fake-t3' } })).toMatchObject({
    key: 'set',
    modelId: 'fake-t3',
  });
  expect(await client.saveModel({ params, body: { ...withoutKey, apiKey: null } })).toMatchObject({ key: 'not-needed' });
});

test('a model of the config file can be overridden, and removing the override restores it', async () => {
  const config = `models:\n  main: { provider: openai-compatible, base_url: "${fake.url}", model: fake, api_key: ${KEY}, max_context: 9000 }\n`;
  const { client, byName, override } = await startServer({ config });
  expect(await byName()).toMatchObject({ main: { origin: 'file', baseUrl: null, contextTokens: 9000 } });

  const body = { provider: 'openai-compatible', modelId: 'fake', temperature: 0.1, contextTokens: 9000 } as const;
  expect(await client.saveModel({ params: { name: 'main' }, body })).toMatchObject({
    origin: 'changed',
    temperature: 0.1,
    key: 'set',
  });
  expect(await override()).toContain('temperature: 0.1');
  expect(await override(), 'what is as in the file stands only there').not.toMatch(/max_context|base_url|model:/);
  expect(await client.testModel({ params: { name: 'main' } })).toMatchObject({ ok: true });

  await client.removeModel({ params: { name: 'main' } });
  expect(await byName()).toMatchObject({ main: { origin: 'file', temperature: 0.7 } });
  expect(await refusal(client.removeModel({ params: { name: 'main' } }))).toMatchObject({
    status: 404,
    message: expect.stringContaining('is defined in the config file'),
  });
});

test('the default is chosen by name; a model that is not there or switched off cannot be it, and the default cannot be switched off', async () => {
  const { client, byName } = await useSharedServer();
  await client.saveModel({ params: { name: 'main' }, body: entry() });
  await client.saveModel({ params: { name: 'other' }, body: entry() });
  await client.saveModel({ params: { name: 'off' }, body: { ...entry(), isEnabled: false } });
  await client.setDefaultModel({ body: { name: 'other' } });
  expect(await byName()).toMatchObject({ main: { isDefault: false }, other: { isDefault: true }, off: { whyNot: 'disabled' } });

  expect(await refusal(client.setDefaultModel({ body: { name: 'mian' } }))).toMatchObject({
    status: 400,
    message: expect.stringContaining('Did you mean main?'),
  });
  expect(await refusal(client.setDefaultModel({ body: { name: 'off' } }))).toMatchObject({ status: 400 });
  expect(await refusal(client.saveModel({ params: { name: 'other' }, body: { ...entry(), isEnabled: false } }))).toMatchObject({
    status: 400,
  });

  await client.removeModel({ params: { name: 'other' } });
  expect(await byName()).toMatchObject({ main: { isDefault: true } });
});

test('changes at the same time are all kept', async () => {
  const { client, byName } = await useSharedServer();
  const names = Array.from({ length: 12 }, (_, index) => `model-${index}`);
  await Promise.all(names.map((name) => client.saveModel({ params: { name }, body: entry() })));
  expect(Object.keys(await byName()).toSorted()).toEqual(names.toSorted());
});

describe('a wrong value is refused by its name', () => {
  let client: Client;
  beforeAll(async () => {
    ({ client } = await useSharedServer());
  });

  test.each([
    ['a name that means something else', 'default', {}, 'name'],
    ['a name with a space', 'a b', {}, 'name'],
    ['a new server without its address', 'main', { baseUrl: undefined }, 'base_url'],
    ['a server of nowhere', 'main', { baseUrl: null }, 'baseUrl'],
    ['an address with a password', 'main', { baseUrl: 'https://user:word@models.example/v1' }, 'apiKey, not into the address'],
    ['a key of two lines', 'main', { apiKey: 'two\nlines' }, 'apiKey'],
    ['a temperature of 3', 'main', { temperature: 3 }, 'temperature'],
    ['a provider nobody knows', 'main', { provider: 'demo' as 'openai' }, 'provider'],
  ])('%s', async (_, name, change, where) => {
    const refused = await refusal(client.saveModel({ params: { name }, body: { ...entry(), ...change } }));
    expect(refused.status).toBe(400);
    expect(refused.message).toContain(where);
    expect(JSON.stringify(refused), 'no key is sent back').not.toMatch(/sk-very|two.*lines/);
  });
});

test('with another secrets key the server starts, names the stored key that it cannot decrypt, and accepts a new one', async () => {
  const makeKey = () => randomBytes(32).toString('base64');
  const { server, client, dataFolder } = await startServer({ secretKey: makeKey() });
  const body = { provider: 'openai', modelId: 'gpt-5-mini', apiKey: KEY } as const;
  await client.saveModel({ params: { name: 'main' }, body });
  await server.end();
  const again = await startServer({ folder: dataFolder, secretKey: makeKey() });
  expect(again.server.output).toContain('models.main.api_key');
  expect(await again.byName()).toMatchObject({ main: { whyNot: 'key-missing' } });
  expect(await again.client.saveModel({ params: { name: 'main' }, body })).toMatchObject({ whyNot: null });
});

test('an override that was written by hand and is wrong ends the start with the file and the key', async () => {
  const { server, dataFolder } = await startServer();
  await server.end();
  await writeFile(join(dataFolder, 'config.override.yaml'), 'models: { main: { provider: openai, modl: gpt } }');
  await expect(ServerProcess.start({ dataFolder })).rejects.toThrow(/config\.override\.yaml.*models\.main\.modl/);
});

test('a reasoning effort that is set in the studio is sent, until it is the default of the provider again', async () => {
  const { client, byName, override } = await useSharedServer();
  const save = (reasoningEffort: 'high' | null) =>
    client.saveModel({ params: { name: 'main' }, body: { ...entry(), reasoningEffort } });
  const sent = async () => {
    await client.testModel({ params: { name: 'main' } });
    return fake.requests.at(-1)?.body.reasoning_effort;
  };
  expect(await save('high')).toMatchObject({ reasoningEffort: 'high' });
  expect(await sent()).toBe('high');
  expect(await override()).toContain('reasoning_effort: high');
  expect(await save(null)).toMatchObject({ reasoningEffort: null });
  expect(await sent()).toBeUndefined();
  expect(await byName()).toMatchObject({ main: { reasoningEffort: null } });
});

test('the models of an endpoint are listed for a form that is not stored, and the stored key goes to no other address', async () => {
  const { client, byName } = await useSharedServer();
  const { provider, baseUrl, apiKey } = entry();
  const params = { name: 'listed' };
  const offered = await client.listOfferedModels({ params, body: { provider, baseUrl, apiKey } });
  expect(offered).toMatchObject({ problem: null });
  expect(offered.items.map(({ id }) => id)).toContain('fake');
  expect(Object.keys(await byName())).not.toContain('listed');
  const elsewhere = await client.listOfferedModels({ params, body: { provider, baseUrl: fake.url.replace('/v1', '/nowhere') } });
  expect(elsewhere).toMatchObject({ items: [], problem: expect.stringContaining('answered 404') });
  await client.saveModel({ params, body: entry() });
  expect(await refusal(client.listOfferedModels({ params, body: { provider, baseUrl: 'http://127.0.0.1:9/v1' } }))).toMatchObject(
    { status: 400, message: expect.stringContaining('body.apiKey') },
  );
});

test('an address that is no API of models says what it answered, and where the base address is set', async () => {
  const { client } = await useSharedServer();
  let answer = { type: 'application/json', body: '{"hello":"world"}' };
  const wrong = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
  });
  await new Promise<void>((resolve) => wrong.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void wrong.close());
  const baseUrl = `http://127.0.0.1:${(wrong.address() as AddressInfo).port}/v1`;
  const said = async () => (await client.tryModel({ params: { name: 'wrong' }, body: { ...entry(), baseUrl } })).error;
  const hint = expect.stringMatching(/^Is it the base address of an OpenAI-compatible API\? .* on the page Models/);
  expect(await said()).toMatchObject({ message: expect.stringContaining('hello'), hint });
  answer = { type: 'text/html', body: '<!doctype html><title>Welcome</title>' };
  expect(await said()).toMatchObject({ message: expect.stringContaining('a page: Welcome'), hint });
  answer = { type: 'text/event-stream', body: 'data: {"hello":"world"}\n\n' };
  expect(await said()).toMatchObject({ hint });
});
