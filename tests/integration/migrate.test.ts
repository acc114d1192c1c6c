import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#server/db/database/migrate.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { type DatabaseLocation, databaseKinds, makeDatabaseLocation } from '#tests/support/databases.ts';

const migrationNames = readdirSync('prisma/migrations')
  .filter((name) => /^\d{4,8}_/.test(name))
  .sort();

/** A migrations folder with one file for each name. */
function makeMigrations(folder: string, files: Record<string, string>): URL {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, sql] of Object.entries(files)) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'migration.sql'), sql);
  }
  writeFileSync(join(folder, 'migration_lock.toml'), '');
  return pathToFileURL(`${folder}/`);
}

describe.each(databaseKinds)('migrate on %s', (kind) => {
  let place: DatabaseLocation;
  let database: Database;
  const scratch = mkdtempSync(join(tmpdir(), 'threadloom-migrations-'));
  const folder = (files: Record<string, string>) => makeMigrations(join(scratch, 'migrations'), files);
  const tables = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    return rows.map((row) => row.name).filter((name) => !name.startsWith('_'));
  };

  beforeAll(async () => {
    place = await makeDatabaseLocation(kind, { isEmpty: true });
    database = await place.open();
  });
  // Each test begins with an empty database.
  afterEach(() => database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
  afterAll(async () => {
    await database.close();
    await place.remove();
    rmSync(scratch, { recursive: true, force: true });
  });

  test('creates the tables once, with the local workspace, and every entity can be read', async () => {
    expect(await migrate(database.pool)).toEqual(migrationNames);
    expect(await migrate(database.pool)).toEqual([]);
    const { prisma } = database;
    expect(await prisma.workspace.findMany()).toMatchObject([{ id: 'ws_local' }]);
    // Each selects every column of the schema, so schema and SQL cannot diverge.
    const reads = [
      prisma.workflow,
      prisma.document,
      prisma.version,
      prisma.deployment,
      prisma.apiKey,
      prisma.workspaceKey,
      prisma.webhook,
      prisma.run,
      prisma.runEvents,
      prisma.runNode,
      prisma.runCommand,
      prisma.runStart,
      prisma.runKey,
      prisma.session,
      prisma.keyBudget,
      prisma.budgetDay,
      prisma.callCount,
      prisma.runFact,
      prisma.runSum,
      prisma.agent,
      prisma.agentVersion,
      prisma.credential,
      prisma.credentialSlot,
      prisma.credentialTokens,
      prisma.credentialAuthorization,
      prisma.configOverride,
      prisma.jobWatermark,
      prisma.approval,
      prisma.payload,
      prisma.holder,
      prisma.signIn,
      prisma.rateWindow,
      prisma.rateReservation,
      prisma.file,
      prisma.fileVersion,
      prisma.fileTree,
      prisma.fileUpload,
      prisma.discardedPart,
      prisma.knowledgeBase,
      prisma.knowledgeSource,
      prisma.knowledgeDocument,
      prisma.knowledgeChunk,
      prisma.knowledgeWord,
      prisma.knowledgeVector,
      prisma.knowledgeQuestion,
      prisma.memoryUser,
      prisma.memoryRecord,
      prisma.memoryTask,
      prisma.trigger,
      prisma.triggerEvent,
      prisma.triggerKey,
      prisma.triggerListener,
      prisma.chatPage,
      prisma.runFeedback,
      prisma.storedValue,
      prisma.storedValueWrite,
      prisma.sessionTab,
      prisma.skill,
      prisma.skillFile,
      prisma.a2aService,
      prisma.a2aTask,
    ] as unknown as { findMany(): Promise<unknown[]> }[];
    for (const model of reads) expect(await model.findMany()).toEqual([]);
    const entities = [
      'a2a_services',
      'a2a_tasks',
      'agent_versions',
      'agents',
      'api_keys',
      'chat_pages',
      'chat_shares',
      'credential_authorizations',
      'credential_slots',
      'credential_tokens',
      'credentials',
      'deployments',
      'discarded_parts',
      'documents',
      'knowledge_bases',
      'knowledge_chunks',
      'knowledge_documents',
      'knowledge_questions',
      'knowledge_sources',
      'knowledge_vectors',
      'knowledge_words',
      'mcp_servers',
      'mcp_sign_ins',
      'memory_records',
      'memory_tasks',
      'memory_users',
      'file_trees',
      'file_uploads',
      'file_versions',
      'files',
      'session_tabs',
      'sessions',
      'sign_ins',
      'stored_value_writes',
      'stored_values',
      'skill_files',
      'skills',
      'tool_services',
      'trigger_events',
      'trigger_keys',
      'trigger_listeners',
      'triggers',
      'versions',
      'webhooks',
      'workflows',
      'workspace_keys',
      'workspaces',
    ];
    const ofRuns = [
      'a2a_push_configs',
      'approvals',
      'budget_days',
      'call_counts',
      'config_override',
      'done_last',
      'holders',
      'key_budgets',
      'run_keys',
      'payloads',
      'rate_reservations',
      'rate_windows',
      'run_commands',
      'run_feedback',
      'run_events',
      'run_facts',
      'run_node_sums',
      'run_nodes',
      'run_starts',
      'run_sums',
      'runs',
    ];
    expect(await tables()).toEqual([...entities, ...ofRuns].sort());
  });

  test('several processes that start at once apply each migration once', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.pool)));
    expect(applied.flat()).toEqual(migrationNames);
  });

  test('a newer build adds its migrations to an older database', async () => {
    await migrate(database.pool, { folder: folder({ '0001_a': 'CREATE TABLE a (id int)' }) });
    expect(
      await migrate(database.pool, {
        folder: folder({ '0001_a': 'CREATE TABLE a (id int)', '0002_b': 'CREATE TABLE b (id int)' }),
      }),
    ).toEqual(['0002_b']);
    expect(await tables()).toEqual(['a', 'b']);
  });

  test('a database of a newer version is refused and left as it was', async () => {
    await migrate(database.pool, {
      folder: folder({ '0001_a': 'CREATE TABLE a (id int)', '0003_c': 'CREATE TABLE c (id int)' }),
    });
    const older = migrate(database.pool, {
      folder: folder({ '0001_a': 'CREATE TABLE a (id int)', '0002_b': 'CREATE TABLE b (id int)' }),
    });
    await expect(older).rejects.toMatchObject({
      code: 'data-folder-unusable',
      message: expect.stringMatching(/newer version of Threadloom.*0003_c/),
    });
    expect(await tables()).toEqual(['a', 'c']);
  });

  test('a database that a newer version has only added to may be worked with where processes of several versions may be', async () => {
    const added = { '0001_a': 'CREATE TABLE a (id int)', '0003_c': 'ALTER TABLE a ADD COLUMN c int' };
    await migrate(database.pool, { folder: folder(added) });
    const ours = () => folder({ '0001_a': 'CREATE TABLE a (id int)', '0002_b': 'CREATE TABLE b (id int)' });
    expect(await migrate(database.pool, { folder: ours(), mayBeNewer: true })).toEqual(['0002_b']);
    await expect(migrate(database.pool, { folder: ours() })).rejects.toMatchObject({ code: 'data-folder-unusable' });
    await migrate(database.pool, { folder: folder({ ...added, '0002_b': 'CREATE TABLE b (id int)', '0004_d': 'DROP TABLE b' }) });
    await expect(migrate(database.pool, { folder: ours(), mayBeNewer: true })).rejects.toMatchObject({
      code: 'data-folder-unusable',
      message: expect.stringContaining('0004_d'),
    });
  });

  test('a migration that was edited after it was applied is refused', async () => {
    await migrate(database.pool, { folder: folder({ '0001_a': 'CREATE TABLE a (id int)' }) });
    const edited = migrate(database.pool, { folder: folder({ '0001_a': 'CREATE TABLE a (id bigint)' }) });
    await expect(edited).rejects.toMatchObject({
      code: 'database-failed',
      message: expect.stringContaining('0001_a was edited'),
    });
  });

  test('a failed migration is rolled back, named, and may be fixed', async () => {
    const broken = migrate(database.pool, { folder: folder({ '0001_a': 'CREATE TABLE a (id int); SELECT 1/0' }) });
    await expect(broken).rejects.toMatchObject({
      code: 'database-failed',
      message: expect.stringMatching(/0001_a failed.*division by zero/),
    });
    expect(await tables()).toEqual([]);
    expect(await migrate(database.pool, { folder: folder({ '0001_a': 'CREATE TABLE a (id int)' }) })).toEqual(['0001_a']);
  });
});

test('a migration whose connection is lost fails with the reason, and leaves the lock to the next process', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'threadloom-migrations-'));
  const place = await makeDatabaseLocation('Postgres', { isEmpty: true });
  const database = await place.open();
  const ending = makeMigrations(join(scratch, 'ending'), { '0001_a': 'SELECT pg_terminate_backend(pg_backend_pid())' });
  await expect(migrate(database.pool, { folder: ending })).rejects.toMatchObject({
    code: 'database-failed',
    message: expect.stringContaining('The migration 0001_a failed and was undone: terminating connection'),
  });
  const fine = makeMigrations(join(scratch, 'fine'), { '0001_a': 'CREATE TABLE a (id int)' });
  expect(await migrate(database.pool, { folder: fine })).toEqual(['0001_a']);
  await database.close();
  await place.remove();
  rmSync(scratch, { recursive: true });
});
