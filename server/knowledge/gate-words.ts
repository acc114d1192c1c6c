import { quoteWord } from '#lib/knowledge/words.ts';

/** Chunks that are scored, about. */
const WANTED = 800;

/**
 * The `tsquery` of the chunks that are worth scoring: those with a rare word, and those with two
 * words of which few chunks have both. A word that is everywhere decides nothing by itself.
 * @param words with the number of chunks that have them, rarest first
 */
export function gateOf(words: readonly (readonly [word: string, chunks: number])[], chunkCount: number): string {
  const parts: string[] = [];
  let estimate = 0;
  let alone = 0;
  for (const [word, chunks] of words) {
    if (parts.length > 0 && estimate + chunks > WANTED) break;
    parts.push(quoteWord(word));
    estimate += chunks;
    alone++;
  }
  const common = words.slice(alone);
  const pairs = common
    .flatMap(([a, chunksOfA], index) =>
      common.slice(index + 1).map(([b, chunksOfB]) => {
        const independent = (chunksOfA * chunksOfB) / Math.max(chunkCount, 1);
        return { a, b, chunks: isPartOf(a, b) ? Math.min(chunksOfA, chunksOfB) : independent };
      }),
    )
    .sort((one, other) => one.chunks - other.chunks);
  for (const { a, b, chunks } of pairs) {
    if (estimate + chunks > WANTED) break;
    parts.push(`(${quoteWord(a)} & ${quoteWord(b)})`);
    estimate += chunks;
  }
  return parts.join(' | ');
}

/** Whether a chunk with one of two words has the other one too, as a pair of characters has each of them. */
function isPartOf(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a);
}
