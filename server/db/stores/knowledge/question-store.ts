import type pg from 'pg';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { constant, sql } from '../../database/sql.ts';

export type KnowledgeQuestionRow = {
  readonly questionId: string;
  readonly question: string;
  /** Of the document that has the answer. */
  readonly documentKey: string;
  /** A part of the passage that has it; null: any passage of the document. */
  readonly excerpt: string | null;
};

const columns = constant('id AS "questionId", question, document_key AS "documentKey", excerpt');

/** The evaluation questions of knowledge bases. */
export class KnowledgeQuestionStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async list(baseId: string, limit: number): Promise<KnowledgeQuestionRow[]> {
    const { rows } = await this.#pool.query<KnowledgeQuestionRow>(
      sql`SELECT ${columns} FROM knowledge_questions WHERE base_id = ${baseId} ORDER BY created_at, id LIMIT ${limit}`,
    );
    return rows;
  }

  /** Replaces all questions of the base. */
  async replaceAll(
    { workspaceId, baseId }: { readonly workspaceId: WorkspaceId; readonly baseId: string },
    questions: readonly KnowledgeQuestionRow[],
  ): Promise<void> {
    const of = <Key extends keyof KnowledgeQuestionRow>(key: Key) => questions.map((question) => question[key]);
    // Ids that are made in one millisecond sort randomly, so `created_at` encodes the given order.
    await this.#pool.query(sql`WITH gone AS (DELETE FROM knowledge_questions WHERE base_id = ${baseId})
      INSERT INTO knowledge_questions (id, workspace_id, base_id, question, document_key, excerpt, created_at)
      SELECT q.id, ${workspaceId}, ${baseId}, q.question, q.key, q.excerpt, CURRENT_TIMESTAMP + q.ordinal * interval '1 millisecond'
      FROM unnest(${of('questionId')}::text[], ${of('question')}::text[], ${of('documentKey')}::text[], ${of('excerpt')}::text[])
        WITH ORDINALITY AS q (id, question, key, excerpt, ordinal)`);
  }
}
