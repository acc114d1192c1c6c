import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { root } from '../support/cli-process.ts';
import { type DatabaseKind, type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { bearer, callApi } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';

type Contents = Readonly<Record<'workflows' | 'keys' | 'runs', Readonly<Record<string, string>>>>;

const fixture = join(import.meta.dirname, '../fixtures/data-folder-2026-11-23');
const { workflows, keys, runs } = JSON.parse(readFileSync(join(fixture, 'contents.json'), 'utf8')) as Contents;
const documents = readdirSync(join(fixture, 'documents')).map((file) => ({
  file,
  document: JSON.parse(readFileSync(join(fixture, 'documents', file), 'utf8')) as Workflow,
}));
const POLL = { timeout: 20_000, interval: 50 };
// Its runs ended long ago and must not be deleted by the default retention.
const config = 'retention_days: 0\n';

function unpack(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const tar = brotliDecompressSync(readFileSync(join(fixture, 'data-folder.tar.br')));
  execFileSync('tar', ['-x', '-C', folder], { input: tar });
}

/** The backup restored into a new database, with the secret key of the folder it was taken from. */
async function restore({ dataFolder, databaseUrl = '' }: DatabaseLocation): Promise<void> {
  const older = await makeDatabaseLocation('PGlite', { isEmpty: true });
  unpack(older.dataFolder);
  mkdirSync(dataFolder, { recursive: true });
  copyFileSync(join(older.dataFolder, 'secret.key'), join(dataFolder, 'secret.key'));
  await older.remove();
  execFileSync(
    process.execPath,
    [join(root, 'bin/threadloom.mjs'), 'restore', join(fixture, 'whole.backup.gz'), '--without-secrets'],
    {
      cwd: dataFolder,
      env: { ...process.env, THREADLOOM_DATA_DIR: dataFolder, DATABASE_URL: databaseUrl },
      stdio: 'pipe',
    },
  );
}

describe.each<{ source: string; kind: DatabaseKind; fill: (place: DatabaseLocation) => void | Promise<void> }>([
  { source: 'data folder of commit af81913', kind: 'PGlite', fill: ({ dataFolder }) => unpack(dataFolder) },
  { source: 'backup by commit af81913, restored into Postgres,', kind: 'Postgres', fill: restore },
])('with a $source', ({ kind, fill }) => {
  let place: DatabaseLocation;
  let server: ServerProcess;
  let api: Client;

  beforeAll(async () => {
    place = await makeDatabaseLocation(kind, { isEmpty: true });
    await fill(place);
    server = await ServerProcess.start({ ...place, config });
    api = makeClient({ baseUrl: server.url, fetch });
  });
  afterAll(async () => {
    await server?.end();
    await place?.remove();
  });

  const getRun = (name: string) => api.getRun({ params: { id: runs[name] ?? '' } });
  const callEndpoint = (slug: string, inputs: Record<string, unknown>) =>
    callApi(`${server.url}/api/v1/run/${slug}`, { body: { inputs }, headers: bearer(keys[slug] ?? '') });
  const readEvents = async (name: string): Promise<PublicEvent[]> => await Array.fromAsync(api.streamEvents(runs[name] ?? ''));

  test.each(documents)('the exported document $file is still valid', async ({ document }) => {
    expect(await api.validateWorkflow({ body: document as never })).toMatchObject({ valid: true, errors: [] });
  });

  test('every stored workflow opens with its nodes and edges', async () => {
    for (const { document } of documents) {
      const opened = await api.getWorkflow({ params: { id: workflows[document.name] ?? '' } });
      expect(shapeOf(opened.document)).toEqual(shapeOf(document));
    }
  });

  test('an endpoint answers with the key that was handed out then', async () => {
    expect(await callEndpoint('letter', { name: 'Eve' })).toMatchObject({
      status: 200,
      json: { status: 'succeeded', outputs: { text: 'Hello Eve' } },
    });
    expect(await callEndpoint('payment', { sum: 3 })).toMatchObject({ status: 202, json: { status: 'waiting' } });
    const wrongKey = { body: { inputs: { name: 'Eve' } }, headers: bearer(keys.payment ?? '') };
    expect(await callApi(`${server.url}/api/v1/run/letter`, wrongKey)).toMatchObject({ status: 401 });
  });

  test('ended runs keep their status, outputs and events', async () => {
    expect(await getRun('finished')).toMatchObject({ status: 'succeeded', outputs: { text: 'Hello Ada' }, slug: 'letter' });
    expect(await getRun('forked')).toMatchObject({ status: 'succeeded', outputs: { text: 'Hello Ada' } });
    expect(await getRun('failed')).toMatchObject({ status: 'failed', error: { code: 'code-failed', nodeId: 'bad' } });
    expect(await getRun('cancelled')).toMatchObject({ status: 'cancelled' });
    expect(await getRun('containers')).toMatchObject({
      status: 'succeeded',
      outputs: { each: [{ text: '0 A-7' }, { text: '1 A-8' }], call: expect.stringContaining('Why?') },
    });
    for (const name of ['finished', 'forked', 'failed', 'cancelled', 'demo', 'large', 'containers'])
      expect((await readEvents(name)).at(-1)).toMatchObject({ type: 'done' });
  });

  test('an output of 300,000 characters is read back completely', async () => {
    expect(await getRun('large')).toMatchObject({ outputs: { big: 'x'.repeat(300_000) } });
  });

  test.each(['waiting', 'waitingDraft'])('the run %s resumes once its approval is confirmed', async (name) => {
    const { items } = await api.listRunApprovals({ params: { id: runs[name] ?? '' } });
    expect(items).toMatchObject([{ status: 'pending', nodeId: 'ask' }]);
    const params = { id: runs[name] ?? '', actionId: items[0]?.actionId ?? '' };
    await api.decideApproval({ params, body: { confirmed: true } });
    await expect.poll(async () => (await getRun(name)).status, POLL).toBe('succeeded');
    expect((await getRun(name)).outputs).toEqual({ paid: name === 'waiting' ? 12 : 7 });
  });

  test('a run paused at a breakpoint continues', async () => {
    expect(await getRun('paused')).toMatchObject({ status: 'waiting' });
    await api.continueRun({ params: { id: runs.paused ?? '' }, body: {} });
    await expect.poll(async () => (await getRun('paused')).status, POLL).toBe('succeeded');
  });

  test('an ended run can be forked', async () => {
    const forked = await api.forkRun({ params: { id: runs.finished ?? '' }, body: { from: ['say'] } });
    expect(forked).toMatchObject({ status: 'succeeded', outputs: { text: 'Hello Ada' } });
  });

  test('a model configured in the studio keeps its sealed key', async () => {
    const { items } = await api.listConfiguredModels();
    expect(items.find(({ name }) => name === 'house')).toMatchObject({ modelId: 'house-1', key: 'set' });
  });
});

function shapeOf({ name, nodes, edges }: Workflow) {
  return { name, nodes: nodes.map(({ id, type, config }) => ({ id, type, config })), edges };
}
