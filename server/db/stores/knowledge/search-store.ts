import type pg from 'pg';
import type { MetadataFilter } from '#lib/ports/knowledge.ts';
import { constant, joinSql, sql } from '../../database/sql.ts';
import { type Client, transact } from '../../database/transact.ts';
import { type FindByVector, findByVector, literalId } from './find-by-vector.ts';
import { ofUsable } from './of-usable.ts';

export type FoundChunk = {
  readonly chunkId: string;
  readonly documentId: string;
  readonly key: string;
  readonly title: string;
  readonly url: string | null;
  readonly heading: string;
  readonly page: number | null;
  readonly position: number;
  readonly section: number;
  readonly text: string;
};
export type ScoredChunk = { readonly chunkId: string; readonly score: number };

/**
 * Words of a question that are worth the same. `query`: a `tsquery` of `count` words with `|`; `weight`:
 * by how much a chunk with one of them is better.
 */
export type WeightedWords = { readonly query: string; readonly weight: number; readonly count: number };
export type FindByWords = {
  readonly baseId: string;
  /** Chunks are looked at that fit this `tsquery`. */
  readonly gate: string;
  readonly words: readonly WeightedWords[];
  /** Words of a chunk of the base on average. */
  readonly averageWords: number;
  readonly filter: MetadataFilter | undefined;
  readonly limit: number;
};

/** First key of the advisory locks under which indexes are made; the second one is the name of the index. */
const INDEX_LOCK = constant('726003');
/** Headings count more than the text: of `{D,C,B,A}`, the largest that PostgreSQL takes is 1. */
const WEIGHTS = '{0.65,0.65,0.65,1}';
/** How much a long chunk has to have more of a word than a short one. */
const LENGTH_SHARE = 0.35;
/** Chunks that are scored; more fit only questions without a rare word. */
const MAX_GATED = 3000;

/** Tables are counted again when they have so many more chunks. */
const GROWN_FACTOR = 1.2;
const GROWN_CHUNKS = 500;

/** Retrieval in the database. */
export class KnowledgeSearchStore {
  readonly #pool: pg.Pool;
  #isIterative: boolean | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** In how many chunks of the base these words are; words in none are missing. */
  async countsOf(baseId: string, words: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.#pool.query<{ word: string; chunks: number }>(
      sql`SELECT word, chunks FROM knowledge_words WHERE base_id = ${baseId} AND word = ANY (${words}::text[]) AND chunks > 0`.named(
        'knowledge-words',
      ),
    );
    return new Map(rows.map(({ word, chunks }) => [word, chunks]));
  }

  /**
   * Best first. As BM25: rare words count more, further occurrences less, long chunks need more of
   * them.
   */
  async byWords({ baseId, gate, words, averageWords, filter, limit }: FindByWords): Promise<ScoredChunk[]> {
    const sum = joinSql(
      // The rank of several words with | is the mean of theirs.
      words.map(
        ({ query, weight, count }) =>
          sql`${weight * count}::float8 * ts_rank(${constant(`'${WEIGHTS}'`)}, words, ${query}::tsquery)`,
      ),
      ' + ',
    );
    const { rows } = await this.#pool.query<ScoredChunk>(sql`WITH gated AS MATERIALIZED (
        -- Read once: a compressed value would be unpacked again for each word.
        SELECT c.id, c.word_count, c.words || ''::tsvector AS words FROM knowledge_chunks c
        WHERE c.base_id = ${baseId} AND c.words @@ ${gate}::tsquery AND c.is_enabled AND ${ofUsable(baseId, filter)} LIMIT ${MAX_GATED})
      SELECT id AS "chunkId", (${sum}) / (${1 - LENGTH_SHARE}::float8 + ${LENGTH_SHARE}::float8 * word_count / ${averageWords}::float8) AS score
      FROM gated ORDER BY score DESC, id LIMIT ${limit}`);
    return rows;
  }

  /** Nearest first, with the cosine similarity. */
  async byVector(find: Omit<FindByVector, 'isIterative'>): Promise<ScoredChunk[]> {
    return findByVector(this.#pool, { ...find, isIterative: find.hasIndex && (await this.#scansOn()) });
  }

  /** Whether pgvector is version 0.8 or newer. */
  async #scansOn(): Promise<boolean> {
    if (this.#isIterative !== undefined) return this.#isIterative;
    const { rows } = await this.#pool.query<{ version: string }>(
      "SELECT extversion AS version FROM pg_extension WHERE extname = 'vector'",
    );
    const [major = 0, minor = 0] = (rows[0]?.version ?? '').split('.').map(Number);
    this.#isIterative = major > 0 || minor >= 8;
    return this.#isIterative;
  }

  /** In any order. */
  async chunks(baseId: string, chunkIds: readonly string[]): Promise<FoundChunk[]> {
    const { rows } = await this.#pool.query<FoundChunk>(
      sql`SELECT c.id AS "chunkId", c.document_id AS "documentId", d.key, d.title, d.url, c.heading, c.page, c.position, c.section, c.text
        FROM knowledge_chunks c JOIN knowledge_documents d ON d.id = c.document_id
        WHERE c.base_id = ${baseId} AND c.id = ANY (${chunkIds}::text[])`.named('knowledge-chunks'),
    );
    return rows;
  }

  /**
   * All chunks that are searched, in the order of the documents.
   * @returns undefined for more than `maxChunks`
   */
  async whole(baseId: string, filter: MetadataFilter | undefined, maxChunks: number): Promise<FoundChunk[] | undefined> {
    const { rows } = await this.#pool.query<FoundChunk>(
      sql`SELECT c.id AS "chunkId", c.document_id AS "documentId", d.key, d.title, d.url, c.heading, c.page, c.position, c.section, c.text
        FROM knowledge_chunks c JOIN knowledge_documents d ON d.id = c.document_id
        WHERE c.base_id = ${baseId} AND c.is_enabled AND ${ofUsable(baseId, filter)} ORDER BY d.key, c.position LIMIT ${maxChunks + 1}`,
    );
    return rows.length > maxChunks ? undefined : rows;
  }

  /** The chunks of sections, in order. At most `limit` of each before and after the given place. */
  async neighbours(places: readonly Pick<FoundChunk, 'documentId' | 'section' | 'position'>[], limit: number) {
    const { rows } = await this.#pool.query<Pick<FoundChunk, 'chunkId' | 'documentId' | 'section' | 'position' | 'text'>>(
      sql`SELECT DISTINCT c.id AS "chunkId", c.document_id AS "documentId", c.section, c.position, c.text
        FROM unnest(${places.map(({ documentId }) => documentId)}::text[], ${places.map(({ section }) => section)}::int[],
          ${places.map(({ position }) => position)}::int[]) AS p (document_id, section, position)
        JOIN knowledge_chunks c ON c.document_id = p.document_id AND c.section = p.section AND c.is_enabled
          AND c.position BETWEEN p.position - ${limit}::int AND p.position + ${limit}::int
        ORDER BY c.document_id, c.position`,
    );
    return rows;
  }

  /** Whether this database has pgvector, which is installed where it is available. */
  async hasVectors(): Promise<boolean> {
    try {
      await this.#pool.query('CREATE EXTENSION IF NOT EXISTS vector');
    } catch {
      // A role without the right to install it may still find it installed.
    }
    const { rows } = await this.#pool.query<{ found: boolean }>(
      "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'vector') AS found",
    );
    return rows[0]?.found ?? false;
  }

  /**
   * Makes the HNSW index of a base, of which there is one for each number of dimensions. Cheap while
   * the base has no vectors yet. Any number of callers may at once.
   * @returns false for more dimensions than pgvector indexes, where every vector is then compared, and for others than
   * the base has
   */
  async makeIndex(baseId: string, dimensions: number): Promise<boolean> {
    if (dimensions > 2000) return false;
    const name = indexNameOf(baseId, dimensions);
    return transact(this.#pool, async (client) => {
      // Of several transactions at once, IF NOT EXISTS lets one succeed and fails the others.
      await client.query(sql`SELECT pg_advisory_xact_lock(${INDEX_LOCK}, hashtext(${name}))`);
      // An index for other dimensions would refuse all vectors of the base. Locked, so that it keeps these meanwhile.
      const { rows } = await client.query<{ dimensions: number | null }>(
        sql`SELECT dimensions FROM knowledge_bases WHERE id = ${baseId} FOR SHARE`,
      );
      if (rows[0]?.dimensions !== dimensions) return false;
      await client.query(`CREATE INDEX IF NOT EXISTS "${name}" ON knowledge_vectors
        USING hnsw ((vector::vector(${Math.floor(dimensions)})) vector_cosine_ops)
        WHERE base_id = ${literalId(baseId)}`);
      return true;
    });
  }

  async hasIndex(baseId: string, dimensions: number): Promise<boolean> {
    const { rows } = await this.#pool.query<{ found: boolean }>(
      sql`SELECT EXISTS (SELECT 1 FROM pg_indexes WHERE schemaname = current_schema() AND indexname = ${indexNameOf(baseId, dimensions)}) AS found`,
    );
    return rows[0]?.found ?? false;
  }

  /**
   * After documents were indexed: moves their words from the list that every search reads to the index
   * itself, and counts the tables again where they grew, without which none of their indexes is used.
   * PostgreSQL does both by itself, but later; the embedded database never does.
   */
  async settle(): Promise<void> {
    await this.#pool.query("SELECT gin_clean_pending_list('knowledge_chunks_words_idx')");
    const { rows } = await this.#pool.query<{ chunks: number; known: number }>(
      `SELECT (SELECT coalesce(sum(chunk_count), 0)::float8 FROM knowledge_bases) AS chunks, greatest(reltuples, 0)::float8 AS known
        FROM pg_class WHERE oid = 'knowledge_chunks'::regclass`,
    );
    const { chunks = 0, known = 0 } = rows[0] ?? {};
    if (chunks <= known * GROWN_FACTOR + GROWN_CHUNKS) return;
    // Without texts and vectors, by which nothing is chosen; one by one, since other queries wait meanwhile.
    await this.#pool.query('ANALYZE knowledge_chunks (id, base_id, document_id, position, section, is_enabled, words)');
    await this.#pool.query('ANALYZE knowledge_documents (id, base_id, key, is_enabled, status, metadata)');
    await this.#pool.query('ANALYZE knowledge_words');
    await this.#pool.query('ANALYZE knowledge_vectors (chunk_id, workspace_id, base_id, embedding, hash)');
  }

  /** Of a base that gets another embedding model. */
  async forgetVectors(baseId: string, client: Client): Promise<void> {
    // First: it locks the table, which two transactions that had deleted rows of it would wait for each other to do.
    await this.dropIndexes(baseId, client);
    await client.query(sql`DELETE FROM knowledge_vectors WHERE base_id = ${baseId}`);
  }

  async dropIndexes(baseId: string, client: Client = this.#pool): Promise<void> {
    const { rows } = await client.query<{ name: string }>(
      sql`SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema() AND tablename = 'knowledge_vectors'
        AND starts_with(indexname, ${`knowledge_hnsw_${baseId.toLowerCase()}_`})`,
    );
    for (const { name } of rows) await client.query(`DROP INDEX IF EXISTS "${name.replaceAll('"', '')}"`);
  }
}

function indexNameOf(baseId: string, dimensions: number): string {
  return `knowledge_hnsw_${baseId.toLowerCase()}_${Math.floor(dimensions)}`;
}
