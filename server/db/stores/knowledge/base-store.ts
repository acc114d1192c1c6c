import type pg from 'pg';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { constant, sql } from '../../database/sql.ts';
import { type Client, transact } from '../../database/transact.ts';

export type KnowledgeBaseRow = {
  readonly baseId: string;
  readonly workspaceId: WorkspaceId;
  /** As nodes and tools name it. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isEnabled: boolean;
  /** Names of the config file; null for search by words alone, and without a reranker. */
  readonly embedding: string | null;
  readonly reranker: string | null;
  /** Of the vectors; null before the first one. */
  readonly dimensions: number | null;
  readonly chunkChars: number;
  readonly chunkCount: number;
  /** Of all chunks together. */
  readonly wordCount: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
};
export type BaseWithCounts = KnowledgeBaseRow & {
  readonly documents: number;
  /** Not indexed yet. */
  readonly pending: number;
  readonly failed: number;
  /** How much of the pending documents is done, as a number of documents: 0.5 of one, or 0.3 and 0.7 of two. */
  readonly partlyDone: number;
};
export type NewBase = Pick<
  KnowledgeBaseRow,
  'baseId' | 'name' | 'title' | 'description' | 'embedding' | 'reranker' | 'chunkChars'
>;
export type BaseChange = Partial<
  Pick<KnowledgeBaseRow, 'title' | 'description' | 'isEnabled' | 'embedding' | 'reranker' | 'chunkChars'>
>;

const columns = constant(
  `b.id AS "baseId", b.workspace_id AS "workspaceId", b.name, b.title, b.description, b.is_enabled AS "isEnabled", b.embedding, b.reranker,
   b.dimensions, b.chunk_chars AS "chunkChars", b.chunk_count AS "chunkCount", b.word_count::float8 AS "wordCount",
   b.created_at AS "createdAt", b.changed_at AS "changedAt"`,
);

/** The knowledge bases of workspaces. */
export class KnowledgeBaseStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** @throws {AppError} `name-taken` */
  async create(workspaceId: WorkspaceId, base: NewBase): Promise<void> {
    const { rowCount } = await this.#pool.query(sql`INSERT INTO knowledge_bases
        (id, workspace_id, name, title, description, embedding, reranker, chunk_chars)
      VALUES (${base.baseId}, ${workspaceId}, ${base.name}, ${base.title}, ${base.description}, ${base.embedding}, ${base.reranker},
        ${base.chunkChars})
      ON CONFLICT (workspace_id, name) DO NOTHING`);
    if (rowCount === 0) throw new AppError('name-taken', `There is another knowledge base '${base.name}'. Choose another name.`);
  }

  async find(workspaceId: WorkspaceId, name: string): Promise<KnowledgeBaseRow | null> {
    const { rows } = await this.#pool.query<KnowledgeBaseRow>(
      sql`SELECT ${columns} FROM knowledge_bases b WHERE b.workspace_id = ${workspaceId} AND b.name = ${name}`.named(
        'knowledge-base',
      ),
    );
    return rows[0] ?? null;
  }

  async get(baseId: string): Promise<KnowledgeBaseRow | null> {
    const { rows } = await this.#pool.query<KnowledgeBaseRow>(
      sql`SELECT ${columns} FROM knowledge_bases b WHERE b.id = ${baseId}`,
    );
    return rows[0] ?? null;
  }

  /** By title. */
  async list(workspaceId: WorkspaceId): Promise<BaseWithCounts[]> {
    const { rows } = await this.#pool.query<BaseWithCounts>(sql`SELECT ${columns}, count(d.id)::int AS documents,
        count(d.id) FILTER (WHERE d.status IN ('queued', 'indexing'))::int AS pending,
        count(d.id) FILTER (WHERE d.status = 'failed')::int AS failed,
        coalesce((SELECT sum(i.vectors::float8 / i.chunks) FROM (
          SELECT count(c.id) AS chunks, count(v.chunk_id) AS vectors FROM knowledge_documents r
          JOIN knowledge_chunks c ON c.document_id = r.id
          LEFT JOIN knowledge_vectors v ON v.chunk_id = c.id AND v.hash = c.hash AND v.embedding = b.embedding
          WHERE r.base_id = b.id AND r.status = 'indexing' AND r.read_at IS NOT NULL GROUP BY r.id) i), 0) AS "partlyDone"
      FROM knowledge_bases b LEFT JOIN knowledge_documents d ON d.base_id = b.id
      WHERE b.workspace_id = ${workspaceId} GROUP BY b.id ORDER BY lower(b.title), b.name`);
    return rows;
  }

  async names(workspaceId: WorkspaceId): Promise<string[]> {
    const { rows } = await this.#pool.query<{ name: string }>(
      sql`SELECT name FROM knowledge_bases WHERE workspace_id = ${workspaceId} ORDER BY name`,
    );
    return rows.map(({ name }) => name);
  }

  /** Of all workspaces, those that have vectors. */
  async withVectors(): Promise<{ readonly baseId: string; readonly dimensions: number }[]> {
    const { rows } = await this.#pool.query<{ baseId: string; dimensions: number }>(
      'SELECT id AS "baseId", dimensions FROM knowledge_bases WHERE dimensions IS NOT NULL',
    );
    return rows;
  }

  /** Another text after every change of what the tools of the workspace's bases are made from. */
  async stampOf(workspaceId: WorkspaceId): Promise<string> {
    const { rows } = await this.#pool.query<{ stamp: string }>(
      sql`SELECT coalesce(string_agg(id || ' ' || changed_at::text, ',' ORDER BY id), '') AS stamp FROM knowledge_bases
        WHERE workspace_id = ${workspaceId}`.named('knowledge-stamp'),
    );
    return rows[0]?.stamp ?? '';
  }

  /** Another embedding makes the documents of the base be indexed again. @returns false without such a base */
  async change(workspaceId: WorkspaceId, name: string, change: BaseChange, client: Client = this.#pool): Promise<boolean> {
    const given = <Key extends keyof BaseChange>(key: Key) => change[key] ?? null;
    const { rowCount } = await client.query(sql`UPDATE knowledge_bases SET
        title = coalesce(${given('title')}, title), description = coalesce(${given('description')}, description),
        is_enabled = coalesce(${given('isEnabled')}, is_enabled), chunk_chars = coalesce(${given('chunkChars')}, chunk_chars),
        embedding = CASE WHEN ${'embedding' in change} THEN ${given('embedding')} ELSE embedding END,
        dimensions = CASE WHEN ${'embedding' in change} AND embedding IS DISTINCT FROM ${given('embedding')} THEN NULL ELSE dimensions END,
        reranker = CASE WHEN ${'reranker' in change} THEN ${given('reranker')} ELSE reranker END, changed_at = CURRENT_TIMESTAMP
      WHERE workspace_id = ${workspaceId} AND name = ${name}`);
    return rowCount === 1;
  }

  /** With all that is in it. @returns its id; undefined when there is no such base */
  async remove(workspaceId: WorkspaceId, name: string): Promise<string | undefined> {
    return transact(this.#pool, async (client) => {
      // Locked first, as processes that index them do, so that two transactions never wait for each other.
      await client.query(sql`SELECT 1 FROM knowledge_documents WHERE base_id =
        (SELECT id FROM knowledge_bases WHERE workspace_id = ${workspaceId} AND name = ${name}) ORDER BY id FOR UPDATE`);
      const { rows } = await client.query<{ id: string }>(
        sql`DELETE FROM knowledge_bases WHERE workspace_id = ${workspaceId} AND name = ${name} RETURNING id`,
      );
      return rows[0]?.id;
    });
  }

  /**
   * The first vector of a base fixes how many numbers all have.
   * @returns how many they have; undefined when the base has another embedding model by now
   */
  async setDimensions(baseId: string, embedding: string, dimensions: number): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ dimensions: number }>(
      sql`UPDATE knowledge_bases SET dimensions = coalesce(dimensions, ${dimensions}) WHERE id = ${baseId} AND embedding = ${embedding}
        RETURNING dimensions`,
    );
    return rows[0]?.dimensions;
  }
}
