import { fuseRanks } from './fuse-ranks.ts';
import { wordsOf } from './words.ts';

export type RankableText = {
  readonly text: string;
  /** Of length 1. */
  readonly vector?: readonly number[] | undefined;
};
export type RankQuery = { readonly text: string; readonly vector?: readonly number[] | undefined };

/** Texts whose meaning is farther away than this are not found by meaning. */
const MIN_SIMILARITY = 0.2;
/** Parameters of BM25. @see https://nlp.stanford.edu/IR-book/html/htmledition/okapi-bm25-a-non-binary-model-1.html */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/**
 * Indexes of the texts that fit a question, the best first: by words (BM25) and, where both have a
 * vector of the same length, by meaning. For few texts, which are compared one by one.
 */
export function rankTexts(query: RankQuery, texts: readonly RankableText[]): number[] {
  const lexical = byWords(query.text, texts);
  const near = byMeaning(query.vector, texts);
  if (near.length === 0) return lexical;
  return fuseRanks([lexical.map(String), near.map(String)]).map(({ id }) => Number(id));
}

function byWords(query: string, texts: readonly RankableText[]): number[] {
  const wanted = [...new Set(wordsOf(query))];
  const counts = texts.map(({ text }) => countWords(text));
  const meanLength = counts.reduce((sum, { length }) => sum + length, 0) / Math.max(texts.length, 1) || 1;
  const weights = wanted.map((word) => {
    const having = counts.filter(({ of }) => of.has(word)).length;
    return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
  });
  const scores = counts.map(({ of, length }) =>
    wanted.reduce((sum, word, index) => {
      const count = of.get(word) ?? 0;
      const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / meanLength);
      return sum + ((weights[index] ?? 0) * count * (SATURATION + 1)) / (count + norm);
    }, 0),
  );
  return inOrder(scores, 0);
}

function countWords(text: string): { readonly of: ReadonlyMap<string, number>; readonly length: number } {
  const words = wordsOf(text);
  const of = new Map<string, number>();
  for (const word of words) of.set(word, (of.get(word) ?? 0) + 1);
  return { of, length: words.length };
}

function byMeaning(query: readonly number[] | undefined, texts: readonly RankableText[]): number[] {
  if (!query) return [];
  const scores = texts.map(({ vector }) =>
    vector?.length === query.length ? vector.reduce((sum, value, index) => sum + value * (query[index] ?? 0), 0) : 0,
  );
  return inOrder(scores, MIN_SIMILARITY);
}

/** Indexes by score, the highest first, of those above `above`. */
function inOrder(scores: readonly number[], above: number): number[] {
  return [...scores.keys()]
    .filter((index) => (scores[index] ?? 0) > above)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}
