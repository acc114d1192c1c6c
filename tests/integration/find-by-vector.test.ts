import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/database/open-database.ts';
import { sql } from '#server/db/database/sql.ts';
import { transact } from '#server/db/database/transact.ts';
import { type FindByVector, findByVector } from '#server/db/stores/knowledge/find-by-vector.ts';
import { KnowledgeSearchStore } from '#server/db/stores/knowledge/search-store.ts';
import { newId } from '#server/process/new-id.ts';
import { localWorkspace } from '#tests/support/run-batch.ts';
import { openVectorDatabase, vectorDatabaseKinds } from '#tests/support/vector-databases.ts';

const CHUNKS = 800;
const DIMENSIONS = 16;
const baseId = newId('kb');

/** Of numbers that depend on `seed` alone. */
function vectorOf(seed: number): number[] {
  const numbers = Array.from({ length: DIMENSIONS }, (_, index) => Math.sin((seed + 1) * (index + 1) * 12.9898) % 1);
  const length = Math.hypot(...numbers);
  return numbers.map((number) => Math.fround(number / length));
}

describe.each(vectorDatabaseKinds)('vectors on %s', (kind) => {
  let opened: Awaited<ReturnType<typeof openVectorDatabase>>;
  let database: Database;

  /** Each chunk is a document of its own. */
  beforeAll(async () => {
    opened = await openVectorDatabase(kind);
    database = opened.database;
    const { pool } = database;
    const store = new KnowledgeSearchStore(pool);
    expect(await store.hasVectors()).toBe(true);
    await pool.query(sql`INSERT INTO knowledge_bases (id, workspace_id, name, title, embedding, dimensions, chunk_chars, chunk_count)
    VALUES (${baseId}, ${localWorkspace}, 'vectors', 'Vectors', 'e', ${DIMENSIONS}, 1000, ${CHUNKS})`);
    await store.makeIndex(baseId, DIMENSIONS);
    const numbers = Array.from({ length: CHUNKS }, (_, index) => index);
    await pool.query(sql`INSERT INTO knowledge_documents (id, workspace_id, base_id, key, title, status, metadata)
    SELECT 'd' || n, ${localWorkspace}, ${baseId}, 'k' || n, 't', 'ready',
      jsonb_build_object('parity', CASE WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END, 'tenth', n % 10) FROM unnest(${numbers}::int[]) n`);
    await pool.query(sql`INSERT INTO knowledge_chunks (id, workspace_id, base_id, document_id, position, section, kind, heading, start_char, text,
      source_hash, hash, word_count, words)
    SELECT 'c' || n, ${localWorkspace}, ${baseId}, 'd' || n, 0, 0, 'text', '', 0, 'x', 'h', 'h' || n, 1, ''::tsvector
    FROM unnest(${numbers}::int[]) n`);
    await pool.query(sql`INSERT INTO knowledge_vectors (chunk_id, workspace_id, base_id, embedding, hash, vector)
    SELECT 'c' || n, ${localWorkspace}, ${baseId}, 'e', 'h' || n, v::real[]
    FROM unnest(${numbers}::int[], ${numbers.map((seed) => `{${vectorOf(seed).join(',')}}`)}::text[]) AS t (n, v)`);
    await pool.query('ANALYZE knowledge_vectors');
  });
  afterAll(() => opened?.close());

  const find = (more: Partial<FindByVector>) =>
    findByVector(database.pool, {
      baseId,
      embedding: 'e',
      vector: vectorOf(5),
      filter: undefined,
      hasIndex: true,
      isIterative: true,
      limit: 40,
      ...more,
    });
  const share = (found: readonly { chunkId: string }[], all: readonly { chunkId: string }[]) =>
    found.filter(({ chunkId }) => all.some((one) => one.chunkId === chunkId)).length / all.length;

  test.each([
    ['no filter', undefined],
    ['a filter that half of the chunks fit', { parity: 'odd' }],
    ['a filter that a tenth fits', { tenth: 3 }],
  ])('by the index with %s: as many as a comparison of all gives, and nearly the same', async (_, filter) => {
    const all = await find({ hasIndex: false, filter });
    expect(all).toHaveLength(40);
    const found = await find({ filter, maxCompared: 10 });
    expect(found).toHaveLength(40);
    expect(share(found, all)).toBeGreaterThanOrEqual(0.9);
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
    // Few that fit: each is compared.
    if (filter !== undefined) expect(await find({ filter })).toEqual(all);
  });

  test('documents that are switched off leave no gap in what the index finds, and older versions of pgvector work', async () => {
    const nearest = (await find({ hasIndex: false, limit: 120 })).map(({ chunkId }) => `d${chunkId.slice(1)}`);
    const set = (isEnabled: boolean) =>
      database.pool.query(sql`UPDATE knowledge_documents SET is_enabled = ${isEnabled} WHERE id = ANY (${nearest}::text[])`);
    await set(false);
    const all = await find({ hasIndex: false });
    const found = await find({});
    await set(true);
    expect(found).toHaveLength(40);
    expect(share(found, all)).toBeGreaterThanOrEqual(0.9);
    expect(await find({ isIterative: false, filter: { parity: 'odd' } })).toEqual(
      await find({ hasIndex: false, filter: { parity: 'odd' } }),
    );
    expect((await find({ isIterative: false })).length).toBe(40);
  });

  async function addBase(): Promise<string> {
    const id = newId('kb');
    await database.pool.query(sql`INSERT INTO knowledge_bases (id, workspace_id, name, title, embedding, dimensions, chunk_chars)
      VALUES (${id}, ${localWorkspace}, ${id}, 'Other', 'e', ${DIMENSIONS}, 1000)`);
    return id;
  }

  test('indexes of bases are made and dropped by any number of transactions at once', async () => {
    const store = new KnowledgeSearchStore(database.pool);
    const forget = (id: string) => transact(database.pool, (client) => store.forgetVectors(id, client));
    for (let round = 0; round < 5; round++) {
      const bases = [await addBase(), await addBase()] as const;
      const made = bases.flatMap((id) => Array.from({ length: 4 }, () => store.makeIndex(id, DIMENSIONS)));
      expect(new Set(await Promise.all(made))).toEqual(new Set([true]));
      expect(await store.hasIndex(bases[0], DIMENSIONS)).toBe(true);
      await Promise.all(bases.map(forget));
      expect(await store.hasIndex(bases[0], DIMENSIONS)).toBe(false);
    }
  });

  test('no index is made for other dimensions than the base has', async () => {
    const store = new KnowledgeSearchStore(database.pool);
    const id = await addBase();
    expect(await store.makeIndex(id, DIMENSIONS + 1)).toBe(false);
    expect(await store.hasIndex(id, DIMENSIONS + 1)).toBe(false);
    expect(await store.makeIndex('kb_that_was_deleted', DIMENSIONS)).toBe(false);
  });

  test('one round trip sets what the index needs for itself alone', async () => {
    await find({});
    const { rows } = await database.pool.query<{ setting: string }>("SELECT current_setting('hnsw.ef_search', true) AS setting");
    expect(rows[0]?.setting).toBe('40');
    // Compiling a plan takes longer than any search.
    if (kind !== 'PGlite') expect((await database.pool.query('SHOW jit')).rows).toEqual([{ jit: 'off' }]);
  });
});
