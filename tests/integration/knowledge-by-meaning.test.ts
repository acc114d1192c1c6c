import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { parseConfig } from '#server/config/load-config.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { startApi } from '../support/api-server.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.ts';
import { handbook, openKnowledge, settled } from '../support/knowledge-api.ts';
import { openVectorDatabase, vectorDatabaseKinds } from '../support/vector-databases.ts';

let embeddings: EmbeddingServer;
beforeAll(async () => {
  // "cash" and "money", "weeks" and "days" mean the same.
  embeddings = await startEmbeddingServer({
    meanings: { cash: 'money', monei: 'money', refund: 'money', hour: 'time', dai: 'time' },
  });
});
afterAll(() => embeddings.close());

const open = (database: Database, fields: Partial<KnowledgeBaseResource> = {}) => openKnowledge(database, embeddings, fields);

describe.each(vectorDatabaseKinds)('knowledge by meaning on %s', (kind) => {
  let opened: Awaited<ReturnType<typeof openVectorDatabase>>;
  beforeAll(async () => {
    opened = await openVectorDatabase(kind);
  });
  afterAll(() => opened?.close());
  const database = () => opened.database;

  test('texts are embedded in batches, each once; what is said in other words is found', async () => {
    const { write, search, client, params } = await open(database(), { embedding: 'test' });
    const sentBefore = embeddings.texts.length;
    const more = Array.from({ length: 9 }, (_, index) => ({
      key: `other-${index}`,
      text: `# Note ${index}\n\nSomething about topic${index}.`,
    }));
    await write([{ key: 'a', text: handbook }, ...more]);
    const sent = embeddings.texts.length - sentBefore;
    expect(sent).toBe(12);
    expect(Math.max(...embeddings.batches)).toBeLessThanOrEqual(4);
    const near = await search('cash hours', { mode: 'vector', limit: 1 });
    expect(near.passages[0]?.place).toBe('Returns › How long a refund takes');
    expect(near.retrieval.candidates[0]).toMatchObject({ lexicalRank: null, vectorRank: 1 });
    const both = await search('cash for a lamp');
    expect(both.retrieval.mode).toBe('hybrid');
    expect(
      both.passages
        .slice(0, 2)
        .map(({ place }) => place)
        .sort(),
    ).toEqual(['Repairs', 'Returns › How long a refund takes']);
    // The same texts again, in another document and in another base: only the question is sent.
    const sentAfter = embeddings.texts.length;
    const other = await open(database(), { embedding: 'test' });
    await other.write([{ key: 'copy', title: 'Returns', text: handbook }]);
    expect(embeddings.texts.length).toBe(sentAfter);
    expect((await other.search('cash hours', { mode: 'vector', limit: 1 })).passages[0]?.key).toBe('copy');
    // Another embedding: everything is indexed again, and the index of the other size goes.
    await client.updateKnowledgeBase({ params, body: { embedding: null } });
    await expect(search('cash', { mode: 'vector' })).rejects.toMatchObject({ status: 400 });
    const { rows } = await database().pool.query(
      "SELECT count(*)::int AS count FROM pg_indexes WHERE indexname LIKE 'knowledge_hnsw_%'",
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('documents that were indexed before the database had pgvector get their vectors at the next start', async () => {
    const { write, search, name } = await open(database(), { embedding: 'test' });
    const [document] = await write([{ key: 'a', text: handbook }]);
    const { pool } = database();
    const base = '(SELECT id FROM knowledge_bases WHERE name = $1)';
    await pool.query(`DELETE FROM knowledge_vectors WHERE base_id = ${base}`, [name]);
    await pool.query('UPDATE knowledge_bases SET dimensions = NULL WHERE name = $1', [name]);
    expect((await search('cash hours', { mode: 'vector' })).passages).toEqual([]);
    await open(database());
    await expect
      .poll(async () => (await search('cash hours', { mode: 'vector' })).passages[0]?.documentId, { timeout: 20_000 })
      .toBe(document?.documentId);
  });

  test('an endpoint that fails: the document waits and is tried again; one that refuses fails it with the reason', async () => {
    const { api, client, name, params } = await open(database(), { embedding: 'test' });
    embeddings.failWith = 401;
    await client.writeKnowledgeDocuments({ params, body: { documents: [{ key: 'a', text: '# A\n\nUnique marmalade.' }] } });
    await settled(api, name);
    const { items } = await client.listKnowledgeDocuments({ params, query: {} });
    expect(items[0]).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining("The embedding model 'test' answered 401"),
    });
    // By words it is found all the same.
    expect((await client.searchKnowledge({ params, body: { query: 'marmalade', mode: 'lexical' } })).passages).toHaveLength(1);
    embeddings.failWith = undefined;
    await client.indexKnowledgeDocument({ params: { name, documentId: items[0]?.documentId ?? '' } });
    await settled(api, name);
    expect((await client.searchKnowledge({ params, body: { query: 'marmalade', mode: 'vector' } })).passages).toHaveLength(1);
  });

  test('a reranker orders what was found; when it fails, the order stays and the trace says why', async () => {
    const { write, search } = await open(database(), { reranker: 'test' });
    await write([
      { key: 'one', text: 'Green tea, green tea, green tea and tea.' },
      { key: 'two', text: 'Tea for cash in an hour.' },
    ]);
    const found = await search('tea money days');
    expect(found.passages[0]?.key).toBe('two');
    expect(found.retrieval.candidates[0]?.rerankScore).toBe(1);
    embeddings.failWith = 400;
    const without = await search('tea money days');
    embeddings.failWith = undefined;
    expect(without.passages).toHaveLength(2);
    expect(without.retrieval.problem).toContain("The reranker 'test' answered 400");
  });

  test('the workspace pays for vectors that no run asks for, and those of a run its key; a used-up budget says so', async () => {
    const text = `knowledge: { embeddings: { test: { base_url: "${embeddings.url}", model: m, price: { input: 100000 } } }, rerankers: { test: { base_url: "${embeddings.url}", model: r, price: { input: 1000, search: 10 } } } }`;
    const { knowledge: priced } = parseConfig(text, { file: 'test.yaml', variables: {} });
    const api = await startApi(database(), {
      knowledgeSettings: priced,
      workspaceBudget: { maxTokens: 50, onBudget: 'stop' },
    });
    api.indexing.start();
    const { client } = api;
    const params = { name: 'paid' };
    await client.createKnowledgeBase({ body: { name: 'paid', title: 'Paid', embedding: 'test', reranker: 'test' } });
    const before = await client.getUsage();
    const documents = [{ key: 'a', text: 'A priced text.\n' }];
    await client.writeKnowledgeDocuments({ params, body: { documents } });
    await settled(api, 'paid');
    // A person on the page: one question, and one text that is reranked.
    await client.searchKnowledge({ params, body: { query: 'What is priced?' } });
    await client.searchKnowledge({ params, body: { query: 'What is priced?' } });
    // Usage is stored behind the answer.
    const usedOf = async () => (await client.getUsage()).outsideRuns.tokens - before.outsideRuns.tokens;
    await expect.poll(usedOf).toBe(10 + 10 + 3 + 3);
    const { outsideRuns, workspace } = await client.getUsage();
    expect(outsideRuns.costUsd - before.outsideRuns.costUsd).toBeCloseTo(1 + 1 + 2 * (0.003 + 0.01));
    expect(workspace.tokens - before.workspace.tokens).toBe(26);
    // A run that has ended wrote a document: its key pays, too.
    await database().pool.query("INSERT INTO run_keys (run_id, key_id) VALUES ('run_of_key', 'paying')");
    await api.service.write(workspaceId('ws_local'), {
      base: 'paid',
      documents: [0, 1, 2].map((index) => ({ key: `run-${index}`, text: `Text ${index} of a run.` })),
      onExisting: 'replace',
      runId: 'run_of_key',
    });
    await settled(api, 'paid');
    const ofKey = async () => (await database().pool.query("SELECT tokens::int FROM budget_days WHERE owner = 'paying'")).rows;
    await expect.poll(ofKey).toEqual([{ tokens: 30 }]);
    // Now 56 tokens are used: documents of people wait for the next day, those of runs, which may wait for them, fail.
    const problem = expect.stringContaining('The workspace may use 50 tokens a day');
    const documentOf = async (search: string) => (await client.listKnowledgeDocuments({ params, query: { search } })).items;
    await client.writeKnowledgeDocuments({ params, body: { documents: [{ key: 'late', text: 'Late marmalade.' }] } });
    await expect.poll(() => documentOf('late')).toMatchObject([{ status: 'queued', problem }]);
    const { rows } = await database().pool.query(
      "SELECT attempts::int, retry_at > CURRENT_TIMESTAMP AS waits FROM knowledge_documents WHERE key = 'late'",
    );
    expect(rows).toEqual([{ attempts: 0, waits: true }]);
    await api.service.write(workspaceId('ws_local'), {
      base: 'paid',
      documents: [{ key: 'of-run', text: 'More of a run.' }],
      onExisting: 'replace',
      runId: 'run_of_key',
    });
    await expect.poll(() => documentOf('of-run')).toMatchObject([{ status: 'failed', problem }]);
    const query = 'Where is marmalade?';
    await expect(client.searchKnowledge({ params, body: { query } })).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('The workspace may use 50 tokens a day'),
      details: { retryAfterS: expect.any(Number) },
    });
    const byWords = await client.searchKnowledge({ params, body: { query, mode: 'lexical' } });
    expect(byWords.passages.map(({ key }) => key)).toEqual(['late']);
    expect(byWords.retrieval.problem).toContain('The workspace may use 50 tokens a day');
  });
});
