import type pg from 'pg';
import type { ChunkKind } from '#lib/knowledge/chunk.ts';
import { constant, sql } from '../../database/sql.ts';
import { type Client, transact } from '../../database/transact.ts';
import { countWords, forgetChunks } from './count-words.ts';

export type ChunkRow = {
  readonly chunkId: string;
  readonly documentId: string;
  readonly position: number;
  readonly section: number;
  readonly kind: ChunkKind;
  readonly heading: string;
  readonly page: number | null;
  readonly start: number;
  readonly text: string;
  /** Corrected by a person. */
  readonly isEdited: boolean;
  readonly isEnabled: boolean;
  /** Whether it can be found by meaning. */
  readonly hasVector: boolean;
};
/** `words`: a tsvector literal. */
export type NewChunk = Omit<ChunkRow, 'documentId' | 'isEdited' | 'isEnabled' | 'hasVector'> & {
  readonly hash: string;
  readonly words: string;
  readonly wordCount: number;
};
/** A chunk that was there before. Its words may be those of an earlier build. */
export type MovedChunk = Omit<NewChunk, 'kind' | 'text' | 'hash'>;
/** A chunk without a vector. */
export type ChunkText = {
  readonly chunkId: string;
  readonly hash: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
};
export type NewVector = { readonly chunkId: string; readonly hash: string; readonly vector: readonly number[] };

/** Which document is written, and with which lease. */
export type Writing = {
  readonly workspaceId: string;
  readonly baseId: string;
  readonly documentId: string;
  readonly token: string;
};

/** Another process has the document, or it was changed or deleted. */
export class LeaseLost extends Error {}

const columns = constant(
  `c.id AS "chunkId", c.document_id AS "documentId", c.position, c.section, c.kind, c.heading, c.page, c.start_char AS "start", c.text,
   c.is_edited AS "isEdited", c.is_enabled AS "isEnabled", v.chunk_id IS NOT NULL AS "hasVector"`,
);

/** The chunks of documents, with their words and vectors. */
export class KnowledgeChunkStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async list(documentId: string, { offset, limit }: { offset: number; limit: number }): Promise<ChunkRow[]> {
    const { rows } = await this.#pool.query<ChunkRow>(sql`SELECT ${columns} FROM knowledge_chunks c
      LEFT JOIN knowledge_vectors v ON v.chunk_id = c.id WHERE c.document_id = ${documentId} ORDER BY c.position LIMIT ${limit} OFFSET ${offset}`);
    return rows;
  }

  async get(baseId: string, chunkId: string): Promise<(ChunkRow & { readonly title: string }) | null> {
    const { rows } = await this.#pool.query<ChunkRow & { title: string }>(sql`SELECT ${columns}, d.title FROM knowledge_chunks c
      JOIN knowledge_documents d ON d.id = c.document_id LEFT JOIN knowledge_vectors v ON v.chunk_id = c.id
      WHERE c.base_id = ${baseId} AND c.id = ${chunkId}`);
    return rows[0] ?? null;
  }

  /** Hashes of what the document had when its chunks were made, with their ids in order. */
  async sourceHashes(documentId: string): Promise<Map<string, string[]>> {
    const { rows } = await this.#pool.query<{ hash: string; ids: string[] }>(
      sql`SELECT source_hash AS hash, array_agg(id ORDER BY position) AS ids FROM knowledge_chunks
        WHERE document_id = ${documentId} GROUP BY source_hash`,
    );
    return new Map(rows.map(({ hash, ids }) => [hash, ids]));
  }

  /** @throws {LeaseLost} */
  async add(writing: Writing, chunks: readonly NewChunk[], moved: readonly MovedChunk[]): Promise<void> {
    const { workspaceId, baseId, documentId } = writing;
    const of = <Key extends keyof NewChunk>(key: Key) => chunks.map((chunk) => chunk[key]);
    const ofMoved = <Key extends keyof MovedChunk>(key: Key) => moved.map((chunk) => chunk[key]);
    await transact(this.#pool, async (client) => {
      await lockLease(client, writing);
      if (moved.length > 0)
        await client.query(sql`UPDATE knowledge_chunks c SET position = m.position, section = m.section, heading = m.heading, page = m.page,
            start_char = m.start
          FROM unnest(${ofMoved('chunkId')}::text[], ${ofMoved('position')}::int[], ${ofMoved('section')}::int[], ${ofMoved('heading')}::text[],
            ${ofMoved('page')}::int[], ${ofMoved('start')}::int[]) AS m (id, position, section, heading, page, start) WHERE c.id = m.id`);
      await renewWords(client, { baseId, moved });
      if (chunks.length === 0) return;
      await client.query(sql`INSERT INTO knowledge_chunks (id, workspace_id, base_id, document_id, position, section, kind, heading, page, start_char,
          text, source_hash, hash, word_count, words)
        SELECT n.id, ${workspaceId}, ${baseId}, ${documentId}, n.position, n.section, n.kind, n.heading, n.page, n.start, n.text, n.hash, n.hash,
          n.word_count, n.words::tsvector
        FROM unnest(${of('chunkId')}::text[], ${of('position')}::int[], ${of('section')}::int[], ${of('kind')}::text[], ${of('heading')}::text[],
          ${of('page')}::int[], ${of('start')}::int[], ${of('text')}::text[], ${of('hash')}::text[], ${of('wordCount')}::int[],
          ${of('words')}::text[]) AS n (id, position, section, kind, heading, page, start, text, hash, word_count, words)`);
      await countWords(client, { baseId, which: sql`id = ANY (${of('chunkId')}::text[])`, sign: 1 });
    });
  }

  /** Deletes what the document no longer has, and counts the rest. @throws {LeaseLost} */
  async removeLeftOvers(writing: Writing, chunkIds: readonly string[], chunkCount: number): Promise<void> {
    const { baseId, documentId } = writing;
    await transact(this.#pool, async (client) => {
      await lockLease(client, writing);
      if (chunkIds.length > 0) await forgetChunks(client, { baseId, which: sql`id = ANY (${chunkIds}::text[])` });
      await client.query(sql`UPDATE knowledge_documents SET chunk_count = ${chunkCount} WHERE id = ${documentId}`);
    });
  }

  /** A person's correction of the text, or whether it is found. @returns false without such a chunk */
  async change(
    baseId: string,
    chunkId: string,
    {
      text,
      isEnabled,
    }: { readonly text?: Pick<NewChunk, 'text' | 'hash' | 'words' | 'wordCount'>; readonly isEnabled?: boolean },
  ): Promise<boolean> {
    const which = sql`id = ${chunkId} AND base_id = ${baseId}`;
    return transact(this.#pool, async (client) => {
      // Locked first, as a process that indexes the document does, so that two transactions never wait for each other.
      await client.query(sql`SELECT 1 FROM knowledge_documents WHERE base_id = ${baseId}
        AND id = (SELECT document_id FROM knowledge_chunks WHERE ${which}) FOR UPDATE`);
      const { rows } = await client.query(sql`SELECT 1 FROM knowledge_chunks WHERE ${which} FOR UPDATE`);
      if (rows.length === 0) return false;
      if (isEnabled !== undefined) await client.query(sql`UPDATE knowledge_chunks SET is_enabled = ${isEnabled} WHERE ${which}`);
      if (!text) return true;
      await countWords(client, { baseId, which, sign: -1 });
      await client.query(sql`UPDATE knowledge_chunks SET text = ${text.text}, hash = ${text.hash}, words = ${text.words}::tsvector,
          word_count = ${text.wordCount}, is_edited = true WHERE ${which}`);
      await countWords(client, { baseId, which, sign: 1 });
      await client.query(sql`DELETE FROM knowledge_vectors WHERE chunk_id = ${chunkId}`);
      return true;
    });
  }

  /** Chunks of the document without a vector of that embedding, in order. */
  async withoutVector(documentId: string, embedding: string, limit: number): Promise<ChunkText[]> {
    const { rows } =
      await this.#pool.query<ChunkText>(sql`SELECT c.id AS "chunkId", c.hash, d.title, c.heading, c.text FROM knowledge_chunks c
      JOIN knowledge_documents d ON d.id = c.document_id
      LEFT JOIN knowledge_vectors v ON v.chunk_id = c.id AND v.embedding = ${embedding} AND v.hash = c.hash
      WHERE c.document_id = ${documentId} AND v.chunk_id IS NULL ORDER BY c.position LIMIT ${limit}`);
    return rows;
  }

  /** Vectors of the workspace of the same texts by the same embedding. */
  async knownVectors(workspaceId: string, embedding: string, hashes: readonly string[]): Promise<Map<string, number[]>> {
    const { rows } = await this.#pool.query<{
      hash: string;
      vector: number[];
    }>(sql`SELECT DISTINCT ON (hash) hash, vector FROM knowledge_vectors
      WHERE workspace_id = ${workspaceId} AND embedding = ${embedding} AND hash = ANY (${hashes}::text[])`);
    return new Map(rows.map(({ hash, vector }) => [hash, vector]));
  }

  /** Vectors of chunks that still have that text. @throws {LeaseLost} */
  async setVectors(writing: Writing, embedding: string, vectors: readonly NewVector[]): Promise<void> {
    const { workspaceId, baseId } = writing;
    await transact(this.#pool, async (client) => {
      await lockLease(client, writing);
      // A document that came while the base got another model was claimed with the earlier one.
      const { rowCount } = await client.query(
        sql`SELECT 1 FROM knowledge_bases WHERE id = ${baseId} AND embedding = ${embedding} FOR SHARE`,
      );
      if (rowCount !== 1) throw new LeaseLost();
      await client.query(sql`INSERT INTO knowledge_vectors (chunk_id, workspace_id, base_id, embedding, hash, vector)
      SELECT n.id, ${workspaceId}, ${baseId}, ${embedding}, n.hash, n.vector::real[]
      FROM unnest(${vectors.map(({ chunkId }) => chunkId)}::text[], ${vectors.map(({ hash }) => hash)}::text[],
        ${vectors.map(({ vector }) => `{${vector.join(',')}}`)}::text[]) AS n (id, hash, vector)
      JOIN knowledge_chunks c ON c.id = n.id AND c.hash = n.hash
      ON CONFLICT (chunk_id) DO UPDATE SET embedding = excluded.embedding, hash = excluded.hash, vector = excluded.vector`);
    });
  }
}

async function lockLease(client: Client, { documentId, token }: Writing): Promise<void> {
  const { rows } = await client.query(
    sql`SELECT 1 FROM knowledge_documents WHERE id = ${documentId} AND lease_token = ${token} FOR UPDATE`,
  );
  if (rows.length === 0) throw new LeaseLost();
}

/** Chunks that a person corrected keep the words of their text. */
async function renewWords(
  client: Client,
  { baseId, moved }: { readonly baseId: string; readonly moved: readonly MovedChunk[] },
): Promise<void> {
  if (moved.length === 0) return;
  const of = <Key extends keyof MovedChunk>(key: Key) => moved.map((chunk) => chunk[key]);
  const { rows } = await client.query<{ id: string }>(sql`SELECT c.id FROM knowledge_chunks c
    JOIN unnest(${of('chunkId')}::text[], ${of('words')}::text[]) AS m (id, words) ON c.id = m.id
    WHERE NOT c.is_edited AND c.words <> m.words::tsvector`);
  if (rows.length === 0) return;
  const which = sql`id = ANY (${rows.map(({ id }) => id)}::text[])`;
  await countWords(client, { baseId, which, sign: -1 });
  await client.query(sql`UPDATE knowledge_chunks c SET words = m.words::tsvector, word_count = m.word_count
    FROM unnest(${of('chunkId')}::text[], ${of('words')}::text[], ${of('wordCount')}::int[]) AS m (id, words, word_count)
    WHERE c.id = m.id AND NOT c.is_edited`);
  await countWords(client, { baseId, which, sign: 1 });
}
