import type { MetadataFilter } from '#lib/ports/knowledge.ts';
import { joinSql, type Sql, sql } from '../../database/sql.ts';

/** Which chunks `c` are of documents that are searched: without a filter of all but the few that are switched off. */
export function ofUsable(baseId: string, filter: MetadataFilter | undefined): Sql {
  const conditions = Object.entries(filter ?? {}).map(([field, value]) => {
    const any = [value].flat().map((one) => sql`d.metadata @> ${JSON.stringify({ [field]: one })}::jsonb`);
    return sql`(${joinSql(any, ' OR ')})`;
  });
  const documents = sql`SELECT d.id FROM knowledge_documents d WHERE d.base_id = ${baseId}`;
  if (conditions.length === 0) return sql`c.document_id NOT IN (${documents} AND NOT d.is_enabled)`;
  return sql`c.document_id IN (${documents} AND d.is_enabled AND ${joinSql(conditions, ' AND ')})`;
}
