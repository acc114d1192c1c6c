import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { Sandbox } from '#lib/ports/sandbox.ts';
import type { Skills } from '#lib/ports/skills.ts';
import type { WorkspaceFiles } from '#lib/ports/workspace-files.ts';
import { MEMBER } from '#lib/run/owner.ts';
import { slideSchema } from '#lib/slides/deck.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { FileIndex } from '#server/db/stores/file-index.ts';
import { StartStore } from '#server/db/stores/start-store.ts';
import { UploadStore } from '#server/db/stores/upload-store.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeDocumentWriter } from '#server/documents/make-document-writer.ts';
import { StartOnce } from '#server/http/runs/start-once.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { SkillFolder } from '#server/skills/skill-folder.ts';
import { SkillService } from '#server/skills/skill-service.ts';
import { makeFolderBlobs } from '#server/storage/blobs/folder-blobs.ts';
import { FileLinks } from '#server/storage/files/file-links.ts';
import { FileStore } from '#server/storage/files/file-store.ts';
import { UploadKeeper } from '#server/storage/files/upload-keeper.ts';
import { makeStoredFiles } from '#server/storage/stored-files.ts';
import { MemoryHub } from '#server/stream/memory-hub.ts';
import { startApi } from '../support/api-server.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { makeExecutorContext } from '../support/executor-context.ts';
import type { RequestBody } from '../support/fake-model/answer.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { openRunStore } from '../support/pg-engine.ts';
import { bearer, callApi, makeKey, publish } from '../support/published-endpoint.ts';
import { sampleDeck } from '../support/sample-deck.ts';
import { type ScriptedAnswer, startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';
import { makeTestSandbox } from '../support/test-sandbox.ts';

let place: DatabaseLocation;
let database: Database;
beforeAll(async () => {
  place = await makeDatabaseLocation();
  database = await place.open();
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const EMPTY = new Uint8Array();
const slides = sampleDeck.slides.filter(({ image }) => !image);
const deckOf = (more: object = {}) =>
  workflowOf(
    {
      start: ['start', { inputs: [] }],
      deck: ['artifact', { format: 'pptx', name: 'Bikes/../城市', title: 'Bikes', template: 'creative', slides, ...more }],
      end: ['end', { outputs: { deck: '{{deck}}' } }],
    },
    ['start -> deck', 'deck -> end'],
  );

/** The API and an engine with files and a model that gives these answers. */
async function open(
  answers: readonly (ScriptedAnswer | ((body: RequestBody) => ScriptedAnswer))[] = [],
  { skills, sandbox }: { readonly skills?: Skills; readonly sandbox?: Sandbox } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-artifacts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const model = await startScriptedModel((body, index) => {
    const answer = answers[index] ?? { text: 'The script has ended.' };
    return typeof answer === 'function' ? answer(body) : answer;
  });
  const files = new FileStore({
    index: new FileIndex(database.pool),
    blobs: makeFolderBlobs(folder),
    maxBytes: 50_000_000,
    newFileId: newId,
  });
  const { store, makeEngine } = openRunStore(database.pool);
  const hub = new MemoryHub({ onListenerError: () => {} });
  const { context } = makeExecutorContext();
  const tools = makeToolKit({
    payloads: store,
    files: makeStoredFiles({ store: files, denyGlobs: [], maxFileBytes: 50_000_000 }),
    documents: makeDocumentReader(),
    documentWriter: makeDocumentWriter(),
    skills,
    sandbox,
  });
  const engine = makeEngine({
    nodes: nodeRegistry,
    executors: executorRegistry,
    publisher: hub,
    models: model.models,
    tools,
    fetch: context.fetch,
    clock: systemClock,
    newId,
    random: () => 0.5,
  });
  onTestFinished(() => engine.close());
  const uploads = new UploadKeeper({ files, store: new UploadStore(database.pool) });
  const starts = new StartOnce({ runs: engine, store: new StartStore(database.pool), newId });
  const api = await startApi(database, {
    runs: engine,
    starts,
    hub,
    models: model.models,
    payloads: store,
    tools,
    files: { store: files, uploads, links: new FileLinks(randomBytes(32)) },
  });
  const run = async (document: object, more: object = {}) => {
    const { json } = await callApi(`${api.url}/api/v1/runs`, { body: { document, mode: 'sync', ...more } });
    return json as { runId: string; status: string; outputs: Record<string, never>; error?: { message: string; path?: string } };
  };
  const bytesOf = async (id: string, revision?: number) =>
    Buffer.from(
      await (await api.client.downloadArtifact({ params: { id }, query: { ...(revision && { revision }) } })).arrayBuffer(),
    );
  return { ...api, model, run, bytesOf };
}

test('a deck of a run is listed, previewed slide by slide from the file, and its third slide is made again', async () => {
  const revised = { layout: 'content', title: '骑行翻番', bullets: ['只保留一点'], notes: '新备注' };
  const { client, run, bytesOf, model, url } = await open([{ text: JSON.stringify(revised) }]);
  const { runId, status, outputs } = await run(deckOf(), { sessionId: 'talk-1', inputs: {} });
  expect({ status, outputs }).toMatchObject({
    status: 'succeeded',
    outputs: {
      deck: {
        artifactId: expect.stringMatching(/^art_/),
        name: '城市.pptx',
        revision: 1,
        path: `runs/${runId}/artifacts/城市.pptx`,
      },
    },
  });
  const { artifactId: id } = outputs.deck as unknown as { artifactId: string };
  const events = (await client.readRunEvents({ params: { id: runId }, query: { events: 'full' } })).items;
  expect(events.find(({ type }) => type === 'artifact_created')).toMatchObject({
    nodeId: 'deck',
    artifactId: id,
    name: '城市.pptx',
    revision: 1,
  });
  const hidden = (await client.readRunEvents({ params: { id: runId }, query: { events: 'summary' } })).items;
  expect(hidden.find(({ type }) => type === 'artifact_created')).not.toHaveProperty('name');

  for (const query of [{ runId }, { sessionId: 'talk-1' }, {}])
    expect((await client.listArtifacts({ query })).items.map(({ artifactId }) => artifactId)).toContain(id);
  expect((await client.listArtifacts({ query: { sessionId: 'talk-2' } })).items).toEqual([]);

  const preview = await client.previewArtifact({ params: { id }, query: {} });
  expect(preview).toMatchObject({ type: 'slides', canRegenerate: true, revision: 1 });
  expect(preview.pages.map(({ title }) => title)).toEqual(slides.map(({ title }) => title));
  expect(preview.pages[2]).toMatchObject({
    notes: 'Say that it doubled.',
    content: expect.stringContaining('工作日: 2023 120k'),
  });
  const picture = await fetch(url + preview.pages[2]?.thumbnailUrl);
  expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  expect(picture.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await picture.text()).toContain('骑行次数三年翻了一番');

  const before = await bytesOf(id);
  const stream = await fetch(`${url}/api/v1/artifacts/${id}/regenerate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pageIndex: 2, instructions: 'Keep one point', events: 'full' }),
  });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const text = await stream.text();
  expect(text).toContain('event: artifact_created');
  expect(text).toMatch(/"type":"done","status":"succeeded"/);
  // What the slide says reaches the model as JSON next to the instructions, with the titles of the others.
  const asked = JSON.stringify(model.bodies()[0]);
  for (const part of ['Keep one point', '骑行次数三年翻了一番', 'Where we are today']) expect(asked).toContain(part);

  const after = await bytesOf(id);
  const [old, fresh] = [unzipSync(before), unzipSync(after)];
  const changed = Object.keys({ ...old, ...fresh }).filter(
    (name) => !Buffer.from(old[name] ?? []).equals(Buffer.from(fresh[name] ?? [])),
  );
  expect(changed.filter((name) => name.startsWith('ppt/slides/')).sort()).toEqual([
    'ppt/slides/_rels/slide3.xml.rels',
    'ppt/slides/slide3.xml',
  ]);
  const again = await client.previewArtifact({ params: { id }, query: {} });
  expect(again).toMatchObject({
    revision: 2,
    pages: expect.arrayContaining([expect.objectContaining({ index: 2, title: '骑行翻番', notes: '新备注' })]),
  });
  expect(again.pages.toSpliced(2, 1).map(({ content }) => content)).toEqual(
    preview.pages.toSpliced(2, 1).map(({ content }) => content),
  );
  // The version before is kept, and the run that made it still lists it.
  expect((await bytesOf(id, 1)).equals(before)).toBe(true);
  const [listed] = (await client.listArtifacts({ query: { runId } })).items;
  expect(listed).toMatchObject({ artifactId: id, revision: 2, madeRevision: 1 });
  expect((await client.previewArtifact({ params: { id }, query: { revision: 1 } })).pages[2]?.title).toBe(slides[2]?.title);

  // Retention deletes it with the last of the runs that made a version of it.
  const orphans = async () =>
    (await new FileIndex(database.pool).ofDeletedRuns(new Date(Date.now() + 60_000), 1000)).map(({ fileId }) => fileId);
  await database.pool.query('DELETE FROM runs WHERE id = $1', [listed?.source.runId]);
  expect(await orphans()).not.toContain(id);
  await database.pool.query('DELETE FROM runs WHERE id = $1', [runId]);
  expect(await orphans()).toContain(id);
});

test('a process that ends between the file of an artifact and its record leaves one artifact of one version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-artifacts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const index = new FileIndex(database.pool);
  const store = new FileStore({ index, blobs: makeFolderBlobs(folder), maxBytes: 1_000_000, newFileId: newId });
  const files = makeStoredFiles({ store, denyGlobs: [], maxFileBytes: 1_000_000 });
  let written = 0;
  const dying: WorkspaceFiles = {
    ...files,
    async writeAll(...given) {
      await files.writeAll(...given);
      written++;
      return new Promise(() => {});
    },
  };
  const kitOf = (own: WorkspaceFiles) =>
    makeToolKit({ payloads: makeMemoryPayloads(), files: own, documentWriter: makeDocumentWriter() });
  const first = new TestEngine({ tools: kitOf(dying) });
  const workflow = workflowOf(
    {
      text: ['artifact', { format: 'text', name: 'notes.md', content: '# Notes' }],
      deck: ['artifact', { format: 'pptx', name: 'Deck', title: 'Deck', template: 'minimal', slides: slides.slice(0, 1) }],
    },
    [],
  );
  const { runId } = await first.start(workflow);
  await expect.poll(() => written, { timeout: 20_000 }).toBe(2);
  first.store.expireLeases();
  const second = new TestEngine({ store: new MemoryRunStore(first.store.database), tools: kitOf(files) });
  await second.resumeLost();
  await expect.poll(() => second.store.database.runs.get(runId)?.status, { timeout: 20_000 }).toBe('succeeded');
  const made = eventsOf(await second.events(runId), 'artifact_created');
  expect(made.map(({ name, revision }) => [name, revision]).sort()).toEqual([
    ['Deck.pptx', 1],
    ['notes.md', 1],
  ]);
  const kept = await index.artifactsOfRuns(TEST_WORKSPACE, [runId], MEMBER);
  expect(kept.map(({ artifactId }) => artifactId).sort()).toEqual(made.map(({ artifactId }) => artifactId).sort());
});

test('a fork has the deck of its original, and one that makes it again has a deck of its own', async () => {
  const { client, run, bytesOf } = await open();
  const { runId, outputs } = await run(deckOf());
  const { artifactId: original } = outputs.deck as unknown as { artifactId: string };
  const before = await bytesOf(original);
  const fork = async (from: string) => {
    const answer = await client.forkRun({ params: { id: runId }, body: { from: [from], mode: 'sync' } });
    return answer as unknown as { runId: string; outputs: { deck: { artifactId: string; path: string } } };
  };
  expect((await fork('end')).outputs.deck.artifactId).toBe(original);
  const remade = await fork('deck');
  expect(remade.outputs.deck.artifactId).not.toBe(original);
  expect(remade.outputs.deck.path).toBe(`runs/${remade.runId}/artifacts/城市.pptx`);
  const { items } = await client.listArtifacts({ query: { runId: remade.runId } });
  expect(items).toMatchObject([{ artifactId: remade.outputs.deck.artifactId, revision: 1 }]);
  expect((await client.listArtifacts({ query: { runId } })).items).toMatchObject([{ artifactId: original, revision: 1 }]);
  expect((await bytesOf(original)).equals(before)).toBe(true);
});

test('a model makes documents and slides with tools, and revises a slide of its own', async () => {
  const tool = (name: string, args: object): ScriptedAnswer => ({ calls: [{ name, args: JSON.stringify(args) }] });
  const { client, run } = await open([
    tool('create_doc', { name: 'Report', format: 'docx', title: '报告', content: '- 一\n- two' }),
    tool('create_doc', { name: 'Book', format: 'xlsx', sheets: [{ name: 'S', rows: [['a'], [1]] }] }),
    tool('create_artifact', { name: 'page.html', content: '<h1>Hi</h1>' }),
    tool('create_slides', { name: 'Deck', title: 'Deck', template: 'minimal', slides: [{ title: 'One', bullets: ['a'] }] }),
    tool('create_slides', {
      name: 'Deck',
      title: 'Deck',
      slides: [{ title: 'Too much', bullets: Array(12).fill('word '.repeat(70)) }],
    }),
    { text: 'Done' },
  ]);
  const names = ['create_doc', 'create_artifact', 'create_slides', 'revise_slide'];
  const document = workflowOf(
    {
      start: ['start', { inputs: [] }],
      make: ['llm', { userPrompt: 'Make them', availableTools: names, maxIterations: 10 }],
      end: ['end', { outputs: { said: '{{make.output}}' } }],
    },
    ['start -> make', 'make -> end'],
  );
  const { runId, status } = await run(document);
  expect(status).toBe('succeeded');
  const events = (await client.readRunEvents({ params: { id: runId }, query: { events: 'full', limit: 500 } as never })).items;
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event] : []));
  expect(results.map((result) => result.status)).toEqual(['success', 'success', 'success', 'success', 'error']);
  expect(results[4]?.error).toContain('slides[0].bullets');
  const { items } = await client.listArtifacts({ query: { runId } });
  expect(items.map(({ name, revision }) => `${name} ${revision}`).sort()).toEqual([
    'Book.xlsx 1',
    'Deck.pptx 1',
    'Report.docx 1',
    'page.html 1',
  ]);
  const preview = async (name: string) => {
    const id = items.find((item) => item.name === name)?.artifactId ?? '';
    return client.previewArtifact({ params: { id }, query: {} });
  };
  expect(await preview('Report.docx')).toMatchObject({
    type: 'document',
    canRegenerate: false,
    pages: [{ content: expect.stringContaining('报告') }],
  });
  expect(await preview('Book.xlsx')).toMatchObject({ type: 'document', pages: [{ title: 'S' }] });
  expect(await preview('page.html')).toMatchObject({ type: 'text', pages: [{ content: '<h1>Hi</h1>' }] });
});

test('the skill ppt: a message in Chinese makes it active, its check is run, and the deck and its third slide are made', {
  timeout: 120_000,
}, async () => {
  const skills = new SkillService({
    folders: [new SkillFolder({ folder: fileURLToPath(new URL('../../skills', import.meta.url)), now: systemClock.now })],
    clock: systemClock,
  });
  const sandbox = makeTestSandbox();
  onTestFinished(() => sandbox.close());
  const chinese = slides.slice(0, 4);
  const tool = (name: string, args: object): ScriptedAnswer => ({ calls: [{ name, args: JSON.stringify(args) }] });
  const deck = { name: '城市自行车', title: '城市自行车', template: 'business', slides: chinese };
  const third = { layout: 'content', title: '骑行次数三年翻了一番', bullets: ['工作日的骑行占三分之二'] };
  const { client, run, model, bytesOf } = await open(
    [
      tool('run_skill_script', { skill: 'ppt', script: 'scripts/check_layout.py', inputs: { slides: chinese } }),
      tool('create_slides', deck),
      ({ messages }) => {
        const made = (messages as { content: unknown }[]).map(({ content }) => String(content)).join();
        return tool('revise_slide', { artifactId: /art_\w+/.exec(made)?.[0], pageIndex: 2, slide: third });
      },
      { text: '城市自行车.pptx' },
    ],
    { skills, sandbox },
  );
  const document = workflowOf(
    {
      start: ['start', { inputs: [] }],
      make: [
        'llm',
        {
          userPrompt: '把这三年的骑行数据做成一份演示文稿',
          skillMode: 'auto',
          availableTools: ['create_slides', 'revise_slide', 'create_doc', 'http_request'],
          maxIterations: 10,
        },
      ],
      end: ['end', { outputs: { said: '{{make.output}}' } }],
    },
    ['start -> make', 'make -> end'],
  );
  const { runId, status } = await run({ ...document, settings: { ...document.settings, language: 'zh-CN' } });
  // A slide that is there is only changed with the consent of a person.
  expect(status).toBe('waiting');
  const [asked] = (await client.listRunApprovals({ params: { id: runId }, query: {} })).items;
  await client.decideApproval({ params: { id: runId, actionId: asked?.actionId ?? '' }, body: { confirmed: true } });
  await expect
    .poll(async () => (await client.getRun({ params: { id: runId } })).status, { timeout: 60_000 })
    .not.toMatch(/waiting|running/);
  expect(await client.getRun({ params: { id: runId } })).toMatchObject({ status: 'succeeded' });
  const events = (await client.readRunEvents({ params: { id: runId }, query: { events: 'full', limit: 500 } as never })).items;
  expect(events.flatMap((event) => (event.type === 'skill_activated' ? [event.skill] : []))).toEqual(['ppt']);
  const offered = JSON.parse(model.hits[0]?.body ?? '{}') as RequestBody;
  expect(offered.tools?.map(({ function: { name } }: { function: { name: string } }) => name).sort()).toEqual([
    'create_slides',
    'read_skill',
    'revise_slide',
    'run_skill_script',
  ]);
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event] : []));
  expect(results.map((result) => result.status)).toEqual(['success', 'success', 'success']);
  expect(results[0]?.result).toMatchObject({ stdout: 'OK\n', exitCode: 0 });
  const { items } = await client.listArtifacts({ query: { runId } });
  expect(items).toMatchObject([{ name: '城市自行车.pptx', revision: 2 }]);
  const [before, after] = await Promise.all(
    [1, 2].map(async (revision) => unzipSync(await bytesOf(items[0]?.artifactId ?? '', revision))),
  );
  const changed = Object.keys(before ?? {}).filter(
    (name) => Buffer.compare(before?.[name] ?? EMPTY, after?.[name] ?? EMPTY) !== 0,
  );
  expect(changed.filter((name) => /^ppt\/slides\/slide\d/.test(name))).toEqual(['ppt/slides/slide3.xml']);
  expect(Buffer.from(after?.['ppt/slides/slide3.xml'] ?? EMPTY).toString()).toContain('工作日的骑行占三分之二');
});

test('versions by name and by id; a wrong field fails the node and names it', async () => {
  const { client, run, bytesOf } = await open();
  const document = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'slides', type: 'json' }] }],
      one: ['artifact', { format: 'text', name: 'notes.md', content: 'first' }],
      two: ['artifact', { format: 'text', name: 'notes.md', content: 'second' }],
      three: ['artifact', { format: 'text', name: 'other.md', artifact: '{{two.artifactId}}', content: 'third' }],
      deck: ['artifact', { format: 'pptx', name: 'Deck', slides: '{{start.slides}}' }],
      again: ['artifact', { format: 'slide', artifact: '{{deck.artifactId}}', pageIndex: 1, slide: { title: 'Replaced' } }],
      end: ['end', { outputs: { one: '{{one}}', three: '{{three}}', again: '{{again}}' } }],
    },
    ['start -> one', 'one -> two', 'two -> three', 'three -> deck', 'deck -> again', 'again -> end'],
  );
  const made = await run(document, { inputs: { slides: [{ title: 'A' }, { title: 'B' }] } });
  expect(made).toMatchObject({
    status: 'succeeded',
    outputs: {
      one: { name: 'notes.md', revision: 1 },
      three: { name: 'notes.md', revision: 3 },
      again: { name: 'Deck.pptx', revision: 2 },
    },
  });
  const { artifactId: id } = made.outputs.three as unknown as { artifactId: string };
  const texts = await Promise.all([1, 2, 3].map(async (revision) => (await bytesOf(id, revision)).toString('utf8')));
  expect(texts).toEqual(['first', 'second', 'third']);
  const deck = (made.outputs.again as unknown as { artifactId: string }).artifactId;
  expect((await client.previewArtifact({ params: { id: deck }, query: {} })).pages.map(({ title }) => title)).toEqual([
    'A',
    'Replaced',
  ]);

  const wrong = await run(document, { inputs: { slides: [{ title: 'A' }, { title: 'B', layout: 'poster' }] } });
  expect(wrong).toMatchObject({
    status: 'failed',
    error: { nodeId: 'deck', code: 'document-not-written', path: 'config.slides[1].layout' },
  });
});

test('regenerating refuses what it cannot change, and keys see artifacts of their own runs only', async () => {
  const { client, url, run } = await open();
  const text = await run(deckOf({ format: 'text', content: 'x', name: 'a.txt' }));
  const { artifactId } = text.outputs.deck as unknown as { artifactId: string };
  const regenerate = (id: string, pageIndex = 0) =>
    client.regenerateArtifact({ params: { id }, body: { pageIndex, instructions: 'Shorter', mode: 'async' } });
  await expect(regenerate(artifactId)).rejects.toMatchObject({ code: 'document-unusable' });
  await expect(regenerate('art_none')).rejects.toMatchObject({ code: 'not-found' });
  const deck = await run(deckOf({ slides: [slideSchema.parse({ title: 'One' })] }));
  const { artifactId: id } = deck.outputs.deck as unknown as { artifactId: string };
  await expect(regenerate(id, 1)).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('counted from 0'),
  });
  const endpoint = await publish(url, deckOf());
  const own = await callApi(`${url}/api/v1/run/${endpoint.slug}`, { body: { inputs: {} }, headers: bearer(endpoint.key) });
  const ownId = (own.json.outputs as { deck: { artifactId: string } }).deck.artifactId;
  const preview = (of: string) => callApi(`${url}/api/v1/artifacts/${of}/preview`, { headers: bearer(endpoint.key) });
  expect([(await preview(ownId)).status, (await preview(id)).status]).toEqual([200, 404]);
});

test('a key sees what its chat made, and makes a slide of it again as a run of its endpoint', async () => {
  const revised = { layout: 'content', title: 'Shorter', bullets: ['One point'] };
  const { client, url } = await open([{ text: JSON.stringify(revised) }]);
  const talk = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'message', type: 'text' }] }],
      deck: ['artifact', { format: 'pptx', name: 'Bikes', slides: [{ title: 'One' }, { title: 'Two' }] }],
      end: ['end', { outputs: { said: 'Here it is.' } }],
    },
    ['start -> deck', 'deck -> end'],
  );
  const { slug, key } = await publish(url, talk, { events: 'full' });
  const other = await makeKey(url, slug);
  const api = (path: string, body?: object, as = key) => callApi(`${url}/api/v1${path}`, { headers: bearer(as), body });
  const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'A deck, please' }] };
  const chat = await fetch(`${url}/api/v1/chat/${slug}`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'talk', messages: [message] }),
  });
  const chunks = [...(await chat.text()).matchAll(/^data: (\{.*\})$/gm)].map(([, json = '']) => JSON.parse(json));
  const part = chunks.find(({ type }) => type === 'data-artifact');
  expect(part).toMatchObject({ data: { name: 'Bikes.pptx', revision: 1, mediaType: expect.stringContaining('presentation') } });
  const id = part.id as string;

  expect((await api('/artifacts?sessionId=talk')).json.items).toMatchObject([{ artifactId: id }]);
  expect((await api('/artifacts', undefined, other.key)).json.items).toEqual([]);
  const hidden = ['', '/preview', '/pages/0', '/download'].map((path) => api(`/artifacts/${id}${path}`, undefined, other.key));
  for (const { status } of await Promise.all(hidden.slice(1))) expect(status).toBe(404);
  const again = { pageIndex: 1, instructions: 'Shorter', mode: 'sync' };
  expect((await api(`/artifacts/${id}/regenerate`, again, other.key)).status).toBe(404);
  expect((await api(`/artifacts/${id}/regenerate`, { ...again, model: 'largest' })).json).toMatchObject({
    error: { code: 'body-invalid' },
  });
  const made = await api(`/artifacts/${id}/regenerate`, again);
  expect(made.json).toMatchObject({ status: 'succeeded', outputs: { artifact: { revision: 2 } } });
  expect((await api(`/runs/${made.json.runId}`)).json).toMatchObject({ slug, mode: 'deployed' });
  expect((await api(`/runs/${made.json.runId}`, undefined, other.key)).status).toBe(404);
  expect((await api(`/artifacts/${id}/preview`)).json).toMatchObject({
    revision: 2,
    pages: [{ title: 'One' }, { title: 'Shorter' }],
  });
  expect((await api(`/files/${id}/versions`)).json.items).toMatchObject([{ revision: 1 }]);

  // A person of the studio makes it once more: it stays the file of the caller.
  const [session] = (await client.listSessions({ query: { slug } })).items;
  const isOurs = await client.regenerateArtifact({ params: { id }, body: { ...again, mode: 'sync' } }).catch(() => undefined);
  expect(isOurs).toBeDefined();
  const { turns } = await client.getSession({ params: { id: session?.id ?? '' } });
  expect(turns).toMatchObject([{ artifacts: [{ artifactId: id, name: 'Bikes.pptx' }] }]);
  expect((await api(`/artifacts/${id}/preview`)).status).toBe(200);
  const { messages } = (await api(`/chat/${slug}/talk/messages`)).json as { messages: { parts: object[] }[] };
  expect(messages.at(-1)?.parts).toMatchObject([{ type: 'text' }, { type: 'data-artifact', id }]);
});
