import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { takeBackup } from '#server/backup/take-backup.ts';
import { parseConfig } from '#server/config/load-config.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { newId } from '#server/process/new-id.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { startApi } from '../support/api-server.ts';
import { databaseKinds, makeDatabaseLocation } from '../support/databases.ts';
import { startEmbeddingServer } from '../support/embedding-server.ts';
import { localWorkspace } from '../support/run-batch.ts';

const secrets = new SecretBox([randomBytes(32)]);
const params = { name: 'handbook' };

async function open(kind: (typeof databaseKinds)[number], isEmpty: boolean): Promise<Database> {
  const place = await makeDatabaseLocation(kind, { isEmpty });
  const database = await place.open();
  onTestFinished(async () => {
    await database.close();
    await place.remove();
  });
  return database;
}

test.each(databaseKinds)('knowledge bases and the memory of users of a backup are found once restored into %s', async (kind) => {
  const embeddings = await startEmbeddingServer({ meanings: { car: 'vehicl', automobil: 'vehicl' } });
  onTestFinished(() => embeddings.close());
  const yaml = `knowledge:\n  embeddings:\n    main: { base_url: ${embeddings.url}, model: test }\n`;
  const knowledgeSettings = parseConfig(yaml, { file: 'test.yaml', variables: {} }).knowledge;
  const source = await open('PGlite', false);
  const from = await startApi(source, { knowledgeSettings });
  from.indexing.start();
  await from.client.createKnowledgeBase({ body: { name: 'handbook', title: 'Handbook', embedding: 'main' } });
  const documents = [
    { key: 'a', title: 'Parking', text: '# Parking\n\nAn automobile stands behind the house.', metadata: { year: 2026 } },
    { key: 'b', title: 'Tea', text: '# Tea\n\nThe kettle is in the kitchen.' },
  ];
  await from.client.writeKnowledgeDocuments({ params, body: { documents } });
  const items = [{ question: 'Where is the kettle?', documentKey: 'b', excerpt: null }];
  await from.client.setKnowledgeQuestions({ params, body: { items } });
  await from.client.createKnowledgeSource({ params, body: { kind: 'folder', address: 'rules/' } });
  await expect
    .poll(async () => (await from.client.getKnowledgeBase({ params })).pending, { timeout: 20_000, interval: 20 })
    .toBe(0);
  const userId = await from.memory.users.open(
    localWorkspace,
    { slug: 'shop', owner: { kind: 'endpoint', id: 'shop' }, user: 'ada' },
    newId('mu'),
  );
  await from.memory.add({ workspaceId: localWorkspace, userId }, 'Drives an automobile');
  await from.memory.tasks.add({ workspaceId: localWorkspace, runId: 'run_1', userId, settings: '{}' });

  const folder = mkdtempSync(join(tmpdir(), 'threadloom-backup-knowledge-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'one.backup.gz');
  const readOverride = async () => undefined;
  const { rows } = await takeBackup({
    database: source,
    secrets,
    file,
    version: '1',
    readOverride,
    isShared: true,
    now: new Date(),
  });
  expect(rows).toMatchObject({
    knowledge_bases: 1,
    knowledge_documents: 2,
    knowledge_chunks: 2,
    knowledge_vectors: 2,
    knowledge_questions: 1,
    knowledge_sources: 1,
    memory_users: 1,
    memory_records: 1,
    memory_tasks: 1,
  });

  const target = await open(kind, true);
  await restoreBackup({ file, pool: target.pool, secrets, isForced: false });
  const { client, memory, service } = await startApi(target, { knowledgeSettings });
  expect(await client.getKnowledgeBase({ params })).toEqual(await from.client.getKnowledgeBase({ params }));
  const find = async (query: string) =>
    (await client.searchKnowledge({ params, body: { query, limit: 1 } })).passages.map(({ title }) => title);
  // A server without the extension finds by words alone.
  const hasVectors = await service.hasVectors();
  expect(hasVectors || kind === 'Postgres').toBe(true);
  const byMeaning = hasVectors ? ['Parking'] : [];
  expect([await find('car'), await find('kettle')]).toEqual([byMeaning, ['Tea']]);
  // The index of the vectors is made when the server starts.
  await service.makeIndexes((error) => expect.unreachable(String(error)));
  expect(await find('car')).toEqual(byMeaning);
  expect(await client.measureKnowledge({ params, body: {} })).toMatchObject({ recall: 1 });
  const records = await memory.search({ workspaceId: localWorkspace, userId }, 'car');
  expect(records.map(({ text }) => text)).toEqual(['Drives an automobile']);
  // A document that is written again is found: the counts of words are right.
  const changed = await service.write(localWorkspace, {
    base: 'handbook',
    documents: [{ key: 'b', title: 'Tea', text: '# Tea\n\nThe kettle is in the kitchen.' }],
    onExisting: 'replace',
  });
  expect(changed).toMatchObject([{ outcome: 'unchanged' }]);
});
