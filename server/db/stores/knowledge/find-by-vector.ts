import type pg from 'pg';
import type { MetadataFilter } from '#lib/ports/knowledge.ts';
import { constant, type Sql, sql } from '../../database/sql.ts';
import { ofUsable } from './of-usable.ts';
import type { ScoredChunk } from './search-store.ts';

export type FindByVector = {
  readonly baseId: string;
  readonly embedding: string;
  readonly vector: readonly number[];
  readonly filter: MetadataFilter | undefined;
  /** As `makeIndex` found. */
  readonly hasIndex: boolean;
  /** pgvector continues a scan of the index until enough rows fit a condition: version 0.8 and newer. */
  readonly isIterative: boolean;
  readonly limit: number;
  /**
   * With a filter that leaves at most so many chunks, each is compared: the index would look at many for each one that
   * fits. @defaultValue 4000
   */
  readonly maxCompared?: number;
};

const MAX_COMPARED = 4000;
/**
 * Candidates that the index keeps while it searches. With the default of 40, one in seven of the
 * nearest was missed.
 */
const EF_SEARCH = 100;

/** Nearest first, with the cosine similarity. By the index where it answers as well as a comparison of all. */
export async function findByVector(pool: pg.Pool, find: FindByVector): Promise<ScoredChunk[]> {
  const { hasIndex, isIterative, filter, limit } = find;
  if (!hasIndex || (filter !== undefined && !isIterative)) return compareAll(pool, find);
  if (filter !== undefined) {
    const compared = await compareFew(pool, find);
    if (compared) return compared;
  }
  const found = await searchIndex(pool, find);
  // The index gives up after so many rows that do not fit.
  return found.length < limit && filter !== undefined ? compareAll(pool, find) : found;
}

async function searchIndex(pool: pg.Pool, { baseId, filter, isIterative, ...find }: FindByVector): Promise<ScoredChunk[]> {
  const distance = distanceOf(find.vector);
  // A literal, since the index is of this base alone.
  const base = constant(literalId(baseId));
  // For this statement alone, in one round trip. The scan of the index refers to them, so it begins after they are set.
  const settings = isIterative
    ? sql`set_config('hnsw.ef_search', ${String(EF_SEARCH)}, true) || set_config('hnsw.iterative_scan', 'strict_order', true)`
    : sql`set_config('hnsw.ef_search', ${String(EF_SEARCH)}, true)`;
  // The condition is a scalar query, which is never made a join: the scan stays in the order of the index.
  const { rows } = await pool.query<ScoredChunk>(sql`WITH settings AS MATERIALIZED (SELECT ${settings} AS made)
    SELECT n.id AS "chunkId", 1 - n.distance AS score FROM settings CROSS JOIN LATERAL (
      SELECT v.chunk_id AS id, ${distance} AS distance FROM knowledge_vectors v
      WHERE settings.made IS NOT NULL AND v.base_id = ${base} AND v.embedding = ${find.embedding}
        AND (SELECT c.is_enabled AND ${ofUsable(baseId, filter)} FROM knowledge_chunks c WHERE c.id = v.chunk_id)
      ORDER BY ${distance} LIMIT ${find.limit}) n ORDER BY n.distance`);
  return rows;
}

/** @returns undefined when the filter leaves more than `maxCompared` */
async function compareFew(
  pool: pg.Pool,
  { baseId, embedding, filter, vector, limit, maxCompared = MAX_COMPARED }: FindByVector,
): Promise<ScoredChunk[] | undefined> {
  const distance = distanceOf(vector);
  const { rows } = await pool.query<{ count: number; chunkId: string | null; score: number }>(sql`WITH fitting AS MATERIALIZED (
      SELECT c.id FROM knowledge_chunks c WHERE c.base_id = ${baseId} AND c.is_enabled AND ${ofUsable(baseId, filter)}
      LIMIT ${maxCompared + 1}), counted AS MATERIALIZED (SELECT count(*)::int AS count FROM fitting)
    SELECT counted.count, n.* FROM counted LEFT JOIN LATERAL (
      SELECT v.chunk_id AS "chunkId", 1 - ${distance} AS score FROM fitting JOIN knowledge_vectors v ON v.chunk_id = fitting.id
      WHERE counted.count <= ${maxCompared} AND v.embedding = ${embedding} ORDER BY ${distance} + 0 LIMIT ${limit}) n ON true`);
  if ((rows[0]?.count ?? 0) > maxCompared) return undefined;
  return rows.flatMap(({ chunkId, score }) => (chunkId === null ? [] : [{ chunkId, score }]));
}

async function compareAll(pool: pg.Pool, { baseId, embedding, vector, filter, limit }: FindByVector): Promise<ScoredChunk[]> {
  const distance = distanceOf(vector);
  const { rows } =
    await pool.query<ScoredChunk>(sql`SELECT v.chunk_id AS "chunkId", 1 - ${distance} AS score FROM knowledge_vectors v
    JOIN knowledge_chunks c ON c.id = v.chunk_id
    WHERE v.base_id = ${baseId} AND v.embedding = ${embedding} AND c.is_enabled AND ${ofUsable(baseId, filter)}
    ORDER BY ${distance} + 0 LIMIT ${limit}`);
  return rows;
}

function distanceOf(vector: readonly number[]): Sql {
  const type = constant(`vector(${Math.floor(vector.length)})`);
  return sql`(v.vector::${type} <=> ${`[${vector.join(',')}]`}::${type})`;
}

/** An id that the server made, as SQL text. */
export function literalId(id: string): string {
  if (!/^\w+$/.test(id)) throw new Error(`${id} is no id`);
  return `'${id}'`;
}
