import type pg from 'pg';
import type { DocumentWarning } from '#lib/documents/document-warning.ts';
import type { JsonValue } from '#lib/json/json-value.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { msFromNow } from '../../database/fragments.ts';
import { constant, joinSql, type Sql, sql } from '../../database/sql.ts';
import { type Client, transact } from '../../database/transact.ts';
import { forgetChunks } from './count-words.ts';

export type DocumentStatus = 'queued' | 'indexing' | 'ready' | 'failed';
export type KnowledgeDocumentRow = {
  readonly documentId: string;
  readonly workspaceId: WorkspaceId;
  readonly baseId: string;
  readonly sourceId: string | null;
  readonly key: string;
  readonly title: string;
  readonly url: string | null;
  readonly fileId: string | null;
  readonly mediaType: string | null;
  readonly metadata: Readonly<Record<string, JsonValue>>;
  readonly isEnabled: boolean;
  readonly status: DocumentStatus;
  /** Why it failed, or is tried again. */
  readonly problem: string | null;
  /** `host:port` that was refused. */
  readonly privateHost: string | null;
  /** Of its reader, when it was last read. */
  readonly warnings: readonly DocumentWarning[];
  readonly chunkCount: number;
  readonly runId: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly indexedAt: Date | null;
};
export type ListedDocument = KnowledgeDocumentRow & {
  /** Of a document that is being indexed. */
  readonly indexing: IndexingProgress | null;
};
/** `isRead`: all its chunks are there, and their vectors are made. */
export type IndexingProgress = { readonly isRead: boolean; readonly chunks: number; readonly vectors: number };

/** What a process indexes, while its lease lasts. */
export type ClaimedDocument = KnowledgeDocumentRow & {
  readonly content: string | null;
  /** Of the content that its chunks were made from; null before the first. */
  readonly sha256: string | null;
  /** How often it was claimed since its last change; it counts processes that died too. */
  readonly attempts: number;
  readonly revision: number;
};
export type PutDocument = Pick<
  KnowledgeDocumentRow,
  'documentId' | 'key' | 'title' | 'url' | 'fileId' | 'metadata' | 'sourceId' | 'runId'
> & {
  readonly content: string | null;
};
export type PutOutcome = { readonly documentId: string; readonly outcome: 'created' | 'replaced' | 'unchanged' | 'skipped' };
export type ListDocuments = {
  /** Part of a title or key, in any case. */
  readonly search?: string | undefined;
  readonly status?: DocumentStatus | undefined;
  readonly sourceId?: string | undefined;
  readonly offset: number;
  readonly limit: number;
};

const columns = constant(
  `id AS "documentId", workspace_id AS "workspaceId", base_id AS "baseId", source_id AS "sourceId", key, title, url, file_id AS "fileId",
   media_type AS "mediaType", metadata, is_enabled AS "isEnabled", status, problem, private_host AS "privateHost", warnings, chunk_count AS "chunkCount", run_id AS "runId",
   created_at AS "createdAt", changed_at AS "changedAt", indexed_at AS "indexedAt"`,
);
/** Counted for the few documents that are indexed at the same time. */
const progressColumns = constant(
  `(CASE WHEN status = 'indexing' THEN (SELECT json_build_object('isRead', read_at IS NOT NULL, 'chunks', count(c.id), 'vectors', count(v.chunk_id))
     FROM knowledge_chunks c LEFT JOIN (knowledge_vectors v JOIN knowledge_bases b ON b.id = v.base_id AND b.embedding = v.embedding)
       ON v.chunk_id = c.id AND v.hash = c.hash
     WHERE c.document_id = knowledge_documents.id) END) AS indexing`,
);
const claimColumns = constant('content, sha256, attempts, revision');

/** The documents of knowledge bases, and which of them are to be indexed. */
export class KnowledgeDocumentStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Stores a document, which is indexed later. One that is not changed stays indexed. What a source
   * finds again keeps the title and metadata that it has.
   */
  async put(
    { workspaceId, baseId }: { readonly workspaceId: WorkspaceId; readonly baseId: string },
    document: PutDocument,
    onExisting: 'replace' | 'skip' = 'replace',
  ): Promise<PutOutcome> {
    const { documentId, sourceId, key, title, url, fileId, content, runId } = document;
    const metadata = JSON.stringify(document.metadata);
    return transact(this.#pool, async (client) => {
      const { rows: created } = await client.query<{ id: string }>(sql`INSERT INTO knowledge_documents
          (id, workspace_id, base_id, source_id, key, title, url, file_id, content, metadata, run_id)
        VALUES (${documentId}, ${workspaceId}, ${baseId}, ${sourceId}, ${key}, ${title}, ${url}, ${fileId}, ${content}, ${metadata}, ${runId})
        ON CONFLICT (base_id, key) DO NOTHING RETURNING id`);
      if (created.length > 0) return { documentId, outcome: 'created' };
      const { rows } = await client.query<{ id: string; isSame: boolean }>(sql`SELECT id,
          status <> 'failed' AND content IS NOT DISTINCT FROM ${content} AND file_id IS NOT DISTINCT FROM ${fileId}
            AND content IS NOT NULL AND title = ${title} AND url IS NOT DISTINCT FROM ${url} AND metadata = ${metadata}::jsonb AS "isSame"
        FROM knowledge_documents WHERE base_id = ${baseId} AND key = ${key} FOR UPDATE`);
      const [existing] = rows;
      if (!existing) return { documentId, outcome: 'skipped' };
      if (onExisting === 'skip') return { documentId: existing.id, outcome: 'skipped' };
      if (existing.isSame) return { documentId: existing.id, outcome: 'unchanged' };
      await client.query(sql`UPDATE knowledge_documents SET source_id = ${sourceId}, url = ${url}, file_id = ${fileId},
          title = CASE WHEN ${sourceId}::text IS NULL THEN ${title} ELSE title END,
          metadata = CASE WHEN ${sourceId}::text IS NULL THEN ${metadata}::jsonb ELSE metadata END,
          content = ${content}, run_id = ${runId}, ${queued} WHERE id = ${existing.id}`);
      return { documentId: existing.id, outcome: 'replaced' };
    });
  }

  /** Newest change first. */
  async list(
    baseId: string,
    { search, status, sourceId, offset, limit }: ListDocuments,
  ): Promise<{ rows: ListedDocument[]; total: number }> {
    const conditions = [
      sql`base_id = ${baseId}`,
      ...(search !== undefined ? [sql`strpos(lower(title || ' ' || key), lower(${search})) > 0`] : []),
      ...(status !== undefined ? [sql`status = ${status}`] : []),
      ...(sourceId !== undefined ? [sql`source_id = ${sourceId}`] : []),
    ];
    const where = joinSql(conditions, ' AND ');
    const { rows } = await this.#pool.query<ListedDocument>(
      sql`SELECT ${columns}, ${progressColumns} FROM knowledge_documents WHERE ${where} ORDER BY changed_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
    );
    const { rows: counted } = await this.#pool.query<{ total: number }>(
      sql`SELECT count(*)::int AS total FROM knowledge_documents WHERE ${where}`,
    );
    return { rows, total: counted[0]?.total ?? 0 };
  }

  async get(baseId: string, documentId: string): Promise<ListedDocument | null> {
    const { rows } = await this.#pool.query<ListedDocument>(
      sql`SELECT ${columns}, ${progressColumns} FROM knowledge_documents WHERE base_id = ${baseId} AND id = ${documentId}`,
    );
    return rows[0] ?? null;
  }

  /** Of these documents, those that are still to be indexed, and those that failed. */
  async progressOf(
    workspaceId: WorkspaceId,
    documentIds: readonly string[],
  ): Promise<{ pending: number; failed: { documentId: string; problem: string }[] }> {
    const { rows } = await this.#pool.query<{ documentId: string; status: DocumentStatus; problem: string | null }>(
      sql`SELECT id AS "documentId", status, problem FROM knowledge_documents
        WHERE workspace_id = ${workspaceId} AND id = ANY (${documentIds}::text[])`,
    );
    return {
      pending: rows.filter(({ status }) => status === 'queued' || status === 'indexing').length,
      failed: rows.flatMap(({ documentId, status, problem }) =>
        status === 'failed' ? [{ documentId, problem: problem ?? '' }] : [],
      ),
    };
  }

  /** @returns false when there is no such document */
  async change(
    baseId: string,
    documentId: string,
    { title, isEnabled, metadata }: Partial<Pick<KnowledgeDocumentRow, 'title' | 'isEnabled' | 'metadata'>>,
  ): Promise<boolean> {
    const { rowCount } = await this.#pool.query(sql`UPDATE knowledge_documents SET title = coalesce(${title ?? null}, title),
        is_enabled = coalesce(${isEnabled ?? null}, is_enabled),
        metadata = coalesce(${metadata === undefined ? null : JSON.stringify(metadata)}::jsonb, metadata), changed_at = CURRENT_TIMESTAMP
      WHERE base_id = ${baseId} AND id = ${documentId}`);
    return rowCount === 1;
  }

  /** What its reader left out. Nothing if the lease was lost. */
  async setWarnings(
    { documentId, token }: { readonly documentId: string; readonly token: string },
    warnings: readonly DocumentWarning[],
  ): Promise<void> {
    await this.#pool.query(
      sql`UPDATE knowledge_documents SET warnings = ${JSON.stringify(warnings)} WHERE id = ${documentId} AND lease_token = ${token}`,
    );
  }

  /** Indexes it again, also where nothing changed. @returns false when there is no such document */
  async queue(baseId: string, documentId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      sql`UPDATE knowledge_documents SET ${queued}, sha256 = NULL WHERE base_id = ${baseId} AND id = ${documentId}`,
    );
    return rowCount === 1;
  }

  /** The same for all of a base. Once it is committed, a process that indexes one of them stores nothing more. */
  async queueAll(baseId: string, client: Client): Promise<void> {
    await queueThose(sql`base_id = ${baseId}`, client);
  }

  /** The same for those that were added meanwhile, and may be indexed with the earlier settings of the base. */
  async queueMissed(baseId: string): Promise<void> {
    const missed = sql`base_id = ${baseId} AND NOT (status = 'queued' AND sha256 IS NULL)`;
    await transact(this.#pool, (client) => queueThose(missed, client));
  }

  /** Of all workspaces: documents of bases that have an embedding model and not one vector. */
  async queueWithoutVectors(): Promise<void> {
    await this.#pool.query(sql`UPDATE knowledge_documents SET ${queued} WHERE status = 'ready' AND base_id IN (
      SELECT id FROM knowledge_bases WHERE embedding IS NOT NULL AND dimensions IS NULL AND chunk_count > 0)`);
  }

  /** A chunk was corrected: it needs another vector, and the rest stays. */
  async touch(baseId: string, documentId: string): Promise<void> {
    await this.#pool.query(sql`UPDATE knowledge_documents SET ${queued} WHERE base_id = ${baseId} AND id = ${documentId}`);
  }

  /** @returns false when there is no such document */
  async remove(baseId: string, documentId: string): Promise<boolean> {
    return transact(this.#pool, async (client) => {
      // Locked first, as a process that indexes it does, so that two transactions never wait for each other.
      await client.query(sql`SELECT 1 FROM knowledge_documents WHERE base_id = ${baseId} AND id = ${documentId} FOR UPDATE`);
      await forgetChunks(client, { baseId, which: sql`document_id = ${documentId} AND base_id = ${baseId}` });
      const { rowCount } = await client.query(
        sql`DELETE FROM knowledge_documents WHERE base_id = ${baseId} AND id = ${documentId}`,
      );
      return rowCount === 1;
    });
  }

  /** Ids of the documents of a source whose keys are not these. */
  async ofSourceWithout(sourceId: string, keys: readonly string[]): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>(
      sql`SELECT id FROM knowledge_documents WHERE source_id = ${sourceId} AND NOT (key = ANY (${keys}::text[]))`,
    );
    return rows.map(({ id }) => id);
  }

  /** The next document to index, for `leaseMs`; null when there is none. */
  async claim(token: string, leaseMs: number): Promise<ClaimedDocument | null> {
    const { rows } =
      await this.#pool.query<ClaimedDocument>(sql`UPDATE knowledge_documents SET status = 'indexing', attempts = attempts + 1, read_at = NULL,
        lease_token = ${token}, lease_until = ${msFromNow(leaseMs)}
      WHERE id = (SELECT id FROM knowledge_documents
        WHERE status IN ('queued', 'indexing') AND (status = 'queued' OR lease_until < CURRENT_TIMESTAMP)
          AND (retry_at IS NULL OR retry_at <= CURRENT_TIMESTAMP)
        ORDER BY changed_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${columns}, ${claimColumns}`);
    return rows[0] ?? null;
  }

  /** Milliseconds until a document that failed for now is to be tried again, or a lease ends; undefined without any. */
  async nextDueMs(): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ ms: number | null }>(
      sql`SELECT min(extract(epoch FROM greatest(retry_at, lease_until) - CURRENT_TIMESTAMP) * 1000)::float8 AS ms
        FROM knowledge_documents WHERE status IN ('queued', 'indexing')`,
    );
    return rows[0]?.ms ?? undefined;
  }

  /** Its chunks are complete. Nothing if the lease was lost. */
  async markRead({ documentId, token }: { readonly documentId: string; readonly token: string }): Promise<void> {
    await this.#pool.query(
      sql`UPDATE knowledge_documents SET read_at = CURRENT_TIMESTAMP WHERE id = ${documentId} AND lease_token = ${token}`,
    );
  }

  /** @returns false when another process has it, or it was changed or deleted */
  async renew(documentId: string, token: string, leaseMs: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      sql`UPDATE knowledge_documents SET lease_until = ${msFromNow(leaseMs)} WHERE id = ${documentId} AND lease_token = ${token}`,
    );
    return rowCount === 1;
  }

  /** Documents of processes that ended with the only process that was, at its next start. */
  async releaseAll(): Promise<void> {
    await this.#pool.query("UPDATE knowledge_documents SET lease_until = CURRENT_TIMESTAMP WHERE status = 'indexing'");
  }

  /** It can be claimed at once. Nothing if the lease was lost. */
  async release({ documentId, token }: { readonly documentId: string; readonly token: string }): Promise<void> {
    await this.#pool.query(sql`UPDATE knowledge_documents SET status = 'queued', lease_token = NULL, lease_until = NULL
      WHERE id = ${documentId} AND lease_token = ${token}`);
  }

  async finish(
    { documentId, token }: { readonly documentId: string; readonly token: string },
    { sha256, mediaType }: { readonly sha256: string; readonly mediaType: string | null },
  ): Promise<void> {
    await this.#pool.query(sql`UPDATE knowledge_documents SET status = 'ready', problem = NULL, private_host = NULL, sha256 = ${sha256}, media_type = ${mediaType},
        attempts = 0, retry_at = NULL, lease_token = NULL, lease_until = NULL, indexed_at = CURRENT_TIMESTAMP
      WHERE id = ${documentId} AND lease_token = ${token}`);
  }

  /** @param failure `retryInMs` undefined: for good; `isCounted`: false for an attempt that could do nothing */
  async fail(
    { documentId, token }: { readonly documentId: string; readonly token: string },
    { problem, privateHost, retryInMs, isCounted = true }: Failure,
  ): Promise<void> {
    const status = retryInMs === undefined ? 'failed' : 'queued';
    const retryAt = retryInMs === undefined ? null : retryInMs;
    await this.#pool.query(sql`UPDATE knowledge_documents SET status = ${status}, problem = ${problem}, private_host = ${privateHost}, lease_token = NULL,
        lease_until = NULL, attempts = attempts - ${isCounted ? 0 : 1}, retry_at = ${msFromNow(retryAt)}
      WHERE id = ${documentId} AND lease_token = ${token}`);
  }
}

type Failure = {
  readonly problem: string;
  readonly privateHost: string | null;
  readonly retryInMs: number | undefined;
  readonly isCounted?: boolean;
};

/** A process that indexes it at the moment loses its lease. */
const queued = constant(
  "status = 'queued', problem = NULL, private_host = NULL, attempts = 0, retry_at = NULL, lease_token = NULL, lease_until = NULL, revision = revision + 1, changed_at = CURRENT_TIMESTAMP",
);

/** Locks them in the order in which all transactions lock several documents, so that two never wait for each other. */
async function queueThose(which: Sql, client: Client): Promise<void> {
  await client.query(sql`SELECT 1 FROM knowledge_documents WHERE ${which} ORDER BY id FOR UPDATE`);
  await client.query(sql`UPDATE knowledge_documents SET ${queued}, sha256 = NULL WHERE ${which}`);
}
