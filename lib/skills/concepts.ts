import { once } from '../async/once.ts';
import { wordsOf } from '../knowledge/words.ts';
import { conceptList } from './concept-list.ts';

/** Longest Chinese word of the list, in characters. */
const MAX_CHARS = 6;
const HAN = /\p{Script=Han}/u;
const HAN_RUNS = /\p{Script=Han}+/gu;

type Concepts = {
  /** Concepts by the stem of a word. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  readonly byHan: ReadonlyMap<string, readonly number[]>;
};

/** Read at first use: servers without skills need none of it. */
const concepts = once(readConcepts);

function readConcepts(): Concepts {
  const byWord = new Map<string, number[]>();
  const byHan = new Map<string, number[]>();
  const add = (map: Map<string, number[]>, key: string, id: number) => map.set(key, [...(map.get(key) ?? []), id]);
  for (const [id, line] of conceptList.trim().split('\n').entries())
    for (const word of new Set(line.split(' '))) {
      if (HAN.test(word)) add(byHan, word, id);
      else for (const stem of wordsOf(word)) add(byWord, stem, id);
    }
  return { byWord, byHan };
}

/** The concepts of a Latin word, by its stem. */
export function conceptsOfStem(stem: string): readonly number[] {
  return concepts().byWord.get(stem) ?? [];
}

export type HanWord = { readonly word: string; readonly concepts: readonly number[] };

/**
 * The known words of the Chinese parts of a text, the longest first at each place, and what is between
 * them. In a long text no word of one character is known.
 */
export function hanWords(
  text: string,
  { isLong }: { readonly isLong: boolean },
): { readonly known: readonly HanWord[]; readonly rest: readonly string[] } {
  const { byHan } = concepts();
  const known: HanWord[] = [];
  const rest: string[] = [];
  for (const [run] of text.matchAll(HAN_RUNS)) {
    const single = isLong ? NONE : singleWords(run);
    let gap = '';
    for (let at = 0; at < run.length; ) {
      const word = longestAt(run, at, byHan);
      // A character that is part of another word means something else: 根 in 根据.
      if (word === undefined || (word.length === 1 && !single.has(at))) {
        gap += run.charAt(at++);
        continue;
      }
      known.push({ word, concepts: byHan.get(word) ?? [] });
      rest.push(gap);
      gap = '';
      at += word.length;
    }
    rest.push(gap);
  }
  return { known, rest: rest.filter((gap) => gap !== '') };
}

const NONE: ReadonlySet<number> = new Set();
const segmenter = once(() => new Intl.Segmenter('zh', { granularity: 'word' }));

/** Where the dictionary of the runtime sees words of one character. */
function singleWords(run: string): Set<number> {
  return new Set([...segmenter().segment(run)].flatMap(({ segment, index }) => (segment.length === 1 ? [index] : [])));
}

function longestAt(run: string, at: number, words: ReadonlyMap<string, unknown>): string | undefined {
  for (let length = Math.min(MAX_CHARS, run.length - at); length > 0; length--) {
    const word = run.slice(at, at + length);
    if (words.has(word)) return word;
  }
  return undefined;
}
