import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BackupKeeper } from '#server/backup/backup-keeper.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { makeDatabaseLocation } from '../support/databases.ts';
import { type FakeModel, startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { Fleet } from '../support/fleet.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { workflowOf } from '../support/test-engine.ts';

const POLL = { timeout: 30_000, interval: 100 };
const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const asks = workflowOf({ start, ask: ['llm', { userPrompt: 'Say something' }] }, ['start -> ask']);

let fleet: Fleet;
let fake: FakeModel;
beforeAll(async () => {
  [fleet, fake] = await Promise.all([Fleet.start(), startFakeModel()]);
});
afterAll(async () => {
  await fleet?.stop();
  await fake?.stop();
});

/** The data folder of a machine, not shared with others. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-machine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a change in the studio on one machine applies to the others, whether they run then or start later', async () => {
  const here = await fleet.startWeb({ dataFolder: dataFolder() });
  const there = await fleet.startWeb({ dataFolder: dataFolder() });
  const worker = await fleet.startWorker({ dataFolder: dataFolder() });
  const body = { provider: 'openai-compatible', modelId: 'fake', baseUrl: fake.url, apiKey: 'sk-of-the-studio' } as const;
  await here.api.saveModel({ params: { name: 'main' }, body });
  const modelsOf = async ({ api }: typeof here) =>
    (await api.listConfiguredModels()).items.map(({ name, key }) => ({ name, key }));
  await expect.poll(() => modelsOf(there), POLL).toEqual([{ name: 'main', key: 'set' }]);
  expect((await here.api.getSettings()).overrideFile).toBeNull();

  // The worker has the model with its key, although no file was written there.
  const ask = async () => {
    const ended = await there.api.runDocument({ body: { document: asks, inputs: {}, mode: 'sync' } });
    return 'status' in ended ? ended.status : 'not ended';
  };
  const keySeen = async () => ((await ask()) === 'succeeded' ? fake.requests.at(-1)?.headers.authorization : undefined);
  await expect.poll(keySeen, POLL).toBe('Bearer sk-of-the-studio');

  // Concurrent changes do not overwrite each other.
  await Promise.all([
    here.api.saveModel({ params: { name: 'one' }, body }),
    there.api.saveModel({ params: { name: 'two' }, body }),
  ]);
  const later = await fleet.startWeb({ dataFolder: dataFolder() });
  expect((await modelsOf(later)).map(({ name }) => name).sort()).toEqual(['main', 'one', 'two']);

  await later.api.setDayBudget({ body: { budget: { maxTokens: 1, onBudget: 'stop' } } });
  await expect.poll(async () => (await here.api.getUsage()).workspace.budget, POLL).toMatchObject({ maxTokens: 1 });
  await expect.poll(ask, POLL).toBe('failed');
  await Promise.all([here, there, later].map(({ process }) => fleet.end(process)));
  await fleet.end(worker);
});

test('a private host that was just allowed on one machine is called by a run that starts on another', async () => {
  const target = await startLoopbackServer((_request, response) => response.end('inside'));
  const here = await fleet.startWeb({ dataFolder: dataFolder() });
  const worker = await fleet.startWorker({ dataFolder: dataFolder() });
  const document = workflowOf({ start, get: ['http', { method: 'GET', url: target.origin }] }, ['start -> get']);
  const call = () => here.api.runDocument({ body: { document, inputs: {}, mode: 'sync' } });
  expect(await call()).toMatchObject({ status: 'failed', error: { privateHost: target.host } });
  await here.api.allowHost({ params: { host: target.host } });
  expect(await call()).toMatchObject({ status: 'succeeded' });
  await Promise.all([here.process, worker].map((process) => fleet.end(process)));
});

test('the override file of an earlier version is imported once, also when a machine without one started first', async () => {
  const own = await Fleet.start();
  onTestFinished(() => own.stop());
  const first = await own.startWeb({ dataFolder: dataFolder() });
  const folder = dataFolder();
  const model = (modelId: string) =>
    `models:\n  old:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: ${modelId}\n`;
  writeFileSync(join(folder, 'config.override.yaml'), model('fake'));
  const second = await own.startWeb({ dataFolder: folder });
  const modelIdOf = async ({ api }: typeof first) =>
    (await api.listConfiguredModels()).items.find(({ name }) => name === 'old')?.modelId;
  expect(await modelIdOf(second)).toBe('fake');
  await expect.poll(() => modelIdOf(first), POLL).toBe('fake');
  // From then on the file is ignored.
  writeFileSync(join(folder, 'config.override.yaml'), model('fake-t3'));
  await own.end(second.process);
  expect(await modelIdOf(await own.startWeb({ dataFolder: folder }))).toBe('fake');
});

test('a process with another key than the running ones is refused, naming the variable; once they have ended it may start', async () => {
  const own = await Fleet.start();
  onTestFinished(() => own.stop());
  const { process } = await own.startWeb();
  const sql = new pg.Client({ connectionString: own.postgres.url });
  await sql.connect();
  // Its engine, and so its lease, starts after its first page.
  await expect.poll(async () => (await sql.query('SELECT key_id FROM holders')).rowCount, POLL).toBe(1);
  await sql.end();
  const env = { THREADLOOM_SECRET_KEY: Buffer.alloc(32, 9).toString('base64') };
  await expect(own.startWorker({ env })).rejects.toThrow(/THREADLOOM_SECRET_KEY: a web process on this database .* another key/);
  await own.end(process);
  await own.startWorker({ env });
});

test('of several machines with separate backup folders one makes the scheduled backup', async () => {
  const place = await makeDatabaseLocation('Postgres');
  const database = await place.open();
  onTestFinished(async () => {
    await database.close();
    await place.remove();
  });
  /** A machine that looks once whether a backup is due. @returns how many it has then */
  const look = async (folder: string): Promise<number> => {
    const looked = Promise.withResolvers<void>();
    const sleep = (_: number, signal?: AbortSignal) => {
      looked.resolve();
      return new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    };
    const keeper = new BackupKeeper({
      database,
      folder,
      everyHours: 1,
      keep: 5,
      version: '1.2.3',
      readOverride: async () => undefined,
      secrets: new SecretBox([Buffer.alloc(32, 7)]),
      clock: { now: Date.now, sleep },
      log: { info: () => {}, error: () => {} },
    });
    keeper.start();
    await looked.promise;
    await keeper.close();
    return readdirSync(folder).filter((name) => name.endsWith('.gz')).length;
  };
  const [one, two] = [dataFolder(), dataFolder()];
  const atOnce = await Promise.all([look(one), look(two)]);
  expect(atOnce.sort()).toEqual([0, 1]);
  expect([await look(one), await look(two)].sort()).toEqual([0, 1]);
  await database.pool.query("UPDATE done_last SET at = at - interval '2 hours'");
  await look(two);
  await look(one);
  expect(readdirSync(one).length + readdirSync(two).length).toBe(2);
});
