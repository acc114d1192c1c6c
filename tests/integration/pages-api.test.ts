import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClient } from '#lib/api/client.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const KEY = 'sk-never-to-be-shown';
let place: DatabaseLocation;
let fake: FakeModel;
let server: ServerProcess;
const client = () => makeClient({ baseUrl: server.url });

beforeAll(async () => {
  place = await makeDatabaseLocation('PGlite');
  fake = await startFakeModel();
  const main = `{ provider: openai-compatible, base_url: "${fake.url}", model: fake-t5, api_key: ${KEY}, price: { input: 1, output: 2 } }`;
  const gone = '{ provider: openai-compatible, base_url: "http://127.0.0.1:9", model: gone, retry: 5 }';
  const keyless = '{ provider: anthropic, model: claude }';
  server = await ServerProcess.start({ ...place, config: `models: { main: ${main}, gone: ${gone}, keyless: ${keyless} }` });
});
afterAll(async () => {
  await server?.end();
  await fake?.stop();
  await place?.remove();
});

const greet = (template: string) =>
  workflowOf(
    { start: ['start', { inputs: [] }], say: ['template', { template }], end: ['end', { outputs: { said: '{{say.text}}' } }] },
    ['start -> say', 'say -> end'],
  );

test('the models of the config are listed, with the problem of each and never with a key', async () => {
  const { items } = await client().listConfiguredModels();
  expect(items.map(({ name, whyNot, key, isDefault }) => [name, whyNot, key, isDefault])).toEqual([
    ['main', null, 'set', true],
    ['gone', null, 'not-needed', false],
    ['keyless', 'key-missing', 'missing', false],
  ]);
  expect(items[0]).toMatchObject({ host: new URL(fake.url).host, price: { input: 1, output: 2, cachedInput: null } });
  const settings = await client().getSettings();
  expect(settings).toMatchObject({ database: 'embedded', hasAdminToken: false });
  expect(settings).toMatchObject({ backups: null, runsAtOnce: { process: 30, workspace: null } });
  expect(JSON.stringify([items, settings])).not.toContain(KEY);
});

test('a test makes one real call, and reports its duration and usage', async () => {
  const trial = await client().testModel({ params: { name: 'main' } });
  expect(trial).toMatchObject({ ok: true, error: null, usage: { completionTokens: expect.any(Number) } });
  expect(trial.text).not.toBe('');
  expect(trial.firstTokenMs).toBeLessThanOrEqual(trial.durationMs);
});

test('a model that cannot be reached is an answer with the reason, at once and without further attempts', async () => {
  const trial = await client().testModel({ params: { name: 'gone' } });
  expect(trial).toMatchObject({ ok: false, text: '', firstTokenMs: null, error: { code: 'model-failed' } });
  expect(trial.durationMs).toBeLessThan(5000);
});

test('a model without its key, or an unknown one, is refused by name', async () => {
  await expect(client().testModel({ params: { name: 'keyless' } })).rejects.toMatchObject({ code: 'model-not-found' });
  await expect(client().testModel({ params: { name: 'mian' } })).rejects.toThrow("Did you mean 'main'?");
});

test('versions are listed newest first with their deployments, and each returns its frozen document', async () => {
  const api = client();
  const { id } = await api.createWorkflow({ body: greet('one') });
  expect(await api.listVersions({ params: { id } })).toEqual({ items: [], nextBefore: null });
  await api.deployWorkflow({ params: { id }, body: { slug: 'old-one' } });
  await api.replaceWorkflow({ params: { id }, headers: { 'if-match': '1' }, body: greet('two') });
  await api.deployWorkflow({ params: { id }, body: { slug: 'new-one' } });
  const { items } = await api.listVersions({ params: { id } });
  expect(items.map(({ number, slugs }) => [number, slugs])).toEqual([
    [2, ['new-one']],
    [1, ['old-one']],
  ]);
  const first = await api.listVersions({ params: { id }, query: { limit: 1 } });
  expect(first).toMatchObject({ items: [{ number: 2 }], nextBefore: 2 });
  expect(await api.listVersions({ params: { id }, query: { before: 2 } })).toMatchObject({
    items: [{ number: 1 }],
    nextBefore: null,
  });
  const { document } = await api.getVersion({ params: { id, number: 1 } });
  expect(document.nodes.find((node) => node.id === 'say')?.config).toEqual({ template: 'one' });
});

test('unknown ids are reported as not found', async () => {
  const api = client();
  const { id } = await api.createWorkflow({ body: greet('one') });
  await expect(api.getVersion({ params: { id, number: 7 } })).rejects.toMatchObject({ status: 404 });
  await expect(api.listVersions({ params: { id: 'wf_nobody' } })).rejects.toMatchObject({ status: 404 });
});
