import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { validate } from 'skills-ref';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { workspaceId } from '#lib/ports/run-store.ts';
import { parseConfig } from '#server/config/load-config.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { SkillStore } from '#server/db/stores/skill-store.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { makeCompareMeanings } from '#server/skills/compare-meanings.ts';
import { SkillService } from '#server/skills/skill-service.ts';
import { freeRequest } from '#tests/support/free-meter.ts';
import { startApi } from '../support/api-server.ts';
import { type DatabaseLocation, makeDatabaseLocation, withDatabase } from '../support/databases.ts';
import { startEmbeddingServer } from '../support/embedding-server.ts';
import { startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { makeZip } from '../support/make-zip.ts';
import { callApi } from '../support/published-endpoint.ts';
import { type ReplyMessage, say } from '../support/replying-model.ts';
import { ServerProcess } from '../support/server-process.ts';
import { openSkillFiles } from '../support/skill-files.ts';
import { workflowOf } from '../support/test-engine.ts';

const text = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\n# Steps\nDo it.`;
const invoices = 'Compares invoices of suppliers with orders and lists differences.';
/** As the body of a request. */
const zip = (entries: Parameters<typeof makeZip>[0]) => new Uint8Array(makeZip(entries));
/** @returns the folder that has what the archive has */
async function unpack(archive: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'threadloom-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(unzipSync(archive))) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}
const isUnchanged = { source: 'server', replacesServer: false };

withDatabase('skills', (database) => {
  async function open() {
    const { folder } = await openSkillFiles({
      'invoice-check/SKILL.md': text('invoice-check', invoices),
      'invoice-check/references/rules.md': 'Rules',
      'broken/SKILL.md': 'no front matter',
    });
    const api = await startApi(database(), { skillsFolder: folder });
    return { client: api.client };
  }

  test('a skill of the server is edited as a copy of the workspace, switched off, and is there again afterwards', async () => {
    const { client } = await open();
    const params = { name: 'invoice-check' };
    const { items } = await client.listSkills();
    expect(items.map(({ name, isUsable, isEnabled, source }) => [name, isUsable, isEnabled, source])).toEqual([
      ['broken', false, false, 'server'],
      ['invoice-check', true, true, 'server'],
    ]);
    expect(items[0]?.problems).toMatchObject([{ severity: 'error', code: 'front-matter-missing' }]);
    expect((await client.listTools()).skills).toMatchObject([
      { name: 'broken', isEnabled: false, whyNot: 'Its SKILL.md cannot be used' },
      { name: 'invoice-check', isEnabled: true, whyNot: null, description: invoices },
    ]);
    await expect(client.deleteSkill({ params })).rejects.toMatchObject({ code: 'body-invalid' });
    const edited = await client.writeSkillFile({
      params,
      query: { path: 'SKILL.md' },
      body: { text: text('invoice-check', 'Checks bills of vendors.') },
    });
    expect(edited).toMatchObject({ source: 'workspace', replacesServer: true, description: 'Checks bills of vendors.' });
    // The other files came along.
    expect(await client.getSkillFile({ params, query: { path: 'references/rules.md' } })).toMatchObject({ text: 'Rules' });
    await client.writeSkillFile({ params, query: { path: 'assets/a.bin' }, body: { base64: '//79' } });
    expect(await client.getSkillFile({ params, query: { path: 'assets/a.bin' } })).toMatchObject({ text: null, base64: '//79' });
    expect(await client.updateSkill({ params, body: { isEnabled: false } })).toMatchObject({ isEnabled: false });
    expect((await client.matchSkills({ body: { message: 'Does this invoice match the order of the supplier?' } })).items).toEqual(
      [],
    );
    await client.deleteSkill({ params });
    expect(await client.getSkill({ params })).toMatchObject({ ...isUnchanged, description: invoices, isEnabled: true });
    const { active, items: candidates } = await client.matchSkills({
      body: { message: 'Does this invoice match the order of the supplier?' },
    });
    expect(active).toBe('invoice-check');
    expect(candidates[0]).toMatchObject({ name: 'invoice-check', reason: expect.stringContaining('invoice') });
  });

  test('any skill is downloaded in the public format or as it is, and is the same skill when it is imported', async () => {
    const { client } = await open();
    const source = `---
name: invoice_check
display_name: 'Invoices: a check'
description: ${invoices}
version: 1.2.0
author: Ada
tags: ['money, and time']
triggers: ['match a bill, please', 核对发票]
allowed_tools: [web_search, calculator]
max_iterations: 7
timeout: 60
license: MIT
---
# Steps
Do it.`;
    const translated = '---\ndisplay_name: 发票核对\ndescription: 核对发票。\n---\n# 步骤';
    await client.createSkill({ body: { name: 'invoice_check', text: source } });
    const params = { name: 'invoice_check' };
    await client.writeSkillFile({ params, query: { path: 'SKILL.zh-CN.md' }, body: { text: translated } });
    await client.writeSkillFile({ params, query: { path: 'assets/a.bin' }, body: { base64: '//79' } });
    const before = await client.getSkill({ params });
    const own = await client.downloadSkill({ params, query: { format: 'own' } });
    expect(own.headers.get('content-disposition')).toMatch(/^attachment; filename="invoice_check\.zip"/);
    const whole = new Uint8Array(await own.arrayBuffer());
    const shared = new Uint8Array(await (await client.downloadSkill({ params })).arrayBuffer());
    const folder = await unpack(shared);
    expect(await validate(join(folder, 'invoice-check'))).toEqual([]);
    await expect(client.importSkills({ content: shared })).rejects.toMatchObject({ code: 'name-taken' });
    const { items } = await client.importSkills({ content: shared, query: { onExisting: 'replace' } });
    expect(items.map(({ name, format }) => [name, format])).toEqual([['invoice_check', 'agent-skills']]);
    const { format: _, files, changedAt: __, metadataTokens: ___, ...same } = before;
    const after = await client.getSkill({ params });
    expect(after).toMatchObject(same);
    expect(after.files.map(({ path }) => path)).toEqual(files.map(({ path }) => path));
    expect(await client.getSkillFile({ params, query: { path: 'assets/a.bin' } })).toMatchObject({
      base64: '//79',
    });
    await client.deleteSkill({ params });
    await client.importSkills({ content: whole });
    expect(await client.getSkillFile({ params, query: { path: 'SKILL.md' } })).toMatchObject({ text: source });
    await client.deleteSkill({ params });
    await expect(client.downloadSkill({ params: { name: 'no-such' } })).rejects.toMatchObject({ code: 'not-found' });
  });

  test('an archive becomes skills of the workspace, which no other workspace sees', async () => {
    const { client } = await open();
    const archive = zip([
      { name: 'repo-main/trip-plan/SKILL.md', content: text('trip-plan', 'Plans journeys.') },
      { name: 'repo-main/trip-plan/scripts/go.py', content: 'print(1)' },
      { name: 'repo-main/trip-plan/.git/config', content: 'x' },
      { name: '__MACOSX/trip-plan/SKILL.md', content: 'x' },
      { name: 'repo-main/poems/SKILL.md', content: text('poems', 'Writes poems.') },
    ]);
    const { items } = await client.importSkills({ content: archive });
    expect(items.map(({ name, source, files }) => [name, source, files.map(({ path }) => path)])).toEqual([
      ['trip-plan', 'workspace', ['SKILL.md', 'scripts/go.py']],
      ['poems', 'workspace', ['SKILL.md']],
    ]);
    await expect(client.importSkills({ content: archive })).rejects.toMatchObject({ code: 'name-taken' });
    await client.importSkills({ content: archive, query: { onExisting: 'replace' } });
    const elsewhere = new SkillService({ store: new SkillStore(database().pool), folders: [], clock: systemClock });
    expect(await elsewhere.list(workspaceId('ws_other'))).toEqual([]);
    await expect(elsewhere.readFile(workspaceId('ws_other'), 'poems', 'SKILL.md')).rejects.toMatchObject({
      code: 'skill-not-found',
    });
    for (const name of ['trip-plan', 'poems']) await client.deleteSkill({ params: { name } });
  });
});

let place: DatabaseLocation;
let database: Database;
beforeAll(async () => {
  place = await makeDatabaseLocation();
  database = await place.open();
});
afterAll(async () => {
  await database?.close();
  await place?.remove();
});

test.each([
  ['a path that leads out of it', [{ name: '../../evil/SKILL.md', content: text('evil', 'x') }], /its archive lies/],
  ['an absolute path', [{ name: '/evil/SKILL.md', content: text('evil', 'x') }], /its archive lies/],
  [
    'a hidden way out below a skill',
    [
      { name: 'a/SKILL.md', content: text('a', 'x') },
      { name: 'a/b:c.md', content: 'x' },
    ],
    /no path of a file/,
  ],
  [
    'a bomb',
    [
      { name: 'a/SKILL.md', content: text('a', 'x') },
      { name: 'a/x.md', content: Buffer.alloc(60_000_000) },
    ],
    /unpacks to more than/,
  ],
  [
    'a file that lies about its size',
    [{ name: 'a/SKILL.md', content: Buffer.alloc(3_000_000), claimedBytes: 10 }],
    /its archive lies/,
  ],
  ['no skill', [{ name: 'a/README.md', content: 'x' }], /no folder of it has a SKILL.md/],
  [
    'two skills of one name',
    [
      { name: 'a/SKILL.md', content: text('a', 'x') },
      { name: 'b/SKILL.md', content: text('a', 'x') },
    ],
    /two of its skills/,
  ],
  ['a name that is none', [{ name: 'a/SKILL.md', content: text('"../a"', 'x') }], /is no name of a skill/],
  ['a password', [{ name: 'a/SKILL.md', content: text('a', 'x'), isEncrypted: true }], /it is encrypted/],
])('an archive with %s is refused, and nothing of it is stored', async (_, entries, message) => {
  const { client } = await startApi(database);
  await expect(client.importSkills({ content: zip(entries) })).rejects.toMatchObject({
    code: 'body-invalid',
    message: expect.stringMatching(message),
  });
  expect((await client.listSkills()).items).toEqual([]);
});

test('something else than an archive, and paths that lead elsewhere, are refused', async () => {
  const { client } = await startApi(database);
  await expect(client.importSkills({ content: 'no zip' })).rejects.toMatchObject({ code: 'body-invalid' });
  const params = { name: 'mine' };
  await client.createSkill({ body: params });
  for (const path of ['../x', '/etc/passwd', 'a//b', '.env'])
    await expect(client.writeSkillFile({ params, query: { path }, body: { text: 'x' } })).rejects.toMatchObject({
      code: 'body-invalid',
    });
  await expect(client.getSkillFile({ params, query: { path: '../mine/SKILL.md' } })).rejects.toMatchObject({ code: 'not-found' });
  expect((await client.getSkill({ params })).problems).toEqual([]);
});

test('what one process writes is live in another one within its time', async () => {
  let now = 0;
  const open = () => new SkillService({ store: new SkillStore(database.pool), folders: [], clock: { now: () => now } });
  const [one, two] = [open(), open()];
  const mine = workspaceId('ws_two');
  expect(await two.enabled(mine)).toEqual([]);
  await one.replace(mine, 'shared', [{ path: 'SKILL.md', content: Buffer.from(text('shared', 'First')) }]);
  now += 3000;
  const seen = await two.enabled(mine);
  expect(seen.map(({ skill }) => skill.text.description)).toEqual(['First']);
  now += 3000;
  expect(await two.enabled(mine)).toBe(seen);
  await one.remove(mine, 'shared');
  await one.replace(mine, 'shared', [{ path: 'SKILL.md', content: Buffer.from(text('shared', 'Second')) }]);
  now += 3000;
  expect((await two.enabled(mine)).map(({ skill }) => skill.text.description)).toEqual(['Second']);
});

test('with an embedding model the meaning counts; while it does not answer, words decide', async () => {
  const embeddings = await startEmbeddingServer({ meanings: { automobil: 'car', mend: 'repair' } });
  const config = `knowledge: { embeddings: { test: { base_url: "${embeddings.url}", model: m, timeout_s: 5 } } }`;
  const { knowledge } = parseConfig(config, { file: 'test.yaml', variables: {} });
  const warnings: string[] = [];
  const skills = new SkillService({
    store: new SkillStore(database.pool),
    folders: [],
    clock: systemClock,
    compareMeanings: makeCompareMeanings({ settings: () => knowledge, log: { warn: (message) => void warnings.push(message) } }),
  });
  const mine = workspaceId('ws_meanings');
  const files = (name: string, description: string) => [{ path: 'SKILL.md', content: Buffer.from(text(name, description)) }];
  await skills.replace(mine, 'garage', files('garage', 'car repair'));
  await skills.replace(mine, 'bakery', files('bakery', 'bread oven'));
  const match = () => skills.match(mine, { message: 'mend automobile' }, freeRequest());
  const found = await match();
  expect(found.by).toBe('embedding');
  expect(found.candidates[0]?.name).toBe('garage');
  expect(found.candidates[0]?.score).toBeGreaterThan(0.7);
  expect(found.candidates[1]?.score).toBeLessThan(0.2);
  await embeddings.close();
  expect((await match()).by).toBe('lexical');
  expect(warnings).toHaveLength(1);
});

test('a process that is killed between match and activation: the skill is active once, and its tools hold', async () => {
  const place = await makeDatabaseLocation();
  let isHeld = true;
  const fake = await startFakeModel({
    reply: ({ messages }) => {
      const isChoice = String((messages as ReplyMessage[])[0]?.content).includes('decide which skill');
      if (!isChoice) return say('It matches.');
      return isHeld ? { ...say('never'), firstTokenMs: 600_000 } : say('{"skill": "invoice-check", "reason": "It is a bill"}');
    },
  });
  const config = `models: { main: { provider: openai-compatible, base_url: "${fake.url}", model: m } }`;
  const start = () => ServerProcess.start({ dataFolder: place.dataFolder, config });
  let server = await start();
  try {
    const skill = text('invoice-check', invoices).replace('---\n# Steps', 'allowed_tools: [time-now]\n---\n# Steps');
    await callApi(`${server.url}/api/v1/skills`, { body: { name: 'invoice-check', text: skill } });
    const ask = { userPrompt: 'Is this bill right?', skillMode: 'model', availableTools: ['time-now', 'http_request'] };
    const document = workflowOf({ ask: ['llm', ask] }, []);
    const { json } = await callApi(`${server.url}/api/v1/runs`, { body: { document, mode: 'async' } });
    // The skills were compared with the message, and the model that chooses one does not answer.
    await expect.poll(() => fake.requests.length, { timeout: 20_000 }).toBe(1);
    await server.end('SIGKILL');
    isHeld = false;
    server = await start();
    const address = () => `${server.url}/api/v1/runs/${json.runId}`;
    await expect.poll(async () => (await callApi(address())).json.status, { timeout: 30_000 }).toBe('succeeded');
    const log = await (await fetch(`${address()}/events`)).text();
    const events = [...log.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as { type: string });
    expect(events.filter(({ type }) => type === 'skill_activated')).toMatchObject([
      { skill: 'invoice-check', by: 'model', reason: 'It is a bill' },
    ]);
    const [, , answered] = fake.requests.map(({ body }) => body);
    expect(fake.requests).toHaveLength(3);
    expect(answered?.tools?.map(({ function: { name } }: { function: { name: string } }) => name).sort()).toEqual([
      'read_skill',
      'run_skill_script',
      'time-now',
    ]);
  } finally {
    await server.end();
    await fake.stop();
    await place.remove();
  }
}, 90_000);
