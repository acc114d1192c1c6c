import { conceptList } from '#lib/skills/concept-list.ts';
import { meaningfulWords } from '#tests/support/embedding-server.ts';

/**
 * What words mean to the embedding server of the bench: concepts of the product's own list, so that it
 * knows no more than matching by words does. Of words in several concepts, the first counts.
 */
export function conceptMeanings(): Record<string, string> {
  const meanings: Record<string, string> = {};
  for (const [index, line] of conceptList.trim().split('\n').entries())
    for (const word of line.split(' ').flatMap(meaningfulWords)) meanings[word] ??= `concept ${index}`;
  return meanings;
}
