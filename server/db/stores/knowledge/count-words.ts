import { type Sql, sql } from '../../database/sql.ts';
import type { Client } from '../../database/transact.ts';

/**
 * Counts the words of chunks into their base, or out of it, in the transaction that adds or removes
 * them. Rows are locked in the order of the words, so that two transactions never wait for each other.
 */
export async function countWords(
  client: Client,
  { baseId, which, sign }: { readonly baseId: string; readonly which: Sql; readonly sign: 1 | -1 },
): Promise<void> {
  await client.query(sql`UPDATE knowledge_bases b SET chunk_count = b.chunk_count + ${sign} * c.chunks, word_count = b.word_count + ${sign} * c.words
    FROM (SELECT count(*)::int AS chunks, coalesce(sum(word_count), 0)::bigint AS words FROM knowledge_chunks WHERE ${which}) c
    WHERE b.id = ${baseId}`);
  await client.query(sql`INSERT INTO knowledge_words (base_id, word, chunks)
    SELECT ${baseId}, w.lexeme, ${sign} * count(*)::int FROM knowledge_chunks, unnest(words) w WHERE ${which} GROUP BY w.lexeme
      ORDER BY w.lexeme COLLATE "C"
    ON CONFLICT (base_id, word) DO UPDATE SET chunks = knowledge_words.chunks + excluded.chunks`);
}

/** Deletes chunks, and what was counted of them. */
export async function forgetChunks(
  client: Client,
  { baseId, which }: { readonly baseId: string; readonly which: Sql },
): Promise<number> {
  await countWords(client, { baseId, which, sign: -1 });
  const { rowCount } = await client.query(sql`DELETE FROM knowledge_chunks WHERE ${which}`);
  return rowCount ?? 0;
}
