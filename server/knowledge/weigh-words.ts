import { quoteWord } from '#lib/knowledge/words.ts';
import type { WeightedWords } from '../db/stores/knowledge/search-store.ts';

/** Words whose weights differ by less are scored as one group: each group is a pass over every chunk. */
const SAME_WEIGHT = 0.93;

/**
 * The words of a question in groups of about the same weight, heaviest first.
 * @param words with the number of chunks that have them, rarest first
 */
export function weighWords(words: readonly (readonly [word: string, chunks: number])[], chunkCount: number): WeightedWords[] {
  const groups: { words: string[]; weights: number[] }[] = [];
  for (const [word, chunks] of words) {
    const weight = weightOf(chunks, chunkCount);
    const last = groups.at(-1);
    if (last && weight >= (last.weights[0] ?? 0) * SAME_WEIGHT) {
      last.words.push(quoteWord(word));
      last.weights.push(weight);
    } else groups.push({ words: [quoteWord(word)], weights: [weight] });
  }
  return groups.map((group) => ({
    query: group.words.join(' | '),
    weight: group.weights.reduce((sum, weight) => sum + weight, 0) / group.weights.length,
    count: group.words.length,
  }));
}

/** As BM25 weighs words; never below zero, so that no word makes a chunk worse. */
function weightOf(chunks: number, chunkCount: number): number {
  return Math.log(1 + Math.max(chunkCount - chunks + 0.5, 0.5) / (chunks + 0.5));
}
