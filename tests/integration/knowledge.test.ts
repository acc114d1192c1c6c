import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { eachDatabase } from '../support/databases.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.ts';
import { freeRequest } from '../support/free-meter.ts';
import { handbook, openKnowledge } from '../support/knowledge-api.ts';

const chinese =
  '# 休假制度\n\n员工每年享有十五天带薪年假，未休完的天数可以结转到次年三月。\n\n# 报销\n\n差旅费用须在返回后三十天内提交。';

let embeddings: EmbeddingServer;
beforeAll(async () => {
  // "cash" and "money", "weeks" and "days" mean the same.
  embeddings = await startEmbeddingServer({
    meanings: { cash: 'money', monei: 'money', refund: 'money', hour: 'time', dai: 'time' },
  });
});
afterAll(() => embeddings.close());

const open = (database: Database, fields: Partial<KnowledgeBaseResource> = {}) => openKnowledge(database, embeddings, fields);

eachDatabase('knowledge', (database, kind) => {
  test('a document is split by its structure and found by words, with the section of each passage', async () => {
    const { write, search, client, name } = await open(database());
    const [first] = await write([
      { key: 'returns', text: handbook },
      { key: 'leave', text: chinese, title: '员工手册', metadata: { language: 'zh', year: 2026 } },
    ]);
    expect(first).toMatchObject({ key: 'returns', outcome: 'created' });
    const { items } = await client.listKnowledgeChunks({ params: { name, documentId: first?.documentId ?? '' } });
    expect(items.map(({ heading, kind: what }) => [heading, what])).toEqual([
      ['Returns › How long a refund takes', 'text'],
      ['Returns › Who pays for the parcel', 'text'],
      ['Repairs', 'table'],
    ]);
    const found = await search('How many days until refunds arrive?');
    expect(found.passages[0]).toMatchObject({
      key: 'returns',
      place: 'Returns › How long a refund takes',
      url: expect.stringMatching(new RegExp(`^/knowledge\\?base=${name}&document=doc_\\w+&chunk=chk_\\w+$`)),
    });
    expect(found.retrieval).toMatchObject({ mode: 'lexical', words: ['mani', 'dai', 'refund', 'arriv'] });
    expect(found.retrieval.candidates[0]).toMatchObject({ lexicalRank: 1, vectorRank: null, isUsed: true });
    expect((await search('年假可以结转吗')).passages[0]).toMatchObject({ key: 'leave', title: '员工手册', place: '休假制度' });
    expect((await search('price of a hinge')).passages[0]?.text).toContain('| hinge | 12 EUR |');
    // Words that are in no document, and no words at all.
    expect((await search('zebra')).passages).toEqual([]);
    expect((await search('？')).passages).toEqual([]);
    await expect(search('x', { mode: 'vector' })).rejects.toMatchObject({ status: 400, code: 'body-invalid' });
    expect(
      (await search('refund 年假', { filter: { language: ['zh', 'ja'], year: 2026 } })).passages.map(({ key }) => key),
    ).toEqual(['leave']);
    expect((await search('refund', { filter: { language: 'fr' } })).passages).toEqual([]);
  });

  test('once a base has grown, the database knows its size and none of its words wait to be in the index', async () => {
    const { write, search } = await open(database());
    const sections = Array.from(
      { length: 700 },
      (_, index) => `# Room ${index}\n\nThe lamp of room ${index} has number L${index}.`,
    );
    await write([{ key: 'rooms', text: sections.join('\n\n') }]);
    const { pool } = database();
    await expect
      .poll(async () => {
        const { rows } = await pool.query("SELECT reltuples FROM pg_class WHERE oid = 'knowledge_chunks'::regclass");
        return rows[0].reltuples;
      })
      .toBeGreaterThan(600);
    const { rows } = await pool.query("SELECT gin_clean_pending_list('knowledge_chunks_words_idx')::int AS pages");
    expect(rows).toEqual([{ pages: 0 }]);
    expect((await search('lamp L421')).passages[0]).toMatchObject({ place: 'Room 421' });
  });

  test('texts are found in scripts without spaces, in other forms, spellings and by emoji', async () => {
    const { write, search } = await open(database());
    const texts = {
      thai: 'ลูกค้าสามารถขอคืนเงินได้ภายในสามสิบวันหลังจากได้รับสินค้า',
      khmer: 'អតិថិជនអាចស្នើសុំសំណងវិញក្នុងរយៈពេលសាមសិបថ្ងៃ',
      lao: 'ລູກຄ້າສາມາດຂໍເງິນຄືນໄດ້ພາຍໃນສາມສິບວັນ',
      german: 'Straße, Rückerstattung',
      russian: 'Возврат товара возможен в течение тридцати дней.',
      party: 'The party starts at nine 🎉',
    };
    await write(Object.entries(texts).map(([key, text]) => ({ key, text })));
    for (const [query, key] of [
      ['คืนเงิน', 'thai'],
      ['សំណង', 'khmer'],
      ['ເງິນຄືນ', 'lao'],
      ['Strasse', 'german'],
      ['Rückerstattungen', 'german'],
      ['возврата', 'russian'],
      ['🎉', 'party'],
    ] as const)
      expect([query, (await search(query)).passages.map((passage) => passage.key)]).toEqual([query, [key]]);
  });

  test('a document of an earlier build is found by its words, and gets the new ones when it is indexed again', async () => {
    const { write, search, client, name } = await open(database());
    const [{ documentId } = { documentId: '' }] = await write([
      { key: 'a', text: 'Die Straße ist nach der Rückerstattung gesperrt.' },
    ]);
    const of = { params: { name, documentId } };
    const [{ chunkId } = { chunkId: '' }] = (await client.listKnowledgeChunks(of)).items;
    const { pool } = database();
    await pool.query("UPDATE knowledge_chunks SET words = '''straße'':1 ''ruckerstattung'':2' WHERE id = $1", [chunkId]);
    await pool.query(
      `INSERT INTO knowledge_words (base_id, word, chunks) SELECT base_id, unnest(ARRAY['straße', 'ruckerstattung']), 1 FROM knowledge_chunks WHERE id = $1`,
      [chunkId],
    );
    await pool.query("UPDATE knowledge_documents SET sha256 = 'of an earlier build' WHERE id = $1", [documentId]);
    const finds = async (query: string) => (await search(query)).passages.length;
    expect([await finds('Straße'), await finds('Rückerstattung'), await finds('Strasse')]).toEqual([1, 1, 0]);
    await client.indexKnowledgeDocument(of);
    await expect.poll(async () => (await client.getKnowledgeDocument(of)).status).toBe('ready');
    expect((await client.listKnowledgeChunks(of)).items).toMatchObject([{ chunkId }]);
    expect([await finds('Strasse'), await finds('Straße'), await finds('Rückerstattungen')]).toEqual([1, 1, 1]);
  });

  test('a small base is returned whole, in its order and by section, and a larger one as it is found', async () => {
    const { write, name, api } = await open(database());
    const ask = (wholeUpToChars: number, filter?: { language: string }) =>
      api.service.search(
        workspaceId('ws_local'),
        { base: name, query: 'price of a hinge', limit: 1, wholeUpToChars, filter },
        freeRequest(),
      );
    await write([
      { key: 'b', text: handbook },
      { key: 'a', text: chinese, metadata: { language: 'zh' } },
    ]);
    const whole = await ask(2000);
    expect(whole.passages.map(({ key, place }) => [key, place])).toEqual([
      ['a', '休假制度'],
      ['a', '报销'],
      ['b', 'Returns › How long a refund takes'],
      ['b', 'Returns › Who pays for the parcel'],
      ['b', 'Repairs'],
    ]);
    expect(whole.retrieval).toMatchObject({ isWhole: true, mode: 'lexical' });
    expect(whole.passages.filter(({ score }) => score > 0).map(({ place }) => place)).toContain('Repairs');
    expect((await ask(2000, { language: 'zh' })).passages.map(({ key }) => key)).toEqual(['a', 'a']);
    const found = await ask(200);
    expect(found.passages.map(({ place }) => place)).toEqual(['Repairs']);
    expect(found.retrieval.isWhole).toBeUndefined();
  });

  test('another workspace neither sees nor searches nor writes a base, whatever it is named', async () => {
    const { write, name, api } = await open(database());
    const [{ documentId } = { documentId: '' }] = await write([{ key: 'a', text: handbook }]);
    const { service } = api;
    const other = workspaceId('ws_other');
    expect(await service.bases.list(other)).toEqual([]);
    expect(await service.bases.find(other, name)).toBeNull();
    const query = { base: name, query: 'refund', limit: 5 };
    const isMissing = { code: 'knowledge-not-found' };
    await expect(service.search(other, query, freeRequest())).rejects.toMatchObject(isMissing);
    await expect(service.write(other, { base: name, documents: [], onExisting: 'replace' })).rejects.toMatchObject(isMissing);
    expect(await service.changeBase(other, name, { title: 'taken' })).toBe(false);
    expect(await service.removeBase(other, name)).toBe(false);
    expect(await service.documents.progressOf(other, [documentId])).toEqual({ pending: 0, failed: [] });
    expect(await service.chunks.knownVectors(other, 'test', ['x'])).toEqual(new Map());
  });

  test('only what changed is indexed again; corrections of a person stay', async () => {
    const { write, search, client, name, params } = await open(database());
    const [{ documentId } = { documentId: '' }] = await write([{ key: 'a', text: handbook }]);
    const of = { params: { name, documentId } };
    const before = (await client.listKnowledgeChunks(of)).items;
    const corrected = before[1]?.chunkId ?? '';
    await client.updateKnowledgeChunk({ params: { name, chunkId: corrected }, body: { text: 'The customer pays in zorkmids.' } });
    await expect.poll(async () => (await client.getKnowledgeDocument(of)).status).toBe('ready');
    expect((await search('zorkmids')).passages).toHaveLength(1);
    expect(await write([{ key: 'a', text: handbook }])).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await write([{ key: 'a', text: 'x' }], 'skip')).toMatchObject([{ outcome: 'skipped' }]);
    expect(await write([{ key: 'a', text: `${handbook.replace('nine', 'five')}\n# New\n\nA last section.` }])).toMatchObject([
      { outcome: 'replaced', documentId },
    ]);
    const after = (await client.listKnowledgeChunks(of)).items;
    expect(after.map(({ chunkId }) => before.findIndex((old) => old.chunkId === chunkId))).toEqual([-1, 1, 2, -1]);
    expect(after[1]).toMatchObject({ text: 'The customer pays in zorkmids.', isEdited: true });
    expect((await search('nine')).passages).toEqual([]);
    // Neither a chunk nor a document that is switched off is found.
    await client.updateKnowledgeChunk({ params: { name, chunkId: corrected }, body: { isEnabled: false } });
    expect((await search('zorkmids')).passages).toEqual([]);
    await client.updateKnowledgeDocument({ ...of, body: { isEnabled: false } });
    expect((await search('hinge')).passages).toEqual([]);
    await client.deleteKnowledgeDocument(of);
    expect(await client.getKnowledgeBase({ params })).toMatchObject({ documents: 0, chunks: 0 });
    const { rows } = await database().pool.query(
      'SELECT sum(chunks)::int AS chunks FROM knowledge_words WHERE base_id = (SELECT id FROM knowledge_bases WHERE name = $1)',
      [name],
    );
    expect(rows).toEqual([{ chunks: 0 }]);
  });

  if (kind === 'Postgres')
    test('without pgvector a base with an embedding model is searched by words, and says why', async () => {
      const { write, search, client, params } = await open(database(), { embedding: 'test' });
      await write([{ key: 'a', text: handbook }]);
      expect((await client.listKnowledgeBases()).hasVectors).toBe(false);
      expect(await client.getKnowledgeBase({ params })).toMatchObject({ failed: 0, chunks: 3 });
      expect((await search('refund')).retrieval.mode).toBe('lexical');
      await expect(search('refund', { mode: 'hybrid' })).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('pgvector'),
      });
    });

  test('a base is measured by questions whose passage is known', async () => {
    const { write, client, params } = await open(database());
    await write([
      { key: 'returns', text: handbook },
      { key: 'leave', text: chinese },
    ]);
    const items = [
      { question: 'When does the refund come?', documentKey: 'returns', excerpt: 'nine working days' },
      { question: '差旅费什么时候提交', documentKey: 'leave', excerpt: null },
      { question: 'What does a lamp cost?', documentKey: 'returns', excerpt: 'zebra' },
    ];
    await client.setKnowledgeQuestions({ params, body: { items } });
    expect((await client.listKnowledgeQuestions({ params })).items).toEqual(items);
    const measured = await client.measureKnowledge({ params, body: {} });
    expect(measured.recall).toBeCloseTo(2 / 3);
    expect(measured.items.map(({ rank }) => rank)).toEqual([1, 1, null]);
  });
});
