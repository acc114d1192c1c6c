import { afterAll, beforeAll, expect, test } from 'vitest';
import { workspaceId } from '#lib/ports/run-store.ts';
import { parseConfig } from '#server/config/load-config.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { SkillStore } from '#server/db/stores/skill-store.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { makeCompareMeanings } from '#server/skills/compare-meanings.ts';
import { SkillService } from '#server/skills/skill-service.ts';
import { startApi } from '../support/api-server.ts';
import { type DatabaseLocation, eachDatabase, makeDatabaseLocation } from '../support/databases.ts';
import { startEmbeddingServer } from '../support/embedding-server.ts';
import { makeZip } from '../support/make-zip.ts';
import { openSkillFiles } from '../support/skill-files.ts';

const text = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\n# Steps\nDo it.`;
const invoices = 'Compares invoices of suppliers with orders and lists differences.';
/** As the body of a request. */
const zip = (entries: Parameters<typeof makeZip>[0]) => new Uint8Array(makeZip(entries));
const isUnchanged = { source: 'server', replacesServer: false };

eachDatabase('skills', (database) => {
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
  place = await makeDatabaseLocation('PGlite');
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
  const match = () => skills.match(mine, { message: 'mend automobile' }, AbortSignal.timeout(10_000));
  const found = await match();
  expect(found.by).toBe('embedding');
  expect(found.candidates[0]?.name).toBe('garage');
  expect(found.candidates[0]?.score).toBeGreaterThan(0.7);
  expect(found.candidates[1]?.score).toBeLessThan(0.2);
  await embeddings.close();
  expect((await match()).by).toBe('lexical');
  expect(warnings).toHaveLength(1);
});
